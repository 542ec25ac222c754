import { contract, endpoint, guid, instant, maybe, operationsWithPostForm, pathsOf } from "@uola/contract";
import { pino } from "pino";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import type { Caller } from "./caller-resolver.ts";
import { errorSerializers, Refusal, Violation } from "./errors.ts";
import { readForm, readQuery, shapeOf, type UploadedFile } from "./request-body.ts";
import { serve } from "./serve.ts";

const roles = ["visitor", "member", "trainer", "owner"] as const;
const callerResolver = {
  callerOf: async (header: string): Promise<Caller | undefined> => {
    const role = roles.find((each) => header === each || header === `Bearer ${each}`);
    return role && { role, id: role, kind: "visitor" };
  },
};
type Handle = (input: never, call: { idempotencyKey?: string; requestId: string }) => Promise<unknown>;

/** Simulates a platform with one operation and captures its log. */
function testPlatform(definition: Partial<Parameters<typeof endpoint>[0]>, handle: Handle) {
  const logged: Record<string, unknown>[] = [];
  const log = pino({ serializers: errorSerializers }, { write: (line: string) => logged.push(JSON.parse(line)) });
  const one = endpoint({
    method: "POST",
    path: "/x",
    access: "visitor",
    input: z.object({}),
    output: z.object({}).loose(),
    errors: [],
    summary: "",
    ...definition,
  });
  const fetch = serve({ it: { one } }, { it: { one: handle as never } }, { pages: {}, callerResolver, log });
  const ask = async (path: string, init: RequestInit = {}) => {
    const headers = { authorization: "visitor", ...(init.headers as object) };
    const response = await fetch(new Request(`http://platform.test${path}`, { method: "POST", ...init, headers }));
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text === "" ? undefined : JSON.parse(text) };
  };
  return { ask, logged, fetch };
}
const echo: Handle = async (input) => input;

test("uses a single language in Accept-Language as the page language and ignores lists as sent by browsers", async () => {
  const { ask } = testPlatform({}, async (_, call) => ({
    language: (call as { caller?: Caller }).caller?.language ?? "none",
  }));
  const languageOf = async (tag: string) => (await ask("/x", { headers: { "accept-language": tag } })).body.language;
  const tags = ["en", "lt", "en-US", "en-US,en;q=0.9", "lt, en", "*", ""];
  expect(await Promise.all(tags.map(languageOf))).toEqual(["en", "lt", "none", "none", "none", "none", "none"]);
});

test("omits response fields that the contract does not declare", async () => {
  const output = z.object({ name: z.string() });
  const { ask } = testPlatform({ output }, async () => ({ name: "Ona", passwordHash: "secret" }));
  expect((await ask("/x", { body: "{}" })).body).toEqual({ name: "Ona" });
});

test("a response that violates the contract results in a 500 without its content", async () => {
  const output = z.object({ name: z.string() });
  const { ask, logged } = testPlatform({ output }, async () => ({ name: 7 }));
  const { status, body, headers } = await ask("/x", { body: "{}" });
  expect(status).toBe(500);
  const requestId = headers.get("x-wix-request-id");
  expect(body.message).toBe(`System error occurred, request-id: ${requestId}`);
  expect(body.details.applicationError.code).toBe("INTERNAL");
  expect(logged.find(({ level }) => level === 50)).toMatchObject({ requestId, route: "/x" });
});

test("converts dates between text on the wire and Date in the program", async () => {
  const at = z.object({ at: instant });
  const { ask } = testPlatform({ input: at, output: at }, async ({ at }: { at: Date }) => ({ at: new Date(+at + 1) }));
  const body = JSON.stringify({ at: "2026-03-29T03:00:00+02:00" });
  expect((await ask("/x", { body })).body).toEqual({ at: "2026-03-29T01:00:00.001Z" });
});

test.each([
  ["short", 10],
  ["long", 60_000],
  ["longest", 400_000],
])("sends a %s response as UTF-8, whatever characters it contains", async (_, length) => {
  for (const letters of ["a", "é", "ž", "€", "🧗", 'ž"\\\n']) {
    const name = letters.repeat(length / letters.length);
    const { fetch } = testPlatform({ output: z.object({ name: z.string() }) }, async () => ({ name }));
    const [first, second] = await Promise.all(
      [1, 2].map(() =>
        fetch(
          new Request("http://platform.test/x", { method: "POST", headers: { authorization: "visitor" }, body: "{}" }),
        ),
      ),
    );
    const bytes = Buffer.from(JSON.stringify({ name }));
    expect(Buffer.from(await (first as Response).arrayBuffer()).equals(bytes)).toBe(true);
    expect(Buffer.from(await (second as Response).arrayBuffer()).equals(bytes)).toBe(true);
  }
});

test("names the invalid field by its path in the request", async () => {
  const input = z.object({ booking: z.object({ people: z.array(z.object({ age: z.int() })) }) });
  const { ask } = testPlatform({ input }, echo);
  const { status, body } = await ask("/x", { body: '{"booking":{"people":[{"age":1},{"age":"x"}]}}' });
  expect(status).toBe(400);
  expect(body.details.validationError.fieldViolations).toEqual([
    {
      field: "booking.people.1.age",
      description: expect.stringContaining("expected number"),
      violatedRule: "OTHER",
      ruleName: "INVALID_TYPE",
      data: {},
    },
  ]);
  expect(body.message).toMatch(/^INVALID_ARGUMENT: "booking.people.1.age" /);
});

test("converts a query string by its schema: dotted and repeated names, numbers, booleans, base64-encoded input", async () => {
  const input = z.object({
    paging: maybe(z.object({ limit: maybe(z.int()), offset: maybe(z.int()) })),
    fields: maybe(z.array(z.string())),
    numbers: maybe(z.array(z.number())),
    consistentRead: maybe(z.boolean()),
    name: maybe(z.string()),
  });
  const { ask } = testPlatform({ method: "GET", input }, echo);
  const get = (query: string) => ask(`/x?${query}`, { method: "GET" });
  expect(
    (await get("paging.limit=2&paging.offset=0&fields=a&fields=b&numbers=1&numbers=-2.5&consistentRead=true&name=7"))
      .body,
  ).toEqual({
    paging: { limit: 2, offset: 0 },
    fields: ["a", "b"],
    numbers: [1, -2.5],
    consistentRead: true,
    name: "7",
  });
  const whole = Buffer.from('{"paging":{"limit":3},"fields":["c"]}').toString("base64url");
  expect((await get(`.r=${whole}`)).body).toEqual({ paging: { limit: 3 }, fields: ["c"] });
  expect((await get("unknown=1&paging.unknown.deep=1")).status).toBe(200);
  expect((await get("paging.limit=many")).status).toBe(400);
  expect((await get("paging=7")).status).toBe(400);
  expect((await get("name=%00")).status).toBe(400);
  expect((await get(".r=bm90")).status).toBe(400);
});

test("routes support parameters, dotted parameters, verbs and gateway prefixes", async () => {
  const input = z.object({ bookingId: guid, note: maybe(z.string()) });
  const id = "0190a000-0000-7000-8000-000000000001";
  const verb = testPlatform(
    { path: "/v2/confirmation/{bookingId}:confirmOrDecline", gateways: ["/_api/b"], input },
    echo,
  );
  const body = '{"note":"x","bookingId":"somebody else’s"}';
  expect((await verb.ask(`/v2/confirmation/${id}:confirmOrDecline`, { body })).body).toEqual({
    bookingId: id,
    note: "x",
  });
  expect((await verb.ask(`/_api/b/v2/confirmation/${id}:confirmOrDecline`, { body: "{}" })).status).toBe(200);
  expect((await verb.ask(`/v2/confirmation/${id}:other`, { body: "{}" })).status).toBe(404);
  expect((await verb.ask("/v2/confirmation/%E0%A4%A:confirmOrDecline", { body: "{}" })).status).toBe(400);
  const service = z.object({ service: z.object({ id: z.string(), name: z.string() }) });
  const dotted = testPlatform({ method: "PATCH", path: "/v2/services/{service.id}", input: service }, echo);
  const patch = { method: "PATCH", body: '{"service":{"name":"n"}}' };
  const patched = async (id: string) => (await dotted.ask(`/v2/services/${id}`, patch)).body;
  expect(await patched("a%2Fb")).toEqual({ service: { id: "a/b", name: "n" } });
  // Clients send "100 % ą" with a percent sign that does not start an escape sequence.
  expect(await patched("100%20%%20%C4%85")).toEqual({ service: { id: "100 % ą", name: "n" } });
  expect(await patched("%C4")).toEqual({ service: { id: "%C4", name: "n" } });
});

test("returns 404 for an unknown path and 405 for a wrong method, both as an error envelope", async () => {
  const { ask } = testPlatform({}, echo);
  expect(await ask("/y")).toMatchObject({
    status: 404,
    body: { details: { applicationError: { code: "NOT_FOUND" } } },
  });
  expect(await ask("/x", { method: "GET" })).toMatchObject({
    status: 405,
    body: { details: { applicationError: { code: "METHOD_NOT_ALLOWED", data: { allowed: ["POST"] } } } },
  });
  expect((await ask("/__proto__", { method: "DELETE" })).status).toBe(404);
});

test("a GET operation also accepts a POST with its input as JSON", async () => {
  const input = z.object({ id: guid, fields: maybe(z.array(z.string())) });
  const { ask } = testPlatform({ method: "GET", path: "/x/{id}", input }, echo);
  const id = "0190a000-0000-7000-8000-000000000001";
  expect((await ask(`/x/${id}`, { body: '{"fields":["a"]}' })).body).toEqual({ id, fields: ["a"] });
});

test("every GET operation with a POST form can be called by POST, and none hides a POST operation", async () => {
  const handlers = Object.fromEntries(
    Object.entries(contract).map(([feature, group]) => [
      feature,
      Object.fromEntries(Object.keys(group).map((name) => [name, async () => ({})])),
    ]),
  );
  const logged: { route: string }[] = [];
  const log = pino({}, { write: (line: string) => logged.push(JSON.parse(line)) });
  const fetch = serve(contract, handlers, { pages: {}, callerResolver, log });
  const withPostForm = operationsWithPostForm(contract);
  for (const operation of Object.values(contract).flatMap((group) => Object.values(group))) {
    if (operation.method !== "POST" && !withPostForm.has(operation)) continue;
    for (const path of pathsOf(operation)) {
      const address = path.replace(/\{[\w.]+\*?\}/g, "0190a000-0000-7000-8000-000000000001");
      await fetch(new Request(`http://platform.test${address}`, { method: "POST" }));
      expect(logged.at(-1)?.route, path).toBe(operation.path);
    }
  }
});

test("refuses a caller without permission before the body is read", async () => {
  const { ask } = testPlatform({ access: "owner" }, echo);
  const body = "not json";
  const refused = (code: string) => ({ body: { details: { applicationError: { code } } } });
  expect(await ask("/x", { body, headers: { authorization: "nobody" } })).toMatchObject({
    status: 401,
    ...refused("UNAUTHENTICATED"),
  });
  for (const role of ["visitor", "member", "trainer"]) {
    const answer = await ask("/x", { body, headers: { authorization: role } });
    expect(answer).toMatchObject({ status: 403, ...refused("PERMISSION_DENIED") });
  }
  expect((await ask("/x", { body, headers: { authorization: "Bearer owner" } })).status).toBe(400);
  expect((await ask("/x", { body: "{}", headers: { authorization: "Bearer owner" } })).status).toBe(200);
});

test("a request body may have any content type or be empty, but otherwise must be a JSON object", async () => {
  const input = z.object({ grantType: maybe(z.string()), count: maybe(z.int()) });
  const { ask } = testPlatform({ input }, echo);
  expect((await ask("/x", { body: '{"count":1}', headers: { "content-type": "text/plain" } })).body).toEqual({
    count: 1,
  });
  expect((await ask("/x")).body).toEqual({});
  for (const body of ["[]", "null", "7", '"x"', "{", "{}{}", '{"count":"\\u0000"}', `${"[".repeat(70_000)}`]) {
    const answer = await ask("/x", { body });
    expect(answer.status, body.slice(0, 20)).toBe(400);
    expect(answer.body.details.validationError.fieldViolations.length, body.slice(0, 20)).toBeGreaterThan(0);
  }
});

const form = { "content-type": "application/x-www-form-urlencoded;charset=UTF-8" };

test("accepts a flat form with at most 100 unique names where the contract allows forms", async () => {
  const input = z.object({ grantType: maybe(z.string()), count: maybe(z.string()) }).loose();
  const { ask } = testPlatform({ input, form: true }, echo);
  const send = (body: string) => ask("/x", { body, headers: form });
  expect((await send("grantType=a+b&count=2&a.b=c")).body).toEqual({ grantType: "a b", count: "2", "a.b": "c" });
  expect((await send('{"grantType":"JSON after all"}')).body).toEqual({ grantType: "JSON after all" });
  const many = (count: number) => Array.from({ length: count }, (_, n) => `n${n}=x`).join("&");
  expect((await send(many(100))).status).toBe(200);
  for (const body of [many(101), "count=1&count=2", "count=%00", "%00=1"]) expect((await send(body)).status).toBe(400);

  const other = testPlatform({ input }, echo);
  expect((await other.ask("/x", { body: "grantType=a", headers: form })).status).toBe(400);
  expect((await other.ask("/x", { body: '{"grantType":"a"}', headers: form })).status).toBe(200);
});

test("parses the longest query and the largest body in linear time", () => {
  const shape = shapeOf(z.object({ names: z.array(z.string()) }));
  // Quadratic copying would exceed the time limit of the test.
  const { names } = readQuery("names=a&".repeat(200_000), shape) as { names: string[] };
  expect(names.length).toBe(200_000);
  expect(() => readForm("names=a&".repeat(2_000_000))).toThrow(Violation);
});

describe("inherited object properties", () => {
  const input = z.object({ name: maybe(z.string()), inner: maybe(z.record(z.string(), z.json())) });
  const inherited = () => Reflect.ownKeys(Object.prototype).map(String).sort();

  test.each([
    "__proto__.polluted=yes",
    "__proto__=yes",
    "constructor.prototype.polluted=yes",
    "inner.__proto__.polluted=yes",
    "inner.constructor.prototype.polluted=yes",
    "prototype.polluted=yes",
  ])("a query or form with %s cannot modify the object prototype", async (text) => {
    const before = inherited();
    const get = testPlatform({ method: "GET", input }, echo);
    expect((await get.ask(`/x?${text}`, { method: "GET" })).status).toBe(400);
    for (const schema of [input, z.preprocess((body) => body, input), input.loose()]) {
      const post = testPlatform({ input: schema, form: true }, echo);
      expect((await post.ask("/x", { body: text, headers: form })).status).toBe(400);
    }
    expect(inherited()).toEqual(before);
  });

  test.each([
    '{"__proto__":{"polluted":"yes"}}',
    '{"inner":{"__proto__" : {"polluted":"yes"}}}',
    '{"inner":{"a":[{"\\u005f_proto__":{"polluted":"yes"}}]}}',
  ])("a body or query with %s cannot modify the object prototype", async (text) => {
    const before = inherited();
    const { ask } = testPlatform({ input }, echo);
    expect((await ask("/x", { body: text })).status).toBe(400);
    const get = testPlatform({ method: "GET", input }, echo);
    const whole = Buffer.from(text).toString("base64url");
    expect((await get.ask(`/x?.r=${whole}`, { method: "GET" })).status).toBe(400);
    expect(inherited()).toEqual(before);
  });

  test("allows the names of inherited properties as values and as ordinary keys", async () => {
    const { ask } = testPlatform({ input }, echo);
    for (const value of ["__proto__", '{"__proto__":1}', '\\"__proto__":']) {
      const body = { name: value, inner: { note: value, constructor: { prototype: 1 }, toString: "x" } };
      expect((await ask("/x", { body: JSON.stringify(body) })).body).toEqual(body);
    }
  });
});

test("rejects NUL and lone surrogates anywhere, but allows an escaped backslash before a u", async () => {
  const { ask } = testPlatform({ input: z.object({ text: z.record(z.string(), z.string()) }) }, echo);
  const status = async (text: string) => (await ask("/x", { body: `{"text":${text}}` })).status;
  expect(await status('{"a":"\\ud83d"}')).toBe(400);
  expect(await status('{"\\u0000":"a"}')).toBe(400);
  expect(await status('{"a":"\\ud83d\\ude00 \\u0105"}')).toBe(200);
  expect(await status('{"a":"\\\\u0000 \\\\ud83d"}')).toBe(200);
});

test("limits a request body to 256 KiB, with or without a content length", async () => {
  const { ask, fetch } = testPlatform({ input: z.object({ text: z.string() }) }, echo);
  const code = { status: 413, body: { details: { applicationError: { code: "REQUEST_TOO_LARGE" } } } };
  expect(await ask("/x", { body: "{}", headers: { "content-length": "300000" } })).toMatchObject(code);
  expect(await ask("/x", { body: JSON.stringify({ text: "x".repeat(262_144) }) })).toMatchObject(code);
  expect((await ask("/x", { body: JSON.stringify({ text: "x".repeat(262_144 - 11) }) })).status).toBe(200);
  let sent = 0;
  const endless = new ReadableStream({
    pull(controller) {
      sent += 65_536;
      controller.enqueue(new Uint8Array(65_536));
    },
  });
  const init = { method: "POST", body: endless, duplex: "half", headers: { authorization: "visitor" } };
  expect((await fetch(new Request("http://platform.test/x", init as RequestInit))).status).toBe(413);
  expect(sent).toBeLessThan(1_000_000);
});

test("an operation can allow a larger body", async () => {
  const { ask } = testPlatform({ input: z.object({ text: z.string() }), bodyMax: 1_000_000 }, echo);
  expect((await ask("/x", { body: JSON.stringify({ text: "x".repeat(1_000_000 - 11) }) })).status).toBe(200);
  expect((await ask("/x", { body: JSON.stringify({ text: "x".repeat(1_000_000 - 10) }) })).status).toBe(413);
});

test("applies the larger body limit only to staff", async () => {
  const { ask } = testPlatform({ input: z.object({ text: z.string() }), bodyMax: 1000, bodyMaxForTeam: 2000 }, echo);
  const status = async (authorization: string, characters: number) =>
    (await ask("/x", { body: JSON.stringify({ text: "x".repeat(characters) }), headers: { authorization } })).status;
  for (const caller of ["visitor", "member"]) {
    expect([await status(caller, 900), await status(caller, 1000)]).toEqual([200, 413]);
  }
  for (const caller of ["trainer", "owner"]) {
    expect([await status(caller, 1000), await status(caller, 2000)]).toEqual([200, 413]);
  }
});

test("rejects an overlong list with its own error code before parsing its elements", async () => {
  const input = z.object({ many: z.array(z.object({ a: z.string() })).max(3) });
  const { ask } = testPlatform(
    { input, errors: ["TOO_MANY"], listLimit: { list: "many", count: 3, code: "TOO_MANY" } },
    echo,
  );
  const refusalOf = async (many: unknown) =>
    (await ask("/x", { body: JSON.stringify({ many }) })).body.details?.applicationError.code;
  expect(await refusalOf([{}, {}, {}, {}])).toBe("TOO_MANY");
  expect(await refusalOf([{}, {}, {}])).toBe("INVALID_ARGUMENT");
  expect(await refusalOf("text")).toBe("INVALID_ARGUMENT");
  expect(await refusalOf([{ a: "1" }])).toBeUndefined();
});

test("streams a file body with a size limit, and does not read it for a caller without permission", async () => {
  const input = z.object({ name: z.string() });
  const store = async ({ name }: { name: string }, { file }: { file: UploadedFile }) => {
    let bytes = 0;
    for await (const chunk of file.chunks()) bytes += chunk.byteLength;
    return { name, bytes, size: file.size };
  };
  const { ask, fetch } = testPlatform({ body: "file", bodyMax: 1000, input }, store as never);
  expect((await ask("/x?name=a+b", { body: "{".repeat(1000) })).body).toEqual({ name: "a b", bytes: 1000 });
  expect((await ask("/x?name=a", { body: "x", headers: { "content-length": "1001" } })).status).toBe(413);
  expect((await ask("/x", { body: "x" })).status).toBe(400);

  let pulled = 0;
  const streamed = (token: string) => {
    const body = new ReadableStream(
      { pull: (to) => (++pulled > 100 ? to.close() : to.enqueue(new Uint8Array(100))) },
      { highWaterMark: 0 },
    );
    const init = { method: "POST", body, duplex: "half", headers: { authorization: token } };
    return fetch(new Request("http://platform.test/x?name=a", init as RequestInit));
  };
  expect((await streamed("nobody")).status).toBe(401);
  expect(pulled).toBe(0);
  expect((await streamed("visitor")).status).toBe(413);
});

test("browsers of any origin may call the API and read the request id", async () => {
  const { ask } = testPlatform({}, echo);
  const preflight = await ask("/x", { method: "OPTIONS" });
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get("access-control-allow-headers")).toMatch(
    /authorization.*idempotency-key.*x-wix-bi-gateway/,
  );
  expect(preflight.headers.get("access-control-max-age")).toBe("7200");
  const { headers } = await ask("/x", { body: "{}" });
  expect(headers.get("access-control-allow-origin")).toBe("*");
  expect(headers.get("access-control-expose-headers")).toContain("x-wix-request-id");
  expect(headers.get("x-wix-request-id")).toMatch(/^[0-9a-f-]{36}$/);
  expect(headers.get("cache-control")).toBe("no-store");
});

test("passes an idempotency key to the handler and rejects one that is too long", async () => {
  const { ask } = testPlatform({}, async (_, { idempotencyKey }) => ({ idempotencyKey }));
  expect((await ask("/x", { body: "{}", headers: { "idempotency-key": "k1" } })).body).toEqual({
    idempotencyKey: "k1",
  });
  expect((await ask("/x", { body: "{}", headers: { "idempotency-key": "k".repeat(201) } })).status).toBe(400);
});

test("keeps code, status and data of refusals, and does not report database conflicts as internal errors", async () => {
  const failing = (error: unknown) => testPlatform({}, async () => Promise.reject(error)).ask("/x", { body: "{}" });
  const database = (code: string) => Object.assign(new Error("told by PostgreSQL"), { code });
  expect(await failing(new Refusal("FULL", "It is full.", 409, { left: 0 }))).toMatchObject({
    status: 409,
    body: { message: "It is full.", details: { applicationError: { code: "FULL", data: { left: 0 } } } },
  });
  const logged = async (code: string) => {
    const { status, body } = await failing(database(code));
    expect(JSON.stringify(body)).not.toContain("PostgreSQL");
    return `${status} ${body.details.applicationError.code}`;
  };
  expect(await logged("40001")).toBe("503 UNAVAILABLE");
  expect(await logged("53300")).toBe("503 UNAVAILABLE");
  expect(await logged("23505")).toBe("409 ALREADY_EXISTS");
  expect(await logged("22P02")).toBe("400 INVALID_ARGUMENT");
  expect(await logged("42P01")).toBe("500 INTERNAL");
  expect((await failing("not even an error")).status).toBe(500);
});

test("logs one line per request without secrets", async () => {
  const secret = "eyJhbGciOiJIUzI1NiIsInR5.cCI6IkpXVCJ9abcdefghijklmnop";
  const { ask, logged } = testPlatform({ path: "/x/{id}", input: z.object({ id: z.string() }) }, async () => {
    throw new Error(`no ona@example.lt with uola_topsecret and ${secret}`);
  });
  await ask(`/x/ona@example.lt?token=${secret}`, {
    body: '{"email":"ona@example.lt"}',
    headers: { authorization: "Bearer owner" },
  });
  const lines = JSON.stringify(logged);
  expect(logged.filter(({ level }) => level === 30)).toMatchObject([
    { method: "POST", route: "/x/{id}", status: 500, caller: "visitor", callerId: "owner", ms: expect.any(Number) },
  ]);
  expect(lines).not.toMatch(/ona@example|topsecret|eyJhbGci/);
  expect(lines).toContain("serve.test.ts");
});

test("logs a truncated network address", async () => {
  const { fetch, logged } = testPlatform({}, echo);
  for (const network of ["203.0.113.77", "2001:db8:1:2:3:4:5:6", undefined]) {
    await fetch(new Request("http://platform.test/x", { method: "POST" }), { network });
  }
  expect(logged.map(({ network }) => network)).toEqual(["203.0.113.*", "2001:db8:1:2::/64", undefined]);
  expect(logged[0]).toMatchObject({ caller: "none", status: 401 });
});

test("a literal path takes precedence over a parameter, regardless of the order of declaration", async () => {
  const plain = {
    method: "GET",
    access: "anyone",
    output: z.object({ by: z.string() }),
    errors: [],
    summary: "",
  } as const;
  const group = {
    one: { ...plain, path: "/v1/things/{thingId}", input: z.object({ thingId: z.string() }) },
    rules: { ...plain, path: "/v1/things/rules", input: z.object({}) },
  };
  const handlers = { things: { one: async () => ({ by: "one" }), rules: async () => ({ by: "rules" }) } };
  const callerResolver = { callerOf: async () => undefined };
  const fetch = serve({ things: group }, handlers, { pages: {}, callerResolver, log: pino({ level: "silent" }) });
  const by = async (path: string) => (await fetch(new Request(`http://localhost${path}`))).json();
  expect(await by("/v1/things/rules")).toEqual({ by: "rules" });
  expect(await by("/v1/things/7")).toEqual({ by: "one" });
});
