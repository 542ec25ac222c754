import { IdentityProfile } from "@uola/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { z } from "zod";
import { createTestPlatform, type TestPlatform } from "../testing.ts";

/**
 * Tests every field and every enum value of a profile. The values are generated from the contract,
 * so that new fields are tested too.
 */

let platform: TestPlatform;
beforeAll(async () => {
  platform = await createTestPlatform();
});
afterAll(() => platform.close());

type Json = string | number | boolean | null | Json[] | { [name: string]: Json };
type Definition = {
  type: string;
  innerType?: z.ZodType;
  element?: z.ZodType;
  valueType?: z.ZodType;
  in?: z.ZodType;
  entries?: Record<string, string>;
  shape?: Record<string, z.ZodType>;
};
const definitionOf = (schema: z.ZodType) => schema._zod.def as unknown as Definition;
/** Returns the schema inside optional and nullable wrappers. */
const unwrapped = (schema: z.ZodType): z.ZodType => {
  const { innerType } = definitionOf(schema);
  return innerType ? unwrapped(innerType) : schema;
};

const formats: Record<string, Json> = { email: "ona@example.lt", date: "1988-02-29" };
const patterned = ["LT", "+370 600 00000", "lt"];

const text = (schema: z.ZodType, path: string): string => {
  const { maxLength, format } = schema as unknown as { maxLength: number | null; format: string | null };
  const tried = [formats[format ?? ""], ...patterned, `„${path}“ – ąčę`.slice(0, maxLength ?? 40)];
  const fits = tried.toReversed().find((each) => each !== undefined && schema.safeParse(each).success);
  if (fits === undefined) throw new Error(`nothing fits ${path}`);
  return fits as string;
};

/** Yields values that together cover every field and every enum value of a schema. */
function* values(schema: z.ZodType, path: string, depth = 0): Generator<Json> {
  const it = unwrapped(schema);
  const { type, element, valueType, in: from, entries, shape } = definitionOf(it);
  if (type === "enum") yield* Object.values(entries ?? {});
  else if (type === "array") yield [...values(element as z.ZodType, path, depth)];
  else if (type === "record")
    yield Object.fromEntries(
      [...values(valueType as z.ZodType, path, depth)].map((value, i) => [`raktas ${i}`, value]),
    );
  else if (type === "pipe") yield "2026-03-29T01:02:03.456Z";
  else if (type === "number") yield 12.75;
  else if (type === "string") yield text(it, path);
  else if (type === "object") yield* objects(it, shape ?? {}, path, depth);
  else throw new Error(`${path} is a ${type}: this test does not know how to make one${from ? " (pipe)" : ""}`);
}

function* objects(schema: z.ZodType, shape: Record<string, z.ZodType>, path: string, depth: number): Generator<Json> {
  const made = Object.entries(shape).map(
    ([name, inner]) => [name, [...values(inner, `${path}.${name}`, depth + 1)]] as const,
  );
  const whole = (i: number) => Object.fromEntries(made.map(([name, each]) => [name, each[i % each.length] as Json]));
  const count = Math.max(...made.map(([, each]) => each.length));
  const all = Array.from({ length: count }, (_, i) => whole(i));
  if (schema.safeParse(all[0]).success) yield* all;
  // If the schema allows exactly one of its fields, yields one object for each.
  else for (const [name, each] of made) for (const value of each) yield { [name]: value };
}

const fields = Object.entries(IdentityProfile.shape) as [string, z.ZodType][];
/** Several profiles, so that every top-level enum occurs with each of its values. */
const profiles = [...values(IdentityProfile, "profile")] as Record<string, Json>[];

const password = "keturi-zodziai-viename-4";
let people = 0;
const ways: Record<string, { field: string; send(profile: Json): Promise<Awaited<ReturnType<TestPlatform["ask"]>>> }> =
  {
    "v2 register": {
      field: "profile",
      async send(profile) {
        const input = { loginId: { email: `v2-${people++}@example.lt` }, password, profile };
        return platform.ask("/v2/register", { token: await platform.visitor().access(), body: JSON.stringify(input) });
      },
    },
    "v1 register": {
      field: "identity.identityProfile",
      async send(identityProfile) {
        const identity = { identifiers: [{ email: `v1-${people++}@example.lt` }], identityProfile };
        const body = JSON.stringify({ identity, inputs: { password } });
        return platform.ask("/v1/register", { token: await platform.visitor().access(), body });
      },
    },
    "sign-on": {
      field: "profile",
      async send(profile) {
        const body = JSON.stringify({ loginId: { email: `on-${people++}@example.lt` }, profile });
        return platform.ask("/v2/sign-on", { token: platform.key, body });
      },
    },
    "updating oneself": {
      field: "profile",
      async send(profile) {
        const { token } = await platform.member();
        return platform.ask("/v1/members/me", { method: "PATCH", token, body: JSON.stringify({ profile }) });
      },
    },
  };

test("the generated profiles cover every field and every enum value", () => {
  const written = JSON.stringify(profiles);
  for (const [name] of fields) expect(written).toContain(`"${name}":`);
  const kinds = ["strValue", "numValue", "dateValue", "listValue", "mapValue"];
  const members = [
    "PUBLIC",
    "PRIVATE",
    "UNDEFINED",
    "MAIN",
    "MOBILE",
    "FAX",
    "HOME",
    "WORK",
    "BILLING",
    "SHIPPING",
    "UNTAGGED",
  ];
  for (const each of [...kinds, ...members, "formattedAddress", "subdivisions", "geocode"])
    expect(written).toContain(`"${each}"`);
});

describe.each(Object.entries(ways))("%s", (_, { field, send }) => {
  test("stores every profile field and returns it unchanged", async () => {
    for (const profile of profiles) {
      const { status, body, text: answered } = await send(profile);
      expect(status, answered.slice(0, 400)).toBe(200);
      expect(body.identity.identityProfile).toEqual(profile);
      const member = await platform.ask(`/v1/members/${body.identity.id}`, { method: "GET", token: platform.key });
      expect(member.body.member.identity.identityProfile).toEqual(profile);
    }
  });

  test.each(fields.map(([name]) => name))("reports an invalid %s as a violation of that field", async (name) => {
    const wrongs: Json[] = [
      { no: { such: "kind" } },
      7,
      [7],
      ["x".repeat(11_000)],
      "x".repeat(11_000),
      [{ tag: "NO_SUCH" }],
    ];
    const schema = IdentityProfile.shape[name as keyof typeof IdentityProfile.shape] as z.ZodType;
    const refusable = wrongs.filter((wrong) => !schema.safeParse(wrong).success);
    expect(refusable.length).toBeGreaterThan(3);
    for (const wrong of refusable) {
      const { status, body } = await send({ [name]: wrong });
      expect(status).toBe(400);
      const violations = body.details.validationError.fieldViolations as { field: string; data: object }[];
      for (const each of violations) {
        expect(each.field.startsWith(`${field}.${name}`)).toBe(true);
        expect(each.data).toEqual(expect.any(Object));
      }
    }
  });
});
