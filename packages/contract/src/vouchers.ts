import { z } from "zod";
import { captchaTokens } from "./authentication.ts";
import { BuyerCompany } from "./documents.ts";
import { endpoint } from "./endpoint.ts";
import {
  DeskPayment,
  email,
  entryFacts,
  identifiers,
  localDate,
  reason,
  search,
  shownCode,
  typedCode,
  versions,
} from "./ledger.ts";
import { cents, guid, instant, maybe, PagingMetadata, revision, typedLine, typedText } from "./wire.ts";

/** The range of a voucher's face value, in cents: from 1 to 5000 euros. */
export const voucherFaceLimits = { min: 100, max: 500_000 } as const;
export const voucherBatchMax = 500;

/**
 * The VAT type of a voucher, determined when it is issued. SINGLE (vienatipis, single-purpose):
 * place of supply and VAT are known, and the sale is taxed. MULTI (daugiatipis, multi-purpose): all
 * others; the redemption is taxed.
 */
export const VatType = z.enum(["SINGLE", "MULTI"]);
export type VatType = z.infer<typeof VatType>;

/**
 * EXPIRED and USED_UP are derived from the date and the balance; extending an expired voucher makes
 * it valid again.
 */
export const VoucherStatus = z.enum(["ACTIVE", "USED_UP", "EXPIRED", "BLOCKED", "REFUNDED"]);
export type VoucherStatus = z.infer<typeof VoucherStatus>;

export const VoucherDesign = z.enum(["ROUTE", "HOLDS", "CONTOURS", "TAPE"]);
export type VoucherDesign = z.infer<typeof VoucherDesign>;

export const Voucher = z
  .object({
    ...identifiers,
    status: VoucherStatus,
    face: cents,
    /** The remaining balance, including the reserved part. */
    balance: cents,
    /** The part of the balance that is reserved for a purchase in progress. */
    reserved: cents,
    /** The service of a service voucher, which is redeemed in full. */
    serviceId: maybe(guid),
    serviceName: maybe(z.string()),
    vatType: VatType,
    /** The VAT rate of a single-purpose voucher in hundredths of a percent, such as 2100. */
    vatRate: maybe(z.int()),
    /** The last day of validity. */
    validUntil: localDate,
    design: VoucherDesign,
    language: z.enum(["lt", "en"]),
    greeting: z.string(),
    recipientName: z.string(),
    giverName: z.string(),
    /** The email address the voucher is sent to; a voucher without an email address is printed. */
    recipientEmail: maybe(z.string()),
    /** When the email is to be sent. */
    sendDate: maybe(instant),
    /** When the email was last queued. */
    sentDate: maybe(instant),
    /** The till payment; missing if the voucher was paid with an order or issued as a refund. */
    payment: maybe(DeskPayment),
    batchId: maybe(guid),
    ...versions,
  })
  .meta({ id: "Voucher" });
export type Voucher = z.infer<typeof Voucher>;

export const VoucherEntryKind = z.enum([
  "ISSUE",
  "RESERVE",
  "RELEASE",
  "REDEEM",
  "GIVE_BACK",
  "REFUND",
  "EXTEND",
  "BLOCK",
  "UNBLOCK",
  "SEND",
  "NEW_CODE",
  "REMIND",
]);
export type VoucherEntryKind = z.infer<typeof VoucherEntryKind>;

/** A line of a voucher's ledger. The ledger is append-only; the sum of the deltas is the balance. */
export const VoucherEntry = z
  .object({
    sequence: z.int(),
    kind: VoucherEntryKind,
    /** The change of the balance. */
    delta: z.int(),
    /** The change of the reserved part. */
    reservedDelta: z.int(),
    /** The balance after this line. */
    balance: cents,
    ...entryFacts,
  })
  .meta({ id: "VoucherEntry" });
export type VoucherEntry = z.infer<typeof VoucherEntry>;

/** Vouchers issued together for a company. */
export const VoucherBatch = z
  .object({
    id: guid,
    company: z.string(),
    count: z.int(),
    /** Of one voucher. */
    face: cents,
    /** Of all of them. */
    balance: cents,
    /** The number of vouchers that are blocked because the batch is blocked. */
    blocked: z.int(),
    validUntil: localDate,
    /** Null for batches issued before invoices were introduced. */
    invoice: maybe(z.object({ id: guid, series: z.string(), number: z.int() })),
    createdDate: instant,
  })
  .meta({ id: "VoucherBatch" });
export type VoucherBatch = z.infer<typeof VoucherBatch>;

/** A voucher with its code, for printing. The QR code leads to the balance page. */
export const PrintedVoucher = z.object({ voucher: Voucher, ...shownCode }).meta({ id: "PrintedVoucher" });
export type PrintedVoucher = z.infer<typeof PrintedVoucher>;

/** The information available to anyone who has the code. */
export const VoucherBalance = z
  .object({
    last4: z.string(),
    status: VoucherStatus,
    face: cents,
    /** The amount that can be used now. */
    available: cents,
    serviceName: maybe(z.string()),
    validUntil: localDate,
  })
  .meta({ id: "VoucherBalance" });
export type VoucherBalance = z.infer<typeof VoucherBalance>;

/**
 * The changes to vouchers of one VAT type in one month. The opening balance plus additions minus
 * deductions is the closing balance.
 */
export const VoucherMonth = z
  .object({
    /** "2026-11" */
    month: z.string(),
    vatType: VatType,
    opening: z.int(),
    issued: z.int(),
    used: z.int(),
    refunded: z.int(),
    closing: z.int(),
  })
  .meta({ id: "VoucherMonth" });
export type VoucherMonth = z.infer<typeof VoucherMonth>;

const issued = z.object({
  /** The face value; omitted for a service voucher, whose value is the price of the service. */
  face: maybe(z.int().min(voucherFaceLimits.min).max(voucherFaceLimits.max)),
  serviceId: maybe(guid),
  vatType: VatType,
  vatRate: maybe(z.int().min(0).max(10_000)),
  /** By default a year from today. */
  validUntil: maybe(localDate),
  design: VoucherDesign,
  language: z.enum(["lt", "en"]),
  greeting: maybe(typedText().max(300)),
  payment: DeskPayment,
});
const ofVoucher = z.object({ voucherId: guid });
const change = ofVoucher.extend({ revision });
const changeErrors = ["VOUCHER_NOT_FOUND", "REVISION_MISMATCH"] as const;
const voucher = z.object({ voucher: Voucher });
const unusable = ["VOUCHER_BLOCKED", "VOUCHER_EXPIRED", "VOUCHER_REFUNDED", "VOUCHER_USED_UP"] as const;
const redeemErrors = [...unusable, "INSUFFICIENT_BALANCE", "VOUCHER_TAKEN_WHOLE"] as const;
const issueErrors = ["SERVICE_NOT_FOUND", "SERVICE_HAS_NO_PRICE"] as const;
const amount = z.int().min(1).max(voucherFaceLimits.max);

export const vouchers = {
  balance: endpoint({
    method: "POST",
    reads: true,
    path: "/v1/vouchers/balance",
    access: "anyone",
    input: z.object({ ...typedCode, captchaTokens }),
    output: z.object({ balance: VoucherBalance }),
    errors: ["VOUCHER_NOT_FOUND", "TOO_MANY_GUESSES", "-19971", "-19970"],
    summary: "Read what a voucher is still worth, by its code. Ten wrong codes in ten minutes are too many.",
  }),
  find: endpoint({
    method: "POST",
    reads: true,
    path: "/v1/vouchers/find",
    access: "owner",
    also: ["desk"],
    input: z.object(typedCode),
    output: voucher,
    errors: ["VOUCHER_NOT_FOUND", "TOO_MANY_GUESSES"],
    summary: "Find a voucher at the desk, by the code that was typed or scanned.",
  }),
  query: endpoint({
    method: "POST",
    reads: true,
    path: "/v1/vouchers/query",
    access: "owner",
    also: ["accountant"],
    input: z.object({
      status: maybe(VoucherStatus),
      batchId: maybe(guid),
      ...search,
    }),
    output: z.object({
      vouchers: z.array(Voucher),
      pagingMetadata: PagingMetadata,
      /** The number of vouchers by status, and the remaining balance of the usable ones. */
      counts: z.object({
        ACTIVE: z.int(),
        USED_UP: z.int(),
        EXPIRED: z.int(),
        BLOCKED: z.int(),
        REFUNDED: z.int(),
        open: cents,
      }),
    }),
    errors: ["INVALID_CURSOR"],
    summary: "List vouchers, the newest first.",
  }),
  get: endpoint({
    method: "GET",
    path: "/v1/vouchers/{voucherId}",
    access: "owner",
    also: ["desk"],
    input: ofVoucher,
    output: z.object({ voucher: Voucher, entries: z.array(VoucherEntry) }),
    errors: ["VOUCHER_NOT_FOUND"],
    summary: "Read a voucher and its ledger, the newest line first.",
  }),
  report: endpoint({
    method: "GET",
    path: "/v1/vouchers/report",
    access: "owner",
    also: ["accountant"],
    input: z.object({}),
    output: z.object({ months: z.array(VoucherMonth) }),
    errors: [],
    summary: "Read by month and VAT type what was issued, used and refunded, and what the gym still owes.",
  }),
  issue: endpoint({
    method: "POST",
    path: "/v1/vouchers",
    access: "owner",
    also: ["desk"],
    input: issued.extend({
      /** Idempotent: a request repeated with the same id issues no second voucher. */
      requestId: maybe(guid),
      recipientName: maybe(typedLine().max(100)),
      giverName: maybe(typedLine().max(100)),
      recipientEmail: maybe(email),
      /** When the email is to be sent, if an email address is given; by default now. */
      sendDate: maybe(instant),
    }),
    output: voucher,
    errors: issueErrors,
    summary: "Issue a voucher that was paid at the desk.",
  }),
  issueBatch: endpoint({
    method: "POST",
    path: "/v1/vouchers/batches",
    access: "owner",
    input: issued.extend({
      /** Idempotent: a request repeated with the same id issues no second batch. */
      requestId: guid,
      company: BuyerCompany,
      count: z.int().min(1).max(voucherBatchMax),
    }),
    output: z.object({ batch: VoucherBatch }),
    errors: [...issueErrors, "SELLER_NOT_SET"],
    summary: "Issue many vouchers to a company with an invoice, to be printed or handed on as a list of codes.",
  }),
  batches: endpoint({
    method: "GET",
    path: "/v1/vouchers/batches",
    access: "owner",
    also: ["accountant"],
    input: z.object({}),
    output: z.object({ batches: z.array(VoucherBatch) }),
    errors: [],
    summary: "List the batches, the newest first; the last hundred.",
  }),
  batchCodes: endpoint({
    method: "GET",
    exposesCodes: true,
    path: "/v1/vouchers/batches/{batchId}/codes",
    access: "owner",
    answer: "file",
    input: z.object({ batchId: guid }),
    output: z.object({}),
    errors: ["BATCH_NOT_FOUND"],
    summary: "The codes of a batch as a CSV file: number, code, worth, last day.",
  }),
  setBatchBlocked: endpoint({
    method: "POST",
    path: "/v1/vouchers/batches/{batchId}/block",
    access: "owner",
    input: z.object({ batchId: guid, blocked: z.boolean(), reason }),
    /** The number of changed vouchers. */
    output: z.object({ batch: VoucherBatch, changed: z.int() }),
    errors: ["BATCH_NOT_FOUND"],
    summary:
      "Block all vouchers of a batch, or let those be used again that were blocked so. One that was blocked by itself stays blocked.",
  }),
  print: endpoint({
    method: "POST",
    reads: true,
    exposesCodes: true,
    path: "/v1/vouchers/print",
    access: "owner",
    also: ["desk"],
    input: z.object({ voucherId: maybe(guid), batchId: maybe(guid) }),
    output: z.object({ vouchers: z.array(PrintedVoucher) }),
    errors: ["VOUCHER_NOT_FOUND", "BATCH_NOT_FOUND", "VOUCHER_CODE_PRIVATE"],
    summary:
      "Read one voucher or a batch with codes and QR codes, to print. The desk may read codes of vouchers sold at the desk and not mailed. Reading is recorded.",
  }),
  redeem: endpoint({
    method: "POST",
    path: "/v1/vouchers/{voucherId}/redeem",
    access: "owner",
    also: ["desk"],
    input: ofVoucher.extend({
      amount,
      /** Idempotent: a request repeated with the same id deducts nothing more. */
      requestId: guid,
      /** Uses an amount that was reserved before. */
      reservationId: maybe(guid),
      /** The booking that the voucher pays for. */
      bookingId: maybe(guid),
      receiptNumber: maybe(typedText().min(1).max(40)),
    }),
    output: voucher,
    errors: ["VOUCHER_NOT_FOUND", "BOOKING_NOT_FOUND", "RESERVATION_NOT_FOUND", ...redeemErrors],
    summary: "Take an amount from a voucher, at the desk.",
  }),
  reserve: endpoint({
    method: "POST",
    path: "/v1/vouchers/{voucherId}/reserve",
    access: "owner",
    also: ["desk"],
    input: ofVoucher.extend({
      amount,
      /** An id chosen by the caller. A request repeated with the same id reserves nothing more. */
      reservationId: guid,
      minutes: z
        .int()
        .min(1)
        .max(60 * 24),
    }),
    output: voucher,
    errors: ["VOUCHER_NOT_FOUND", "RESERVATION_NOT_FOUND", ...redeemErrors],
    summary: "Keep an amount for a purchase that is not finished. It is free again after the minutes.",
  }),
  release: endpoint({
    method: "POST",
    path: "/v1/vouchers/{voucherId}/release",
    access: "owner",
    also: ["desk"],
    input: ofVoucher.extend({ reservationId: guid }),
    output: voucher,
    errors: ["VOUCHER_NOT_FOUND", "RESERVATION_NOT_FOUND"],
    summary: "Give up a reservation.",
  }),
  giveBack: endpoint({
    method: "POST",
    path: "/v1/vouchers/{voucherId}/give-back",
    access: "owner",
    input: change.extend({ amount, reason }),
    output: voucher,
    errors: [...changeErrors, "MORE_THAN_USED", "VOUCHER_REFUNDED"],
    summary: "Put back what was taken from a voucher.",
  }),
  extend: endpoint({
    method: "POST",
    path: "/v1/vouchers/{voucherId}/extend",
    access: "owner",
    input: change.extend({ validUntil: localDate, reason }),
    output: voucher,
    errors: [...changeErrors, "NOT_LATER", "VOUCHER_REFUNDED"],
    summary: "Let a voucher be used until a later day, also when it has expired.",
  }),
  setBlocked: endpoint({
    method: "POST",
    path: "/v1/vouchers/{voucherId}/block",
    access: "owner",
    input: change.extend({ blocked: z.boolean(), reason }),
    output: voucher,
    errors: [...changeErrors, "VOUCHER_REFUNDED"],
    summary: "Block a voucher, or let it be used again.",
  }),
  refund: endpoint({
    method: "POST",
    path: "/v1/vouchers/{voucherId}/refund",
    access: "owner",
    input: change.extend({ payment: DeskPayment, reason }),
    output: voucher.extend({
      refunded: cents,
      /**
       * Whether the refund needs a credit note, because a single-purpose voucher was taxed when it
       * was sold. For a batch with an invoice, the credit note has already been issued.
       */
      creditInvoice: z.boolean(),
    }),
    errors: [...changeErrors, "VOUCHER_REFUNDED", "VOUCHER_USED_UP", "VOUCHER_RESERVED"],
    summary: "Give back the money for what is left on a voucher. It ends.",
  }),
  send: endpoint({
    method: "POST",
    path: "/v1/vouchers/{voucherId}/send",
    access: "owner",
    also: ["desk"],
    input: change.extend({ recipientEmail: email, sendDate: maybe(instant) }),
    output: voucher,
    errors: [...changeErrors, ...unusable, "VOUCHER_CODE_PRIVATE"],
    summary: "Send a voucher by mail, now or later, again or to another address.",
  }),
  renewCode: endpoint({
    method: "POST",
    path: "/v1/vouchers/{voucherId}/renew-code",
    access: "owner",
    input: change.extend({ reason }),
    output: voucher,
    errors: [...changeErrors, ...unusable],
    summary: "Give a voucher a new code. The old one opens nothing any more.",
  }),
};
