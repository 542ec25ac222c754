import { z } from "zod";
import { Actor } from "./actor.ts";
import { endpoint } from "./endpoint.ts";
import { cents, guid, instant, maybe, PagingMetadata, typedText } from "./wire.ts";

/** The purpose of a till payment. MARK: a booking was marked as paid without an amount. */
export const DeskMoneyKind = z.enum(["ORDER", "VOUCHER", "PASS", "MARK"]);
export type DeskMoneyKind = z.infer<typeof DeskMoneyKind>;
export const DeskMethod = z.enum(["CASH", "CARD"]);
export type DeskMethod = z.infer<typeof DeskMethod>;

/** Money received or paid out at the front desk; the amount is negative if paid out. */
export const DeskTransaction = z.object({
  id: guid,
  kind: DeskMoneyKind,
  method: DeskMethod,
  amount: z.int(),
  /** The number of the till receipt; a MARK has none. */
  receiptNumber: maybe(z.string()),
  /** The number of the order, voucher or pass, or the code of the booking. */
  about: z.string(),
  actor: Actor,
  date: instant,
});
export type DeskTransaction = z.infer<typeof DeskTransaction>;

/** The totals of one payment method: received and paid out. */
export const DeskSum = z.object({ payments: z.int(), received: cents, refunds: z.int(), paidOut: cents });
export type DeskSum = z.infer<typeof DeskSum>;

export const DeskSums = z.object({
  cash: DeskSum,
  card: DeskSum,
  people: z.array(z.object({ actor: Actor, cash: DeskSum, card: DeskSum })),
  /**
   * The number of bookings marked as paid. Their amounts are unknown, so the sums above do not
   * include them. Negative if more marks were removed than set.
   */
  marks: z.object({ cash: z.int(), card: z.int() }),
});
export type DeskSums = z.infer<typeof DeskSums>;

/**
 * A till closing of the front desk for one day, with the counted cash. It has to be compared with
 * the report of the till itself, because this system is not a cash register.
 */
export const DeskClosing = z
  .object({
    id: guid,
    /** The sequential number, without gaps; corrections are numbered too. */
    number: z.int(),
    /** The day that was closed. There may be several closings of one day. */
    day: z.iso.date(),
    /**
     * The start of the period that the closing covers: the time of the previous closing; null for
     * the first one.
     */
    since: maybe(instant),
    sums: DeskSums,
    /** The opening cash balance. */
    opening: cents,
    /** The expected cash balance; negative if more was paid out than was available. */
    expected: z.int(),
    counted: cents,
    /** The counted cash minus the expected cash. */
    difference: z.int(),
    /** The cash removed from the drawer at closing; the rest is the opening balance of the next day. */
    takenAway: cents,
    note: z.string(),
    /** The closing that this one corrects, and the closing that corrects this one. */
    corrects: maybe(z.object({ id: guid, number: z.int() })),
    correctedBy: maybe(z.object({ id: guid, number: z.int() })),
    actor: Actor,
    createdDate: instant,
  })
  .meta({ id: "DeskClose" });
export type DeskClosing = z.infer<typeof DeskClosing>;

const amount = z.int().min(0).max(100_000_000);
const note = typedText().max(1000);
const close = z.object({ close: DeskClosing });
const counted = {
  /**
   * An id chosen by the caller. A request repeated with the same id does not close the day a second
   * time.
   */
  requestId: guid,
  counted: amount,
  takenAway: maybe(amount),
};
/** The maximum number of lines listed for a day; the sums include all of them. */
export const deskTransactionsMax = 500;

export const desk = {
  takings: endpoint({
    method: "GET",
    path: "/v1/desk/takings",
    access: "owner",
    also: ["desk", "accountant"],
    input: z.object({}),
    output: z.object({
      today: z.iso.date(),
      since: maybe(instant),
      sums: DeskSums,
      opening: cents,
      expected: z.int(),
      /** Newest first. */
      money: z.array(DeskTransaction),
      /** The last closing, which may be corrected. */
      last: maybe(DeskClosing),
    }),
    errors: [],
    summary: `Read what was taken and paid out at the desk since it was closed last, by way and by person, and its newest ${deskTransactionsMax} payments.`,
  }),
  close: endpoint({
    method: "POST",
    path: "/v1/desk/closes",
    access: "owner",
    also: ["desk"],
    input: z.object({
      ...counted,
      /** Today, or an earlier day that was not closed in time; not before the last closing. */
      day: z.iso.date(),
      /**
       * The amounts that were shown to the person who counted the cash. The request is rejected if
       * they have changed since.
       */
      expected: z.int(),
      cardTotal: z.int(),
      /**
       * The opening cash balance of the very first closing; later closings start with the cash left
       * by the previous one.
       */
      opening: maybe(amount),
      note: maybe(note),
      /** Confirms closing a day that has already been closed. */
      again: maybe(z.boolean()),
    }),
    output: close,
    errors: ["TAKINGS_CHANGED", "DAY_CLOSED", "DAY_NOT_OPEN"],
    summary:
      "Close the day at the desk with the cash that was counted. Everything since the last close belongs to it; what is noted later belongs to the next one.",
  }),
  correct: endpoint({
    method: "POST",
    path: "/v1/desk/closes/{closeId}/correct",
    access: "owner",
    also: ["desk"],
    input: z.object({ ...counted, closeId: guid, note: note.min(3) }),
    output: close,
    errors: ["CLOSE_NOT_FOUND", "CLOSE_NOT_LAST"],
    summary:
      "Correct what was counted at the last close by a new one about the same money, saying why. The old one is kept.",
  }),
  closes: endpoint({
    method: "GET",
    path: "/v1/desk/closes",
    access: "owner",
    also: ["accountant"],
    input: z.object({
      limit: maybe(z.coerce.number().int().min(1).max(100)),
      cursor: maybe(z.string().max(16000)),
    }),
    output: z.object({ closes: z.array(DeskClosing), pagingMetadata: PagingMetadata }),
    errors: ["INVALID_CURSOR"],
    summary: "List how the desk was closed, the newest first, corrections included.",
  }),
  get: endpoint({
    method: "GET",
    path: "/v1/desk/closes/{closeId}",
    access: "owner",
    also: ["desk", "accountant"],
    input: z.object({ closeId: guid }),
    output: close.extend({ money: z.array(DeskTransaction) }),
    errors: ["CLOSE_NOT_FOUND"],
    summary: "Read a close with the payments that it is about, to be printed.",
  }),
};
