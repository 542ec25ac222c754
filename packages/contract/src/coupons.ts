import { z } from "zod";
import { Actor } from "./actor.ts";
import { endpoint } from "./endpoint.ts";
import { cents, guid, instant, maybe, PagingMetadata, revision, typedLine, typedText } from "./wire.ts";

/** How many codes a coupon may get at once. */
export const couponCodesMax = 50_000;

const localDate = z.iso.date();
const localTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as "18:00"');
const code = typedText().min(3).max(40);

/**
 * PERCENT and AMOUNT come off the price. FIXED_PRICE is what one person pays instead of it. With NTH_FREE every n-th place of
 * the same service in a cart is free, the cheapest ones. A THING is given beside the price, such as shoes.
 */
export const CouponKind = z.enum(["PERCENT", "AMOUNT", "FIXED_PRICE", "NTH_FREE", "THING"]);
export type CouponKind = z.infer<typeof CouponKind>;

/** What a coupon gives, and under which conditions. What is left out does not restrict. */
export const CouponRule = z
  .object({
    kind: CouponKind,
    /** Of a PERCENT coupon. */
    percent: maybe(z.int().min(1).max(100)),
    /** Of an AMOUNT coupon, and the price of a FIXED_PRICE one. */
    amount: maybe(z.int().min(1).max(100_000)),
    /** Of an NTH_FREE coupon: 3 for every third. */
    every: maybe(z.int().min(2).max(20)),
    /** Of a THING coupon, as the desk reads it. */
    thing: maybe(typedLine().min(1).max(100)),
    /** The services it is for; none means all. */
    serviceIds: z.array(guid).max(100),
    /** The days on which it may be used. */
    validFrom: maybe(localDate),
    validUntil: maybe(localDate),
    /** The days on which the session takes place. */
    sessionsFrom: maybe(localDate),
    sessionsUntil: maybe(localDate),
    /** The weekdays of the session, 1 is Monday; none means all. */
    weekdays: z.array(z.int().min(1).max(7)).max(7),
    /** When the session begins. */
    timeFrom: maybe(localTime),
    timeUntil: maybe(localTime),
    /** The least price it applies to. */
    minimum: maybe(z.int().min(1).max(1_000_000)),
    firstBookingOnly: z.boolean(),
    perPerson: maybe(z.int().min(1).max(1000)),
    perFamily: maybe(z.int().min(1).max(1000)),
    /** Whether a booking or a cart may have other coupons too. */
    stacking: z.enum(["ALONE", "WITH_OTHERS"]),
    /** Of WITH_OTHERS: only these; none means any that allows it. */
    stacksWith: maybe(z.array(guid).max(50)),
  })
  .meta({ id: "CouponRule" });
export type CouponRule = z.infer<typeof CouponRule>;

/** PLANNED, ENDED and USED_UP follow from the day and the uses. */
export const CouponState = z.enum(["ACTIVE", "PLANNED", "ENDED", "USED_UP", "STOPPED", "ARCHIVED"]);
export type CouponState = z.infer<typeof CouponState>;

export const Coupon = z
  .object({
    id: guid,
    name: z.string(),
    rule: CouponRule,
    state: CouponState,
    /** The code that all share; null where each has one of its own. */
    code: maybe(z.string()),
    /** How many codes there are. */
    codes: z.int(),
    /** How often it may be used by all together. */
    totalLimit: maybe(z.int()),
    used: z.int(),
    /** What it took off, and what was left to pay. */
    discount: cents,
    income: cents,
    /** Uses for somebody's first booking. */
    newPeople: z.int(),
    createdDate: instant,
    updatedDate: instant,
    revision,
  })
  .meta({ id: "Coupon" });
export type Coupon = z.infer<typeof Coupon>;

/** A coupon that was used: for a booking at the desk, or for an order. */
export const CouponRedemption = z
  .object({
    id: guid,
    couponId: guid,
    couponName: z.string(),
    code: z.string(),
    /** What is given beside the price. */
    thing: maybe(z.string()),
    bookingId: maybe(guid),
    orderId: maybe(guid),
    serviceName: z.string(),
    price: cents,
    discount: cents,
    firstBooking: z.boolean(),
    actor: Actor,
    createdDate: instant,
  })
  .meta({ id: "CouponRedemption" });
export type CouponRedemption = z.infer<typeof CouponRedemption>;

/** What a coupon would do for a booking. */
export const CouponQuote = z
  .object({
    couponId: guid,
    name: z.string(),
    thing: maybe(z.string()),
    /** The price of the booking, without what other coupons took off. */
    price: cents,
    discount: cents,
    toPay: cents,
  })
  .meta({ id: "CouponQuote" });
export type CouponQuote = z.infer<typeof CouponQuote>;

const sum = z.object({ uses: z.int(), discount: cents, income: cents });
const line = z.object({
  serviceId: guid,
  /** Of all its people. */
  price: z.int().min(0).max(1_000_000),
  /** How many people it is for; by default one. */
  quantity: maybe(z.int().min(1).max(100)),
  startDate: maybe(instant),
});

const rules = [
  "COUPON_NOT_YET",
  "COUPON_ENDED",
  "COUPON_NOT_FOR_SERVICE",
  "COUPON_NOT_AT_THIS_TIME",
  "COUPON_BELOW_MINIMUM",
  "COUPON_FIRST_BOOKING_ONLY",
  "COUPON_TOO_FEW",
  "COUPON_SAVES_NOTHING",
] as const;
const limits = [
  "COUPON_STOPPED",
  "COUPON_USED_UP",
  "COUPON_PERSON_LIMIT",
  "COUPON_FAMILY_LIMIT",
  "COUPON_STANDS_ALONE",
  "COUPON_USED_FOR_BOOKING",
] as const;
const using = [
  "COUPON_NOT_FOUND",
  "BOOKING_NOT_FOUND",
  "BOOKING_HAS_NO_PRICE",
  "BOOKING_OF_ORDER",
  "TOO_MANY_GUESSES",
  ...rules,
  ...limits,
];

const ofCoupon = z.object({ couponId: guid });
const change = ofCoupon.extend({ revision });
const coupon = z.object({ coupon: Coupon });
const drafted = z.object({
  name: typedLine().min(1).max(100),
  rule: CouponRule,
  totalLimit: maybe(z.int().min(1).max(1_000_000)),
  /** A code that all share. Left out for a coupon whose codes are made or read in afterwards. */
  code: maybe(code),
});
const ofBooking = z.object({ code, bookingId: guid });

export const coupons = {
  query: endpoint({
    method: "POST",
    reads: true,
    path: "/v1/coupons/query",
    access: "owner",
    input: z.object({ archived: z.boolean() }),
    output: z.object({ coupons: z.array(Coupon) }),
    errors: [],
    summary: "List the coupons, or those that were archived, the newest first; at most 500.",
  }),
  create: endpoint({
    method: "POST",
    path: "/v1/coupons",
    access: "owner",
    input: drafted,
    output: coupon,
    errors: ["CODE_TAKEN"],
    summary: "Create a coupon.",
  }),
  update: endpoint({
    method: "PATCH",
    path: "/v1/coupons/{couponId}",
    access: "owner",
    input: change.extend(drafted.shape),
    output: coupon,
    errors: ["COUPON_NOT_FOUND", "REVISION_MISMATCH", "CODE_TAKEN", "LIMIT_BELOW_USES"],
    summary: "Change a coupon. What it was used for stays as it was.",
  }),
  setStopped: endpoint({
    method: "POST",
    path: "/v1/coupons/{couponId}/stop",
    access: "owner",
    input: change.extend({ stopped: z.boolean() }),
    output: coupon,
    errors: ["COUPON_NOT_FOUND", "REVISION_MISMATCH"],
    summary: "Stop a coupon at once, or let it be used again.",
  }),
  setArchived: endpoint({
    method: "POST",
    path: "/v1/coupons/{couponId}/archive",
    access: "owner",
    input: change.extend({ archived: z.boolean() }),
    output: coupon,
    errors: ["COUPON_NOT_FOUND", "REVISION_MISMATCH"],
    summary: "Put a coupon away, or bring it back. One that is archived may not be used.",
  }),
  remove: endpoint({
    method: "POST",
    path: "/v1/coupons/{couponId}/delete",
    access: "owner",
    input: change,
    output: z.object({}),
    errors: ["COUPON_NOT_FOUND", "REVISION_MISMATCH", "COUPON_WAS_USED"],
    summary: "Delete a coupon that nobody has used.",
  }),
  addCodes: endpoint({
    method: "POST",
    path: "/v1/coupons/{couponId}/codes",
    access: "owner",
    input: ofCoupon.extend({
      prefix: maybe(typedText().max(20)),
      count: z.int().min(1).max(couponCodesMax),
    }),
    output: z.object({ added: z.int() }),
    errors: ["COUPON_NOT_FOUND"],
    summary: "Make codes for a coupon, each of which works once.",
  }),
  importCodes: endpoint({
    method: "POST",
    path: "/v1/coupons/{couponId}/codes/import",
    access: "owner",
    bodyMax: 4_000_000,
    input: ofCoupon.extend({ text: z.string().min(1).max(2_500_000) }),
    output: z.object({
      added: z.int(),
      /** Lines that were left out; at most a thousand are listed. */
      conflicts: z.array(z.object({ line: z.int(), code: z.string(), reason: z.enum(["INVALID", "TWICE", "TAKEN"]) })),
    }),
    errors: ["COUPON_NOT_FOUND", "TOO_MANY_CODES"],
    summary: "Read codes from a text or CSV with one in the first cell of each line. Each works once.",
  }),
  codes: endpoint({
    method: "GET",
    tellsCodes: true,
    path: "/v1/coupons/{couponId}/codes",
    access: "owner",
    answer: "file",
    input: ofCoupon,
    output: z.object({}),
    errors: ["COUPON_NOT_FOUND"],
    summary: "The codes of a coupon as a CSV file, with how often each was used.",
  }),
  report: endpoint({
    method: "GET",
    path: "/v1/coupons/{couponId}/report",
    access: "owner",
    also: ["accountant"],
    input: ofCoupon,
    output: z.object({
      coupon: Coupon,
      days: z.array(sum.extend({ day: localDate })),
      services: z.array(sum.extend({ serviceId: guid, name: z.string() })),
    }),
    errors: ["COUPON_NOT_FOUND"],
    summary: "Read what a coupon brought, by day and by service.",
  }),
  redemptions: endpoint({
    method: "POST",
    reads: true,
    path: "/v1/coupons/{couponId}/redemptions",
    access: "owner",
    input: ofCoupon.extend({ limit: maybe(z.int().min(1).max(100)), cursor: maybe(z.string().max(16000)) }),
    output: z.object({ redemptions: z.array(CouponRedemption), pagingMetadata: PagingMetadata }),
    errors: ["COUPON_NOT_FOUND", "INVALID_CURSOR"],
    summary: "List what a coupon was used for, the newest first.",
  }),
  try: endpoint({
    method: "POST",
    reads: true,
    path: "/v1/coupons/try",
    access: "owner",
    input: z.object({ rule: CouponRule, lines: z.array(line).min(1).max(50), firstBooking: z.boolean() }),
    output: z.object({ price: cents, discount: cents, discounts: z.array(cents) }),
    errors: rules,
    summary: "Try a rule with prices, by the same reckoning that takes it off a booking.",
  }),
  check: endpoint({
    method: "POST",
    reads: true,
    path: "/v1/coupons/check",
    access: "owner",
    also: ["desk"],
    input: ofBooking,
    output: z.object({ quote: CouponQuote }),
    errors: using,
    summary: "Read what a code would take off the price of a booking.",
  }),
  redeem: endpoint({
    method: "POST",
    path: "/v1/coupons/redeem",
    access: "owner",
    also: ["desk"],
    input: ofBooking,
    output: z.object({ redemption: CouponRedemption }),
    errors: using,
    summary: "Use a code for a booking, at the desk. It is in the booking's history.",
  }),
  release: endpoint({
    method: "POST",
    path: "/v1/coupons/redemptions/{redemptionId}/release",
    access: "owner",
    also: ["desk"],
    input: z.object({ redemptionId: guid }),
    output: z.object({ redemption: CouponRedemption }),
    errors: ["REDEMPTION_NOT_FOUND"],
    summary: "Take a use back. The code may be used again.",
  }),
  ofBooking: endpoint({
    method: "GET",
    path: "/v1/coupons/of-booking/{bookingId}",
    access: "owner",
    also: ["desk"],
    input: z.object({ bookingId: guid }),
    output: z.object({ redemptions: z.array(CouponRedemption) }),
    errors: [],
    summary: "List the coupons that were used for a booking.",
  }),
};
