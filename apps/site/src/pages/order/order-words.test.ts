import { type CartLine, cartLimits, type Order, type OrderRefund } from "@uola/contract";
import { words } from "@uola/words/site";
import { expect, test } from "vitest";
import { momentOf } from "../../features/booking/booking-words.ts";
import {
  backTo,
  codeProblemText,
  factsOf,
  isWithoutDiscount,
  leadOf,
  mostGoods,
  nameOf,
  problemText,
  sumsOf,
  termsOf,
  titleOf,
  totalOf,
  viewOf,
  whenOfLine,
} from "./order-words.ts";

const say = words("lt");
const line = (part: Partial<CartLine>): CartLine => ({
  id: "1",
  kind: "BOOKING",
  name: "Įvadas",
  quantity: 2,
  unitPrice: 2500,
  gross: 5000,
  discount: 0,
  total: 5000,
  ...part,
});
const startDate = new Date("2026-09-09T15:00:00Z");
const endDate = new Date("2026-09-09T16:30:00Z");

test("the view of an order depends on the order's state and on a pending bank payment", () => {
  const known = { total: 5000, lines: [{ state: "DONE" as const }] };
  const expiresDate = new Date();
  const attempt = { id: "a", way: "DEMO_BANK" as const, expiresDate };
  expect(viewOf({ ...known, state: "AWAITING_PAYMENT", way: "DEMO_BANK", openAttempt: attempt })).toBe("checking");
  expect(viewOf({ ...known, state: "AWAITING_PAYMENT", way: "DEMO_BANK", openAttempt: null })).toBe("unpaid");
  expect(viewOf({ ...known, state: "AWAITING_PAYMENT", way: "BANK_TRANSFER", openAttempt: null })).toBe("transfer");
  expect(viewOf({ ...known, state: "AWAITING_PAYMENT", way: "AT_DESK", openAttempt: null })).toBe("desk");
  expect(viewOf({ ...known, state: "PAID", way: "ZERO", openAttempt: null })).toBe("paid");
  expect(viewOf({ ...known, state: "PART_REFUNDED", way: "DEMO_BANK", openAttempt: null })).toBe("partRefunded");
  expect(viewOf({ ...known, state: "EXPIRED", way: "DEMO_BANK", openAttempt: attempt })).toBe("expired");
  const calledOff = { ...known, total: 0, lines: [{ state: "CANCELED" as const }] };
  expect(viewOf({ ...calledOff, state: "PAID", way: "ZERO", openAttempt: null })).toBe("canceled");
  expect(viewOf({ ...calledOff, total: 5000, state: "PAID", way: "DEMO_BANK", openAttempt: null })).toBe("paid");
});

test("the page of a paid order mentions documents only if there are any", () => {
  const parts = { parts: [], dueNow: 0, total: 0, paid: 0, refunded: 0, voucherPays: 0, dueDate: null };
  const order = { ...parts, number: "12", buyer: { email: "ona@pastas.example" } } as unknown as Order;
  const known = { number: "12", sum: "0,00\u00a0€", address: "ona@pastas.example" };
  const documents = [{ id: "1", kind: "INVOICE", number: "SF-1" }];
  expect(leadOf({ ...order, documents }, "paid")).toBe(say("order.view.paid.lead", known));
  expect(leadOf({ ...order, documents: [] }, "paid")).toBe(say("order.view.paid.lead.undocumented", known));
});

test("describes where a refund goes and asks for a bank account only if none is known", () => {
  const back = (refund: Pick<OrderRefund, "way"> & { iban?: string }) => backTo({ amount: 1500, bonus: 0, ...refund });
  expect(back({ way: "VOUCHER" })).toBe(say("back.to.VOUCHER", { sum: "15,00\u00a0€" }));
  expect(back({ way: "TRANSFER" })).toBe(say("back.to.TRANSFER.ask", { sum: "15,00\u00a0€" }));
  expect(back({ way: "TRANSFER", iban: "LT60" })).toBe(say("back.to.TRANSFER", { sum: "15,00\u00a0€" }));
  expect(back({ way: "CREDIT" })).toBe(say("back.to.CREDIT", { sum: "15,00\u00a0€" }));
});

test("the sums shown add up to the amount to pay", () => {
  const cart = { gross: 10_000, discount: 1000, total: 9000, voucherPays: 2000 };
  const vat = [
    { rate: 2100, gross: 6050, net: 5000, vat: 1050 },
    { rate: null, gross: 2950, net: 2950, vat: 0 },
  ];
  expect(sumsOf({ ...cart, vat })).toEqual([
    { name: say("order.sum.goods"), amount: "100,00\u00a0€" },
    { name: say("order.sum.discount"), amount: "−10,00\u00a0€" },
    { name: say("order.sum.net"), amount: "79,50\u00a0€" },
    { name: say("order.sum.vat", { rate: 21 }), amount: "10,50\u00a0€" },
    { name: say("order.sum.voucher"), amount: "−20,00\u00a0€" },
  ]);
  const plain = { gross: 5000, discount: 0, total: 5000, voucherPays: 0, vat: [] };
  expect(sumsOf(plain).map(({ name }) => name)).toEqual([say("order.sum.goods")]);
});

test("does not label a paid total as an amount to pay", () => {
  const sums = { total: 2500, toPay: 2500, voucherPays: 0, lines: [] };
  const names = (["AWAITING_PAYMENT", "PART_PAID", "PAID", "REFUNDED", "EXPIRED"] as const).map((state) =>
    totalOf({ ...sums, state }),
  );
  expect(names.map(({ name }) => say(name))).toEqual(["Mokėtina suma", "Suma", "Sumokėta", "Sumokėta", "Suma"]);
});

test("shows that a gift voucher paid an order in full, with the voucher amount and nothing to pay", () => {
  const order = {
    state: "PAID",
    total: 2500,
    toPay: 0,
    voucherPays: 2500,
    lines: [{ passEntries: 0 }],
  } as unknown as Order;
  expect(titleOf(order, "paid")).toBe("Apmokėta kuponu; mokėti nereikia");
  expect(totalOf(order)).toEqual({ name: "order.sum.paidByVoucher", amount: 2500 });
});

test("shows that a pass paid an order", () => {
  const order = { state: "PAID", total: 0, toPay: 0, voucherPays: 0, lines: [{ passEntries: 1 }] } as unknown as Order;
  expect(titleOf(order, "paid")).toBe("Apmokėta abonementu; mokėti nereikia");
});

test("shows an order paid partly with a voucher as paid with money", () => {
  const order = {
    state: "PAID",
    total: 2500,
    toPay: 500,
    voucherPays: 2000,
    lines: [{ passEntries: 0 }],
  } as unknown as Order;
  expect(titleOf(order, "paid")).toBe(say("order.view.paid"));
  expect(totalOf(order)).toEqual({ name: "order.sum.paid", amount: 500 });
});

test.each([
  ["a line that the code does not apply to", { gross: 5000, discount: 0 }, 985, true],
  ["a line that the code applies to", { gross: 9850, discount: 985 }, 985, false],
  ["a free line", { gross: 0, discount: 0 }, 985, false],
  ["a line of an order without a discount", { gross: 5000, discount: 0 }, 0, false],
])("marks %s as not discounted only if other lines are discounted", (_, line, discount, says) => {
  expect(isWithoutDiscount(line, { discount })).toBe(says);
});

test("a cart line shows the number of people for each price, and the proof to show at the front desk", () => {
  const booking = { totalParticipants: 3, participants: null };
  const byPerson = [
    { group: null, count: 1, unitPrice: 2500 },
    { group: "CHILD", count: 1, unitPrice: 1500 },
    { group: "MEMBER", count: 1, unitPrice: 1000 },
  ] as const;
  const facts = factsOf(line({ startDate, endDate, booking, unitPrice: null, byPerson: [...byPerson] }));
  expect(facts.slice(2)).toEqual([
    "1 × 25,00\u00a0€",
    "vaikams 1 × 15,00\u00a0€",
    "su abonementu 1 × 10,00\u00a0€",
    say("booking.age.proof"),
    say("order.line.member"),
  ]);
  const usual = factsOf(line({ startDate, endDate, booking, byPerson: [{ ...byPerson[0], count: 2 }] }));
  expect(usual).toHaveLength(3);
});

test("a cart line shows its time, participants and unit price", () => {
  const booking = { totalParticipants: 2, participants: [{ firstName: "Jonas" }, { firstName: "Emilija" }] };
  expect(factsOf(line({ startDate, endDate, booking }))).toEqual([
    whenOfLine({ startDate, endDate }),
    "Jonas, Emilija",
    "2 × 25,00\u00a0€",
  ]);
  expect(factsOf(line({ booking: { totalParticipants: 2 } }))[0]).toBe(say("participants", { count: 2 }));
});

test("a voucher line shows its recipient and delivery method", () => {
  const voucher = { face: 5000, design: "ROUTE" as const, language: "lt" as const, recipientName: "Gabija" };
  const of = (more: object) => factsOf(line({ kind: "VOUCHER", voucher: { ...voucher, ...more } }));
  expect(nameOf({ kind: "VOUCHER", name: "" })).toBe(say("order.line.voucher"));
  expect(of({})).toEqual([say("order.line.to", { name: "Gabija" }), say("order.line.print")]);
  expect(of({ recipientEmail: "g@pastas.example" })[1]).toBe(
    say("order.line.mail.now", { address: "g@pastas.example" }),
  );
});

test("problem texts of cart lines include the relevant numbers", () => {
  expect(problemText(line({ problem: { code: "SOLD_OUT", blocks: true, left: 1 } }))).toContain("Liko tik 1 vieta");
  expect(problemText(line({ problem: { code: "PRICE_CHANGED", blocks: false, before: 4000 } }))).toContain(
    "buvo 40,00\u00a0€, dabar 50,00\u00a0€",
  );
  expect(problemText(line({}))).toBe("");
  expect(codeProblemText("COUPON_STANDS_ALONE")).toBe(say("order.code.wrong.alone"));
  expect(codeProblemText("SOMETHING_NEW")).toBe(say("order.code.wrong.unknown"));
});

test("shows the cancellation deadline and the return rules above the order button", () => {
  const lines = [
    line({ startDate, endDate, cancelableUntil: new Date("2026-09-08T15:00:00Z") }),
    line({ id: "2", startDate, endDate, cancelableUntil: null }),
    line({ id: "3", kind: "VOUCHER" }),
  ];
  const [dated, late, voucher] = termsOf(lines, new Date("2026-09-08T14:59:00Z"));
  expect(dated?.what).toBe(say("order.before.booking", { name: "Įvadas", when: whenOfLine({ startDate, endDate }) }));
  const until = momentOf(new Date("2026-09-08T15:00:00Z"));
  expect(dated?.rules[0]).toBe(say("booking.cancellation.until", { when: until }));
  expect(late?.rules[0]).toBe(say("booking.cancellation.never"));
  const [over] = termsOf(lines, new Date("2026-09-08T15:01:00Z"));
  expect(over?.rules[0]).toBe(say("booking.cancellation.passed"));
  expect(voucher?.rules).toEqual([say("order.before.voucher")]);
});

test("limits the quantity of goods to the maximum set by the API contract", () => {
  expect(mostGoods).toBe(cartLimits.goods);
});
