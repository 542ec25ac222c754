import type { Client } from "@uola/client";
import { newId } from "@uola/database";
import { dayMs } from "@uola/kernel";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { createShop, place, places, type Sold } from "../orders/orders.testing.ts";
import { issuePass, passKind } from "../passes/passes.testing.ts";
import type { TestGym } from "../testing.ts";

let gym: TestGym;
let owner: Client;
let desk: Client;
let greta: string;
let service: Sold;
// Each test has its own front desk without any payments.
beforeEach(async () => {
  await gym?.close();
  gym = await createShop();
  await gym.api.background.drain("business: follow the lists");
  owner = gym.as(gym.key);
  const { id, token } = await gym.member({ role: "desk" });
  [greta, desk] = [id, gym.as(token)];
  service = await gym.service();
});
afterAll(() => gym.close());

type Kind = "CASH" | "CARD" | "BANK_TRANSFER";
/** Sells a place for 25 euros, paid at the front desk. */
async function sold(kind: Kind, by = desk) {
  const sessionId = await gym.session({ service });
  await by.carts.add({ booking: places(sessionId, service) });
  const { order } = await place(by, "AT_DESK");
  const money = { orderId: order.id, kind, amount: order.toPay, requestId: newId(), receiptNumber: "K-1" };
  return (await by.payments.receive(money)).order;
}
const paidOut = async ({ id: orderId, revision, lines }: Awaited<ReturnType<typeof sold>>) =>
  desk.orders.refund({
    orderId,
    revision,
    lines: lines.map(({ id: lineId }) => ({ lineId })),
    way: "DESK",
    receiptNumber: "K-2",
    reason: "susirgo",
  });
const voucher = (method: "CASH" | "CARD" | "TRANSFER") =>
  owner.vouchers.issue({
    face: 1000,
    vatType: "MULTI",
    design: "TAPE",
    language: "lt",
    payment: { method, ...(method !== "TRANSFER" && { receiptNumber: "K-3" }) },
  });

type Counted = Partial<Parameters<Client["desk"]["close"]>[0]>;
/** Closes the day with the current sums and exactly the expected cash. */
async function close(more: Counted = {}, by = desk) {
  const { today: day, expected, sums } = await by.desk.takings({});
  const cardTotal = sums.card.received - sums.card.paidOut;
  return (await by.desk.close({ requestId: newId(), day, expected, cardTotal, counted: expected, ...more })).close;
}
const codeOf = (refused: Promise<unknown>) =>
  refused.then(
    () => undefined,
    ({ code }: { code: string }) => code,
  );
const nothing = { payments: 0, received: 0, refunds: 0, paidOut: 0 };

describe("desk takings", () => {
  test("sums front desk payments by method and by person, including payouts but not transfers", async () => {
    const order = await sold("CASH");
    await sold("CARD");
    await sold("BANK_TRANSFER", owner);
    await paidOut(order);
    const { voucher: gift } = await voucher("CASH");
    await voucher("TRANSFER");
    await owner.vouchers.refund({
      voucherId: gift.id,
      revision: gift.revision,
      payment: { method: "CARD", receiptNumber: "K-4" },
      reason: "nebereikia",
    });
    const pass = await issuePass(owner, await passKind(owner));
    const { sums, expected, opening, money, since, last } = await desk.desk.takings({});
    expect(sums).toMatchObject({
      cash: { payments: 2, received: 3500, refunds: 1, paidOut: 2500 },
      card: { payments: 2, received: 11_500, refunds: 1, paidOut: 1000 },
      people: [
        {
          actor: { kind: "apiKey" },
          cash: { ...nothing, payments: 1, received: 1000 },
          card: { payments: 1, received: 9000, refunds: 1, paidOut: 1000 },
        },
        {
          actor: { kind: "member", id: greta },
          cash: { payments: 1, received: 2500, refunds: 1, paidOut: 2500 },
          card: { ...nothing, payments: 1, received: 2500 },
        },
      ],
      marks: { cash: 0, card: 0 },
    });
    expect({ expected, opening, since, last }).toEqual({ expected: 1000, opening: 0, since: null, last: null });
    expect(
      money
        .map(({ kind, method, amount, receiptNumber, about }) => [kind, method, amount, receiptNumber, about])
        .toSorted(),
    ).toEqual([
      ["ORDER", "CARD", 2500, "K-1", expect.stringContaining("UOLA-")],
      ["ORDER", "CASH", -2500, "K-2", order.number],
      ["ORDER", "CASH", 2500, "K-1", order.number],
      ["PASS", "CARD", 9000, "1", String(pass.number)],
      ["VOUCHER", "CARD", -1000, "K-4", String(gift.number)],
      ["VOUCHER", "CASH", 1000, "K-3", String(gift.number)],
    ]);
  });

  test("counts a company's voucher batch as one payment, and a refunded pass as paid out", async () => {
    await owner.vouchers.issueBatch({
      requestId: newId(),
      company: { name: "UAB „Kopa“", code: "300000014", address: "Kopų g. 1, Neringa" },
      count: 3,
      face: 1000,
      vatType: "MULTI",
      design: "TAPE",
      language: "lt",
      payment: { method: "CASH", receiptNumber: "K-5" },
    });
    const { id: passId, revision, unused } = await issuePass(owner, await passKind(owner));
    await owner.passes.refund({
      passId,
      revision,
      payment: { method: "CASH", receiptNumber: "K-6" },
      reason: "trauma",
    });
    const { sums, money } = await desk.desk.takings({});
    expect(sums.cash).toEqual({ payments: 1, received: 3000, refunds: 1, paidOut: unused });
    expect(money.find(({ kind }) => kind === "VOUCHER")?.about).toMatch(/^\d+–\d+$/);
  });

  test("a payment reported twice is counted once", async () => {
    const sessionId = await gym.session({ service });
    await desk.carts.add({ booking: places(sessionId, service) });
    const { order } = await place(desk, "AT_DESK");
    const money = { orderId: order.id, kind: "CASH", amount: 2500, requestId: newId(), receiptNumber: "K-1" } as const;
    await desk.payments.receive(money);
    await desk.payments.receive(money);
    expect((await desk.desk.takings({})).sums.cash).toEqual({ ...nothing, payments: 1, received: 2500 });
  });

  test("counts bookings marked as paid separately, because no amount was entered for them", async () => {
    const sessionId = await gym.session({ service });
    const { booking } = await owner.bookings.create({
      booking: {
        bookedEntity: { slot: { sessionId, serviceId: service.id, scheduleId: service.scheduleId } },
        totalParticipants: 1,
        contactDetails: { firstName: "Ona", lastName: "Sava", email: "ona@example.lt" },
      },
    });
    await owner.bookings.confirm({ bookingId: booking.id as string, revision: booking.revision as string });
    const mark = { bookingId: booking.id as string, received: { method: "CASH" } as const };
    const marked = (await desk.bookings.setPayment({ ...mark, revision: "2" })).booking;
    const { sums, expected } = await desk.desk.takings({});
    expect({ marks: sums.marks, cash: sums.cash, expected }).toEqual({
      marks: { cash: 1, card: 0 },
      cash: nothing,
      expected: 0,
    });
    await desk.bookings.setPayment({ ...mark, revision: marked.revision as string, received: null });
    expect((await desk.desk.takings({})).sums.marks).toEqual({ cash: 0, card: 0 });
  });
});

describe("day close", () => {
  test("closing the day stores the cash count with the person and the time, an audit entry and an event", async () => {
    await sold("CASH");
    const closed = await close({
      opening: 10_000,
      expected: 12_500,
      counted: 12_450,
      takenAway: 2450,
      note: "trūksta",
    });
    expect(closed).toMatchObject({
      number: 1,
      day: "2026-09-01",
      since: null,
      opening: 10_000,
      expected: 12_500,
      counted: 12_450,
      difference: -50,
      takenAway: 2450,
      note: "trūksta",
      actor: { kind: "member", id: greta },
      createdDate: gym.clock.now,
      corrects: null,
      correctedBy: null,
      sums: { cash: { payments: 1, received: 2500 }, people: [{ actor: { id: greta } }] },
    });
    const audit = gym.db.selectFrom("audit").select(["action", "actor", "after"]).where("entityId", "=", closed.id);
    expect(await audit.execute()).toMatchObject([
      { action: "desk.close", actor: { id: greta }, after: { counted: 12_450, expected: 12_500, note: "trūksta" } },
    ]);
    const event = gym.db.selectFrom("event").select(["type", "slug"]).where("entityId", "=", closed.id);
    expect(await event.execute()).toEqual([{ type: "deskClose", slug: "created" }]);
    expect(await desk.desk.takings({})).toMatchObject({
      opening: 10_000,
      expected: 10_000,
      since: gym.clock.now,
      money: [],
      last: { id: closed.id },
    });
    const { close: read, money } = await desk.desk.get({ closeId: closed.id });
    expect(read).toEqual(closed);
    expect(money).toMatchObject([{ amount: 2500, receiptNumber: "K-1" }]);
  });

  test("a day close with outdated sums is rejected and changes nothing", async () => {
    await sold("CASH");
    const seen = await desk.desk.takings({});
    await sold("CARD");
    await expect(close({ expected: seen.expected, cardTotal: 0 })).rejects.toMatchObject({
      code: "TAKINGS_CHANGED",
      data: { expected: 2500, cardTotal: 2500 },
    });
    expect((await desk.desk.takings({})).money).toHaveLength(2);
    expect((await owner.desk.closes({})).closes).toEqual([]);
  });

  test("a retried day close is counted once", async () => {
    await sold("CASH");
    const requestId = newId();
    const closed = await close({ requestId });
    expect(await close({ requestId })).toEqual(closed);
    expect((await owner.desk.closes({})).closes).toHaveLength(1);
  });

  test("a day can be closed again only with `again`, and the second day close contains only the payments since the first", async () => {
    await sold("CASH");
    const first = await close();
    await sold("CASH");
    await expect(close()).rejects.toMatchObject({ code: "DAY_CLOSED", data: { number: 1 } });
    const second = await close({ again: true });
    expect(second).toMatchObject({
      number: 2,
      day: first.day,
      opening: 2500,
      expected: 5000,
      since: first.createdDate,
    });
    expect(second.sums.cash).toEqual({ ...nothing, payments: 1, received: 2500 });
  });

  test("a day can be closed late, but not early or before a day already closed", async () => {
    await close({ day: "2026-08-31" });
    expect(await codeOf(close({ day: "2026-08-30" }))).toBe("DAY_NOT_OPEN");
    expect(await codeOf(close({ day: "2026-09-02" }))).toBe("DAY_NOT_OPEN");
    await close();
  });

  test("rejects a day close that removes more cash than was counted, or that sets an opening amount again", async () => {
    await expect(close({ counted: 100, takenAway: 101 })).rejects.toMatchObject({
      fieldViolations: [{ field: "takenAway" }],
    });
    await close({ opening: 500, expected: 500, counted: 500 });
    gym.clock.now = new Date(gym.clock.now.getTime() + dayMs);
    desk = gym.as((await gym.member({ role: "desk" })).token);
    await expect(close({ opening: 500 })).rejects.toMatchObject({ fieldViolations: [{ field: "opening" }] });
    expect(await close()).toMatchObject({ opening: 500, expected: 500, day: "2026-09-02" });
  });

  test("the expected cash is negative if more was paid out than was in the drawer", async () => {
    const order = await sold("CARD");
    await paidOut(order);
    expect(await close({ counted: 0 })).toMatchObject({ expected: -2500, difference: 2500 });
  });
});

describe("correction of a close", () => {
  const correction = (closeId: string, more = {}) =>
    desk.desk.correct({ closeId, requestId: newId(), counted: 2500, note: "perskaičiuota", ...more });

  test("a correction is a new day close for the same payments, and the corrected one stays unchanged", async () => {
    await sold("CASH");
    const wrong = await close({ counted: 2400, takenAway: 2000 });
    const { close: right } = await correction(wrong.id);
    expect(right).toMatchObject({
      number: 2,
      day: wrong.day,
      sums: wrong.sums,
      opening: 0,
      expected: 2500,
      counted: 2500,
      difference: 0,
      takenAway: 2000,
      note: "perskaičiuota",
      corrects: { id: wrong.id, number: 1 },
    });
    const { closes } = await owner.desk.closes({});
    expect(closes).toEqual([right, { ...wrong, correctedBy: { id: right.id, number: 2 } }]);
    expect((await desk.desk.get({ closeId: right.id })).money).toHaveLength(1);
    expect(await desk.desk.takings({})).toMatchObject({ opening: 500, money: [], last: { id: right.id } });
    const audit = gym.db.selectFrom("audit").select(["action", "before", "after", "reason"]);
    expect(await audit.where("entityId", "=", right.id).execute()).toMatchObject([
      { action: "desk.correct", before: { counted: 2400 }, after: { counted: 2500 }, reason: "perskaičiuota" },
    ]);
  });

  test("only the last day close can be corrected, and a correction cannot remove more cash than was counted", async () => {
    const first = await close({ opening: 2500, expected: 2500 });
    const requestId = newId();
    const { close: second } = await correction(first.id, { requestId });
    expect((await correction(first.id, { requestId })).close).toEqual(second);
    expect(await codeOf(correction(first.id))).toBe("CLOSE_NOT_LAST");
    expect(await codeOf(correction(newId()))).toBe("CLOSE_NOT_FOUND");
    await expect(correction(second.id, { takenAway: 2501 })).rejects.toMatchObject({
      fieldViolations: [{ field: "takenAway" }],
    });
    expect(await codeOf(desk.desk.get({ closeId: newId() }))).toBe("CLOSE_NOT_FOUND");
  });

  test("the database rejects updates and deletions of day closes and their payments", async () => {
    await sold("CASH");
    await close();
    const refused = "never changed or deleted";
    await expect(gym.db.updateTable("deskClose").set({ counted: 1 }).execute()).rejects.toThrow(refused);
    await expect(gym.db.deleteFrom("deskClose").execute()).rejects.toThrow(refused);
    await expect(gym.db.updateTable("deskMoney").set({ closeId: null }).execute()).rejects.toThrow(refused);
    await expect(gym.db.deleteFrom("deskMoney").execute()).rejects.toThrow(refused);
    await sold("CASH");
    const open = gym.db.updateTable("deskMoney").set({ amount: 1 }).where("closeId", "is", null);
    await expect(open.execute()).rejects.toThrow(refused);
  });
});

describe("list of closes", () => {
  test("lists the newest day close first and pages by cursor", async () => {
    for (const again of [false, true, true]) await close({ again });
    const { closes, pagingMetadata } = await owner.desk.closes({ limit: 2 });
    const { closes: rest } = await owner.desk.closes({ cursor: pagingMetadata.cursors?.next ?? "" });
    expect([...closes, ...rest].map(({ number }) => number)).toEqual([3, 2, 1]);
  });
});

describe("desk permissions", () => {
  const may = async (role: "trainer" | "desk" | "editor" | "accountant" | "member") => {
    const them = gym.as((await gym.member({ role })).token);
    const { id: closeId } = await close({ again: true }, owner);
    const asked = {
      takings: them.desk.takings({}),
      close: close({ again: true }, them),
      closes: them.desk.closes({}),
      get: them.desk.get({ closeId }),
      correct: them.desk.correct({ closeId, requestId: newId(), counted: 0, note: "klaida" }),
    };
    const allowed = await Promise.all(
      Object.entries(asked).map(async ([name, answer]) =>
        answer.then(
          () => name,
          ({ status }: { status: number }) => (status === 403 ? undefined : name),
        ),
      ),
    );
    return allowed.filter((name) => name !== undefined);
  };

  test.each([
    ["desk", ["takings", "close", "get", "correct"]],
    ["accountant", ["takings", "closes", "get"]],
    ["trainer", []],
    ["editor", []],
    ["member", []],
  ] as const)("the role %s may call %j", async (role, allowed) => {
    expect(await may(role)).toEqual(allowed);
  });
});
