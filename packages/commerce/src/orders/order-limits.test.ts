import type { Client } from "@uola/client";
import { newId } from "@uola/database";
import { solveCaptcha } from "@uola/members/testing";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { limitBookings, type TestGym } from "../testing.ts";
import { buyer, consents, createShop, place } from "./orders.testing.ts";

let gym: TestGym;
let owner: Client;
beforeAll(async () => {
  gym = await createShop();
  owner = gym.as(gym.key);
});
beforeEach(() => limitBookings(gym, { placesPerPerson: { withoutProof: 3, atMost: 6 } }));
afterAll(() => gym.close());

let addresses = 0;
const fresh = () => ({ ...buyer, email: `person${++addresses}@uola.example` });
const stranger = () => gym.as(gym.visitor());
async function donate(
  client: Client,
  to: typeof buyer,
  way: "BANK_TRANSFER" | "AT_DESK" | "DEMO_BANK" = "BANK_TRANSFER",
) {
  await client.carts.add({ donation: { amount: 100 } });
  return place(client, way, { buyer: to, expectedToPay: 100 });
}
/** The queued mails about orders, and whether each counts against the mail limits. */
async function mailsAbout(orderIds: readonly string[]) {
  const rows = await gym.db.selectFrom("outbox").select("payload").where("kind", "=", "mail").orderBy("id").execute();
  const mails = rows.map(({ payload }) => payload as { orderId: string; about: string; caused?: object });
  return mails.flatMap(({ orderId, about, caused: cause }) =>
    orderIds.includes(orderId) ? [[about, cause ? "limited" : "always"]] : [],
  );
}

describe("unpaid orders without places", () => {
  test.each(["BANK_TRANSFER", "AT_DESK", "DEMO_BANK"] as const)(
    "%s: limits unpaid orders for one email address without a proof of work, even from different visitors",
    async (way) => {
      const to = fresh();
      for (let i = 0; i < 3; i++) await donate(stranger(), i % 2 ? to : { ...to, email: to.email.toUpperCase() }, way);
      await expect(donate(stranger(), to, way)).rejects.toMatchObject({
        code: "-19971",
        data: { captcha: "INVISIBLE" },
      });
      await donate(stranger(), fresh(), way);
    },
  );

  test("limits unpaid orders by one visitor or member, even with different email addresses", async () => {
    for (const client of [stranger(), gym.as((await gym.member()).token)]) {
      for (let i = 0; i < 3; i++) await donate(client, fresh());
      await expect(donate(client, fresh())).rejects.toMatchObject({ code: "-19971" });
    }
  });

  test("limits concurrent unpaid orders like consecutive ones", async () => {
    const to = fresh();
    const all = await Promise.allSettled(Array.from({ length: 30 }, () => donate(stranger(), to)));
    expect(all.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
  });

  test("does not count paid, canceled or expired orders, or orders at the front desk", async () => {
    const to = fresh();
    for (let i = 0; i < 3; i++) {
      const { order } = await donate(stranger(), to);
      await owner.payments.receive({ orderId: order.id, kind: "BANK_TRANSFER", amount: 100, requestId: newId() });
    }
    for (let i = 0; i < 3; i++) {
      const client = stranger();
      await client.orders.cancelByKey({ key: (await donate(client, to)).key });
    }
    const desk = gym.as((await gym.member({ role: "desk" })).token);
    for (let i = 0; i < 7; i++) await donate(desk, to, "AT_DESK");
    for (let i = 0; i < 3; i++) await donate(stranger(), to);
  });

  test("counts unpaid orders together with places booked in advance", async () => {
    const to = fresh();
    const service = await gym.service();
    const sessionId = await gym.session({ service });
    const client = stranger();
    await client.carts.add({
      booking: { slot: { sessionId, serviceId: service.id, scheduleId: service.scheduleId }, totalParticipants: 2 },
    });
    const { cart } = await client.carts.get({});
    await place(client, "AT_DESK", { buyer: to, expectedToPay: cart.toPay });
    await donate(stranger(), to);
    await expect(donate(stranger(), to)).rejects.toMatchObject({ code: "-19971" });
  });

  test("requires a proof of work from a network that exceeds its daily limit of unpaid orders", async () => {
    await limitBookings(gym, { placesPerNetwork: { withoutProof: 2 } });
    const from = async (network: string) => {
      const token = (await gym.visitor().access()) as string;
      const asked = (path: string, body: object) => gym.ask(path, { body: JSON.stringify(body), token, network });
      await asked("/v1/cart/lines", { donation: { amount: 100 } });
      const order = {
        requestId: newId(),
        buyer: fresh(),
        consents,
        way: "AT_DESK",
        language: "lt",
        expectedToPay: 100,
      };
      const { status, body } = await asked("/v1/orders", order);
      return status === 200 ? "placed" : body.details.applicationError.code;
    };
    expect(await from("192.0.2.10")).toBe("placed");
    expect(await from("192.0.2.10")).toBe("placed");
    expect(await from("192.0.2.10")).toBe("-19971");
    expect(await from("192.0.2.11")).toBe("placed");
  });

  test("visitors may buy items without places even if only members may book", async () => {
    await limitBookings(gym, { membersOnly: true });
    await donate(stranger(), fresh());
  });
});

test("limits emails caused by a visitor who has not paid, but always sends other emails", async () => {
  const to = fresh();
  const client = stranger();
  const givenUp = await donate(client, to);
  await client.orders.cancelByKey({ key: givenUp.key });
  const paid = await donate(client, to);
  await owner.payments.receive({ orderId: paid.order.id, kind: "BANK_TRANSFER", amount: 100, requestId: newId() });
  const canceled = await donate(client, to);
  const { id: orderId, revision } = canceled.order;
  await owner.orders.cancel({ orderId, revision, reason: "taip sutarta" });
  const late = await donate(client, to, "DEMO_BANK");
  gym.clock.now = gym.hours(1);
  await gym.api.background.drain("orders: expire");
  expect(await mailsAbout([givenUp, paid, canceled, late].map(({ order }) => order.id))).toEqual([
    ["placed", "limited"],
    ["ended", "limited"],
    ["placed", "limited"],
    ["paid", "always"],
    ["placed", "limited"],
    ["ended", "always"],
    ["ended", "limited"],
  ]);
});

test("renewing a cart requires one captcha for all its ended holds, and renews no hold before it is solved", async () => {
  await limitBookings(gym, { placesPerNetwork: { withoutProof: 1 } });
  const before = gym.clock.now;
  const network = "192.0.2.12";
  const token = (await gym.visitor().access()) as string;
  const ask = async (path: string, body: object) => {
    const { body: answer } = await gym.ask(path, { body: JSON.stringify(body), token, network });
    return answer;
  };
  const solved = async () => {
    const path = "/v1/captcha?kind=INVISIBLE&purpose=BOOKING";
    const { body } = await gym.ask(path, { method: "GET", token, network });
    return [{ InvisibleRecaptcha: await solveCaptcha(body.challenge) }];
  };
  const service = await gym.service();
  const add = async (inHours: number) => {
    const sessionId = await gym.session({ service, inHours });
    const slot = { sessionId, serviceId: service.id, scheduleId: service.scheduleId };
    const captchaTokens = await solved();
    return ask("/v1/cart/lines", { booking: { slot, totalParticipants: 3 }, captchaTokens });
  };
  await add(48);
  await add(50);
  gym.clock.now = new Date(before.getTime() + 601_000);
  await gym.api.background.drain("holds: give back late ones");
  const { cart: third } = await add(52);
  const refused = await ask("/v1/cart/renew", {});
  expect(refused.details.applicationError).toMatchObject({ code: "-19971", data: { captcha: "INVISIBLE" } });
  const wrong = await ask("/v1/cart/renew", { captchaTokens: [{ InvisibleRecaptcha: "wrong" }] });
  expect(wrong.details.applicationError).toMatchObject({ code: "-19970" });
  gym.clock.now = new Date(before.getTime() + 700_000);
  const { cart } = await ask("/v1/cart/renew", { captchaTokens: await solved() });
  const held = new Date(gym.clock.now.getTime() + 600_000).toISOString();
  expect(cart.lines.map(({ holdExpiresDate }: { holdExpiresDate: string }) => holdExpiresDate)).toEqual([
    held,
    held,
    held,
  ]);
  expect(third.lines[2].holdExpiresDate).not.toBe(held);
  gym.clock.now = before;
});
