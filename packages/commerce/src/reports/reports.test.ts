import type { Client } from "@uola/client";
import type { ReportKind } from "@uola/contract";
import { newId } from "@uola/database";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createShop, pay, place, places, type Sold } from "../orders/orders.testing.ts";
import type { TestGym } from "../testing.ts";

let gym: TestGym;
let owner: Client;
let service: Sold;
let sessionId: string;
let span: { from: string; to: string };

/** Buys and pays for places. */
async function sell(count: number, email: string) {
  const visitor = gym.as(gym.visitor());
  await visitor.carts.add({ booking: places(sessionId, service, count) });
  const { key } = await place(visitor, "DEMO_BANK", {
    buyer: { firstName: "Ona", lastName: "Sava", email, phone: null },
  });
  return { order: await pay(visitor, key) };
}
/** Sells places for cash at the front desk. */
async function sellAtDesk(count: number, email: string) {
  const visitor = gym.as(gym.visitor());
  await visitor.carts.add({ booking: places(sessionId, service, count) });
  const { order } = await place(visitor, "AT_DESK", {
    buyer: { firstName: "Ona", lastName: "Sava", email, phone: null },
  });
  const cash = { kind: "CASH", amount: order.toPay, requestId: newId(), receiptNumber: "7" } as const;
  return owner.payments.receive({ orderId: order.id, ...cash });
}
const report = async (kind: ReportKind) => (await owner.reports.read({ kind, ...span })).report;
const sumsOf = async (kind: ReportKind) => {
  const { columns, sums } = await report(kind);
  return Object.fromEntries(columns.map(({ id }, index) => [id, sums[index]]));
};

beforeAll(async () => {
  gym = await createShop();
  owner = gym.as(gym.key);
  service = await gym.service();
  sessionId = await gym.session({ service, capacity: 12, inHours: 1 });
  const today = gym.clock.now.toISOString().slice(0, 10);
  span = { from: `${today.slice(0, 7)}-01`, to: today };
  await sell(3, "ona@example.lt");
  await sell(1, "egle@example.lt");
  const { order } = await sellAtDesk(2, "rasa@example.lt");
  const [line] = order.lines;
  const lines = [{ lineId: line?.id as string, amount: 1234 }];
  const refund = { orderId: order.id, revision: order.revision, lines, way: "TRANSFER" as const, reason: "susirgo" };
  await owner.orders.refund({ ...refund, iban: "LT601010012345678901" });
});
afterAll(() => gym.close());

test("the income by day, by product and by VAT equals the total of the documents in the period", async () => {
  const month = span.from.slice(0, 7);
  const { month: documents } = await owner.documents.report({ month });
  const { net, vat, gross } = documents;
  expect(gross).toBe(6 * 2500 - 1234);
  expect(net + vat).toBe(gross);
  for (const kind of ["INCOME_BY_DAY", "INCOME_BY_PRODUCT", "INCOME_BY_VAT"] as const) {
    expect(await sumsOf(kind), kind).toMatchObject({ net, vat, gross });
  }
  expect((await owner.reports.overview({ period: "MONTH" })).overview.income).toMatchObject({
    gross,
    parts: [{ kind: null, gross }],
  });
});

test("a report of another period is empty", async () => {
  const before = { from: "2020-01-01", to: "2020-12-31" };
  expect((await owner.reports.read({ kind: "INCOME_BY_DAY", ...before })).report).toMatchObject({
    rows: [],
    sums: [0, 0, 0, 0],
  });
});

test("occupancy counts taken places against capacity, by service and by hour", async () => {
  const taken = (await gym.placesOf(sessionId))?.taken;
  expect(taken).toBeGreaterThan(0);
  span = { ...span, to: new Date(gym.clock.now.getTime() + 2 * 86_400_000).toISOString().slice(0, 10) };
  expect(await sumsOf("OCCUPANCY_BY_SERVICE")).toMatchObject({ sessions: 1, taken, places: 12 });
  const byHour = await report("OCCUPANCY_BY_HOUR");
  expect(byHour.rows.every(({ values }) => values[0] === taken)).toBe(true);
  const { occupancy } = (await owner.reports.overview({ period: "SEASON" })).overview;
  expect(occupancy).toMatchObject({ taken, places: 12 });
});

test("counts people who did not attend as absent, and each person with a first booking this month as a newcomer", async () => {
  const { extendedBookings } = await owner.bookings.queryExtended({ query: { filter: { status: "CONFIRMED" } } });
  for (const [index, { booking }] of extendedBookings.entries()) {
    const attended = { status: index === 0 ? ("ATTENDED" as const) : ("NOT_ATTENDED" as const) };
    await owner.bookings.setAttendance({ bookingId: booking.id, ...attended });
  }
  const { expected = 0, came = 0, absent = 0 } = await sumsOf("ABSENCES");
  expect(expected).toBe(extendedBookings.reduce((sum, { booking }) => sum + (booking.totalParticipants ?? 0), 0));
  expect(came + absent).toBe(expected);
  expect(absent).toBeGreaterThan(0);
  gym.clock.now = gym.hours(3);
  expect(await sumsOf("COHORTS")).toMatchObject({ people: 3, again: 0 });
  const again = await gym.session({ service, capacity: 12, inHours: 1 });
  const visitor = gym.as(gym.visitor());
  await visitor.carts.add({ booking: places(again, service) });
  const { key } = await place(visitor, "DEMO_BANK");
  await pay(visitor, key);
  gym.clock.now = gym.hours(3);
  expect(await sumsOf("COHORTS")).toMatchObject({ people: 3, again: 1 });
  expect((await owner.reports.overview({ period: "MONTH" })).overview.people).toEqual({ new: 3, before: 0, again: 1 });
});

test("the overview lists pending bank refunds and unpaid orders, with the resulting decisions", async () => {
  const later = await gym.session({ service, capacity: 3, inHours: 48 });
  const visitor = gym.as(gym.visitor());
  await visitor.carts.add({ booking: places(later, service) });
  await place(visitor, "AT_DESK");
  const { overview } = await owner.reports.overview({ period: "WEEK" });
  expect(overview.unpaid).toMatchObject({ orders: 1, amount: 2500 });
  expect(overview.payouts).toEqual({ refunds: 1, amount: 1234 });
  expect(overview.decisions).toContainEqual({ kind: "PAYOUTS", count: 1, amount: 1234 });
});

test("shows staff only the decisions that they are allowed to make", async () => {
  await gym.account({ status: "PENDING", reasons: ["PENDING_ADMIN_APPROVAL_REQUIRED"] });
  const before = gym.clock.now;
  gym.clock.now = gym.hours(24 * 16);
  const kinds = async (client: Client) =>
    (await client.reports.overview({ period: "WEEK" })).overview.decisions.map(({ kind }) => kind).toSorted();
  const kindsOf = async (role: "desk" | "accountant") => kinds(gym.as((await gym.member({ role })).token));
  expect(await kinds(owner)).toEqual(["APPROVALS", "PAYOUTS", "UNPAID_LONG"]);
  expect(await kindsOf("desk")).toEqual(["UNPAID_LONG"]);
  expect(await kindsOf("accountant")).toEqual(["PAYOUTS"]);
  gym.clock.now = before;
});

test("the 30-day forecast includes open orders and bookings without an order, but nothing paid or canceled", async () => {
  const forecast = async () => (await owner.reports.overview({ period: "WEEK" })).overview.forecast;
  const before = await forecast();
  const soon = await gym.session({ service, capacity: 9, inHours: 72 });
  const far = await gym.session({ service, capacity: 9, inHours: 24 * 40 });
  const made = [];
  for (const [id, totalParticipants] of [
    [soon, 2],
    [soon, 1],
    [far, 1],
  ] as const) {
    const slot = places(id, service, totalParticipants);
    const contactDetails = { firstName: "Rūta", email: "ruta@example.lt" };
    const input = { bookedEntity: { slot: slot.slot }, totalParticipants, contactDetails };
    made.push((await owner.bookings.create({ booking: { ...input, selectedPaymentOption: "OFFLINE" } })).booking);
  }
  expect(await forecast()).toMatchObject({
    days: 30,
    orders: before?.orders,
    bookings: { count: (before?.bookings.count ?? 0) + 2, amount: (before?.bookings.amount ?? 0) + 7500 },
  });
  const { id: bookingId = "", revision = "" } = made[1] ?? {};
  await owner.bookings.cancel({ bookingId, revision, flowControlSettings: { ignoreCancellationPolicy: true } });
  expect((await forecast())?.bookings.amount).toBe((before?.bookings.amount ?? 0) + 5000);
  expect(before?.orders).toEqual({ count: 1, amount: 2500 });
});

test("the 30-day forecast uses each person's own price, by age and membership", async () => {
  const forecast = async () =>
    (await owner.reports.overview({ period: "WEEK" })).overview.forecast?.bookings.amount ?? 0;
  const before = await forecast();
  const of = await gym.service({
    memberPrice: { value: "20.00", currency: "EUR" },
    agePrices: [{ group: "CHILD", ages: { max: 12 }, price: { value: "10.00", currency: "EUR" } }],
  });
  const slot = places(await gym.session({ service: of, inHours: 72 }), of).slot;
  const year = gym.clock.now.getUTCFullYear();
  await owner.bookings.create({
    booking: {
      bookedEntity: { slot },
      totalParticipants: 3,
      selectedPaymentOption: "OFFLINE",
      participants: [{ firstName: "Ona", birthYear: year - 8 }, { firstName: "Jonas" }, { firstName: "Rūta" }],
      contactDetails: { firstName: "Rūta", email: "ruta@example.lt" },
    },
  });
  expect((await forecast()) - before).toBe(1000 + 2 * 2500);
});

test("the front desk sees occupancy but no income, and cannot read reports", async () => {
  const desk = gym.as((await gym.member({ role: "desk" })).token);
  const { overview } = await desk.reports.overview({ period: "WEEK" });
  expect([overview.income ?? null, overview.forecast ?? null]).toEqual([null, null]);
  expect(overview.occupancy.places).toBeGreaterThan(0);
  await expect(desk.reports.read({ kind: "INCOME_BY_DAY", ...span })).rejects.toMatchObject({ status: 403 });
  const accountant = gym.as((await gym.member({ role: "accountant" })).token);
  expect((await accountant.reports.overview({ period: "WEEK" })).overview.income).toBeTruthy();
  expect((await accountant.reports.read({ kind: "INCOME_BY_VAT", ...span })).report.rows).not.toEqual([]);
});

test("a report file contains the rows of the report and its totals", async () => {
  const csv = await (await owner.reports.file({ kind: "INCOME_BY_DAY", ...span, format: "CSV" })).text();
  const lines = csv.trim().split("\r\n");
  expect(lines[0]).toBe("Diena;Dokumentai;Suma be PVM;PVM;Suma su PVM");
  const { gross = 0 } = await sumsOf("INCOME_BY_DAY");
  expect(lines.at(-1)).toMatch(new RegExp(`^Iš viso;.*;${(gross / 100).toFixed(2).replace(".", ",")}$`));
  const book = await (await owner.reports.file({ kind: "OCCUPANCY_BY_HOUR", ...span, format: "XLSX" })).arrayBuffer();
  expect(Buffer.from(book).subarray(0, 2).toString()).toBe("PK");
});

test.each([
  ["2026-02-01", "2026-01-01"],
  ["2020-01-01", "2026-01-01"],
  ["0000-01-01", "0000-01-02"],
  ["9999-12-30", "9999-12-31"],
])("rejects a report from %s to %s", async (from, to) => {
  await expect(owner.reports.read({ kind: "COHORTS", from, to })).rejects.toMatchObject({ code: "INVALID_PERIOD" });
});
