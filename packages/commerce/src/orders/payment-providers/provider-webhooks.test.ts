import { bodySizeMax } from "@uola/kernel";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestGym, type TestGym } from "../../testing.ts";

let gym: TestGym;
beforeAll(async () => {
  gym = await createTestGym();
});
afterAll(() => gym.close());

/** An unsigned notification of each provider. */
const notifications = [
  { provider: "Montonio", path: "/v1/payments/montonio", method: "POST", query: "", body: '{"orderToken":"a.b.c"}' },
  {
    provider: "Montonio refunds",
    path: "/v1/payments/montonio",
    method: "POST",
    query: "",
    body: '{"refundToken":"a"}',
  },
  { provider: "Paysera", path: "/v1/payments/paysera", method: "GET", query: "?data=ZGF0YQ&ss3=c2ln", body: undefined },
  { provider: "Stripe", path: "/v1/payments/stripe", method: "POST", query: "", body: '{"id":"evt_1"}' },
] as const;
type Notification = (typeof notifications)[number];

const send = ({ method, path, query }: Pick<Notification, "method" | "path" | "query">, init: RequestInit = {}) =>
  gym.api.fetch(new Request(`http://localhost:3001${path}${query}`, { method, ...init }));

describe.each(notifications)("the webhook of $provider", ({ body, ...to }) => {
  test("refuses an unsigned notification", async () => {
    const response = await send(to, { ...(body && { body }) });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ details: { applicationError: { code: "SIGNATURE_INVALID" } } });
  });

  test("ignores the credentials of a caller: only the signature counts", async () => {
    const response = await send(to, { headers: { authorization: gym.key }, ...(body && { body }) });
    expect(response.status).toBe(400);
  });

  test("is served by one method only", async () => {
    for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"].filter((other) => other !== to.method)) {
      expect((await send({ ...to, method: method as "GET" })).status).toBe(405);
    }
  });

  test("rejects malformed content with a client error", async () => {
    const malformed =
      to.method === "GET" ? [undefined] : ["", "{", "null", "[]", '"text"', '{"__proto__":{}}', "[".repeat(100)];
    for (const content of malformed) {
      const { status } = await send({ ...to, query: "" }, { ...(content !== undefined && { body: content }) });
      // An empty notification of Montonio reports nothing.
      expect(status).toBe(content === "" && to.path.endsWith("montonio") ? 200 : 400);
    }
  });

  test.runIf(to.method === "POST")(
    "rejects a body above the general limit, whether or not its size is announced",
    async () => {
      const large = JSON.stringify({ orderToken: "x".repeat(bodySizeMax) });
      const announced = await send(to, { body: large, headers: { "content-length": String(large.length) } });
      const streamed = await send(to, { body: new Blob([large]).stream(), duplex: "half" } as RequestInit);
      expect([announced.status, streamed.status]).toEqual([413, 413]);
    },
  );
});

test("Montonio's tokens have at most 8000 characters, and other fields are ignored", async () => {
  const [{ body: _, ...to }] = notifications;
  const tooLong = await send(to, { body: JSON.stringify({ orderToken: "x".repeat(8001) }) });
  expect(tooLong.status).toBe(400);
  expect(await tooLong.json()).toMatchObject({
    details: { validationError: { fieldViolations: [{ field: "orderToken" }] } },
  });
  const ignored = await send(to, { body: JSON.stringify({ orderToken: null, more: 1 }) });
  expect({ status: ignored.status, body: await ignored.text() }).toEqual({ status: 200, body: "{}" });
});
