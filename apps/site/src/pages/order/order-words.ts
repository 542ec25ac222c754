import type { Cart, CartLine, CartProblem, Order, OrderLine, OrderRefund } from "@uola/contract";
import type { PersonPrice } from "@uola/contract/booking-price";
import { dayMs } from "@uola/contract/durations";
import { isPaidOnline } from "@uola/contract/payment-providers";
import { dayAccusative, dayRange, dayShort, instantOf, money, timeRange } from "@uola/words/formats";
import { say } from "@uola/words/site";
import { cancellationOf, momentOf, peopleAt, whenOf } from "../../features/booking/booking-words.ts";
import { deadlineOf } from "../../features/booking/deadline.ts";
import { unopenedText } from "../../features/cart-words.ts";

/** Copy of `cartMax.goods` from the contract, which is not shipped to browsers. */
export const mostGoods = 99;

type Named = Pick<CartLine, "kind" | "name" | "startDate" | "endDate">;

/** Returns the display name of a line; a voucher and a donation have no name of their own. */
export function nameOf({ kind, name }: Pick<CartLine, "kind" | "name">): string {
  if (kind === "VOUCHER") return say("order.line.voucher");
  if (kind === "DONATION") return say("order.line.donation");
  return name || say("order.line.gone");
}

/** "trečiadienį, rugsėjo 9 d., 18:00", or the days of a course. */
export function whenOfLine({ startDate, endDate }: Pick<Named, "startDate" | "endDate">): string {
  if (!startDate) return "";
  return endDate && endDate.getTime() - startDate.getTime() > dayMs ? dayRange(startDate, endDate) : whenOf(startDate);
}

/** "17:00–18:15", for a session within one day. */
export const hoursOf = ({ startDate, endDate }: Pick<OrderLine, "startDate" | "endDate">): string =>
  startDate && endDate && endDate.getTime() - startDate.getTime() <= dayMs ? timeRange(startDate, endDate) : "";

/** Returns the participants, each by name if given, else by position in the list. */
export const peopleOf = ({ participants, quantity }: Pick<OrderLine, "participants" | "quantity">): string[] =>
  Array.from(
    { length: quantity },
    (_, index) => participants[index]?.firstName || say("back.person", { number: index + 1 }),
  );

/**
 * Whether a refund needs a manual bank transfer, because the order was paid at the front desk or by
 * bank transfer.
 */
export const isTransferred = ({ payments }: Pick<Order, "payments">): boolean =>
  payments.some(({ kind }) => kind === "BANK_TRANSFER" || kind === "CASH" || kind === "CARD");

/** Returns the lines that the buyer may withdraw from, each with its withdrawal deadline. */
export const withdrawableOf = ({ lines }: Pick<Order, "lines">, now: Date): (OrderLine & { until: Date })[] =>
  lines.flatMap((line) => {
    const { state, withdrawableUntil: until, refunded, total } = line;
    return state === "DONE" && until && until > now && refunded < total ? [{ ...line, until }] : [];
  });

/** Returns the details shown below the name of a line. */
export function factsOf(line: CartLine): string[] {
  const { kind, booking, voucher, donation, pass, passPays, quantity, unitPrice, byPerson, lessons } = line;
  if (kind === "VOUCHER" && voucher) return voucherFacts(voucher);
  if (kind === "PASS") return pass?.holder ? [say("order.line.to", { name: pass.holder.name })] : [];
  if (kind === "DONATION") return donation?.project ? [say("order.line.project", { project: donation.project })] : [];
  const each = quantity > 1 && unitPrice ? [say("order.line.each", { count: quantity, price: money(unitPrice) })] : [];
  if (kind === "GOODS") return each;
  const names = (booking?.participants ?? []).map(({ firstName }) => firstName).join(", ");
  const paid = passPays ? [say("order.line.pass", { number: passPays.number, count: passPays.entries })] : [];
  const isOf = (group: PersonPrice["group"]) => byPerson?.some((each) => each.group === group);
  const byPrice = byPerson?.some(({ group }) => group)
    ? [
        ...byPerson.map(({ unitPrice: cents, ...people }) => peopleAt({ ...people, cents })),
        ...((["CHILD", "YOUTH", "SENIOR"] as const).some(isOf) ? [say("booking.age.proof")] : []),
        ...(isOf("MEMBER") ? [say("order.line.member")] : []),
      ]
    : each;
  const share = lessons ? [say("order.line.lessons", lessons)] : [];
  return [whenOfLine(line), ...share, names || say("participants", { count: quantity }), ...byPrice, ...paid].filter(
    Boolean,
  );
}

function voucherFacts(voucher: NonNullable<CartLine["voucher"]>): string[] {
  const { recipientName, recipientEmail: address, sendDate } = voucher;
  return [
    ...(recipientName ? [say("order.line.to", { name: recipientName })] : []),
    address
      ? sendDate
        ? say("order.line.mail", { day: dayAccusative(sendDate), address })
        : say("order.line.mail.now", { address })
      : say("order.line.print"),
  ];
}

/** Returns the text of a line's problem, shown next to the line. */
export function problemText({ problem, unitPrice, gross }: Pick<CartLine, "problem" | "unitPrice" | "gross">): string {
  if (!problem) return "";
  const { code, left, before, opens } = problem as CartProblem;
  if (code === "REGISTRATION_NOT_OPEN") return opens ? unopenedText(opens) : say("order.refused.closed");
  if (code === "SOLD_OUT") return say("order.problem.SOLD_OUT", { left: left ?? 0 });
  if (code === "PRICE_CHANGED") {
    // Both amounts are for the whole line.
    return say("order.problem.PRICE_CHANGED", { before: money(before ?? unitPrice ?? gross), now: money(gross) });
  }
  return say(`order.problem.${code}`);
}

const codeProblems = {
  COUPON_ENDED: "ended",
  COUPON_STOPPED: "ended",
  VOUCHER_EXPIRED: "ended",
  COUPON_NOT_YET: "early",
  COUPON_USED_UP: "used",
  COUPON_WAS_USED: "used",
  COUPON_PERSON_LIMIT: "used",
  COUPON_FAMILY_LIMIT: "used",
  COUPON_USED_FOR_BOOKING: "used",
  VOUCHER_USED_UP: "used",
  VOUCHER_RESERVED: "used",
  COUPON_BELOW_MINIMUM: "minimum",
  COUPON_NOT_FOR_SERVICE: "goods",
  VOUCHER_NOT_FOR_SERVICE: "goods",
  COUPON_FIRST_BOOKING_ONLY: "first",
  COUPON_STANDS_ALONE: "alone",
  COUPON_NOT_AT_THIS_TIME: "time",
  COUPON_TOO_FEW: "few",
  COUPON_SAVES_NOTHING: "cheap",
  VOUCHER_TAKEN_WHOLE: "whole",
  VOUCHER_BLOCKED: "blocked",
  VOUCHER_REFUNDED: "blocked",
  PASS_REFUNDED: "passOver",
  PASS_EXPIRED: "passOver",
  PASS_USED_UP: "passUsed",
  PASS_TOO_FEW_ENTRIES: "passUsed",
  PASS_FROZEN: "passFrozen",
  PASS_NOT_FOR_THIS: "passGoods",
  PASS_NOT_AT_THIS_TIME: "time",
  PASS_TOO_MANY_PEOPLE: "passPeople",
  PASS_USED_TODAY: "passToday",
} as const;

/** Returns the reason why a code has no effect. */
export const codeProblemText = (problem: string): string =>
  say(`order.code.wrong.${codeProblems[problem as keyof typeof codeProblems] ?? "unknown"}`);

/** Returns the sums below the lines, in the order they add up: goods, discount, VAT, voucher payments. */
export function sumsOf({ gross, discount, total, vat, voucherPays }: CartSums): { name: string; amount: string }[] {
  const net = total - vat.reduce((sum, part) => sum + part.vat, 0);
  return [
    { name: say("order.sum.goods"), amount: money(gross) },
    ...(discount > 0 ? [{ name: say("order.sum.discount"), amount: money(-discount) }] : []),
    ...(vat.some(({ vat }) => vat > 0) ? [{ name: say("order.sum.net"), amount: money(net) }] : []),
    ...vat.flatMap(({ rate, vat }) =>
      rate && vat > 0 ? [{ name: say("order.sum.vat", { rate: rate / 100 }), amount: money(vat) }] : [],
    ),
    ...(voucherPays > 0 ? [{ name: say("order.sum.voucher"), amount: money(-voucherPays) }] : []),
  ];
}
type CartSums = Pick<Cart | Order, "gross" | "discount" | "total" | "vat" | "voucherPays">;

/**
 * Returns the information that the law requires directly above the order button: dates,
 * cancellation deadlines, and what may be returned.
 */
export function termsOf(lines: readonly CartLine[], now: Date): { id: string; what: string; rules: string[] }[] {
  return lines.map((line) => {
    const what = nameOf(line);
    if (line.kind !== "BOOKING") {
      const rules = line.kind === "DONATION" ? [] : [say(`order.before.${beforeOf(line.kind)}`)];
      return { id: line.id, what, rules };
    }
    const rules = [cancellationOf(deadlineOf(line.cancelableUntil, now)), say("order.before.dated")];
    return { id: line.id, what: say("order.before.booking", { name: what, when: whenOfLine(line) }), rules };
  });
}

const beforeOf = (kind: CartLine["kind"]) =>
  kind === "VOUCHER" ? ("voucher" as const) : kind === "PASS" ? ("pass" as const) : ("goods" as const);

export type OrderView =
  | "checking"
  | "unpaid"
  | "transfer"
  | "desk"
  | "paid"
  | "partPaid"
  | "partRefunded"
  | "refunded"
  | "expired"
  | "canceled";

/** Returns which view of an order's page to show. */
export function viewOf({
  state,
  way,
  openAttempt,
  total,
  lines,
}: Pick<Order, "state" | "way" | "openAttempt" | "total"> & { lines: readonly Pick<OrderLine, "state">[] }): OrderView {
  switch (state) {
    case "PART_PAID":
      return openAttempt && isPaidOnline(openAttempt.way) ? "checking" : "partPaid";
    case "PAID":
      // Canceling an order that cost nothing causes no refund.
      return total === 0 && lines.every(({ state }) => state === "CANCELED") ? "canceled" : "paid";
    case "PART_REFUNDED":
      return "partRefunded";
    case "REFUNDED":
      return "refunded";
    case "EXPIRED":
      return "expired";
    case "CANCELED":
      return "canceled";
    case "AWAITING_PAYMENT":
      if (openAttempt && isPaidOnline(openAttempt.way)) return "checking";
      if (way === "BANK_TRANSFER") return "transfer";
      return way === "AT_DESK" ? "desk" : "unpaid";
  }
}

/** Returns the text with the refund amount and its destination. */
export const backTo = ({ way, iban, amount, bonus }: Pick<OrderRefund, "way" | "iban" | "amount" | "bonus">): string =>
  say(way === "TRANSFER" && !iban ? "back.to.TRANSFER.ask" : `back.to.${way}`, { sum: money(amount + bonus) });

/**
 * Returns the means by which an order was paid in full so that nothing is left to pay: gift
 * vouchers or passes. Returns undefined if it was paid with money.
 */
export function paidInstead({
  total,
  toPay,
  voucherPays,
  lines,
}: Pick<Order, "total" | "toPay" | "voucherPays"> & {
  lines: readonly Pick<OrderLine, "passEntries">[];
}): "voucher" | "pass" | undefined {
  if (toPay > 0) return undefined;
  if (voucherPays > 0) return "voucher";
  return total === 0 && lines.some(({ passEntries }) => passEntries > 0) ? "pass" : undefined;
}

/** Returns the headline of an order's page. */
export function titleOf(order: Order, view: OrderView): string {
  const instead = view === "paid" ? paidInstead(order) : undefined;
  return instead ? say(`order.view.paid.${instead}`) : say(`order.view.${view}`);
}

/**
 * Returns the label and the amount of an order's total. The total is labelled as to be paid, paid,
 * or neither. For an order paid by voucher, it is the amount paid by the voucher.
 */
export function totalOf(order: Pick<Order, "state" | "total" | "toPay" | "voucherPays" | "lines">) {
  const { state, toPay, voucherPays } = order;
  if (state === "AWAITING_PAYMENT") return { name: "order.sum.toPay", amount: toPay } as const;
  if (state === "PART_PAID" || state === "EXPIRED" || state === "CANCELED") {
    return { name: "order.sum", amount: toPay } as const;
  }
  if (paidInstead(order) === "voucher") return { name: "order.sum.paidByVoucher", amount: voucherPays } as const;
  return { name: "order.sum.paid", amount: toPay } as const;
}

/**
 * Whether a line is not discounted although other lines are; for instance, no code applies to gift
 * vouchers.
 */
export const isWithoutDiscount = (
  { gross, discount }: Pick<OrderLine, "gross" | "discount">,
  whole: Pick<Order, "discount">,
): boolean => whole.discount > 0 && gross > 0 && discount === 0;

/** Returns the interval for polling the bank's result: short at first, longer later. */
export const askAgainMs = (times: number): number => (times < 20 ? 3_000 : 15_000);

export const hasVouchers = ({ lines }: { lines: readonly Pick<OrderLine, "kind">[] }): boolean =>
  lines.some(({ kind }) => kind === "VOUCHER");

/** Returns the text about the state of an order, shown below its headline. */
export function leadOf(order: Order, view: OrderView): string {
  const { number, total, paid, refunded, voucherPays, buyer, dueDate, documents } = order;
  const due = dueDate ? momentOf(dueDate) : "";
  const known = { number, due, sum: money(total) };
  if (view === "checking") return say("order.view.checking.lead");
  if (view === "unpaid" || view === "transfer" || view === "desk") return say(`order.view.${view}.lead`, known);
  if (view === "partPaid") {
    const { dueDay = "" } = order.parts.find(({ left }) => left > 0) ?? {};
    return say("order.view.partPaid.lead", {
      number,
      sum: money(order.dueNow),
      day: dueDay && dayShort(instantOf(dueDay)),
    });
  }
  if (view === "paid" && !buyer.email) return say("order.view.paid.lead.printed", known);
  if (view === "paid") {
    // An order paid by passes has no invoice.
    const lead = documents.length > 0 ? "order.view.paid.lead" : "order.view.paid.lead.undocumented";
    return say(lead, { ...known, address: buyer.email ?? "" });
  }
  return say(`order.view.${view}.lead`, {
    number,
    paid: money(paid + voucherPays),
    refunded: money(refunded),
  });
}
