import { z } from "zod";
import { Actor } from "./actor.ts";
import { endpoint } from "./endpoint.ts";
import { cents, guid, instant, maybe, PagingMetadata, revision, typedLine, typedText } from "./wire.ts";

/** The largest number of codes that can be added to a coupon at once. */
export const couponCodesMax = 50_000;

const localDate = z.iso.date();
const localTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as "18:00"');
const code = typedText().min(3).max(40);

/**
 * PERCENT and AMOUNT reduce the price. FIXED_PRICE replaces the price of one person. With NTH_FREE
 * every n-th place of the same service in a cart is free; the cheapest places are free. A THING
 * coupon adds a free item, such as shoes.
 */
export const CouponKind = z.enum(["PERCENT", "AMOUNT", "FIXED_PRICE", "NTH_FREE", "THING"]);
export type CouponKind = z.infer<typeof CouponKind>;

/** The benefit of a coupon and its conditions. A condition that is left out does not restrict. */
export const CouponRule = z
  .object({
    kind: CouponKind,
    /** For a PERCENT coupon. */
    percent: maybe(z.int().min(1).max(100)),
    /** For an AMOUNT coupon: the reduction. For a FIXED_PRICE coupon: the price. */
    amount: maybe(z.int().min(1).max(100_000)),
    /** For an NTH_FREE coupon: 3 makes every third place free. */
    every: maybe(z.int().min(2).max(20)),
    /** For a THING coupon: the name of the item, as shown to the front desk. */
    thing: maybe(typedLine().min(1).max(100)),
    /** The services the coupon applies to; an empty list means all. */
    serviceIds: z.array(guid).max(100),
    /** The first and last day on which the coupon may be used. */
    validFrom: maybe(localDate),
    validUntil: maybe(localDate),
    /** The range of dates of the sessions to which the coupon applies. */
    sessionsFrom: maybe(localDate),
    sessionsUntil: maybe(localDate),
    /** The weekdays of the sessions to which the coupon applies, 1 is Monday; an empty list means all. */
    weekdays: z.array(z.int().min(1).max(7)).max(7),
    /** The range of start times of the sessions to which the coupon applies. */
    timeFrom: maybe(localTime),
    timeUntil: maybe(localTime),
    /** The minimum price to which the coupon applies. */
    minimum: maybe(z.int().min(1).max(1_000_000)),
    firstBookingOnly: z.boolean(),
    perPerson: maybe(z.int().min(1).max(1000)),
    perFamily: maybe(z.int().min(1).max(1000)),
    /** Whether the coupon can be combined with other coupons in a booking or a cart. */
    stacking: z.enum(["ALONE", "WITH_OTHERS"]),
    /** For WITH_OTHERS: only these coupons; null means any coupon that can be combined. */
    stacksWith: maybe(z.array(guid).max(50)),
  })
  .meta({ id: "CouponRule" });
export type CouponRule = z.infer<typeof CouponRule>;

/** PLANNED, ENDED and USED_UP are derived from the date and the number of uses. */
export const CouponState = z.enum(["ACTIVE", "PLANNED", "ENDED", "USED_UP", "STOPPED", "ARCHIVED"]);
export type CouponState = z.infer<typeof CouponState>;

export const Coupon = z
  .object({
    id: guid,
    name: z.string(),
    rule: CouponRule,
    state: CouponState,
    /** The shared code of the coupon; null if the coupon has individual codes. */
    code: maybe(z.string()),
    /** The number of codes of the coupon. */
    codes: z.int(),
    /** The maximum number of uses in total. */
    totalLimit: maybe(z.int()),
    used: z.int(),
    /** The total discount, and the revenue after the discount. */
    discount: cents,
    income: cents,
    /** The number of uses by people who booked for the first time. */
    newPeople: z.int(),
    createdDate: instant,
    updatedDate: instant,
    revision,
  })
  .meta({ id: "Coupon" });
export type Coupon = z.infer<typeof Coupon>;

/** A use of a coupon: for a booking at the front desk, or for an order. */
export const CouponRedemption = z
  .object({
    id: guid,
    couponId: guid,
    couponName: z.string(),
    code: z.string(),
    /** The free item that the coupon adds. */
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

/** The effect a coupon would have on a booking. */
export const CouponQuote = z
  .object({
    couponId: guid,
    name: z.string(),
    thing: maybe(z.string()),
    /** The price of the booking after the discounts of other coupons. */
    price: cents,
    discount: cents,
    toPay: cents,
  })
  .meta({ id: "CouponQuote" });
export type CouponQuote = z.infer<typeof CouponQuote>;

const sum = z.object({ uses: z.int(), discount: cents, income: cents });
const line = z.object({
  serviceId: guid,
  /** The total price for all participants. */
  price: z.int().min(0).max(1_000_000),
  /** The number of participants; by default one. */
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
  /** The shared code. Omit it for a coupon whose codes are generated or imported later. */
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
      /** The lines that were skipped; at most 1,000 are listed. */
      conflicts: z.array(z.object({ line: z.int(), code: z.string(), reason: z.enum(["INVALID", "TWICE", "TAKEN"]) })),
    }),
    errors: ["COUPON_NOT_FOUND", "TOO_MANY_CODES"],
    summary: "Read codes from a text or CSV with one in the first cell of each line. Each works once.",
  }),
  codes: endpoint({
    method: "GET",
    exposesCodes: true,
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
