import { contract, type Endpoint } from "@uola/contract";
import type { Connection } from "@uola/database";
import { sql } from "kysely";
import { z } from "zod";
import { origins, ownerKey, type Running } from "./harness.ts";
import { heading, line, requirement } from "./report.ts";

const requests = 20_000;
const atOnce = 12;
const quiet = 400;

type Schema = {
  $ref?: string;
  $defs?: Record<string, Schema>;
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
  items?: Schema;
  anyOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  pattern?: string;
  minimum?: number;
  maximum?: number;
};
type Message = Record<string, unknown>;

type Target = { serve(): Promise<Running>; connection: Connection; siteId: string; clientId: string };

/**
 * Sends random and mutated requests to every operation, as every kind of caller. None may result in
 * a 5xx, and a rejected one may not change anything. The server runs with `prototype-guard.ts`,
 * which ends it if Object.prototype has changed.
 */
export async function fuzz({ serve, ...on }: Target, seed = 20261121) {
  const server = await serve();
  try {
    await sendAll(on, seed);
  } finally {
    await server.stop();
  }
}

async function sendAll({ connection, siteId, clientId }: Omit<Target, "serve">, seed: number) {
  heading(`fuzz: ${requests} random and mutated requests over every operation, seed ${seed}`);
  const random = numbers(seed);
  const pick = <Value>(from: readonly Value[]): Value => from[Math.floor(random() * from.length)] as Value;
  const ids = await knownIds(connection, siteId);
  const slots = await knownSlots(connection, siteId);
  const visitor = await visitorToken(clientId);
  const operations = Object.entries(contract).flatMap(([feature, group]) =>
    Object.entries(group as Record<string, Endpoint>).map(([name, endpoint]) => {
      const schema = z.toJSONSchema(endpoint.input, { io: "input", unrepresentable: "any" }) as Schema;
      return { name: `${feature}.${name}`, endpoint, schema };
    }),
  );

  const made = generator(random, pick, ids, slots);
  const next = () => {
    const { name, endpoint, schema } = pick(operations);
    const message = made.fitting(schema, schema.$defs ?? {}) as Message;
    // Half of the requests stay valid, so that they pass validation and are processed by the
    // business rules.
    for (let n = Math.floor(random() * 6) - 2; n > 0; n--) made.mutate(message);
    const way = pick(["whole", "whole", "whole", "whole", "folded"] as const);
    return { name, endpoint, message, way, token: pick([ownerKey, ownerKey, ownerKey, visitor, undefined]) };
  };

  const statuses = new Map<number, number>();
  const faults: string[] = [];
  const ask = async ({ name, endpoint, message, way, token }: ReturnType<typeof next>) => {
    const { url, type, init } = requestOf(endpoint, message, way);
    const headers = { "content-type": type, ...(token && { authorization: token }) };
    const response = await fetch(url, { ...init, headers, redirect: "manual" }).catch((error) => String(error));
    if (typeof response === "string") {
      faults.push(`${name}: no answer: ${response}`);
      return 0;
    }
    const text = await response.text();
    statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
    if (response.status >= 500) {
      faults.push(`${name} ${response.status} ${text.slice(0, 200)} ← ${JSON.stringify(message).slice(0, 300)}`);
    }
    return response.status;
  };

  let sent = 0;
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (sent++ < requests) await ask(next());
    }),
  );
  line(
    "answers",
    [...statuses]
      .sort(([a], [b]) => a - b)
      .map(([status, n]) => `${n} × ${status}`)
      .join(", "),
  );
  for (const fault of faults.slice(0, 20)) line("  fault", fault);
  requirement(`fuzz: ${faults.length} server errors in ${requests} requests (0)`, faults.length === 0);

  // The requests are sent one at a time, so that any difference between two counts was caused by
  // the rejected request.
  let left = 0;
  let refused = 0;
  for (let n = 0; n < quiet * 3 && refused < quiet; n++) {
    const request = next();
    if (!request.name.startsWith("bookings.") && !request.name.startsWith("services.")) continue;
    const before = await stateOf(connection, siteId);
    const status = await ask(request);
    if (status < 400) continue;
    refused++;
    if ((await stateOf(connection, siteId)) !== before) {
      left++;
      line("  changed something", `${request.name} ${status} ${JSON.stringify(request.message).slice(0, 300)}`);
    }
  }
  requirement(
    `fuzz: ${left} of ${refused} refused requests about bookings and services changed something (0)`,
    left === 0,
  );
}

/** Generates valid values of a schema, some with existing ids, and mutates them. */
function generator(
  random: () => number,
  pick: <Value>(from: readonly Value[]) => Value,
  ids: readonly string[],
  slots: readonly Message[],
) {
  const texts = [
    "",
    "x",
    "Žirmūnai",
    "a\u0000b",
    "'; drop table booking; --",
    "%_\\",
    "\ud800",
    "x".repeat(5000),
    "-1",
    "null",
  ];
  const moments = () => new Date(Date.UTC(2026, 10, 1) + random() * 90 * 86_400_000).toISOString();
  const filters = ["id", "name", "status", "startDate", "serviceId", "createdDate", "payment.rateType", "$and", "$not"];
  const signs = ["$eq", "$ne", "$gt", "$in", "$hasSome", "$startsWith", "$exists", "$regex", "$not"];
  const odd = () =>
    pick<unknown>([null, [], {}, 0, -1, 1e308, true, pick(texts), [[[[[1]]]]], { $date: "x" }, pick(ids)]);

  function fitting(schema: Schema, defs: Record<string, Schema>, depth = 0): unknown {
    if (schema.$ref) {
      const name = schema.$ref.split("/").at(-1) ?? "";
      return depth > 12 ? null : fitting(defs[name] ?? {}, defs, depth + 1);
    }
    if (schema.const !== undefined) return schema.const;
    if (schema.enum) return pick(schema.enum);
    if (schema.anyOf) return fitting(pick(schema.anyOf), defs, depth + 1);
    const type = Array.isArray(schema.type) ? pick(schema.type) : schema.type;
    if (type === "object") {
      if (!schema.properties) return filter();
      const required = new Set(schema.required ?? []);
      const given = Object.entries(schema.properties).filter(([name]) => required.has(name) || random() < 0.5);
      const object = Object.fromEntries(given.map(([name, of]) => [name, fitting(of, defs, depth + 1)]));
      // The ids of a session usually stay together, so that requests do not already fail with "not
      // found".
      if ("serviceId" in object && random() < 0.8) {
        for (const [name, value] of Object.entries(pick(slots))) if (name in object) object[name] = value;
      }
      return object;
    }
    if (type === "array") {
      return Array.from({ length: Math.floor(random() * 3) }, () => fitting(schema.items ?? {}, defs, depth + 1));
    }
    if (type === "integer" || type === "number") {
      const least = Math.max(schema.minimum ?? 0, -1000);
      return Math.floor(least + random() * (Math.min(schema.maximum ?? 50, least + 50) - least + 1));
    }
    if (type === "boolean") return random() < 0.5;
    if (type === "string") return text(schema);
    return odd();
  }

  function text({ format, pattern }: Schema): string {
    if (format === "uuid" || format === "guid") return pick(ids);
    if (format === "date-time") return moments();
    if (format === "date") return moments().slice(0, 10);
    if (format === "email") return `kas${Math.floor(random() * 1000)}@example.lt`;
    if (pattern?.includes("\\d{1,18}")) return String(1 + Math.floor(random() * 3));
    if (pattern?.includes(":")) return pick(["08:00", "18:30", "23:59"]);
    return random() < 0.5 ? pick(ids) : random() < 0.5 ? moments() : pick(texts);
  }

  const filter = () => ({ [pick(filters)]: random() < 0.5 ? odd() : { [pick(signs)]: odd() } });

  /** Mutates one value: replaces it with another type, removes a field or adds one. */
  function mutate(message: Message) {
    let at: Message = message;
    for (let depth = 0; depth < 6; depth++) {
      const names = Object.keys(at);
      if (names.length === 0) break;
      const name = pick(names);
      const inner = at[name];
      if (inner !== null && typeof inner === "object" && random() < 0.6) {
        at = inner as Message;
        continue;
      }
      if (random() < 0.2) delete at[name];
      else at[name] = odd();
      return;
    }
    const key = pick(["__proto__", "prototype", "constructor", "extra", "id"]);
    const value = random() < 0.5 ? odd() : { prototype: { polluted: "yes" }, polluted: "yes" };
    // An assignment to `__proto__` would not create a key.
    Object.defineProperty(at, key, { value, enumerable: true, configurable: true, writable: true });
  }

  return { fitting, mutate };
}

type Sent = { url: string; type: string; init: { method: string; body?: string } };

/**
 * "whole": the message as JSON, in the body or in `.r`. "folded": names with dots, in the query or as a form, even for
 * operations that accept no form.
 */
function requestOf({ method, path }: Endpoint, message: Message, way: "whole" | "folded"): Sent {
  const filled = path.replace(/\{([\w.]+)\*?\}/g, (_, name: string) => {
    const value = name.split(".").reduce<unknown>((at, part) => (at as Message | undefined)?.[part], message);
    return encodeURIComponent(wellFormed(String(value ?? "x")).slice(0, 500));
  });
  const url = origins.second + filled;
  const type = way === "whole" ? "application/json" : "application/x-www-form-urlencoded";
  if (method !== "GET" && method !== "DELETE") {
    return { url, type, init: { method, body: way === "whole" ? JSON.stringify(message) : folded(message) } };
  }
  const whole = `.r=${Buffer.from(JSON.stringify(message)).toString("base64url")}`;
  return { url: `${url}?${(way === "whole" ? whole : folded(message)).slice(0, 8000)}`, type, init: { method } };
}

function folded(message: Message): string {
  const parameters = new URLSearchParams();
  const fold = (value: unknown, path: string) => {
    if (Array.isArray(value)) for (const each of value) fold(each, path);
    else if (value !== null && typeof value === "object") {
      for (const [name, inner] of Object.entries(value)) fold(inner, path === "" ? name : `${path}.${name}`);
    } else parameters.append(path, String(value));
  };
  fold(message, "");
  return parameters.toString();
}

/** A URL cannot contain a lone surrogate. */
const wellFormed = (text: string) => text.replace(/[\ud800-\udfff]/g, "?");

/**
 * Returns existing ids, so that requests do not already fail with "not found", and one id that does
 * not exist.
 */
async function knownIds({ db }: Connection, siteId: string): Promise<string[]> {
  const tables = ["service", "session", "booking", "staff", "category", "bookingPolicy"] as const;
  const found = await Promise.all(
    tables.map((table) => db.selectFrom(table).select("id").where("siteId", "=", siteId).limit(12).execute()),
  );
  const schedules = await db
    .selectFrom("service")
    .select("scheduleId")
    .where("siteId", "=", siteId)
    .limit(12)
    .execute();
  const ids = [...found.flat().map(({ id }) => id), ...schedules.map(({ scheduleId }) => scheduleId)];
  return [...ids, "0190a000-0000-7000-8000-00000000dead"];
}

/** Returns future sessions as slots. */
async function knownSlots({ db }: Connection, siteId: string): Promise<Message[]> {
  const sessions = await db
    .selectFrom("session")
    .select(["id as sessionId", "serviceId", "scheduleId", "startDate", "endDate"])
    .where("siteId", "=", siteId)
    .where("startDate", ">", new Date(Date.now() + 86_400_000))
    .orderBy("startDate")
    .limit(40)
    .execute();
  return sessions.map(({ startDate, endDate, ...slot }) => ({
    ...slot,
    startDate: startDate.toISOString(),
    endDate: endDate.toISOString(),
  }));
}

async function visitorToken(clientId: string): Promise<string> {
  const body = JSON.stringify({ grantType: "anonymous", clientId });
  const response = await fetch(`${origins.second}/oauth2/token`, { method: "POST", body });
  return ((await response.json()) as { access_token: string }).access_token;
}

const stateOf = async ({ db }: Connection, siteId: string): Promise<string> => {
  const { rows } = await sql<{ now: string }>`select concat_ws(' ',
    (select count(*) from booking where site_id = ${siteId}), (select sum(taken + held) from places where site_id = ${siteId}),
    (select count(*) from event where site_id = ${siteId}), (select count(*) from audit where site_id = ${siteId}),
    (select count(*) from hold where site_id = ${siteId}), (select sum(revision) from service where site_id = ${siteId})
  ) as now`.execute(db);
  return rows[0]?.now ?? "";
};

/** Returns a random number generator that is deterministic for a seed (mulberry32). */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}
