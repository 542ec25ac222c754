import type { CouponRule, CouponState } from "@uola/contract";
import { spread, sumOf } from "../money/money.ts";

/**
 * A purchased item: a service at a price in cents for a number of people, and its date and time in
 * the gym's time zone.
 */
export type Line = {
  serviceId: string;
  price: number;
  quantity?: number;
  /**
   * Price of each person, if they differ. A later reduction of the line's price is distributed
   * proportionally.
   */
  each?: readonly number[];
  session?: { day: string; weekday: number; time: string };
};

/** The reason for a rejection, with data that the caller may show. */
export type Refused = { code: string; data?: Record<string, number | string> };

type Situation = { lines: readonly Line[]; today: string; firstBooking: boolean };

/** Returns the coupon's discount for each line, or the reason it does not apply. */
export function discountOf(
  rule: CouponRule,
  { lines, today, firstBooking }: Situation,
): Refused | { discounts: number[] } {
  if (rule.validFrom && today < rule.validFrom) return { code: "COUPON_NOT_YET", data: { validFrom: rule.validFrom } };
  if (rule.validUntil && today > rule.validUntil)
    return { code: "COUPON_ENDED", data: { validUntil: rule.validUntil } };
  const forServices = lines.map((line) => rule.serviceIds.length === 0 || rule.serviceIds.includes(line.serviceId));
  if (!forServices.includes(true)) return { code: "COUPON_NOT_FOR_SERVICE" };
  const eligible = lines.map((line, index) => forServices[index] === true && fitsTime(rule, line));
  if (!eligible.includes(true)) return { code: "COUPON_NOT_AT_THIS_TIME" };
  const prices = lines.map(({ price }, index) => (eligible[index] ? price : 0));
  const total = sumOf(prices);
  if (rule.minimum && total < rule.minimum) return { code: "COUPON_BELOW_MINIMUM", data: { minimum: rule.minimum } };
  if (rule.firstBookingOnly && !firstBooking) return { code: "COUPON_FIRST_BOOKING_ONLY" };
  if (rule.kind === "NTH_FREE") return nthFree(rule.every ?? 2, lines, prices);
  if (rule.kind === "FIXED_PRICE") return fixedPrice(rule.amount ?? 0, lines, prices);
  return { discounts: spread(amountOf(rule, total), prices) };
}

/** Splits the price of a line among its people, in whole cents that add up to the price. */
const personsOf = ({ quantity = 1, each }: Line, price: number): number[] =>
  spread(price, each ?? Array.from({ length: quantity }, () => 1));

/** Each person pays the fixed price; people who already pay less keep their lower price. */
function fixedPrice(amount: number, lines: readonly Line[], prices: readonly number[]) {
  const discounts = lines.map((line, index) =>
    sumOf(personsOf(line, prices[index] ?? 0).map((price) => Math.max(0, price - amount))),
  );
  return discounts.some((part) => part > 0) ? { discounts } : { code: "COUPON_SAVES_NOTHING" };
}

/**
 * Makes every n-th place of each service free, starting with the cheapest. Places that are already
 * free do not count.
 */
function nthFree(every: number, lines: readonly Line[], prices: readonly number[]) {
  const discounts = prices.map(() => 0);
  const places = lines.flatMap((line, index) =>
    personsOf(line, prices[index] ?? 0).map((price) => ({ serviceId: line.serviceId, index, price })),
  );
  const counting = places.filter(({ serviceId, price }) => serviceId && price > 0);
  for (const own of Map.groupBy(counting, ({ serviceId }) => serviceId).values()) {
    const cheapest = own.toSorted((a, b) => a.price - b.price).slice(0, Math.floor(own.length / every));
    for (const { index, price } of cheapest) discounts[index] = (discounts[index] ?? 0) + price;
  }
  return discounts.some((part) => part > 0) ? { discounts } : { code: "COUPON_TOO_FEW", data: { every } };
}

/** The order in which the coupons of a cart are applied, regardless of the order they were entered. */
const turns: Record<CouponRule["kind"], number> = { FIXED_PRICE: 0, NTH_FREE: 1, PERCENT: 2, AMOUNT: 3, THING: 4 };
export const inTurn = (a: { rule: CouponRule }, b: { rule: CouponRule }): number =>
  turns[a.rule.kind] - turns[b.rule.kind];

/**
 * Returns the discount on a total, at most the total. A THING coupon gives an item without changing
 * the price.
 */
function amountOf({ kind, percent, amount }: CouponRule, total: number): number {
  if (kind === "PERCENT") return percentOf(total, percent ?? 0);
  return kind === "AMOUNT" ? Math.min(amount ?? 0, total) : 0;
}

/** Rounds half a cent up. Uses integer arithmetic. */
export const percentOf = (cents: number, percent: number): number => Math.floor((cents * percent * 2 + 100) / 200);

/**
 * Whether the session matches the dates, weekdays and times of the rule. If the rule has no time
 * restriction, a line without a session matches.
 */
export function fitsTime(rule: CouponRule, { session }: Line): boolean {
  const { sessionsFrom, sessionsUntil, weekdays, timeFrom, timeUntil } = rule;
  if (!sessionsFrom && !sessionsUntil && weekdays.length === 0 && !timeFrom && !timeUntil) return true;
  if (!session) return false;
  return (
    (!sessionsFrom || session.day >= sessionsFrom) &&
    (!sessionsUntil || session.day <= sessionsUntil) &&
    (weekdays.length === 0 || weekdays.includes(session.weekday)) &&
    (!timeFrom || session.time >= timeFrom) &&
    (!timeUntil || session.time <= timeUntil)
  );
}

/** Number of earlier uses of a coupon: in total, by this person and by this family. */
export type Uses = { total: number; person: number; family: number };

type Limited = { rule: CouponRule; totalLimit: number | null; stopped: boolean; archivedDate: Date | null };

/** Returns the reason a coupon may not be used again; undefined if it may. */
export function limitReached({ rule, totalLimit, stopped, archivedDate }: Limited, uses: Uses): Refused | undefined {
  if (stopped || archivedDate) return { code: "COUPON_STOPPED" };
  if (totalLimit !== null && uses.total >= totalLimit) return { code: "COUPON_USED_UP" };
  if (rule.perPerson && uses.person >= rule.perPerson) {
    return { code: "COUPON_PERSON_LIMIT", data: { perPerson: rule.perPerson } };
  }
  if (rule.perFamily && uses.family >= rule.perFamily) {
    return { code: "COUPON_FAMILY_LIMIT", data: { perFamily: rule.perFamily } };
  }
  return undefined;
}

export type Stacked = { couponId: string } & Pick<CouponRule, "stacking" | "stacksWith">;

const allows = ({ stacking, stacksWith }: Stacked, other: Stacked): boolean =>
  stacking === "WITH_OTHERS" && (!stacksWith?.length || stacksWith.includes(other.couponId));

/**
 * Returns the reason why a booking cannot have another coupon: the booking already has this coupon,
 * or one of its coupons cannot be combined with this one.
 */
export function stackingRefused(coupon: Stacked, others: readonly Stacked[]): Refused | undefined {
  if (others.some(({ couponId }) => couponId === coupon.couponId)) return { code: "COUPON_USED_FOR_BOOKING" };
  const goTogether = others.every((other) => allows(coupon, other) && allows(other, coupon));
  return goTogether ? undefined : { code: "COUPON_STANDS_ALONE" };
}

export function stateOf(
  { rule, totalLimit, stopped, archivedDate }: Limited,
  used: number,
  today: string,
): CouponState {
  if (archivedDate) return "ARCHIVED";
  if (stopped) return "STOPPED";
  if (totalLimit !== null && used >= totalLimit) return "USED_UP";
  if (rule.validUntil && today > rule.validUntil) return "ENDED";
  return rule.validFrom && today < rule.validFrom ? "PLANNED" : "ACTIVE";
}

/** Returns all errors in a coupon rule, by field. */
export function couponRuleErrors(rule: CouponRule): { field: string; description: string }[] {
  const { kind, percent, amount, every, thing, serviceIds, stacking, stacksWith } = rule;
  const { validFrom, validUntil, sessionsFrom, sessionsUntil, timeFrom, timeUntil } = rule;
  const given = { PERCENT: percent, AMOUNT: amount, FIXED_PRICE: amount, NTH_FREE: every, THING: thing }[kind];
  const field = { PERCENT: "percent", AMOUNT: "amount", FIXED_PRICE: "amount", NTH_FREE: "every", THING: "thing" }[
    kind
  ];
  const others = [percent, amount, every, thing].filter((each) => each != null).length - (given == null ? 0 : 1);
  const backwards = (from: string | null | undefined, until: string | null | undefined) =>
    from && until && from > until;
  return [
    ...(given == null ? [{ field, description: `is required for ${kind}` }] : []),
    ...(kind === "FIXED_PRICE" && serviceIds.length === 0
      ? [{ field: "serviceIds", description: "is required for FIXED_PRICE" }]
      : []),
    ...(stacking === "ALONE" && stacksWith?.length
      ? [{ field: "stacksWith", description: "is for coupons that go with others" }]
      : []),
    ...(others > 0 ? [{ field: "kind", description: "a coupon gives one thing" }] : []),
    ...(backwards(validFrom, validUntil) ? [{ field: "validUntil", description: "is before validFrom" }] : []),
    ...(backwards(sessionsFrom, sessionsUntil)
      ? [{ field: "sessionsUntil", description: "is before sessionsFrom" }]
      : []),
    ...(backwards(timeFrom, timeUntil) ? [{ field: "timeUntil", description: "is before timeFrom" }] : []),
    ...(rule.perPerson && rule.perFamily && rule.perFamily < rule.perPerson
      ? [{ field: "perFamily", description: "is less than perPerson" }]
      : []),
  ];
}

/**
 * Normalizes a code for comparison: upper case, without spaces and diacritics. Undefined if the
 * input cannot be a code.
 */
export function readCouponCode(typed: string): string | undefined {
  const code = typed
    .normalize("NFD")
    .replace(/\p{M}|\s/gu, "")
    .toUpperCase();
  return /^[A-Z0-9-]{3,40}$/.test(code) ? code : undefined;
}

/** Letters and digits that are not easily confused. */
const alphabet = "ABCDEFGHJKMNPQRSTUVWXYZ3467";
/** Number of random letters in a coupon code, after its prefix. */
const randomLetters = 8;

/** Creates a code from random bytes after a prefix: "MOKYKLA-ABCDEFGH". */
export function couponCodeFrom(bytes: Uint8Array, prefix: string | undefined): string {
  let left = bytes.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
  let letters = "";
  for (let index = 0; index < randomLetters; index++, left /= BigInt(alphabet.length)) {
    letters += alphabet.charAt(Number(left % BigInt(alphabet.length)));
  }
  return prefix ? `${prefix}-${letters}` : letters;
}

type Conflict = { line: number; code: string; reason: "INVALID" | "TWICE" };

/**
 * Returns the codes in the first cell of each line, and the invalid lines. A heading and empty
 * lines are ignored.
 */
export function codesIn(text: string): { codes: { code: string; line: number }[]; conflicts: Conflict[] } {
  const codes: { code: string; line: number }[] = [];
  const conflicts: Conflict[] = [];
  const seen = new Set<string>();
  for (const [index, line] of text
    .replace(/^\ufeff/, "")
    .split(/\r?\n/)
    .entries()) {
    const cell = (line.split(/[;,\t]/)[0] ?? "").replaceAll('"', "").trim();
    if (cell === "" || (index === 0 && /^(code|kodas)$/i.test(cell))) continue;
    const code = readCouponCode(cell);
    if (!code) conflicts.push({ line: index + 1, code: cell.slice(0, 60), reason: "INVALID" });
    else if (seen.has(code)) conflicts.push({ line: index + 1, code, reason: "TWICE" });
    else {
      seen.add(code);
      codes.push({ code, line: index + 1 });
    }
  }
  return { codes, conflicts };
}
