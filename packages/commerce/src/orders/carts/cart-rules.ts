import type { CartLineKind, CartProblemCode, CouponRule } from "@uola/contract";
import { required } from "@uola/contract/required";
import { type CouponLine, discountOf, inTurn, stackingRefused } from "../../coupons/coupons.ts";
import type { Refused } from "../../ledger/ledger.ts";
import { sumOf } from "../../money/money.ts";
import { type PassState, use, type Visit } from "../../passes/passes.ts";
import { availableOf, unusable, type VoucherState } from "../../vouchers/vouchers.ts";

/** A line at its current price. */
export type PricedLine = {
  id: string;
  kind: CartLineKind;
  gross: number;
  /** The number of people for whom the line is; 1 by default. */
  quantity?: number | undefined;
  /** The price for each person, if the prices differ. */
  each?: readonly number[] | undefined;
  serviceId?: string | undefined;
  session?: CouponLine["session"] | undefined;
};

/**
 * A coupon that was entered in the cart; coupons are listed in the order of entry. `refused` is the
 * reason why the coupon may not be used for any purchase.
 */
export type TypedCoupon = {
  id: string;
  couponId: string;
  rule: CouponRule;
  firstBooking: boolean;
  refused: Refused | undefined;
};
export type TypedVoucher = { id: string; voucher: VoucherState };

/** A pass that was entered in the cart. `used` returns the number of people it has admitted on a day. */
export type TypedPass = { id: string; pass: PassState; used(day: string): number };

/** The effect of a code on a cart: an amount or entries, or the reason why it has none. */
export type CodeEffect = { id: string; amount: number; entries?: number; problem?: Refused | undefined };

/** The effects of the passes, and for each line the pass that covers its places. */
export type PassesPay = { codes: CodeEffect[]; paid: ReadonlyMap<string, { codeId: string; entries: number }> };

/**
 * Applies passes to places in the order in which the passes were entered, before any price is
 * calculated. A line costs nothing if a pass covers all its people.
 */
export function applyPasses(
  lines: readonly { id: string; visit: Visit | undefined }[],
  typed: readonly TypedPass[],
  today: string,
): PassesPay {
  const paid = new Map<string, { codeId: string; entries: number }>();
  const codes = typed.map(({ id, pass, used }): CodeEffect => {
    let state = pass;
    let problem: Refused | undefined;
    let entries = 0;
    const more = new Map<string, number>();
    for (const { id: lineId, visit } of lines) {
      if (!visit || paid.has(lineId)) continue;
      const { day, people } = visit;
      const usedThatDay = used(day) + (more.get(day) ?? 0);
      const decided = use(state, visit, { today, usedThatDay });
      if ("code" in decided) {
        problem ??= decided;
        continue;
      }
      const { balance, visits } = state;
      const left = balance === null ? null : balance + decided.delta;
      state = { ...state, ...decided.set, balance: left, visits: visits + people };
      more.set(day, (more.get(day) ?? 0) + people);
      paid.set(lineId, { codeId: id, entries: people });
      entries += people;
    }
    if (entries > 0) return { id, amount: 0, entries };
    return { id, amount: 0, entries, problem: problem ?? { code: "PASS_NOT_FOR_THIS" } };
  });
  return { codes, paid };
}

/**
 * Returns the price of a price-list line in a cart that has held places since an earlier day. If
 * the line was already in the cart on that day, the earlier price applies until the hold ends,
 * provided it is lower.
 */
export const heldPrice = <Price extends { cents: number }>(
  today: Price | undefined,
  before: Price | undefined,
): Price | undefined => (before && (!today || before.cents < today.cents) ? before : today);

/**
 * The price of a cart: the discount on each line, the amount that each voucher pays, and the amount
 * left to pay.
 */
export type CartPrice = {
  gross: number;
  discounts: ReadonlyMap<string, number>;
  discount: number;
  total: number;
  codes: CodeEffect[];
  /** The share of each coupon's discount in each line. */
  shares: ReadonlyMap<string, ReadonlyMap<string, number>>;
  voucherPays: number;
  toPay: number;
};

/**
 * Discounts and vouchers apply only to the gym's own sales: a voucher cannot buy a gift voucher,
 * and a donation is not reduced.
 */
const isDiscountable = ({ kind }: PricedLine) => kind === "BOOKING" || kind === "GOODS" || kind === "PASS";

/**
 * Calculates the price of a cart. Coupons are applied first, in the order of their types, each to
 * the amount left by the previous ones. Vouchers follow: those for a service first, then those that
 * expire first. The rest is paid in money.
 */
export function priceCart(
  lines: readonly PricedLine[],
  { coupons, vouchers, today }: { coupons: readonly TypedCoupon[]; vouchers: readonly TypedVoucher[]; today: string },
): CartPrice {
  const left = new Map(lines.map(({ id, gross }) => [id, gross]));
  const leftOf = (line: PricedLine) => left.get(line.id) ?? 0;
  const goods = lines.filter(isDiscountable);
  const shares = new Map<string, Map<string, number>>();
  const codes: CodeEffect[] = [];

  const decide = ({ rule, firstBooking }: TypedCoupon) => {
    const bought = goods.map((line): CouponLine => {
      const { serviceId = "", quantity = 1, each, session } = line;
      return { serviceId, quantity, price: leftOf(line), ...(each && { each }), ...(session && { session }) };
    });
    return discountOf(rule, { lines: bought, today, firstBooking });
  };
  // The order of entry determines which coupons are combined; the type of a coupon determines when
  // it is applied.
  const together: TypedCoupon[] = [];
  for (const coupon of coupons) {
    const wrong =
      coupon.refused ??
      stackingRefused(stackedOf(coupon), together.map(stackedOf)) ??
      (goods.length === 0 ? notForThis : undefined);
    const decided = wrong ?? decide(coupon);
    if ("code" in decided) codes.push({ id: coupon.id, amount: 0, problem: decided });
    else together.push(coupon);
  }
  for (const coupon of together.toSorted(inTurn)) {
    const { id } = coupon;
    const decided = decide(coupon);
    if ("code" in decided) {
      codes.push({ id, amount: 0, problem: decided });
      continue;
    }
    shares.set(id, new Map(goods.map((line, index) => [line.id, decided.discounts[index] ?? 0])));
    for (const [index, line] of goods.entries()) left.set(line.id, leftOf(line) - (decided.discounts[index] ?? 0));
    codes.push({ id, amount: sumOf(decided.discounts) });
  }
  const discounts = new Map(lines.map((line) => [line.id, line.gross - leftOf(line)]));
  const gross = sumOf(lines.map((line) => line.gross));
  const total = sumOf(lines.map(leftOf));

  for (const { id, voucher } of vouchers.toSorted((a, b) => inPayingOrder(a.voucher, b.voucher))) {
    const wrong = unusable(voucher, today);
    const { amount, problem } = wrong ? { amount: 0, problem: wrong } : payment(voucher, goods, leftOf);
    codes.push({ id, amount, problem });
    // The amount is deducted from the lines that the voucher may pay for, in their order.
    let rest = amount;
    for (const line of goods.filter(({ serviceId }) => !voucher.serviceId || serviceId === voucher.serviceId)) {
      const part = Math.min(rest, leftOf(line));
      left.set(line.id, leftOf(line) - part);
      rest -= part;
    }
  }
  const toPay = sumOf(lines.map(leftOf));
  return {
    gross,
    discounts,
    discount: gross - total,
    total,
    shares,
    voucherPays: total - toPay,
    toPay,
    codes: [...coupons, ...vouchers].map(({ id }) =>
      required(
        codes.find((code) => code.id === id),
        "code effect",
      ),
    ),
  };
}

const stackedOf = ({ couponId, rule: { stacking, stacksWith } }: TypedCoupon) => ({ couponId, stacking, stacksWith });

const notForThis: Refused = { code: "COUPON_NOT_FOR_SERVICE" };

/**
 * A voucher for a service can pay only for that service, so it would remain unused if the other
 * vouchers were used first.
 */
const inPayingOrder = (a: VoucherState, b: VoucherState): number =>
  Number(!a.serviceId) - Number(!b.serviceId) || (a.validUntil < b.validUntil ? -1 : 1);

/**
 * The amount that a voucher pays: its free balance. A voucher for a service is used as a whole, for
 * a line of that service.
 */
function payment(
  voucher: VoucherState,
  goods: readonly PricedLine[],
  leftOf: (line: PricedLine) => number,
): { amount: number; problem?: Refused } {
  const available = availableOf(voucher);
  if (!voucher.serviceId) return { amount: Math.min(available, sumOf(goods.map(leftOf))) };
  const own = sumOf(goods.filter(({ serviceId }) => serviceId === voucher.serviceId).map(leftOf));
  if (own === 0) return { amount: 0, problem: { code: "VOUCHER_NOT_FOR_SERVICE" } };
  const isWhole = available === voucher.balance && own >= voucher.balance;
  return isWhole
    ? { amount: voucher.balance }
    : { amount: 0, problem: { code: "VOUCHER_TAKEN_WHOLE", data: { available } } };
}

/** The problems that prevent a line from being sold. */
const blocking: readonly CartProblemCode[] = ["SOLD_OUT", "GONE", "REGISTRATION_NOT_OPEN", "NOT_FOR_SALE"];
export const blocks = (code: CartProblemCode): boolean => blocking.includes(code);
