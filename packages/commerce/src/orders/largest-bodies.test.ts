import { contract } from "@uola/contract";
import { newId } from "@uola/database";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { atGym, type TestGym } from "../testing.ts";
import { createShop, places, type Sold } from "./orders.testing.ts";

let gym: TestGym;
let service: Sold;
let open: string;
let full: string;
beforeAll(async () => {
  gym = await createShop();
  const policyId = await gym.policy({ name: "Su eile", waitlistPolicy: { enabled: true } });
  service = await gym.service({ policyId, payment: { ...atGym, options: { online: true, inPerson: true } } });
  open = await gym.session({ service, capacity: 1000 });
  full = await gym.session({ service, capacity: 0, inHours: 72 });
});
afterAll(() => gym.close());

type Shape = {
  type?: string;
  format?: string;
  pattern?: string;
  enum?: unknown[];
  const?: unknown;
  minimum?: number;
  maxLength?: number;
  maxItems?: number;
  items?: Shape;
  properties?: Record<string, Shape>;
  anyOf?: Shape[];
  $ref?: string;
};
const textMax = 4000;
const itemsMax = 100;
const fixed: Record<string, unknown> = {
  totalParticipants: 2,
  birthYear: 1990,
  email: "ona@example.lt",
  schedule: null,
  participantsChoices: null,
  status: null,
  flowControlSettings: null,
  captchaTokens: null,
  holdId: null,
  selectedPaymentOption: "OFFLINE",
};

type Place = { key?: string; depth?: number; slot: object; all: Shape };
/** Filter and JSON schemas are recursive. */
const depthMax = 12;

/**
 * Returns a value with the longest texts and the most items that a schema allows; `slot` is an
 * existing time slot.
 */
function largest(shape: Shape, { key = "", depth = 0, slot, all }: Place): unknown {
  if (depth > depthMax) return null;
  const inside = (each: Shape, name = key) => largest(each, { key: name, depth: depth + 1, slot, all });
  if (key in fixed) return fixed[key];
  if (key === "slot") return slot;
  if (shape.$ref) {
    const path = shape.$ref.replace("#/", "").split("/");
    return inside(path.reduce<Shape>((at, part) => (at as Record<string, Shape>)[part] as Shape, all));
  }
  if (shape.anyOf) {
    const values = shape.anyOf.map((each) => inside(each));
    return values.toSorted((a, b) => JSON.stringify(b ?? 0).length - JSON.stringify(a ?? 0).length)[0];
  }
  if (shape.const !== undefined) return shape.const;
  if (shape.enum) return shape.enum[0];
  if (shape.type === "string") {
    if (shape.format === "uuid") return newId();
    if (shape.format || shape.pattern) return undefined;
    return "x".repeat(Math.min(textMax, shape.maxLength ?? textMax));
  }
  if (shape.type === "array") {
    const count = key === "participants" ? 2 : Math.min(itemsMax, shape.maxItems ?? itemsMax);
    const item = shape.items ? inside(shape.items, "") : {};
    const fitting = Math.max(1, Math.floor(180_000 / (JSON.stringify(item ?? null).length + 1)));
    return Array.from({ length: Math.min(count, fitting) }, () => item);
  }
  if (shape.type === "object") {
    return Object.fromEntries(Object.entries(shape.properties ?? {}).map(([name, each]) => [name, inside(each, name)]));
  }
  if (shape.type === "integer" || shape.type === "number") return Math.max(1, shape.minimum ?? 1);
  return shape.type === "boolean" ? false : null;
}

/** The size of all stored data: the bytes of its rows as text. */
async function stored(): Promise<number> {
  const tables = await sql<{ name: string }>`select relname as name from pg_class
    where relkind = 'r' and relnamespace = current_schema()::regnamespace`.execute(gym.db);
  const sizes = tables.rows.map(
    ({ name }) => sql`select coalesce(sum(octet_length(t::text)), 0)::int as bytes from ${sql.table(name)} t`,
  );
  const { rows } = await sql<{ bytes: number }>`select sum(bytes)::int as bytes from (${sql.join(
    sizes,
    sql` union all `,
  )}) sizes`.execute(gym.db);
  return rows[0]?.bytes ?? 0;
}

const operations = Object.entries(contract).flatMap(([group, all]) =>
  Object.entries(all)
    .filter(([, { access, method }]) => access === "visitor" && method !== "GET")
    .map(([name, endpoint]) => [`${group}.${name}`, endpoint] as const),
);
const storedMax = 128 * 1024;
const answeredMax = 256 * 1024;

test.each(operations)(
  "%s stores little and returns a small response, even if a visitor sends as much as the schema allows",
  async (name, endpoint) => {
    const token = (await gym.visitor().access()) as string;
    const shape = z.toJSONSchema(endpoint.input, { io: "input", unrepresentable: "any" }) as Shape;
    const { slot } = places(name === "waitlist.join" ? full : open, service);
    const body = JSON.stringify(largest(shape, { slot, all: shape }));
    const path = endpoint.path.replace(/\{\w+\}/g, newId());
    const before = await stored();
    const ask = () => gym.ask(path, { method: endpoint.method, body, token });
    const answer = await ask();
    expect((await stored()) - before).toBeLessThan(storedMax);
    expect(JSON.stringify(answer.body ?? "").length).toBeLessThan(answeredMax);
    expect(answer.status).toBeLessThan(500);
  },
);

test("thirty large lines with the same hold are merged into one line, and a cart is limited to 64 KB", async () => {
  const person = gym.as(gym.visitor());
  const booking = (part: object) => ({ ...places(open, service), ...part });
  const fields = (count: number) => Array.from({ length: count }, () => ({ id: newId(), value: "x".repeat(3900) }));
  const refused = person.carts.add({ booking: booking({ additionalFields: fields(5) }) });
  await expect(refused).rejects.toMatchObject({ status: 400 });
  const message = booking({ participants: [{ firstName: "Visit example.com" }] });
  await expect(person.carts.add({ booking: message })).rejects.toMatchObject({ status: 400 });

  const { hold } = await person.holds.create({ ...places(open, service) });
  const named = (n: number) =>
    booking({ participants: [{ firstName: `Vaa${"a".repeat(n)}` }], additionalFields: fields(4) });
  for (let n = 0; n < 5; n++) await person.carts.add({ booking: named(n), holdId: hold.id });
  const { cart } = await person.carts.get({});
  expect(cart.lines).toHaveLength(1);
  const lineId = cart.lines[0]?.id ?? "";
  await expect(
    person.carts.change({ lineId, booking: booking({ additionalFields: fields(5) }) }),
  ).rejects.toMatchObject({
    status: 400,
  });

  for (let n = 1; n < 4; n++) await person.carts.add({ booking: named(20 + n) });
  await expect(person.carts.add({ booking: named(30) })).rejects.toMatchObject({
    code: "CART_FULL",
    data: { maxBytes: 65_536 },
  });
});
