import type { CouponRule, CouponState } from "@uola/contract";
import { spread, sumOf } from "../money/money.ts";

/** What is bought: a service at a price in cents for so many people, and when it takes place, by the gym's clock. */
export type Line = {
  serviceId: string;
  price: number;
  quantity?: number;
  /** What each of them pays, where that differs. A line that costs less by now costs each of them less in proportion. */
  each?: readonly number[];
  session?: { day: string; weekday: number; time: string };
};

/** A refusal, with what the caller may show. */
export type Refused = { code: string; data?: Record<string, number | string> };

type Situation = { lines: readonly Line[]; today: string; firstBooking: boolean };

/** What a coupon takes off each line, or why it does not apply. */
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

/** What each person of a line pays of its price, in whole cents that sum to it. */
const personsOf = ({ quantity = 1, each }: Line, price: number): number[] =>
  spread(price, each ?? Array.from({ length: quantity }, () => 1));

/** Each person pays the fixed price; whoever pays less goes on doing so. */
function fixedPrice(amount: number, lines: readonly Line[], prices: readonly number[]) {
  const discounts = lines.map((line, index) =>
    sumOf(personsOf(line, prices[index] ?? 0).map((price) => Math.max(0, price - amount))),
  );
  return discounts.some((part) => part > 0) ? { discounts } : { code: "COUPON_SAVES_NOTHING" };
}

/** Of the places of each service every n-th is free, the cheapest ones. What costs nothing already does not count. */
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

/** In which turn coupons of a cart come off, in whatever order they were typed. */
const turns: Record<CouponRule["kind"], number> = { FIXED_PRICE: 0, NTH_FREE: 1, PERCENT: 2, AMOUNT: 3, THING: 4 };
export const inTurn = (a: { rule: CouponRule }, b: { rule: CouponRule }): number =>
  turns[a.rule.kind] - turns[b.rule.kind];

/** What comes off a sum: never more than the sum. A thing is given beside the price. */
function amountOf({ kind, percent, amount }: CouponRule, total: number): number {
  if (kind === "PERCENT") return percentOf(total, percent ?? 0);
  return kind === "AMOUNT" ? Math.min(amount ?? 0, total) : 0;
}

/** Half a cent is rounded up. Reckoned in whole numbers. */
export const percentOf = (cents: number, percent: number): number => Math.floor((cents * percent * 2 + 100) / 200);

/** The session is on a day, weekday and at a time of the rule. Where no time is asked for, a line without one fits. */
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

/** How often a coupon was used before: by all, by this person, by this family. */
export type Uses = { total: number; person: number; family: number };

type Limited = { rule: CouponRule; totalLimit: number | null; stopped: boolean; archivedDate: Date | null };

/** Why a coupon may not be used once more; undefined when it may. */
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

/** Why a booking may not have one more coupon: the same one, or one of two does not go with the other. */
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

/** What is wrong with a rule as a whole, by field. */
export function wrongIn(rule: CouponRule): { field: string; description: string }[] {
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

/** A code as it is compared: in capitals, without spaces and diacritics. Undefined for what cannot be a code. */
export function readCouponCode(typed: string): string | undefined {
  const code = typed
    .normalize("NFD")
    .replace(/\p{M}|\s/gu, "")
    .toUpperCase();
  return /^[A-Z0-9-]{3,40}$/.test(code) ? code : undefined;
}

/** Letters and digits that are not taken for each other. */
const alphabet = "ABCDEFGHJKMNPQRSTUVWXYZ3467";
/** How many letters a code of a coupon has after its prefix. */
export const randomLetters = 8;

/** A code from random bytes, after a prefix: "MOKYKLA-ABCDEFGH". */
export function couponCodeFrom(bytes: Uint8Array, prefix: string | undefined): string {
  let left = bytes.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
  let letters = "";
  for (let index = 0; index < randomLetters; index++, left /= BigInt(alphabet.length)) {
    letters += alphabet.charAt(Number(left % BigInt(alphabet.length)));
  }
  return prefix ? `${prefix}-${letters}` : letters;
}

type Conflict = { line: number; code: string; reason: "INVALID" | "TWICE" };

/** The codes in the first cell of each line, and the lines that have none. A heading and empty lines count for nothing. */
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
