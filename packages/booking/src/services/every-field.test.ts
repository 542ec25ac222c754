import { Service, ServiceChange, ServiceInput } from "@uola/contract";
import { newId } from "@uola/database";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { createTestGym, type TestGym } from "../testing.ts";
import { createCategory } from "./services.ts";

/** Tests that apply to every field of the contract's Service, including fields added in the future. */
type Schema = {
  $ref?: string;
  type?: string | string[];
  enum?: string[];
  format?: string;
  pattern?: string;
  properties?: Record<string, Schema>;
  additionalProperties?: unknown;
  items?: Schema;
  anyOf?: Schema[];
  maxItems?: number;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
};
type Path = (string | number)[];
type Leaf = { path: Path; schema: Schema };

function leavesOf(schema: z.ZodType): Leaf[] {
  const root = z.toJSONSchema(schema, { io: "input" }) as Schema & { $defs?: Record<string, Schema> };
  const known = (of: Schema): Schema => (of.$ref ? (root.$defs?.[of.$ref.split("/").at(-1) ?? ""] ?? {}) : of);
  const walk = (of: Schema, path: Path): Leaf[] => {
    const resolved = known(of);
    if (resolved.anyOf) return walk(resolved.anyOf[0] ?? {}, path);
    if (resolved.properties) {
      return Object.entries(resolved.properties).flatMap(([name, inner]) => walk(inner, [...path, name]));
    }
    if (resolved.items)
      return [...(resolved.maxItems ? [{ path, schema: resolved }] : []), ...walk(resolved.items, [...path, 0])];
    return [{ path, schema: { ...resolved, type: [resolved.type ?? ""].flat()[0] } as Schema }];
  };
  return walk(root, []);
}
const name = ({ path }: Leaf) => path.join(".");
const named = (leaves: Leaf[]) => leaves.map((leaf) => [name(leaf), leaf] as const);

const settable = new Map(named(leavesOf(ServiceInput)));
const changeable = new Set(leavesOf(ServiceChange).map(name));
const everything = leavesOf(Service);
const single = everything.filter(({ schema }) => !schema.items);

let gym: TestGym;
const ids: Record<string, string> = {};
beforeAll(async () => {
  gym = await createTestGym();
  const { db, siteId, context, clock } = gym;
  const dates = { createdDate: clock.now, updatedDate: clock.now };
  ids.staffMemberIds = await gym.trainer();
  ids.category = await createCategory(context, { name: "Vaikams" });
  ids.bookingPolicy = await gym.policy({ name: "Kita" });
  for (const key of ["form", "resourceGroups", "locations", "optionsAndVariants"]) ids[key] = newId();
  const { form = "", resourceGroups = "", locations = "" } = ids;
  await db
    .insertInto("bookingForm")
    .values({ siteId, id: form, name: "Forma", ...dates })
    .execute();
  await db
    .insertInto("resource")
    .values({ siteId, id: resourceGroups, type: "WALL", name: "A", ...dates })
    .execute();
  await db
    .insertInto("location")
    .values({ siteId, id: locations, name: "Salė", ...dates })
    .execute();
});
afterAll(() => gym.close());

const subdivision = { code: "LT-VL", name: "Vilniaus apskritis" };

/** Returns a valid input for setting a value at a path. */
function around(path: Path, value?: unknown): Record<string, unknown> {
  const [top, second, third] = path;
  const isDuration = third === "sessionDurations";
  const appointment = isDuration || (top === "type" && value === "APPOINTMENT");
  const type = appointment ? "APPOINTMENT" : top === "type" ? value : "CLASS";
  const byPath = { varied: "VARIED", custom: "CUSTOM" }[String(second)] ?? "FIXED";
  const rateType = top === "payment" ? (second === "rateType" ? String(value) : byPath) : "FIXED";
  const priced = rateType !== "CUSTOM" && rateType !== "NO_FEE";
  const price = { value: "900000000000.00" };
  // A deposit is either an amount or a percentage.
  const deposit = second === "depositPercent" ? null : { value: "0.01" };
  const rates = {
    FIXED: { fixed: { price, deposit } },
    VARIED: { varied: { defaultPrice: price, deposit: { value: "0.01" } } },
    CUSTOM: { custom: { description: "pagal susitarimą" } },
  };
  const custom = top === "locations" && second === 0 && (third === "custom" || value === "CUSTOM");
  const location = custom
    ? {
        type: "CUSTOM",
        custom: { address: path.includes("subdivisions") ? { subdivisions: [{ ...subdivision }] } : {} },
      }
    : value === "CUSTOMER"
      ? { type: "CUSTOMER" }
      : { type: "BUSINESS", business: { id: ids.locations } };
  return {
    type: top === "lateJoinShare" || top === "instalments" ? "COURSE" : type,
    name: "Įvadas",
    defaultCapacity: appointment ? 1 : 8,
    onlineBooking: { enabled: true },
    payment: {
      rateType,
      ...rates[rateType as keyof typeof rates],
      options: { inPerson: true, online: priced, deposit: priced && deposit !== null },
    },
    ...(appointment && {
      staffMemberIds: [ids.staffMemberIds],
      schedule: { availabilityConstraints: { sessionDurations: [60] } },
    }),
    ...(top === "locations" && { locations: [location] }),
    ...(top === "optionsAndVariants" && { optionsAndVariants: optionsAround(second) }),
    ...(top === "agePrices" && {
      agePrices: [{ group: "CHILD", ages: { min: 0, max: 120 }, price: { value: "8.00" } }],
    }),
    ...(top === "instalments" && { instalments: { parts: 3, from: { value: "100.00" } } }),
    ...(top === "taxation" && {
      taxation: { taxClass: "STANDARD", laterTax: { taxClass: "EXEMPT_SPORT", from: "2027-01-01" } },
    }),
    ...(top === "reminders" && { reminders: [{ minutesBefore: 60, by: "MAIL" }] }),
  };
}

/** Returns an option, with priced variants if the path is within the variants. */
function optionsAround(second: string | number | undefined) {
  const id = ids.optionsAndVariants;
  const all = ["Vaikas", "ą", "ž".repeat(100)];
  const options = [{ id, name: "Kas ateis", choices: second === "variants" ? all : ["Vaikas"] }];
  const variants = [{ choices: [{ optionId: id, custom: "Vaikas" }], price: { value: "8.00" } }];
  return { options, variants: second === "variants" ? variants : [] };
}

type Json = Record<string, unknown>;
function put(target: Json, path: Path, value: unknown): Json {
  let at = target as Record<string | number, unknown>;
  for (const [i, step] of path.slice(0, -1).entries()) {
    at[step] ??= typeof path[i + 1] === "number" ? [] : {};
    at = at[step] as Json;
  }
  at[path.at(-1) as string] = value;
  return target;
}
const look = (value: unknown, path: Path): unknown =>
  path.reduce((at, step) => (at as Json | undefined)?.[step as string], value);

/** Returns valid boundary values, in wire format. */
function good({ path, schema }: Leaf): unknown[] {
  const [top] = path;
  if (schema.enum) return schema.enum.filter((value) => !value.startsWith("UNKNOWN"));
  if (schema.type === "boolean") return [true, false];
  if (schema.type === "integer" || schema.type === "number") {
    const { minimum = -2_147_483_648, maximum = 2_147_483_647 } = schema;
    return [Math.max(minimum, -2_147_483_648), Math.min(maximum, 2_147_483_647)];
  }
  if (schema.type === "object") return [{ anything: { at: ["all"] } }];
  if (schema.format === "uuid") return [ids[String(top)]];
  if (schema.format === "date-time") return ["2027-01-01T10:00:00.000Z"];
  if (schema.format === "date") return ["2027-01-01", "2028-02-29"];
  if (path.at(-1) === "value") return ["0.01", "12.34"];
  return ["ą".repeat(schema.minLength ?? 1), "ž".repeat(Math.min(schema.maxLength ?? 50, 20_000))];
}

/** Returns values that are invalid regardless of the other fields. */
function bad({ path, schema }: Leaf): unknown[] {
  if (schema.enum) return ["SOMETHING", 7, ...schema.enum.filter((value) => value.startsWith("UNKNOWN"))];
  if (schema.type === "boolean") return ["yes", 1];
  if (schema.type === "integer" || schema.type === "number") {
    const { minimum, maximum } = schema;
    const below = minimum !== undefined && minimum > -2_147_483_649 ? [minimum - 1] : [];
    const above = maximum !== undefined ? [maximum + 1, 1e300] : [];
    return ["1", ...(schema.type === "integer" ? [1.5] : []), ...below, ...above];
  }
  if (schema.type === "object") return ["text", 7];
  // The id of a new option is chosen by the client; every other id must exist.
  const isNew = path[1] === "options";
  if (schema.format === "uuid") return ["not-an-id", 7, ...(isNew ? [] : [newId()])];
  if (schema.format === "date-time") return ["tomorrow", "2026-02-30T00:00:00Z"];
  if (schema.format === "date") return ["tomorrow", "2026-02-30", 7];
  if (schema.pattern) return ["-1", "1.234", "", 7];
  return [7, {}, ...(schema.maxLength ? ["x".repeat(schema.maxLength + 1)] : [])];
}

const create = (service: Json) => gym.ask("/v2/services", { body: JSON.stringify({ service }), token: gym.key });
const read = async (id: string) =>
  (await gym.ask(`/v2/services/${id}`, { method: "GET", token: gym.key })).body.service;
const update = (service: Json, mask?: string) => {
  const body = JSON.stringify({ service, ...(mask && { mask }) });
  return gym.ask(`/v2/services/${service.id}`, { method: "PATCH", body, token: gym.key });
};

const writable = single.filter((leaf) => settable.has(name(leaf)));

test("walking the schema finds all settable fields", () => {
  expect(writable.length).toBeGreaterThan(60);
  expect([...settable.keys()].filter((path) => !everything.some((leaf) => name(leaf) === path))).toEqual([]);
});

describe("creating, reading and changing each field", () => {
  test.each(named(writable))("stores, returns and changes valid values of the service field %s", async (path, leaf) => {
    for (const value of good(leaf)) {
      const made = await create(put(around(leaf.path, value), leaf.path, value));
      expect(made.status, `${made.text.slice(0, 400)}`).toBe(200);
      const service = await read(made.body.service.id);
      expect(look(service, leaf.path)).toEqual(value);
      if (!changeable.has(path)) continue;
      // Changes the field to another valid value, if there is one, and back: once with a mask and
      // once without.
      const { id } = service;
      const masked = put({ id, revision: "1" }, leaf.path, value);
      const whole = leaf.path.slice(0, leaf.path.indexOf(0) < 0 ? undefined : leaf.path.indexOf(0)).join(".");
      const first = await update(
        put(masked, leaf.path.slice(0, whole.split(".").length), look(service, whole.split("."))),
        whole,
      );
      expect(first.status, first.text.slice(0, 400)).toBe(200);
      const again = await update({ ...put(around(leaf.path, value), leaf.path, value), id, revision: "2" });
      expect(again.status, again.text.slice(0, 400)).toBe(200);
      const after = await read(id);
      expect(look(after, leaf.path)).toEqual(value);
      expect(after.revision).toBe("3");
    }
  });
});

describe("invalid field values", () => {
  test.each(named(writable))("rejects invalid values of the service field %s", async (_, leaf) => {
    const made = await create(around(leaf.path, good(leaf)[0]));
    const { id } = made.body.service;
    for (const value of bad(leaf)) {
      const what = JSON.stringify(value).slice(0, 80);
      const input = put(around(leaf.path, good(leaf)[0]), leaf.path, value);
      const answer = await create(input);
      expect(answer.status, what).toBe(400);
      expect(answer.body.details.validationError.fieldViolations[0].ruleName, what).toMatch(/^[A-Z_]+$/);
      if (!changeable.has(name(leaf))) continue;
      expect((await update({ ...input, id, revision: "1" })).status, what).toBe(400);
    }
    expect((await read(id)).revision).toBe("1");
  });

  const lists = everything.filter((leaf) => leaf.schema.items && settable.has(name(leaf)));
  test.each(named(lists))("rejects too many items in the service field %s", async (_, { path, schema }) => {
    const input = around([...path, 0]);
    const one = look(put(around([...path, 0]), [...path, 0], {}), path) as unknown[];
    const many = Array.from({ length: (schema.maxItems ?? 0) + 1 }, () => one[0]);
    expect((await create(put(input, path, many))).status).toBe(400);
  });
});

describe("fields set by the server", () => {
  const given = single.filter((leaf) => !settable.has(name(leaf)));
  test.each(named(given))(
    "ignores the value that a request contains for the server-set service field %s",
    async (_, leaf) => {
      const value = leaf.schema.format === "uuid" ? newId() : (good(leaf)[0] ?? "x");
      if (typeof value === "boolean") return;
      const made = await create(put(around(leaf.path), leaf.path, value));
      expect(made.status === 200 ? look(made.body.service, leaf.path) : undefined).not.toEqual(value);
    },
  );
});
