import { z } from "zod";
import { CategoryKind } from "./categories.ts";
import { TaxClass } from "./documents.ts";
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
import { passUseErrors } from "./pass-errors.ts";
import { cents, guid, instant, maybe, PagingMetadata, revision, typedLine } from "./wire.ts";

/** The limits of passes. */
export const passLimits = { kinds: 100, entries: 1000, people: 20, windows: 14, freezeDays: 366 } as const;

const localTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as "18:00"');

/**
 * A time window in which a pass is valid: from `from` (inclusive) until `until` (exclusive), in the
 * gym's local time.
 */
export const PassWindow = z
  .object({
    /** 1 is Monday. */
    weekdays: z.array(z.int().min(1).max(7)).min(1).max(7),
    from: localTime,
    until: localTime,
  })
  .meta({ id: "PassWindow" });
export type PassWindow = z.infer<typeof PassWindow>;

/** The terms of a pass. A bought pass keeps the terms it was sold with. */
export const PassTerms = z
  .object({
    /** The number of entries; unlimited if missing. */
    entries: maybe(z.int().min(1).max(passLimits.entries)),
    period: z.object({ count: z.int().min(1).max(366), unit: z.enum(["DAYS", "MONTHS"]) }),
    /**
     * When the validity period begins. A pass whose period begins with its first use starts
     * automatically a year after purchase.
     */
    begins: z.enum(["PURCHASE", "FIRST_USE"]),
    /**
     * The number of people who share the pass: the maximum at one visit, or within a day if entries
     * are not counted.
     */
    people: z.int().min(1).max(passLimits.people),
    /** The time windows in which the pass is valid; an empty list means always. */
    windows: z.array(PassWindow).max(passLimits.windows),
    /** What the pass is valid for: entry at the gym's door, and places in these services. */
    lets: z.object({
      entry: z.boolean(),
      categoryKinds: z.array(CategoryKind).max(6),
      serviceIds: z.array(guid).max(100),
    }),
    /** The number of days per year for which the pass may be frozen. */
    freezeDays: z.int().min(0).max(passLimits.freezeDays),
    /** Whether the pass may be transferred to another person, once. */
    transferable: z.boolean(),
  })
  .meta({ id: "PassTerms" });
export type PassTerms = z.infer<typeof PassTerms>;

/** A pass type for sale: its terms, and a line of the price list that has its name, price and VAT. */
export const PassKind = z
  .object({
    id: guid,
    /** The id of the line in the price list. */
    priceId: z.string(),
    /** The name in the price list; empty while the price list has no such line. */
    name: z.string(),
    /** Null while the price list has no such line, or while its price is not valid yet. */
    price: maybe(cents),
    taxClass: TaxClass,
    terms: PassTerms,
    onSale: z.boolean(),
    ...versions,
  })
  .meta({ id: "PassKind" });
export type PassKind = z.infer<typeof PassKind>;

/**
 * The status of a pass: the first one that applies, in this order. NEW: the pass has not begun.
 * FROZEN: the pass is frozen today. The others are derived from dates and entries.
 */
export const PassStatus = z.enum(["REFUNDED", "EXPIRED", "USED_UP", "FROZEN", "NEW", "ACTIVE"]);
export type PassStatus = z.infer<typeof PassStatus>;

export const PassHolder = z.object({ name: typedLine().min(1).max(200), email });
export type PassHolder = z.infer<typeof PassHolder>;

export const Pass = z
  .object({
    ...identifiers,
    kindId: guid,
    /** The name at the time of sale. */
    name: z.string(),
    terms: PassTerms,
    status: PassStatus,
    /** The email address may be missing if the pass was bought at the front desk. */
    holder: PassHolder.extend({ email: maybe(email) }),
    /** The remaining entries; null if entries are not counted. */
    balance: maybe(z.int()),
    /** The number of used entries. */
    visits: z.int(),
    /** For a pass that has not begun: the latest day on which it begins. */
    validFrom: localDate,
    /** The last day of validity. */
    validUntil: localDate,
    /** The days of the current or planned freeze. */
    frozenFrom: maybe(localDate),
    frozenUntil: maybe(localDate),
    /** The number of days for which the pass may still be frozen this year. */
    freezeDaysLeft: z.int(),
    transferred: z.boolean(),
    /** The price paid. */
    price: cents,
    /** The amount that would be refunded for the unused part. */
    unused: cents,
    /** The payment, for a pass sold at the front desk. */
    payment: maybe(DeskPayment),
    orderId: maybe(guid),
    ...versions,
  })
  .meta({ id: "Pass" });
export type Pass = z.infer<typeof Pass>;

export const PassEntryKind = z.enum([
  "ISSUE",
  "USE",
  "GIVE_BACK",
  "FREEZE",
  "RESUME",
  "EXTEND",
  "TRANSFER",
  "CORRECT",
  "REFUND",
  "REMIND",
]);
export type PassEntryKind = z.infer<typeof PassEntryKind>;

/**
 * A line of a pass's ledger. The ledger is append-only; the sum of the deltas is the balance, the
 * sum of the visits is the number of visits.
 */
export const PassEntry = z
  .object({
    sequence: z.int(),
    kind: PassEntryKind,
    /** The change to the balance; 0 if the pass does not count entries. */
    delta: z.int(),
    /** The number of people who entered; negative if a visit was reversed. */
    visits: z.int(),
    /** The number of days by which the last day is extended. */
    days: z.int(),
    balance: maybe(z.int()),
    /** The day of the visit. */
    day: maybe(localDate),
    ...entryFacts,
  })
  .meta({ id: "PassEntry" });
export type PassEntry = z.infer<typeof PassEntry>;

/** The people admitted with a pass on a day, without reversed visits. */
export const PassVisit = z
  .object({
    /** The time of entry; for a booking, when it begins. */
    at: instant,
    people: z.int(),
    /** The booking that the pass paid for; null for entry at the door. */
    bookingId: maybe(guid),
  })
  .meta({ id: "PassVisit" });
export type PassVisit = z.infer<typeof PassVisit>;

/** A pass as displayed to its holder. */
export const DisplayedPass = z
  .object({
    pass: Pass,
    ...shownCode,
    /** The last visits with the pass, newest first. */
    visits: z.array(z.object({ day: localDate, visits: z.int() })),
  })
  .meta({ id: "ShownPass" });
export type DisplayedPass = z.infer<typeof DisplayedPass>;

const KindInput = z.object({ priceId: z.string().min(1).max(100), terms: PassTerms, onSale: z.boolean() });
const ofPass = z.object({ passId: guid });
const change = ofPass.extend({ revision });
const pass = z.object({ pass: Pass });
const shown = z.object({ passes: z.array(DisplayedPass) });
const kind = z.object({ kind: PassKind });
const changeErrors = ["PASS_NOT_FOUND", "REVISION_MISMATCH", "PASS_REFUNDED"] as const;
const freezeErrors = [
  "PASS_EXPIRED",
  "PASS_USED_UP",
  "PASS_NOT_BEGUN",
  "ALREADY_FROZEN",
  "FREEZE_LIMIT",
  "FREEZE_OVER_VISIT",
] as const;
const freezing = { from: localDate, until: localDate };

export const passes = {
  kinds: endpoint({
    method: "GET",
    path: "/v1/pass-kinds",
    access: "visitor",
    input: z.object({}),
    output: z.object({ kinds: z.array(PassKind) }),
    errors: [],
    summary: "List the kinds of passes with their prices. Those that are not sold are shown to the team only.",
  }),
  createKind: endpoint({
    method: "POST",
    path: "/v1/pass-kinds",
    access: "owner",
    input: z.object({ kind: KindInput }),
    output: kind,
    errors: ["TOO_MANY_PASS_KINDS", "PRICE_NOT_FOUND", "PRICE_IN_USE"],
    summary: "Add a kind of pass.",
  }),
  updateKind: endpoint({
    method: "PATCH",
    path: "/v1/pass-kinds/{kind.id}",
    access: "owner",
    input: z.object({ kind: KindInput.partial().extend({ id: guid, revision }) }),
    output: kind,
    errors: ["PASS_KIND_NOT_FOUND", "REVISION_MISMATCH", "PRICE_NOT_FOUND", "PRICE_IN_USE"],
    summary: "Change a kind of pass. Passes that were sold keep their terms.",
  }),
  own: endpoint({
    method: "GET",
    path: "/v1/passes/mine",
    access: "member",
    input: z.object({}),
    output: shown,
    errors: [],
    summary: "List one's own passes with their codes: those of one's account and of one's confirmed address.",
  }),
  freezeOwn: endpoint({
    method: "POST",
    path: "/v1/passes/mine/{passId}/freeze",
    access: "member",
    input: change.extend(freezing),
    output: pass,
    errors: [...changeErrors, ...freezeErrors],
    summary: "Freeze one's own pass from a day until a day. Its last day moves by as many days.",
  }),
  resumeOwn: endpoint({
    method: "POST",
    path: "/v1/passes/mine/{passId}/resume",
    access: "member",
    input: change,
    output: pass,
    errors: [...changeErrors, "NOT_FROZEN", "PASS_PAYS_FOR_PLACES"],
    summary: "End the freeze of one's own pass today. The days that are left of it are not lost.",
  }),
  find: endpoint({
    method: "POST",
    reads: true,
    path: "/v1/passes/find",
    access: "trainer",
    also: ["desk"],
    input: z.object(typedCode),
    output: pass,
    errors: ["PASS_NOT_FOUND", "TOO_MANY_GUESSES"],
    summary: "Find a pass at the desk, by the code that was typed or scanned.",
  }),
  query: endpoint({
    method: "POST",
    reads: true,
    path: "/v1/passes/query",
    access: "trainer",
    also: ["desk"],
    input: z.object({
      status: maybe(PassStatus),
      kindId: maybe(guid),
      ...search,
    }),
    output: z.object({ passes: z.array(Pass), pagingMetadata: PagingMetadata }),
    errors: ["INVALID_CURSOR"],
    summary: "List passes, the newest first.",
  }),
  get: endpoint({
    method: "GET",
    path: "/v1/passes/{passId}",
    access: "trainer",
    also: ["desk"],
    input: ofPass,
    output: z.object({
      pass: Pass,
      entries: z.array(PassEntry),
      /** Today's visits, earliest first. Another visit today needs `again`. */
      visitsToday: z.array(PassVisit),
    }),
    errors: ["PASS_NOT_FOUND"],
    summary: "Read a pass, today's visits and its ledger, the newest line first.",
  }),
  issue: endpoint({
    method: "POST",
    path: "/v1/passes",
    access: "owner",
    also: ["desk"],
    input: z.object({
      /** Idempotent: a request repeated with the same id issues no second pass. */
      requestId: maybe(guid),
      kindId: guid,
      holder: PassHolder,
      /** The amount received. Default: the list price. */
      price: maybe(z.int().min(0).max(1_000_000)),
      /** Why the amount is below the list price. */
      priceReason: maybe(reason),
      language: z.enum(["lt", "en"]),
      payment: DeskPayment,
    }),
    output: pass,
    errors: ["PASS_KIND_NOT_FOUND", "NOT_FOR_SALE"],
    summary: "Issue a pass that was paid at the desk. Its holder gets it by mail.",
  }),
  use: endpoint({
    method: "POST",
    path: "/v1/passes/{passId}/use",
    access: "trainer",
    also: ["desk"],
    input: ofPass.extend({
      /** Idempotent: a request repeated with the same id uses no further entries. */
      requestId: guid,
      /** How many come. */
      people: z.int().min(1).max(passLimits.people),
      /** The booking that the pass pays for; if omitted, the people enter through the gym's door now. */
      bookingId: maybe(guid),
      /** Confirms another visit on a day on which the pass has already been used. */
      again: maybe(z.boolean()),
    }),
    output: pass,
    errors: ["PASS_NOT_FOUND", "BOOKING_NOT_FOUND", "BOOKING_OF_ORDER", "PASS_ENTERED_THAT_DAY", ...passUseErrors],
    summary: "Let people in by a pass, at the desk. A second visit on the same day must be confirmed with `again`.",
  }),
  giveBack: endpoint({
    method: "POST",
    path: "/v1/passes/{passId}/give-back",
    access: "owner",
    also: ["desk"],
    input: change.extend({ people: z.int().min(1).max(passLimits.people), reason }),
    output: pass,
    errors: [...changeErrors, "MORE_THAN_USED"],
    summary: "Put back entries that were used by mistake.",
  }),
  freeze: endpoint({
    method: "POST",
    path: "/v1/passes/{passId}/freeze",
    access: "owner",
    also: ["desk"],
    input: change.extend({ ...freezing, reason }),
    output: pass,
    errors: [...changeErrors, ...freezeErrors],
    summary: "Freeze a pass from a day until a day. Its last day moves by as many days.",
  }),
  resume: endpoint({
    method: "POST",
    path: "/v1/passes/{passId}/resume",
    access: "owner",
    also: ["desk"],
    input: change.extend({ reason }),
    output: pass,
    errors: [...changeErrors, "NOT_FROZEN", "PASS_PAYS_FOR_PLACES"],
    summary: "End the freeze of a pass today. The days that are left of it are not lost.",
  }),
  extend: endpoint({
    method: "POST",
    path: "/v1/passes/{passId}/extend",
    access: "owner",
    input: change.extend({ validUntil: localDate, reason }),
    output: pass,
    errors: [...changeErrors, "NOT_LATER"],
    summary: "Let a pass be used until a later day, also when it has expired.",
  }),
  transfer: endpoint({
    method: "POST",
    path: "/v1/passes/{passId}/transfer",
    access: "owner",
    also: ["desk"],
    input: change.extend({ holder: PassHolder, reason }),
    output: pass,
    errors: [...changeErrors, "PASS_EXPIRED", "PASS_USED_UP", "NOT_TRANSFERABLE", "ALREADY_TRANSFERRED"],
    summary: "Make a pass another person's, once. It gets a new code, and the old one opens nothing any more.",
  }),
  correct: endpoint({
    method: "POST",
    path: "/v1/passes/{passId}/correct",
    access: "owner",
    input: change.extend({ delta: z.int().min(-passLimits.entries).max(passLimits.entries), reason }),
    output: pass,
    errors: [...changeErrors, "PASS_UNCOUNTED", "PASS_TOO_FEW_ENTRIES"],
    summary: "Add entries to a pass or take some off, with a reason.",
  }),
  refund: endpoint({
    method: "POST",
    path: "/v1/passes/{passId}/refund",
    access: "owner",
    input: change.extend({ payment: DeskPayment, reason }),
    output: pass.extend({ refunded: cents }),
    errors: [...changeErrors, "NOTHING_UNUSED", "PASS_PAYS_FOR_PLACES", "PASS_OF_ORDER"],
    summary: "Give back the money for what is unused of a pass that was sold at the desk. It ends.",
  }),
};
