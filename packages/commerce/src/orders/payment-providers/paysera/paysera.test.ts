import type { Client } from "@uola/client";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createTestGym, seller, type TestGym } from "../../../testing.ts";
import { findLostMoney, later, place, places, type Sold } from "../../orders.testing.ts";
import { keys, type Partner, startFakePaysera } from "./paysera.testing.ts";
import { encoded, signed } from "./paysera.ts";

let gym: TestGym;
let partner: Partner;
let owner: Client;
let visitor: Client;
let service: Sold;
beforeAll(async () => {
  partner = await startFakePaysera();
  gym = await createTestGym({}, { providerUrls: { PAYSERA: partner.url } });
  owner = gym.as(gym.key);
  await owner.documents.setSeller(seller);
  service = await gym.service();
  await setSandbox(false);
});
beforeEach(() => {
  visitor = gym.as(gym.visitor());
  Object.assign(partner.world, { dead: false, asked: [] });
});
afterEach(async () => expect(await findLostMoney(gym)).toEqual([]));
afterAll(async () => {
  await gym.close();
  await partner.close();
});

async function setSandbox(sandbox: boolean) {
  const { revision, ...rest } = (await owner.payments.settings({})).settings;
  const paysera = { enabled: true, sandbox, ...keys };
  await owner.payments.updateSettings({ revision, settings: { ...rest, paysera } });
}
const ordered = async () => {
  await visitor.carts.add({ booking: places(await gym.session({ service }), service) });
  const { key } = await place(visitor, "PAYSERA");
  const { redirectUrl, order } = await visitor.payments.start({ key, way: "PAYSERA" });
  return { key, order, redirectUrl: redirectUrl ?? "", asked: partner.opened(redirectUrl ?? "") };
};
const read = async (key: string) => (await visitor.orders.readByKey({ key })).order;
const send = (query: URLSearchParams) => gym.ask(`/v1/payments/paysera?${query}`, { method: "GET" });

test("a Paysera request has the same signature as one computed by an independent implementation", () => {
  const data = encoded({
    orderid: "KAL-1-1",
    amount: "1250",
    currency: "EUR",
    country: "LT",
    accepturl: "https://x.lt/a",
    cancelurl: "https://x.lt/c",
    callbackurl: "https://x.lt/cb",
    test: "1",
    version: "1.6",
    projectid: "123",
  });
  expect(signed(data, "secret")).toBe("eeeda88d230225b82a11107d5cf68fc7");
});

describe("Paysera credentials", () => {
  test.each([31, 33])("rejects a Paysera password of %i characters: Paysera issues passwords of 32", async (length) => {
    const { settings } = await owner.payments.settings({});
    const { revision, montonio, stripe: _, ...rest } = settings;
    const paysera = { enabled: true, sandbox: false, projectId: keys.projectId, password: "x".repeat(length) };
    await expect(
      owner.payments.updateSettings({ revision, settings: { ...rest, montonio, paysera } }),
    ).rejects.toMatchObject({ status: 400, fieldViolations: [{ field: "settings.paysera.password" }] });
  });

  test("tests the Paysera credentials, and neither returns the password nor stores it in plain text", async () => {
    const tried = () => owner.payments.testConnection({ provider: "PAYSERA" });
    expect(await tried()).toEqual({ works: true, banks: 3, failure: null });
    const { settings } = await owner.payments.settings({});
    expect(settings.paysera).toEqual({ enabled: true, sandbox: false, projectId: keys.projectId, hasPassword: true });
    expect(JSON.stringify(await gym.db.selectFrom("setting").selectAll().execute())).not.toContain(keys.password);
    partner.world.dead = true;
    expect(await tried()).toMatchObject({ works: false, failure: expect.stringContaining("500") });
  });
});

describe("a Paysera payment", () => {
  test("opens a Paysera payment with a signed URL, without a request to Paysera", async () => {
    const { order, asked, redirectUrl } = await ordered();
    expect(redirectUrl).toContain(`${partner.url}/pay/?data=`);
    expect(partner.world.asked).toEqual([]);
    expect(asked).toMatchObject({
      projectid: keys.projectId,
      orderid: order.openAttempt?.id,
      amount: "2500",
      currency: "EUR",
      lang: "LIT",
      test: "0",
      callbackurl: "http://localhost:3001/v1/payments/paysera",
      accepturl: expect.stringContaining("/order/#"),
      // The deadline is half an hour after noon in Vilnius.
      time_limit: "2026-09-01 12:30:00",
    });
    expect(Object.keys(asked).filter((name) => name.startsWith("p_"))).toEqual([
      "p_firstname",
      "p_lastname",
      "p_email",
    ]);
  });

  test.each([["ss3"], ["ss2"], ["sealed"]] as const)(
    "a Paysera message with %s marks the order as paid, and ten copies count only once",
    async (how) => {
      const { key, asked } = await ordered();
      const query = partner.notice(asked, 1, {}, how);
      const answers = await Promise.all(Array.from({ length: 10 }, () => send(query)));
      expect(new Set(answers.map(({ status, text }) => `${status} ${text}`))).toEqual(new Set(["200 OK"]));
      expect(await read(key)).toMatchObject({ state: "PAID", paid: 2500, payments: [{ kind: "PAYSERA" }] });
    },
  );

  test("a signed token from the browser marks the order as paid, but returning to the site does not", async () => {
    const { key, asked } = await ordered();
    const check = (token?: string) => visitor.payments.check({ key, ...(token && { token }) });
    expect((await check()).order.state).toBe("AWAITING_PAYMENT");
    const forged = partner.notice(asked, 1);
    forged.set("ss3", "AAAA");
    expect((await check(forged.toString())).order.state).toBe("AWAITING_PAYMENT");
    expect((await check(partner.notice(asked, 1).toString())).order.state).toBe("PAID");
  });

  test("Paysera messages in the wrong order do not undo a payment", async () => {
    const { key, asked } = await ordered();
    for (const status of [2, 0, 1, 3, 2, 0]) expect((await send(partner.notice(asked, status))).text).toBe("OK");
    expect(await read(key)).toMatchObject({ state: "PAID", paid: 2500 });
  });

  test.each([
    ["signed only with a shared password", (fields: Record<string, string>) => partner.notice(fields, 1, {}, "ss1")],
    ["for another project", (fields: Record<string, string>) => partner.notice(fields, 1, { projectid: "1" })],
    [
      "with the signature of another message",
      (fields: Record<string, string>) => {
        const query = partner.notice(fields, 1);
        query.set("data", partner.notice(fields, 1, { requestid: "78" }).get("data") ?? "");
        return query;
      },
    ],
    [
      "whose data was not encrypted with the shared password",
      () => new URLSearchParams({ data: Buffer.alloc(64).toString("base64url") }),
    ],
    ["without any parameters", () => new URLSearchParams()],
  ])("rejects a Paysera message %s", async (_, noticeOf) => {
    const { key, asked } = await ordered();
    const answer = await send(noticeOf(asked));
    expect(answer).toMatchObject({
      status: 400,
      body: { details: { applicationError: { code: "SIGNATURE_INVALID" } } },
    });
    expect((await read(key)).state).toBe("AWAITING_PAYMENT");
  });

  test.each([
    ["another amount", { amount: "1" }],
    ["another currency", { currency: "USD" }],
  ])("a Paysera message for %s does not pay the order, and is recorded for the team", async (_, wrong) => {
    const { key, order, asked } = await ordered();
    expect((await send(partner.notice(asked, 1, wrong))).text).toBe("OK");
    expect((await read(key)).state).toBe("AWAITING_PAYMENT");
    expect((await owner.orders.get({ orderId: order.id })).steps[0]?.action).toBe("order.wrongAmount");
  });

  test("a Paysera test payment does not pay an order outside the sandbox", async () => {
    const first = await ordered();
    expect((await send(partner.notice(first.asked, 1, { test: "1" }))).text).toBe("OK");
    expect((await read(first.key)).state).toBe("AWAITING_PAYMENT");
    await setSandbox(true);
    const second = await ordered();
    expect(second.asked.test).toBe("1");
    await send(partner.notice(second.asked, 1));
    expect((await read(second.key)).state).toBe("PAID");
    await setSandbox(false);
  });

  test("acknowledges and ignores a Paysera message about an unknown order", async () => {
    const { asked } = await ordered();
    expect((await send(partner.notice({ ...asked, orderid: "unknown" }, 1))).text).toBe("OK");
  });

  test("fetches Paysera's new public key when a signature does not match the old one", async () => {
    partner.world.key = 1;
    const { key, asked } = await ordered();
    await later(gym, 2, async () => {
      await send(partner.notice(asked, 1));
      expect((await read(key)).state).toBe("PAID");
      expect(partner.world.asked).toEqual(["/download/public.key"]);
      // Forged messages do not trigger a new fetch each time.
      const forged = partner.notice(asked, 1);
      forged.set("ss3", "AAAA");
      for (let n = 0; n < 3; n++) expect((await send(forged)).status).toBe(400);
      expect(partner.world.asked).toEqual(["/download/public.key"]);
    });
  });

  test("expires an attempt that cannot be polled, and still accepts a late payment message for it", async () => {
    const { key, asked } = await ordered();
    await later(gym, 31, () => gym.api.background.drain("payments: ask about attempts"));
    const attempt = gym.db
      .selectFrom("paymentAttempt")
      .select("state")
      .where("id", "=", asked.orderid ?? "");
    expect(await attempt.executeTakeFirst()).toEqual({ state: "EXPIRED" });
    await send(partner.notice(asked, 1));
    expect(await read(key)).toMatchObject({ state: "PAID", paid: 2500 });
  });
});

describe("a Paysera refund", () => {
  const refunded = async () => {
    const { key, asked } = await ordered();
    await send(partner.notice(asked, 1));
    const order = await read(key);
    const lines = [{ lineId: order.lines[0]?.id as string }];
    const asks = { orderId: order.id, revision: order.revision, lines, reason: "susirgo" };
    await expect(owner.orders.refund({ ...asks, way: "TRANSFER" })).rejects.toMatchObject({ code: "WAY_NOT_OFFERED" });
    await owner.orders.refund({ ...asks, way: "PROVIDER" });
    return { key, asked, orderId: order.id };
  };
  const paidBack = (asked: Record<string, string>, cents: number) =>
    send(
      partner.notice(asked, 5, {
        refund_amount: String(cents),
        refund_currency: "EUR",
        refund_timestamp: "1788253200",
      }),
    );

  test("a Paysera refund waits for a manual payout, and is completed only once by repeated messages", async () => {
    const { key, asked, orderId } = await refunded();
    expect((await read(key)).refunds).toMatchObject([{ state: "TO_PAY_OUT", amount: 2500 }]);
    for (let n = 0; n < 10; n++) expect((await paidBack(asked, 2500)).text).toBe("OK");
    expect((await read(key)).refunds).toMatchObject([{ state: "DONE" }]);
    const { steps } = await owner.orders.get({ orderId });
    expect(steps.filter(({ action }) => action === "order.paidOut")).toHaveLength(1);
  });

  test("counts a refund made on Paysera's own pages and records it in the order's history", async () => {
    const { key, asked, order } = await ordered();
    await send(partner.notice(asked, 1));
    await paidBack(asked, 1000);
    expect(await read(key)).toMatchObject({ state: "PART_REFUNDED", refunded: 1000, refunds: [{ state: "DONE" }] });
    expect((await owner.orders.get({ orderId: order.id })).steps[0]?.action).toBe("order.refundedElsewhere");
  });
});
