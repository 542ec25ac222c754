import { Break, contract, Resource, Scope, Session, SessionParticipant } from "@uola/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { z } from "zod";
import { createTestGym, type TestGym } from "../testing.ts";

/**
 * Tests every enum of sessions, schedules and resources, found in the schemas: a valid value is
 * stored and returned, an invalid one is rejected.
 */
type Field = { path: string[]; values: readonly string[] };
type Definition = {
  type: string;
  innerType?: z.ZodType;
  shape?: Record<string, z.ZodType>;
  entries?: Record<string, string>;
};
const definitionOf = (schema: z.ZodType) => schema._zod.def as unknown as Definition;

function enumsIn(schema: z.ZodType, path: string[] = []): Field[] {
  const { type, innerType, shape, entries } = definitionOf(schema);
  if (innerType) return enumsIn(innerType, path);
  if (shape) return Object.entries(shape).flatMap(([name, of]) => enumsIn(of, [...path, name]));
  return type === "enum" ? [{ path, values: Object.values(entries ?? {}) }] : [];
}

const changeOf = contract.schedules.createSession.input.shape.change;
const sessionFields = enumsIn(changeOf);
const cases = sessionFields.flatMap(({ path, values }) =>
  values.map((value) => [path.join("."), value, path] as const),
);
/** Properties that an object needs in addition to its enum. */
const nested = (path: readonly string[], value: unknown): object =>
  path.reduceRight<unknown>((inner, name) => ({ [name]: inner }), value) as object;
const at = (from: unknown, path: readonly string[]) =>
  path.reduce<unknown>((inner, name) => (inner as Record<string, unknown>)?.[name], from);

let gym: TestGym;
let scheduleId: string;
beforeAll(async () => {
  gym = await createTestGym();
  ({ scheduleId } = await gym.service());
});
afterAll(() => gym.close());

const make = (change: object) =>
  gym.ask("/v1/sessions", {
    token: gym.key,
    body: JSON.stringify({ scheduleId, startDate: gym.hours(48), endDate: gym.hours(49), change }),
  });
const read = (id: string) => gym.ask(`/v1/sessions/${id}`, { method: "GET", token: gym.key });

test("the tests cover exactly the enums in the schedule schemas", () => {
  expect(sessionFields.map(({ path }) => path.join(".")).toSorted()).toEqual([
    "calendarConference.type",
    "capacityType",
    "externalCalendar.calendarType",
    "location.locationType",
    "transparency",
  ]);
  const values = (schema: z.ZodType) => enumsIn(schema)[0]?.values;
  expect(values(Session.shape.status)).toEqual(["CONFIRMED", "CANCELLED"]);
  expect(values(SessionParticipant.shape.approvalStatus)).toEqual(["PENDING", "APPROVED", "DECLINED"]);
  expect(values(Scope)).toEqual(["THIS", "THIS_AND_LATER", "ALL"]);
  expect(Object.keys(Break.shape)).toEqual(["from", "until", "name"]);
});

describe("enum fields of a session", () => {
  test.each(cases)("a session stores and returns %s %s", async (_, value, path) => {
    const { status, body, text } = await make(nested(path, value));
    expect(status, text).toBe(200);
    expect(at(body.session, path)).toBe(value);
    expect(at((await read(body.session.id)).body.session, path)).toBe(value);
  });

  test.each(sessionFields.map(({ path }) => [path.join("."), path] as const))(
    "a session rejects an invalid %s",
    async (name, path) => {
      const { status, body } = await make(nested(path, "SOMETHING_ELSE"));
      expect(status).toBe(400);
      expect(body.details.validationError.fieldViolations[0].field).toContain(name);
    },
  );
});

test.each([
  ["capacity", [-1, 1001, 1.5, "3"]],
  ["staffIds", [Array(21).fill("0190a000-0000-7000-8000-00000000dead"), "x", ["x"]]],
  ["note", ["x".repeat(2001), 3]],
])("a session rejects invalid values of %s", async (name, values) => {
  for (const value of values)
    expect((await make({ [name]: value })).status, JSON.stringify(value).slice(0, 40)).toBe(400);
});

const names = ["MON", "TUE", "WED", "THU", "FRI", "SAT", "SUN"];
const longNames = ["MONDAY", "TUESDAY", "WEDNESDAY", "THURSDAY", "FRIDAY", "SATURDAY", "SUNDAY"];
const days = names.flatMap((name, index) => [index + 1, name, longNames[index]].map((said) => [said, index] as const));

describe("weekday of a weekly rule", () => {
  const rule = { startTime: "10:00", durationMinutes: 60, validFrom: "2026-09-01", validUntil: "2026-09-14" };
  const input = (weekday: unknown) =>
    gym.ask("/v1/schedules/rules", {
      token: gym.key,
      body: JSON.stringify({ rules: [{ ...rule, scheduleId, weekday }] }),
    });

  test.each(days)("accepts the weekday %s", async (weekday, index) => {
    const { status, body } = await input(weekday);
    expect(status).toBe(200);
    expect(body.rules[0]).toMatchObject({ weekday: index + 1, day: names[index], dayOfWeek: longNames[index] });
    expect(new Date(body.dates[0].startDate).getUTCDay()).toBe((index + 1) % 7);
  });

  test.each([0, 8, 1.5, "MONDAYS", "mon", "", null])("rejects the weekday %j", async (weekday) => {
    expect((await input(weekday)).status).toBe(400);
  });
});

test.each(enumsIn(Resource.shape.type)[0]?.values ?? [])("a resource can have the type %s", async (type) => {
  const body = JSON.stringify({ resource: { type, name: "Daiktas" } });
  const made = await gym.ask("/v1/resources", { token: gym.key, body });
  expect(made.body.resource.type).toBe(type);
});

test.each([
  ["PENDING", "PENDING"],
  ["CONFIRMED", "APPROVED"],
  ["DECLINED", "DECLINED"],
] as const)(
  "a participant with booking status %s has approval status %s in the session",
  async (status, approvalStatus) => {
    const service = await gym.service({ payment: { rateType: "NO_FEE" } });
    const sessionId = await gym.session({ service });
    const slot = { sessionId, serviceId: service.id, scheduleId: service.scheduleId };
    const input = { bookedEntity: { slot }, totalParticipants: 1, contactDetails: { firstName: "Ona" } };
    const { booking } = await gym.as(gym.key).bookings.create({ booking: input });
    await gym.db.updateTable("booking").set({ status }).where("id", "=", booking.id).execute();
    expect((await read(sessionId)).body.session.participants).toMatchObject([
      { bookingId: booking.id, approvalStatus },
    ]);
  },
);
