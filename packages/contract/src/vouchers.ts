import { z } from "zod";
import { Actor } from "./actor.ts";
import { captchaTokens } from "./authentication.ts";
import { PaymentMethod } from "./bookings.ts";
import { BuyerCompany } from "./documents.ts";
import { endpoint } from "./endpoint.ts";
import { cents, emailAddress, guid, instant, maybe, PagingMetadata, revision, typedLine, typedText } from "./wire.ts";

/** What a voucher may be worth, in cents: from 1 to 5000 euros. */
export const voucherFace = { min: 100, max: 500_000 } as const;
export const voucherBatchMax = 500;

/**
 * What the law asks of a voucher, decided when it is issued. SINGLE (vienatipis): place and VAT are known, and the sale
 * is taxed. MULTI (daugiatipis): anything else, and its use is taxed.
 */
export const VatType = z.enum(["SINGLE", "MULTI"]);
export type VatType = z.infer<typeof VatType>;

/** EXPIRED and USED_UP follow from the day and the balance; extending brings an expired one back. */
export const VoucherStatus = z.enum(["ACTIVE", "USED_UP", "EXPIRED", "BLOCKED", "REFUNDED"]);
export type VoucherStatus = z.infer<typeof VoucherStatus>;

export const VoucherDesign = z.enum(["ROUTE", "HOLDS", "CONTOURS", "TAPE"]);
export type VoucherDesign = z.infer<typeof VoucherDesign>;

/** Money taken or given at the desk. The till's receipt number is required for cash and cards. */
export const DeskPayment = z.object({ method: PaymentMethod, receiptNumber: maybe(typedText().min(1).max(40)) });
export type DeskPayment = z.infer<typeof DeskPayment>;

const email = emailAddress().max(320);
const localDate = z.iso.date();
const reason = typedText().min(3).max(500);

export const Voucher = z
  .object({
    id: guid,
    /** Its number on paper and in documents. It opens nothing. */
    number: z.int(),
    /** The end of its code. The code itself is given to who prints or sends it. */
    last4: z.string(),
    status: VoucherStatus,
    face: cents,
    /** What is left, with what is reserved. */
    balance: cents,
    /** Part of the balance that is kept for a purchase which is not finished. */
    reserved: cents,
    /** A voucher for a service is taken as a whole. */
    serviceId: maybe(guid),
    serviceName: maybe(z.string()),
    vatType: VatType,
    /** VAT of a single-purpose voucher, in hundredths of a percent: 2100. */
    vatRate: maybe(z.int()),
    /** The last day on which it may be used. */
    validUntil: localDate,
    design: VoucherDesign,
    language: z.enum(["lt", "en"]),
    greeting: z.string(),
    recipientName: z.string(),
    giverName: z.string(),
    /** Who gets it by mail; a voucher without an address is printed. */
    recipientEmail: maybe(z.string()),
    /** When it leaves by mail. */
    sendDate: maybe(instant),
    /** When the mail was last ordered. */
    sentDate: maybe(instant),
    /** How the desk was paid; nothing where an order paid, or a refund. */
    payment: maybe(DeskPayment),
    batchId: maybe(guid),
    createdDate: instant,
    updatedDate: instant,
    revision,
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

/** One line of a voucher's ledger. Lines are only ever added; the deltas sum to the balance. */
export const VoucherEntry = z
  .object({
    sequence: z.int(),
    kind: VoucherEntryKind,
    /** What it adds to the balance. */
    delta: z.int(),
    /** What it adds to the reserved part. */
    reservedDelta: z.int(),
    /** The balance afterwards. */
    balance: cents,
    bookingId: maybe(guid),
    payment: maybe(DeskPayment),
    /** Until when it is valid afterwards, or to whom it was sent. */
    about: maybe(z.string()),
    reason: maybe(z.string()),
    actor: Actor,
    createdDate: instant,
  })
  .meta({ id: "VoucherEntry" });
export type VoucherEntry = z.infer<typeof VoucherEntry>;

/** Vouchers of a company that were issued together. */
export const VoucherBatch = z
  .object({
    id: guid,
    company: z.string(),
    count: z.int(),
    /** Of one voucher. */
    face: cents,
    /** Of all of them. */
    balance: cents,
    /** How many of them are blocked because the batch is. */
    blocked: z.int(),
    validUntil: localDate,
    /** Null for batches from before there were invoices of them. */
    invoice: maybe(z.object({ id: guid, series: z.string(), number: z.int() })),
    createdDate: instant,
  })
  .meta({ id: "VoucherBatch" });
export type VoucherBatch = z.infer<typeof VoucherBatch>;

/** A voucher with its code, as it is printed. */
export const PrintedVoucher = z
  .object({
    voucher: Voucher,
    /** "ABCD-EFGH-JKMN" */
    code: z.string(),
    /** The QR code of the page with its balance: an SVG path in a square with `size` modules on each side. */
    qr: z.object({ size: z.int(), path: z.string() }),
  })
  .meta({ id: "PrintedVoucher" });
export type PrintedVoucher = z.infer<typeof PrintedVoucher>;

/** What everybody who has the code may know. */
export const VoucherBalance = z
  .object({
    last4: z.string(),
    status: VoucherStatus,
    face: cents,
    /** What may be used now. */
    available: cents,
    serviceName: maybe(z.string()),
    validUntil: localDate,
  })
  .meta({ id: "VoucherBalance" });
export type VoucherBalance = z.infer<typeof VoucherBalance>;

/** What happened to vouchers of one VAT type in one month. Opening, with what was added and taken, is closing. */
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
  /** What it is worth; left out for a service, whose price it is. */
  face: maybe(z.int().min(voucherFace.min).max(voucherFace.max)),
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
const amount = z.int().min(1).max(voucherFace.max);

export const vouchers = {
  balance: endpoint({
    method: "POST",
    reads: true,
    path: "/v1/vouchers/balance",
    access: "anyone",
    input: z.object({ code: typedText().min(1).max(500), captchaTokens }),
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
    input: z.object({ code: typedText().min(1).max(500) }),
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
      /** A number, the end of a code, a name or an address. */
      text: maybe(typedText().max(100)),
      limit: maybe(z.int().min(1).max(100)),
      cursor: maybe(z.string().max(16000)),
    }),
    output: z.object({
      vouchers: z.array(Voucher),
      pagingMetadata: PagingMetadata,
      /** How many vouchers there are of each status, and what is left on those that may be used. */
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
      /** A call that is sent again with the same id issues nothing again. */
      requestId: maybe(guid),
      recipientName: maybe(typedLine().max(100)),
      giverName: maybe(typedLine().max(100)),
      recipientEmail: maybe(email),
      /** With an address: when the mail leaves; by default now. */
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
      /** Sent again with the same id, nothing is issued again. */
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
    tellsCodes: true,
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
    /** How many vouchers it changed. */
    output: z.object({ batch: VoucherBatch, changed: z.int() }),
    errors: ["BATCH_NOT_FOUND"],
    summary:
      "Block all vouchers of a batch, or let those be used again that were blocked so. One that was blocked by itself stays blocked.",
  }),
  print: endpoint({
    method: "POST",
    reads: true,
    tellsCodes: true,
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
      /** A call that is sent again with the same id takes nothing again. */
      requestId: guid,
      /** Takes what was reserved before. */
      reservationId: maybe(guid),
      /** The booking that it pays for. */
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
      /** Chosen by the caller; the same id reserves once. */
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
       * A single-purpose voucher was taxed when it was sold, so that its refund needs a credit invoice. One of a batch with an invoice
       * has it by then.
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
