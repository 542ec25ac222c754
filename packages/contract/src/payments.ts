import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { Order, OrderPaymentMethod, OrderState, PaymentProvider } from "./order.ts";
import { providerChanges, providerSettings } from "./payment-provider-settings.ts";
import { cents, guid, instant, linkKey, maybe, revision, typedText } from "./wire.ts";

/**
 * SUCCEEDED may become VOIDED if a bank revokes the payment. The other states end an attempt,
 * although a payment may still arrive.
 */
export const AttemptState = z.enum([
  "CREATED",
  "OPEN",
  "PENDING",
  "SUCCEEDED",
  "FAILED",
  "EXPIRED",
  "CANCELED",
  "VOIDED",
]);
export type AttemptState = z.infer<typeof AttemptState>;

/** An attempt to pay an order. */
export const PaymentAttempt = z
  .object({
    id: guid,
    orderId: guid,
    orderNumber: z.string(),
    way: OrderPaymentMethod,
    amount: cents,
    state: AttemptState,
    expiresDate: maybe(instant),
    createdDate: instant,
  })
  .meta({ id: "PaymentAttempt" });
export type PaymentAttempt = z.infer<typeof PaymentAttempt>;

/** Secret keys are never returned, only whether they are stored. */
export const PaymentSettings = z
  .object({
    /** Whether buyers may pay by bank transfer to the seller's account. */
    transfer: z.boolean(),
    /** Whether buyers may order online and pay at the front desk. */
    atDesk: z.boolean(),
    ...providerSettings,
    /** The bonus on a refund as a gift voucher, in percent. */
    creditBonusPercent: z.int().min(0).max(50),
    /** The VAT type of the vouchers sold here: single-purpose or multi-purpose. */
    voucherVatType: z.enum(["SINGLE", "MULTI"]),
    /** The number of days before a voucher expires at which a reminder is emailed; 0: no reminder. */
    voucherReminderDays: z.int().min(0).max(180),
    /** The number of days before the start at which the balance after a deposit is due. */
    restDays: z.int().min(0).max(60),
    /**
     * The days on which a reminder of an instalment is sent, relative to the due date: -3 is three
     * days before.
     */
    partReminderDays: z.array(z.int().min(-30).max(60)).max(6),
    revision,
  })
  .meta({ id: "PaymentSettings" });
export type PaymentSettings = z.infer<typeof PaymentSettings>;

/**
 * The state of a bank entry. NOTED is final: the money has been assigned to an order. ASIDE: the
 * owner decided that the entry belongs to no order.
 */
export const BankEntryState = z.enum(["OPEN", "NOTED", "ASIDE"]);
export type BankEntryState = z.infer<typeof BankEntryState>;

/**
 * Why an entry is not matched to an order with certainty. All codes except UNDERPAID, OVERPAID,
 * OVER, NOTED_BEFORE and BY_NAME mean that no order is proposed.
 */
export const BankEntryProblem = z.enum([
  "UNDERPAID",
  "OVERPAID",
  /** The order had expired or was cancelled. It is fulfilled if still possible; the rest is refunded. */
  "OVER",
  /** The order is already paid: the full amount would be refunded. */
  "PAID_ALREADY",
  /** The same amount has already been recorded manually. */
  "NOTED_BEFORE",
  /** The entry contains no order number, but its amount and payer match an order. */
  "BY_NAME",
  "SEVERAL_ORDERS",
  "NO_ORDER",
  "OTHER_CURRENCY",
  "REVERSAL",
  /** A reversal of the entry was also received, so the money is no longer there. */
  "TAKEN_BACK",
  /** A payout of a payment provider, covering many orders. */
  "PAYOUT",
  /** The payments in the entry do not add up to its amount, or the amount has fractions of a cent. */
  "AMOUNT_UNCLEAR",
  /** A stored entry has the same bank reference, day and amount, but another payer or text: it may be the same payment. */
  "SAME_REFERENCE",
]);
export type BankEntryProblem = z.infer<typeof BankEntryProblem>;

/** An incoming payment from a bank statement, with the order it was matched to, if any. */
export const BankEntry = z
  .object({
    id: guid,
    bookedDate: z.iso.date(),
    amount: cents,
    currency: z.string(),
    payerName: z.string(),
    payerIban: z.string(),
    text: z.string(),
    reference: z.string(),
    state: BankEntryState,
    /** SURE: number, amount and order match. Other entries need a manual decision. */
    match: z.enum(["SURE", "LIKELY", "UNKNOWN"]),
    problem: maybe(BankEntryProblem),
    order: maybe(z.object({ id: guid, number: z.string(), buyer: z.string(), left: z.int(), state: OrderState })),
  })
  .meta({ id: "BankEntry" });
export type BankEntry = z.infer<typeof BankEntry>;

/** The maximum size of a statement file in bytes. */
export const statementMax = 8 * 1024 ** 2;
const bankEntriesMax = 500;

/** A payment method offered for an amount, with the names of its banks. */
export const OfferedPaymentMethod = z.object({
  way: OrderPaymentMethod,
  banks: z.array(z.object({ code: z.string(), name: z.string() })),
});

const { restDays, partReminderDays } = PaymentSettings.shape;
const settings = z.object({ settings: PaymentSettings });
const order = z.object({ order: Order });

export const payments = {
  ways: endpoint({
    method: "GET",
    path: "/v1/payments/ways",
    access: "visitor",
    input: z.object({}),
    output: z.object({ ways: z.array(OfferedPaymentMethod) }),
    errors: [],
    summary: "List the ways in which an order may be paid now.",
  }),
  start: endpoint({
    method: "POST",
    path: "/v1/payments/start",
    access: "anyone",
    input: z.object({
      /** The secret key of the order. */
      key: linkKey,
      way: OrderPaymentMethod.exclude(["ZERO"]),
      /** One of the banks of the payment method. */
      bank: maybe(z.string().max(40)),
    }),
    output: order.extend({
      /**
       * The URL to which the browser is redirected to pay; null if there is none: bank transfer,
       * payment at the front desk.
       */
      redirectUrl: maybe(z.string()),
    }),
    errors: [
      "ORDER_NOT_FOUND",
      "ORDER_NOT_OPEN",
      "WAY_NOT_OFFERED",
      "PAYMENT_UNDER_WAY",
      "TOO_MANY_ATTEMPTS",
      "PROVIDER_UNAVAILABLE",
    ],
    summary: "Begin to pay an order, also in another way than before. An attempt that is under way is gone on with.",
  }),
  check: endpoint({
    method: "POST",
    path: "/v1/payments/check",
    access: "anyone",
    input: z.object({
      key: linkKey,
      /**
       * The data that the provider added to the redirect; it is verified like the provider's own
       * messages.
       */
      token: maybe(z.string().max(8000)),
    }),
    output: order,
    errors: ["ORDER_NOT_FOUND"],
    summary:
      "Ask the provider about the attempt that is under way, and read the order. The page after the bank asks this.",
  }),
  demoAttempt: endpoint({
    method: "GET",
    path: "/v1/payments/demo-bank/{attemptId}",
    access: "anyone",
    input: z.object({ attemptId: guid }),
    output: z.object({ attempt: PaymentAttempt }),
    errors: ["ATTEMPT_NOT_FOUND"],
    summary: "Read an attempt at the demo's bank. It moves no money and exists in the demo only.",
  }),
  demoDecide: endpoint({
    method: "POST",
    path: "/v1/payments/demo-bank/{attemptId}",
    access: "anyone",
    input: z.object({ attemptId: guid, pay: z.boolean() }),
    output: z.object({
      attempt: PaymentAttempt,
      /** The URL to which the browser returns. */
      returnUrl: z.string(),
    }),
    errors: ["ATTEMPT_NOT_FOUND"],
    summary: "Pay or refuse at the demo's bank.",
  }),
  receive: endpoint({
    method: "POST",
    path: "/v1/payments/receive",
    access: "owner",
    also: ["desk", "accountant"],
    input: z.object({
      orderId: guid,
      kind: z.enum(["CASH", "CARD", "BANK_TRANSFER"]),
      amount: z.int().min(1).max(10_000_000),
      /** Idempotent: requests repeated with the same id record one payment. */
      requestId: guid,
      /** The number of the till receipt; required for cash and card payments. */
      receiptNumber: maybe(typedText().min(1).max(40)),
      /** When the bank received the payment; by default now. */
      receivedDate: maybe(instant),
    }),
    output: order,
    errors: ["ORDER_NOT_FOUND", "ORDER_NOT_OPEN", "AMOUNT_DIFFERS"],
    summary:
      "Note money that came in at the desk or, by whoever keeps the books, by transfer. The order is paid with it.",
  }),
  settings: endpoint({
    method: "GET",
    path: "/v1/payments/settings",
    access: "owner",
    input: z.object({}),
    output: settings,
    errors: [],
    summary: "Read how people may pay.",
  }),
  updateSettings: endpoint({
    method: "PATCH",
    path: "/v1/payments/settings",
    access: "owner",
    input: z.object({
      settings: PaymentSettings.omit({ revision: true }).extend({
        ...providerChanges,
        /** Omitted fields stay unchanged. */
        restDays: maybe(restDays),
        partReminderDays: maybe(partReminderDays),
      }),
      revision,
    }),
    output: settings,
    errors: ["REVISION_MISMATCH"],
    summary: "Change how people may pay.",
  }),
  testConnection: endpoint({
    method: "POST",
    path: "/v1/payments/providers/{provider}/test",
    access: "owner",
    input: z.object({ provider: PaymentProvider }),
    output: z.object({
      works: z.boolean(),
      /** The number of payment methods the provider offers us. */
      banks: z.int(),
      failure: maybe(z.string()),
    }),
    errors: ["WAY_NOT_OFFERED"],
    summary: "Ask a provider something that it answers for the kept keys only.",
  }),
  importStatement: endpoint({
    method: "POST",
    path: "/v1/payments/bank-statements",
    access: "owner",
    also: ["accountant"],
    body: "file",
    bodyMax: statementMax,
    input: z.object({}),
    output: z.object({
      /** The number of new entries. */
      added: z.int(),
      /** The number of entries that were already stored. */
      known: z.int(),
      /**
       * The number of new entries that match a stored one in bank reference, day and amount:
       * SAME_REFERENCE.
       */
      differing: z.int(),
      /** The number of skipped entries: outgoing payments and pending entries. */
      skipped: z.int(),
      /** The number of accounts in the file that are not the seller's. They are not read. */
      otherAccounts: z.int(),
    }),
    errors: ["NOT_A_STATEMENT", "STATEMENT_INCOMPLETE", "OTHER_ACCOUNT", "SELLER_NOT_SET"],
    summary:
      "Import a bank statement (camt.053). Nothing is paid by it: its entries wait to be noted. An entry that several files contain is stored once.",
  }),
  bankEntries: endpoint({
    method: "GET",
    path: "/v1/payments/bank-entries",
    access: "owner",
    also: ["accountant"],
    input: z.object({ state: maybe(BankEntryState) }),
    output: z.object({
      entries: z.array(BankEntry),
      /** Whether there are further entries. They are returned once the listed ones are processed. */
      hasMore: z.boolean(),
    }),
    errors: [],
    summary: `List what statements say came in, by default what is not decided, with the order each entry is for. At most ${bankEntriesMax}.`,
  }),
  noteBankEntry: endpoint({
    method: "POST",
    path: "/v1/payments/bank-entries/{entryId}/note",
    access: "owner",
    also: ["accountant"],
    input: z.object({
      entryId: guid,
      /** As displayed: "UOLA-ABCDEF". */
      orderNumber: typedText().min(1).max(40),
      /** Rejects the request with NOT_SURE if number, amount and order no longer match. */
      onlySure: maybe(z.boolean()),
    }),
    output: z.object({ entry: BankEntry, order: Order }),
    errors: ["ENTRY_NOT_FOUND", "ENTRY_NOT_MONEY", "ENTRY_NOTED", "ORDER_NOT_FOUND", "NOT_SURE"],
    summary:
      "Note that an entry pays an order, as a transfer that is noted by hand. Once for ever; sent again it changes nothing.",
  }),
  setBankEntryAside: endpoint({
    method: "POST",
    path: "/v1/payments/bank-entries/{entryId}/aside",
    access: "owner",
    also: ["accountant"],
    input: z.object({ entryId: guid, aside: z.boolean() }),
    output: z.object({ entry: BankEntry }),
    errors: ["ENTRY_NOT_FOUND", "ENTRY_NOTED"],
    summary: "Say that an entry is for no order, or take that back.",
  }),
};
