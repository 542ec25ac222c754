import { notificationPath, paymentProviders } from "@uola/contract";
import { bodySizeMax } from "@uola/kernel";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TestGym } from "../../testing.ts";
import { openShopWithProviders } from "../open-shop.testing.ts";

let gym: TestGym;
let close: () => Promise<void>;
beforeAll(async () => {
  // Every provider is switched on: without keys a message is refused before its signature is read.
  ({ gym, close } = await openShopWithProviders());
});
afterAll(() => close());

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
type Method = (typeof methods)[number];

/** An unsigned notification, in the format of each provider. */
const unsigned = { query: "?data=ZGF0YQ&ss3=c2ln", body: '{"id":"evt_1","orderToken":"a.b.c"}' };
const malformed = ["{", "null", "[]", '"text"', '{"__proto__":{}}', "[".repeat(100)];

const send = (path: string, method: Method, init: RequestInit = {}) =>
  gym.api.fetch(new Request(`http://localhost:3001${path}`, { method, ...init }));
const notify = (path: string, method: Method, headers: Record<string, string> = {}) =>
  send(path + unsigned.query, method, { headers, ...(method !== "GET" && { body: unsigned.body }) });

describe.each(paymentProviders)("the webhook of $name", (provider) => {
  const path = notificationPath(provider);
  let method: Method;
  beforeAll(async () => {
    method = (await notify(path, "GET")).status === 405 ? "POST" : "GET";
  });

  test("refuses an unsigned notification", async () => {
    const response = await notify(path, method);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ details: { applicationError: { code: "SIGNATURE_INVALID" } } });
  });

  test("ignores the credentials of a caller: only the signature counts", async () => {
    expect((await notify(path, method, { authorization: gym.key })).status).toBe(400);
  });

  test("accepts only one HTTP method", async () => {
    for (const other of methods.filter((each) => each !== method)) {
      expect((await notify(path, other)).status).toBe(405);
    }
  });

  test("rejects malformed content with a client error", async () => {
    for (const content of malformed) {
      const query = `?data=${encodeURIComponent(content)}&ss3=c2ln`;
      const sent = method === "GET" ? send(path + query, method) : send(path, method, { body: content });
      expect((await sent).status).toBe(400);
    }
  });

  test("rejects a body above the general limit, whether or not its size is announced", async () => {
    if (method === "GET") return;
    const large = JSON.stringify({ orderToken: "x".repeat(bodySizeMax) });
    const announced = await send(path, method, { body: large, headers: { "content-length": String(large.length) } });
    const streamed = await send(path, method, { body: new Blob([large]).stream(), duplex: "half" } as RequestInit);
    expect([announced.status, streamed.status]).toEqual([413, 413]);
  });
});

describe("the content of a Montonio notification", () => {
  const post = (body: object) => send("/v1/payments/montonio", "POST", { body: JSON.stringify(body) });

  test("refuses an unsigned message about a refund", async () => {
    expect((await post({ refundToken: "a.b.c" })).status).toBe(400);
  });

  test("rejects tokens above 8000 characters", async () => {
    const response = await post({ orderToken: "x".repeat(8001) });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      details: { validationError: { fieldViolations: [{ field: "orderToken" }] } },
    });
  });

  test("ignores other fields, and acknowledges a notification that reports nothing", async () => {
    for (const body of [{}, { orderToken: null, more: 1 }]) {
      const response = await post(body);
      expect({ status: response.status, body: await response.text() }).toEqual({ status: 200, body: "{}" });
    }
  });
});
