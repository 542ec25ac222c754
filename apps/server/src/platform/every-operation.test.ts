import {
  contract,
  type Endpoint,
  ErrorEnvelope,
  generalErrors,
  mayCall as mayRoleCall,
  type Role,
  roles,
} from "@uola/contract";
import { bodySizeMax, describe as describeContract, type JsonSchema } from "@uola/kernel";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Answer, createTestPlatform, type TestPlatform } from "./testing.ts";

/** Rules that every operation of the contract must follow, including new operations. */
const { operations, components } = describeContract(contract);
const named = operations.map((operation) => [`${operation.feature}.${operation.name}`, operation] as const);
type Described = (typeof operations)[number];

let platform: TestPlatform;
const tokens: Partial<Record<Role, string>> = {};
const people: Partial<Record<Role, string>> = {};
const sessions: Partial<Record<Role, string>> = {};
beforeAll(async () => {
  platform = await createTestPlatform();
  // The person in the example messages already exists, so that none of these messages creates an
  // account.
  await platform.account({ email: "ona@example.lt" });
});
// Some operations end the caller's login session, so the callers sign in again.
beforeEach(async () => {
  tokens.visitor = await platform.visitor().access();
  const active = await platform.db.selectFrom("memberSession").select("id").where("endedDate", "is", null).execute();
  const ids = new Set(active.map(({ id }) => id));
  for (const role of roles.filter((each) => each !== "visitor")) {
    if (ids.has(sessions[role] ?? "")) continue;
    people[role] ??= await platform.account({ role });
    const { token, sessionId } = await platform.signIn(people[role]);
    tokens[role] = token;
    sessions[role] = sessionId;
  }
});
afterAll(() => platform.close());

const unknownId = "0190a000-0000-7000-8000-00000000dead";

/** Returns a valid message with every field of a schema. */
function example(schema: JsonSchema): unknown {
  if (schema.$ref) return example(components[schema.$ref.split("/").at(-1) ?? ""] ?? {});
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf) return example(schema.anyOf[0] ?? {});
  const type = [schema.type ?? "null"].flat()[0];
  if (type === "object") {
    return Object.fromEntries(Object.entries(schema.properties ?? {}).map(([name, of]) => [name, example(of)]));
  }
  if (type === "array") return [example(schema.items ?? {})];
  if (type === "integer" || type === "number") return Math.max(schema.minimum ?? 1, 1);
  if (type === "boolean") return false;
  if (type !== "string") return null;
  if (schema.format === "uuid") return unknownId;
  if (schema.format === "date-time") return "2026-09-01T10:00:00.000Z";
  if (schema.format === "email") return "ona@example.lt";
  return schema.pattern?.includes("d") ? "1" : "x".repeat(schema.minLength ?? 3);
}

type Message = Record<string, unknown>;

/** Returns every path in a message, including the paths to objects. */
const pathsOf = (value: unknown, path: string[] = []): string[][] =>
  value !== null && typeof value === "object"
    ? Object.entries(value).flatMap(([name, inner]) => [[...path, name], ...pathsOf(inner, [...path, name])])
    : [];

/** Returns copies of a message, each with a different value at a path. */
const changed = (message: Message, path: readonly string[], values: readonly unknown[]): Message[] =>
  values.map((value) => {
    const copy = structuredClone(message);
    let at = copy;
    for (const name of path.slice(0, -1)) at = at[name] as Message;
    at[path.at(-1) as string] = value;
    return copy;
  });

const filled = ({ path }: Endpoint, message: Message) =>
  path.replace(/\{([\w.]+)\*?\}/g, (_, name: string) =>
    encodeURIComponent(String(message[name] ?? "x").slice(0, 2000)),
  );

function send(
  { endpoint }: Described,
  message: Message,
  token: string | undefined,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const { method } = endpoint;
  const path = filled(endpoint, message);
  const options = { method, headers, ...(token !== undefined && { token }) };
  const body = JSON.stringify(message);
  const asQuery = `${path}?.r=${Buffer.from(body).toString("base64url")}`;
  if (endpoint.body === "file") return platform.ask(asQuery, { body, ...options });
  if (method !== "GET" && method !== "DELETE") return platform.ask(path, { body, ...options });
  return platform.ask(asQuery, options);
}

/** The properties of Object.prototype, for checking that none of them has changed. */
const inherited = new Map(Reflect.ownKeys(Object.prototype).map((key) => [key, inheritedAt(key)]));
function inheritedAt(key: string | symbol): unknown {
  const { value, get } = Object.getOwnPropertyDescriptor(Object.prototype, key) ?? {};
  return value ?? get;
}
const isUntouched = () =>
  Reflect.ownKeys(Object.prototype).length === inherited.size &&
  [...inherited].every(([key, was]) => inheritedAt(key) === was);

/** Expects 200, or an error body with a message and a code declared by the operation; never a 5xx. */
function isAnswered({ endpoint }: Described, { status, body, headers, text }: Answer, what: string) {
  // Called a hundred thousand times, so the message is built only on failure.
  const holds = (holds: unknown, but: string) => holds || expect.fail(`${what}: ${but}: ${text.slice(0, 300)}`);
  holds(isUntouched(), "Object.prototype is not what it was");
  holds(status < 500, String(status));
  holds(headers.get("x-wix-request-id"), "no request id");
  if (status === 200) return;
  const { details, message } = ErrorEnvelope.parse(body);
  holds(message !== "", "nothing to read");
  const code = details.applicationError?.code ?? "none";
  holds(generalErrors.includes(code as never) || endpoint.errors.includes(code), `${code} is not declared`);
  const parts = Object.keys(details).sort().join();
  holds(parts === (details.validationError ? "applicationError,validationError" : "applicationError"), parts);
}

const shapeRules =
  /^(INVALID_(TYPE|FORMAT|UNION|VALUE|KEY|ELEMENT)|TOO_(BIG|SMALL)|UNRECOGNIZED_KEYS|NOT_MULTIPLE_OF)$/;
const isShapeless = ({ body }: Answer) =>
  body.details?.validationError?.fieldViolations.some(({ ruleName = "" }) => shapeRules.test(ruleName)) === true;

const mayCall = (role: Role, { endpoint }: Described) => mayRoleCall(role, endpoint);

describe("callers without permission", () => {
  const forged = `${Buffer.from('{"use":"access","kind":"member"}').toString("base64url")}.${"A".repeat(43)}`;

  test.each(named.filter(([, { endpoint }]) => endpoint.access !== "anyone"))(
    "%s rejects a caller without permission",
    async (_, operation) => {
      const message = example(operation.input) as Message;
      for (const token of [
        undefined,
        "",
        "Bearer",
        "Bearer ",
        "garbage",
        "a,b",
        ",",
        forged,
        "ą".normalize("NFD").slice(0, 1),
      ]) {
        const answer = await send(operation, message, token);
        expect(answer.status, `token ${token}`).toBe(401);
        expect(answer.body.details.applicationError.code).toBe("UNAUTHENTICATED");
      }
      for (const [role, token] of Object.entries(tokens)) {
        const answer = await send(operation, message, token);
        if (!mayCall(role as Role, operation)) {
          expect(answer.status, role).toBe(403);
          expect(answer.body.details.applicationError.code).toBe("PERMISSION_DENIED");
        } else expect(answer.body.details?.applicationError?.code, role).not.toBe("UNAUTHENTICATED");
      }
    },
  );

  test("every restricted operation rejects an expired token", async () => {
    const before = platform.clock.now;
    platform.clock.now = new Date(before.getTime() + 14_401_000);
    for (const [, operation] of named.filter(([, { endpoint }]) => endpoint.access !== "anyone")) {
      const answer = await send(operation, example(operation.input) as Message, tokens.owner);
      expect(answer.status).toBe(401);
    }
    platform.clock.now = before;
  });
});

describe("invalid request bodies", () => {
  const bodies: [string, string][] = [
    ["half", '{"a":'],
    ["an array", "[{}]"],
    ["null", "null"],
    ["a number", "7"],
    ["deep", `{"a":${"[".repeat(5000)}${"]".repeat(5000)}}`],
    ["very deep", `${'{"a":'.repeat(40_000)}`],
    ["NUL", '{"\\u0000":"\\u0000"}'],
  ];

  test.each(named.filter(([, { endpoint }]) => endpoint.method === "POST"))(
    "%s rejects an invalid body",
    async (_, operation) => {
      const path = filled(operation.endpoint, example(operation.input) as Message);
      for (const [what, body] of bodies) {
        const answer = await platform.ask(path, { body, token: platform.key });
        isAnswered(operation, answer, what);
        expect(answer.status, what).toBe(400);
      }
      const { bodyMax = bodySizeMax, bodyMaxForTeam: most = bodyMax } = operation.endpoint;
      const isFile = operation.endpoint.body === "file";
      const large = isFile
        ? await send(operation, example(operation.input) as Message, platform.key, {
            "content-length": String(most + 1),
          })
        : await platform.ask(path, { body: JSON.stringify({ name: "x".repeat(most) }), token: platform.key });
      expect(large.status).toBe(413);
      isAnswered(operation, large, "large");
      if (most === bodyMax || !mayCall("visitor", operation)) return;
      const body = JSON.stringify({ name: "x".repeat(bodyMax) });
      for (const token of [tokens.visitor as string, tokens.member as string]) {
        expect((await platform.ask(path, { body, token })).status).toBe(413);
      }
      for (const token of [tokens.trainer as string, platform.key]) {
        expect((await platform.ask(path, { body, token })).status).toBe(400);
      }
    },
  );
});

describe("prototype pollution", () => {
  const form = { "content-type": "application/x-www-form-urlencoded" };
  const names = ["__proto__.polluted", "__proto__", "constructor.prototype.polluted", "prototype.polluted"];

  test.each(named)("%s rejects prototype pollution", async (_, operation) => {
    const { endpoint } = operation;
    const message = example(operation.input) as Message;
    const path = filled(endpoint, message);
    const asQuery = endpoint.method === "GET" || endpoint.method === "DELETE" || endpoint.body === "file";
    // A nested path could reach the prototype too, especially in fields that hold objects.
    const fields = Object.entries(message).filter(([, value]) => value !== null && typeof value === "object");
    const prefixes = ["", ...fields.map(([name]) => `${name}.`)];
    for (const name of prefixes.flatMap((prefix) => names.map((each) => prefix + each))) {
      const query = `${name}=yes`;
      const known = Object.entries(message).filter(([, value]) => typeof value === "string");
      const body = `${new URLSearchParams(known as [string, string][])}&${query}`;
      const answer = asQuery
        ? await platform.ask(`${path}?${query}`, {
            method: endpoint.method,
            token: platform.key,
            ...(endpoint.body && { body }),
          })
        : await platform.ask(path, { method: endpoint.method, body, headers: form, token: platform.key });
      isAnswered(operation, answer, query);
      expect(answer.status, query).toBe(400);
    }
    for (const polluted of [
      `{"__proto__":{"polluted":"yes"},${JSON.stringify(message).slice(1)}`,
      ...fields.map(([name]) =>
        JSON.stringify(message).replace(`"${name}":`, `"${name}":{"__proto__":{"polluted":1}},"x":`),
      ),
    ]) {
      const whole = `${path}?.r=${Buffer.from(polluted).toString("base64url")}`;
      const answer = asQuery
        ? await platform.ask(whole, {
            method: endpoint.method,
            token: platform.key,
            ...(endpoint.body && { body: "x" }),
          })
        : await platform.ask(path, { method: endpoint.method, body: polluted, token: platform.key });
      isAnswered(operation, answer, polluted);
      expect(answer.status, polluted).toBe(400);
    }
  });
});

describe("invalid values", () => {
  const junk: unknown[] = [
    null,
    true,
    0,
    -1,
    10_000,
    1e308,
    0.5,
    "",
    "x".repeat(20_000),
    "Ąžuolas \u202e'; drop table booking; --",
    unknownId,
    "not-an-id",
    "2026-02-30T00:00:00Z",
    "0000-01-01T00:00:00Z",
    "1999-12-31T23:59:59+14:00",
    "99999999999999999999",
    [],
    [null],
    [[]],
    {},
    { $date: "never" },
    { $gt: {} },
    { $and: [{ $or: "x" }] },
    { constructor: { prototype: 1 } },
  ];

  /** Deeper levels repeat definitions already covered above. */
  const levelsMax = 6;

  test.each(named)("%s responds to an invalid value with a declared code and changes nothing", async (_, operation) => {
    const message = example(operation.input) as Message;
    const before = await counted();
    // A caller without permission is rejected before anything is read.
    const callers = mayCall("member", operation) ? [platform.key, tokens.member] : [platform.key];
    for (const path of pathsOf(message)) {
      if (path.length > levelsMax) continue;
      const answers = changed(message, path, junk).map(async (junky, at) => {
        for (const token of callers) {
          const answer = await send(operation, junky, token);
          isAnswered(operation, answer, `${path.join(".")} = junk ${at}`);
          // A message of the wrong shape is rejected for every caller.
          if (isShapeless(answer)) break;
        }
      });
      await Promise.all(answers);
    }
    if (callers.length === 1) expect((await send(operation, {}, tokens.member)).status).toBe(403);
    isAnswered(operation, await send(operation, {}, platform.key), "nothing");
    expect(await counted()).toEqual(before);
  });

  const counted = () =>
    Promise.all(
      (["booking", "event", "outbox", "service", "account"] as const).map((table) =>
        platform.db
          .selectFrom(table)
          .select((eb) => eb.fn.countAll<number>().as("rows"))
          // Ignores emails about accounts, which valid messages may request.
          .$if(table === "outbox", (query) =>
            query.where(sql<boolean>`coalesce(payload ->> 'template', '') not like 'account-%'`),
          )
          .executeTakeFirstOrThrow(),
      ),
    );
});

test("the API reference contains every operation, error code and shape, and needs no sign-in", async () => {
  const { status, headers, text } = await platform.ask("/reference/", { method: "GET" });
  expect(status).toBe(200);
  expect(headers.get("content-security-policy")).toContain("default-src 'none'");
  for (const [name, { endpoint }] of named) {
    expect(text).toContain(`id="${name}"`);
    for (const code of endpoint.errors) expect(text).toContain(`<code>${code}</code>`);
  }
  for (const target of text.matchAll(/href="#([^"]+)"/g)) expect(text).toContain(`id="${target[1]}"`);
  expect(text).not.toMatch(/(src|href)="(https?:)?\/\//);
  expect((await platform.ask("/", { method: "GET" })).text).toBe(text);
});

test("openapi.json describes every operation, and each of its references resolves", async () => {
  const { body } = await platform.ask("/openapi.json", { method: "GET" });
  expect(body.openapi).toBe("3.1.0");
  for (const [name, { endpoint }] of named) {
    expect(body.paths[endpoint.path.replaceAll("*}", "}")][endpoint.method.toLowerCase()].operationId).toBe(name);
  }
  const text = JSON.stringify(body);
  expect(text).not.toContain("$defs");
  for (const [, name] of text.matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
    expect(body.components.schemas).toHaveProperty(name as string);
  }
});

test("reports health and readiness, and is ready only with the migrations of this version", async () => {
  expect(await platform.ask("/health", { method: "GET" })).toMatchObject({ status: 200, body: { status: "up" } });
  expect(await platform.ask("/ready", { method: "GET" })).toMatchObject({ status: 200, body: { status: "ready" } });
  const { name, hash } = await platform.db
    .deleteFrom("migration")
    .where("name", "like", "0001%")
    .returningAll()
    .executeTakeFirstOrThrow();
  expect((await platform.ask("/ready", { method: "GET" })).status).toBe(503);
  await platform.db.insertInto("migration").values({ name, hash, appliedDate: platform.clock.now }).execute();
  expect((await platform.ask("/ready", { method: "GET" })).status).toBe(200);
});
