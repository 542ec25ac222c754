import { z } from "zod";
import { Actor } from "./actor.ts";
import { endpoint } from "./endpoint.ts";
import { cents, guid, instant, maybe, PagingMetadata, typedText } from "./wire.ts";

/** What money at the desk was for. MARK is a booking that somebody marked as paid, whose sum nobody typed. */
export const DeskMoneyKind = z.enum(["ORDER", "VOUCHER", "PASS", "MARK"]);
export type DeskMoneyKind = z.infer<typeof DeskMoneyKind>;
export const DeskMethod = z.enum(["CASH", "CARD"]);
export type DeskMethod = z.infer<typeof DeskMethod>;

/** Money that came in at the desk, or was paid out there: less than nothing then. */
export const DeskMoney = z.object({
  id: guid,
  kind: DeskMoneyKind,
  method: DeskMethod,
  amount: z.int(),
  /** The number of the till's receipt; a mark has none. */
  receiptNumber: maybe(z.string()),
  /** The number of the order, voucher or pass, or the code of the booking. */
  about: z.string(),
  actor: Actor,
  date: instant,
});
export type DeskMoney = z.infer<typeof DeskMoney>;

/** What came in one way, and what was paid out so. */
export const DeskSum = z.object({ payments: z.int(), received: cents, refunds: z.int(), paidOut: cents });
export type DeskSum = z.infer<typeof DeskSum>;

export const DeskSums = z.object({
  cash: DeskSum,
  card: DeskSum,
  people: z.array(z.object({ actor: Actor, cash: DeskSum, card: DeskSum })),
  /** Bookings that were marked as paid, whose sums nobody knows: they are in no sum here. Fewer than none: more were taken back. */
  marks: z.object({ cash: z.int(), card: z.int() }),
});
export type DeskSums = z.infer<typeof DeskSums>;

/** A day at the desk that was counted and closed. What the till's own report says stands beside it: this is no till. */
export const DeskClose = z
  .object({
    id: guid,
    /** Without gaps, corrections included. */
    number: z.int(),
    /** The day that was closed. A day that is closed again has more than one. */
    day: z.iso.date(),
    /** Since when money counted: the close before this one; none at the first. */
    since: maybe(instant),
    sums: DeskSums,
    /** The cash that was there before. */
    opening: cents,
    /** The cash that should be there; less than nothing where more was paid out than there was. */
    expected: z.int(),
    counted: cents,
    /** What was counted above what should be there. */
    difference: z.int(),
    /** What was taken out of the drawer when it was closed; the rest opens the next day. */
    takenAway: cents,
    note: z.string(),
    /** The close that this one corrects, and the one that corrects this one. */
    corrects: maybe(z.object({ id: guid, number: z.int() })),
    correctedBy: maybe(z.object({ id: guid, number: z.int() })),
    actor: Actor,
    createdDate: instant,
  })
  .meta({ id: "DeskClose" });
export type DeskClose = z.infer<typeof DeskClose>;

const amount = z.int().min(0).max(100_000_000);
const note = typedText().max(1000);
const close = z.object({ close: DeskClose });
const counted = {
  /** Chosen by the caller; the same id closes once. */
  requestId: guid,
  counted: amount,
  takenAway: maybe(amount),
};
/** At most so many lines are shown of a day; sums have all of them. */
export const deskMoneyMax = 500;

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
      /** The newest first. */
      money: z.array(DeskMoney),
      /** The last close, which may be corrected. */
      last: maybe(DeskClose),
    }),
    errors: [],
    summary: `Read what was taken and paid out at the desk since it was closed last, by way and by person, and its newest ${deskMoneyMax} payments.`,
  }),
  close: endpoint({
    method: "POST",
    path: "/v1/desk/closes",
    access: "owner",
    also: ["desk"],
    input: z.object({
      ...counted,
      /** Today, or an earlier day that was not closed in time; not before the last close. */
      day: z.iso.date(),
      /** As whoever counted saw them. Others by now refuse. */
      expected: z.int(),
      cardTotal: z.int(),
      /** The cash that was there before the first close of all; afterwards it is what the last close left. */
      opening: maybe(amount),
      note: maybe(note),
      /** Close a day again that is closed already. */
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
    output: z.object({ closes: z.array(DeskClose), pagingMetadata: PagingMetadata }),
    errors: ["INVALID_CURSOR"],
    summary: "List how the desk was closed, the newest first, corrections included.",
  }),
  get: endpoint({
    method: "GET",
    path: "/v1/desk/closes/{closeId}",
    access: "owner",
    also: ["desk", "accountant"],
    input: z.object({ closeId: guid }),
    output: close.extend({ money: z.array(DeskMoney) }),
    errors: ["CLOSE_NOT_FOUND"],
    summary: "Read a close with the payments that it is about, to be printed.",
  }),
};
