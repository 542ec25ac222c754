import type { Client } from "@uola/client";
import { newId } from "@uola/database";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { holder, issuePass, passKind } from "../passes/passes.testing.ts";
import { createTestGym, type TestGym } from "../testing.ts";

let gym: TestGym;
let owner: Client;
const as = async (role: "trainer" | "desk" | "accountant" | "owner") => gym.as((await gym.member({ role })).token);
beforeAll(async () => {
  gym = await createTestGym();
  owner = gym.as(gym.key);
  await gym.api.background.drain("business: follow the lists");
});
afterAll(() => gym.close());

const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => "allowed",
    ({ code }: { code?: string }) => code,
  );
const cash = { method: "CASH", receiptNumber: "0012345" } as const;
const gift = { face: 5000, vatType: "MULTI", design: "ROUTE", language: "lt", payment: cash } as const;
const change = { revision: "1", reason: "taip sutarta" };

test("a trainer cannot sell, receive payments or read codes", async () => {
  const trainer = await as("trainer");
  const id = newId();
  const amount = 100;
  const calls: Record<string, Promise<unknown>> = {
    issuePass: trainer.passes.issue({ kindId: id, holder, language: "lt", payment: cash }),
    giveBack: trainer.passes.giveBack({ passId: id, people: 1, ...change }),
    freeze: trainer.passes.freeze({ passId: id, from: "2026-09-02", until: "2026-09-03", ...change }),
    resume: trainer.passes.resume({ passId: id, ...change }),
    transfer: trainer.passes.transfer({ passId: id, holder, ...change }),
    issueVoucher: trainer.vouchers.issue(gift),
    print: trainer.vouchers.print({ voucherId: id }),
    find: trainer.vouchers.find({ code: "AAAA" }),
    get: trainer.vouchers.get({ voucherId: id }),
    redeem: trainer.vouchers.redeem({ voucherId: id, amount, requestId: id }),
    reserve: trainer.vouchers.reserve({ voucherId: id, amount, reservationId: id, minutes: 5 }),
    release: trainer.vouchers.release({ voucherId: id, reservationId: id }),
    coupon: trainer.coupons.redeem({ code: "ABC", bookingId: id }),
    order: trainer.orders.get({ orderId: id }),
    cancel: trainer.orders.cancel({ orderId: id, ...change }),
    receive: trainer.payments.receive({ orderId: id, kind: "CASH", amount, requestId: id, receiptNumber: "1" }),
  };
  for (const [name, call] of Object.entries(calls))
    expect([name, await codeOf(call)]).toEqual([name, "PERMISSION_DENIED"]);
});

test("a trainer finds a pass and uses it to let the holder in", async () => {
  const trainer = await as("trainer");
  const pass = await issuePass(owner, await passKind(owner));
  const { pass: used } = await trainer.passes.use({ passId: pass.id, requestId: newId(), people: 1 });
  expect(used.balance).toBe(9);
});

describe("pass sold below the list price", () => {
  test("selling a pass below the list price requires a reason", async () => {
    const desk = await as("desk");
    const { id: kindId } = await passKind(owner);
    const asked = { kindId, holder, language: "lt", payment: cash, price: 0 } as const;
    await expect(desk.passes.issue(asked)).rejects.toMatchObject({
      status: 400,
      fieldViolations: [{ field: "priceReason" }],
    });
    expect((await desk.passes.issue({ ...asked, price: 9000 })).pass.price).toBe(9000);
  });

  test("a pass sold below the list price has its own audit entry with both prices and the reason", async () => {
    const desk = await as("desk");
    const { id: kindId } = await passKind(owner);
    const { pass } = await desk.passes.issue({
      kindId,
      holder,
      language: "lt",
      payment: cash,
      price: 4500,
      priceReason: "Pusė kainos: konkurso prizas",
    });
    const noted = await gym.db.selectFrom("audit").selectAll().where("entityId", "=", pass.id).orderBy("id").execute();
    expect(noted.map(({ action, before, after }) => ({ action, before, after }))).toMatchObject([
      { action: "pass.issue" },
      {
        action: "pass.reducePrice",
        before: { price: 9000 },
        after: { price: 4500, reason: "Pusė kainos: konkurso prizas" },
      },
    ]);
  });
});

describe("voucher code", () => {
  test("the front desk can print the code of a voucher that was sold there and not sent by mail", async () => {
    const desk = await as("desk");
    const { voucher } = await desk.vouchers.issue(gift);
    expect((await desk.vouchers.print({ voucherId: voucher.id })).vouchers).toHaveLength(1);
  });

  test.each([
    ["was sent by email", { recipientEmail: "ona@example.lt" }, {}],
    ["was bought online or given as a refund", {}, { payment: null }],
  ])("the front desk can neither print nor resend the code of a voucher that %s", async (_, issued, stored) => {
    const desk = await as("desk");
    const { voucher } = await owner.vouchers.issue({ ...gift, ...issued });
    if ("payment" in stored) {
      await gym.db.updateTable("voucher").set(stored).where("id", "=", voucher.id).execute();
    }
    const one = { voucherId: voucher.id };
    expect(await codeOf(desk.vouchers.print(one))).toBe("VOUCHER_CODE_PRIVATE");
    const send = { ...one, revision: voucher.revision };
    expect(await codeOf(desk.vouchers.send({ ...send, recipientEmail: "greta@uola.example" }))).toBe(
      "VOUCHER_CODE_PRIVATE",
    );
    if (voucher.recipientEmail) {
      const again = { ...send, recipientEmail: voucher.recipientEmail.toUpperCase() };
      expect(await codeOf(desk.vouchers.send(again))).toBe("allowed");
    }
    expect(await codeOf(owner.vouchers.print(one))).toBe("allowed");
  });

  test("rejects printing a voucher without a voucher or batch id, or with both", async () => {
    const id = newId();
    for (const asked of [{}, { voucherId: id, batchId: id }]) {
      await expect(owner.vouchers.print(asked)).rejects.toMatchObject({
        status: 400,
        fieldViolations: [{ field: "voucherId" }],
      });
    }
  });
});

test("an accountant can neither read nor search for the email address to which a gift voucher was sent", async () => {
  const accountant = await as("accountant");
  const { voucher } = await owner.vouchers.issue({ ...gift, recipientEmail: "gabija.slapta@example.lt" });
  const { vouchers } = await accountant.vouchers.query({ text: String(voucher.number) });
  expect(vouchers).toMatchObject([{ id: voucher.id, recipientEmail: null }]);
  expect((await accountant.vouchers.query({ text: "gabija.slapta" })).vouchers).toEqual([]);
  expect((await owner.vouchers.query({ text: "gabija.slapta" })).vouchers).toHaveLength(1);
});

test("wrong voucher codes and wrong pass codes entered at the front desk count towards the same limit", async () => {
  const desk = await as("desk");
  const codes: (string | undefined)[] = [];
  // A code with a wrong check letter is rejected without being counted, so this one has a valid
  // check letter.
  const wrong = "AAAAAAAAAAAA";
  for (let i = 0; i < 31; i++) {
    codes.push(await codeOf(i % 2 ? desk.vouchers.find({ code: wrong }) : desk.passes.find({ code: wrong })));
  }
  expect(codes.slice(0, 30)).toEqual(
    Array.from({ length: 30 }, (_, i) => (i % 2 ? "VOUCHER_NOT_FOUND" : "PASS_NOT_FOUND")),
  );
  expect(codes[30]).toBe("TOO_MANY_GUESSES");
  const { voucher } = await owner.vouchers.issue(gift);
  const code = (await owner.vouchers.print({ voucherId: voucher.id })).vouchers[0]?.code as string;
  expect(await codeOf(desk.vouchers.find({ code }))).toBe("TOO_MANY_GUESSES");
});
