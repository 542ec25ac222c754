import { contract } from "@uola/contract";
import { newId } from "@uola/database";
import { describe as describeContract, type JsonSchema } from "@uola/kernel";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestGym, createTestPlatform, type TestGym, type TestPlatform } from "./testing.ts";

/**
 * Every field and enumeration value written by the owner is returned unchanged, and every invalid
 * one is rejected.
 */
const { operations, components } = describeContract(contract);
let platform: TestPlatform;
beforeAll(async () => {
  platform = await createTestPlatform();
});
afterAll(() => platform.close());

type Message = Record<string, unknown>;
const resolved = (schema: JsonSchema): JsonSchema => {
  if (schema.$ref) return resolved(components[schema.$ref.split("/").at(-1) ?? ""] ?? {});
  const real = schema.anyOf?.filter(({ type }) => type !== "null");
  return real?.length === 1 ? resolved(real[0] as JsonSchema) : schema;
};
const schemaAt = (schema: JsonSchema, path: readonly string[]): JsonSchema =>
  path.reduce((at, name) => {
    const here = resolved(at);
    return resolved((/^\d+$/.test(name) ? here.items : here.properties?.[name]) ?? {});
  }, schema);
const pathsOf = (value: unknown, path: string[] = []): string[][] =>
  value !== null && typeof value === "object"
    ? Object.entries(value).flatMap(([name, inner]) => [[...path, name], ...pathsOf(inner, [...path, name])])
    : [];
function changed(message: Message, path: readonly string[], value: unknown): Message {
  const copy = structuredClone(message);
  let at = copy;
  for (const name of path.slice(0, -1)) at = at[name] as Message;
  at[path.at(-1) as string] = value;
  return copy;
}
/** Returns values that the schema of a field does not allow. */
function invalidValues({ type, enum: values, maxLength, minimum, maximum }: JsonSchema): unknown[] {
  const isText = [type].flat().includes("string");
  return [
    isText ? 7 : "x".repeat(30),
    ...(values ? ["NO_SUCH_VALUE"] : []),
    ...(maxLength ? ["x".repeat(maxLength + 1)] : []),
    ...(minimum !== undefined ? [minimum - 1] : []),
    ...(maximum !== undefined ? [maximum + 1] : []),
  ];
}
/** Returns the paths of all schema fields that are missing from a message. */
function missing(schema: JsonSchema, value: unknown, path = ""): string[] {
  const here = resolved(schema);
  if (Array.isArray(value)) return value.flatMap((each) => missing(here.items ?? {}, each, path));
  if (value === null || typeof value !== "object") return [];
  return Object.entries(here.properties ?? {}).flatMap(([name, inner]) => {
    const given = (value as Message)[name];
    return given === undefined ? [`${path}${name}`] : missing(inner, given, `${path}${name}.`);
  });
}

const address = {
  streetAddress: { number: "14", name: "Skardžio g.", apt: "2" },
  addressLine: "Skardžio g. 14",
  addressLine2: "2 aukštas",
  country: "LT",
  subdivision: "LT-VL",
  city: "Vilnius",
  postalCode: "03155",
  formattedAddress: "Skardžio g. 14, LT-03155 Vilnius",
  hint: "pro kiemą",
  geocode: { latitude: 54.68, longitude: 25.28 },
  countryFullname: "Lietuva",
  subdivisions: [{ code: "VL", name: "Vilniaus apskritis" }],
};
const openingHours = [{ weekday: 1, open: "08:00", close: "24:00" }];
const specialHours = [{ date: "2026-12-24", name: "Kūčios", closed: false, open: "09:00", close: "14:00" }];
const entities = [
  {
    group: "policies",
    entity: "policy",
    full: {
      name: "Vaikams",
      customPolicyDescription: { enabled: true, description: "Iki vakaro." },
      limitEarlyBookingPolicy: { enabled: true, earliestBookingInMinutes: 43_200 },
      limitLateBookingPolicy: { enabled: true, latestBookingInMinutes: 30 },
      bookAfterStartPolicy: { enabled: true },
      cancellationPolicy: { enabled: true, limitLatestCancellation: true, latestCancellationInMinutes: 1440 },
      reschedulePolicy: { enabled: true, limitLatestReschedule: true, latestRescheduleInMinutes: 720 },
      agePolicy: { birthYearRequired: true },
      waitlistPolicy: { enabled: true, capacity: 8, reservationTimeInMinutes: 60 },
      participantsPolicy: { maxParticipantsPerBooking: 3 },
      resourcesPolicy: { enabled: true, autoAssignAllowed: false },
      cancellationFeePolicy: {
        enabled: true,
        cancellationWindows: [
          { percentage: "12.50", startInMinutes: 60 },
          { amount: { value: "5.00" }, startInMinutes: 30 },
        ],
        autoCollectFeeEnabled: false,
      },
      saveCreditCardPolicy: { enabled: true },
    },
    // A cancellation window has either an amount or a percentage. The currency of a price is set by
    // the server.
    leaves: ["amount", "percentage", "currency", "formattedValue"],
  },
  { group: "categories", entity: "category", full: { name: "Vaikams", sortOrder: 4, kind: "children" }, leaves: [] },
  {
    group: "plans",
    entity: "plan",
    full: { name: "10 kartų", description: "Galioja metus.", price: { value: "95.00" } },
    leaves: [],
  },
  {
    group: "forms",
    entity: "form",
    full: {
      name: "Stovykla",
      fields: [
        {
          id: "0190a000-0000-7000-8000-000000000001",
          label: "Ar moka plaukti?",
          valueType: "CHECK_BOX",
          required: false,
          onlyForMinors: true,
        },
      ],
    },
    leaves: [],
  },
  {
    group: "locations",
    entity: "location",
    full: {
      name: "Žirmūnai",
      default: true,
      address,
      email: "zirmunai@uola.example",
      phone: "+37060000015",
      kinds: ["BRANCH"],
      openingHours,
      specialHours,
    },
    leaves: [],
  },
] as const;

describe.each(entities)("fields of $group", ({ group, entity, full, leaves }) => {
  const operationNamed = (name: string) => {
    const found = operations.find((each) => each.feature === group && each.name === name);
    if (!found) throw new Error(`no ${group}.${name}`);
    return found;
  };
  const create = operationNamed("create");
  const inputSchema = () => schemaAt(create.input, [entity]);
  const send = (message: Message) =>
    platform.ask(create.endpoint.path, { body: JSON.stringify({ [entity]: message }), token: platform.key });
  const listed = async (): Promise<Message[]> =>
    (await platform.ask(operationNamed("list").endpoint.path, { method: "GET", token: platform.key })).body[group];

  test("the example message contains every field of the schema", () => {
    const left = missing(inputSchema(), full).filter((path) => !leaves.some((leaf) => path.endsWith(leaf)));
    expect(left).toEqual([]);
  });

  test("stores every field and returns it in the response and in the list", async () => {
    const { status, body } = await send(full);
    expect(status).toBe(200);
    expect(body[entity]).toMatchObject({ ...full, revision: "1" });
    expect((await listed()).find(({ id }) => id === body[entity].id)).toEqual(body[entity]);
  });

  const enums = pathsOf(full).flatMap((path) => {
    const { enum: values = [] } = schemaAt(inputSchema(), path);
    return values.map((value) => [path.join("."), value] as const);
  });
  test.each(enums)("accepts the field value %s = %s", async (path, value) => {
    const input = changed(full, path.split("."), value);
    const { status, body } = await send(input);
    expect(status).toBe(200);
    expect(body[entity]).toMatchObject(input);
  });

  test("rejects an invalid value with its field name and stores nothing", async () => {
    const before = await listed();
    for (const path of pathsOf(full)) {
      for (const value of invalidValues(schemaAt(inputSchema(), path))) {
        const { status, body } = await send(changed(full, path, value));
        const what = `${path.join(".")} = ${JSON.stringify(value).slice(0, 40)}`;
        expect(status, what).toBe(400);
        const [first] = body.details.validationError.fieldViolations;
        expect(first.field, what).toContain([entity, ...path].join("."));
      }
    }
    expect(await listed()).toEqual(before);
  });
});

describe("business details", () => {
  const business = {
    name: "Uola",
    address: "Skardžio g. 14, LT-03155 Vilnius",
    phone: "+37060000014",
    email: "labas@uola.example",
    openingHours,
    specialHours,
    prices: [{ name: "Narystė", price: { value: "54.00" }, from: true, note: "per mėnesį" }],
    multilingual: { urlStructure: "SUBDIRECTORY", languages: ["lt", "en"] },
  };
  const read = async () => (await platform.ask("/v1/business", { method: "GET", token: platform.key })).body.business;
  const send = async (message: Message) =>
    platform.ask("/v1/business", {
      method: "PATCH",
      token: platform.key,
      body: JSON.stringify({ business: { revision: (await read()).revision, ...message } }),
    });

  test("the business stores every field", async () => {
    const { status, body } = await send(business);
    expect(status).toBe(200);
    expect(body.business).toMatchObject(business);
    expect(await read()).toEqual(body.business);
  });

  test.each(["QUERY_PARAM", "SUBDOMAIN"])("rejects urlStructure %s, which the site does not use", async (structure) => {
    const before = await read();
    const { status, body } = await send({ multilingual: { urlStructure: structure, languages: ["lt", "en"] } });
    expect(status).toBe(400);
    expect(body.details.validationError.fieldViolations).toMatchObject([
      { field: "business.multilingual.urlStructure" },
    ]);
    expect(await read()).toEqual(before);
  });

  test("rejects invalid business values and stores nothing", async () => {
    const before = await read();
    for (const path of pathsOf(business)) {
      const value = path.reduce((at, name) => (at as Message)[name], business as unknown);
      const { status } = await send(changed(business, path, typeof value === "string" ? 7 : "x".repeat(30)));
      expect(status, path.join(".")).toBe(400);
    }
    for (const multilingual of [
      { urlStructure: "COOKIE", languages: ["lt"] },
      { urlStructure: "SUBDIRECTORY", languages: [] },
      { urlStructure: "SUBDIRECTORY", languages: ["lt", "lt"] },
      { urlStructure: "SUBDIRECTORY", languages: ["LT"] },
      { urlStructure: "SUBDIRECTORY", languages: ["lt", "pt-BR"] },
      { urlStructure: "SUBDIRECTORY", languages: ["en", "lt"] },
    ]) {
      expect((await send({ multilingual })).status).toBe(400);
    }
    expect(await read()).toEqual(before);
  });
});

describe("booking fields", () => {
  let gym: TestGym;
  let full: Message;
  const sent = () => operations.find(({ feature, name }) => feature === "bookings" && name === "create")?.input ?? {};
  const answered = () => resolved(components.Booking ?? {});
  const send = (booking: Message) => gym.ask("/v2/bookings", { body: JSON.stringify({ booking }), token: gym.key });
  const listed = async (): Promise<{ booking: Message }[]> =>
    (await gym.ask("/v2/extended-bookings/query", { body: "{}", token: gym.key })).body.extendedBookings;

  beforeAll(async () => {
    gym = await createTestGym();
    const service = await gym.service();
    const sessionId = await gym.session({ service, capacity: 500 });
    full = {
      bookedEntity: { slot: { sessionId, serviceId: service.id, scheduleId: service.scheduleId } },
      contactDetails: {
        contactId: newId(),
        firstName: "Ona",
        lastName: "Kopėčiūtė",
        email: "ona@example.lt",
        phone: "+37060000014",
        fullAddress: address,
        timeZone: "Europe/Vilnius",
        countryCode: "LT",
      },
      totalParticipants: 2,
      participants: [
        { id: newId(), firstName: "Ąžuolas", lastName: "Kopėčia", birthYear: 2017, member: true },
        { id: newId(), firstName: "Eglė", lastName: "Kopėčiūtė", birthYear: 2019, member: false },
      ],
      status: "CONFIRMED",
      selectedPaymentOption: "OFFLINE",
      externalUserId: "klientas-14",
      bookingSource: { platform: "MOBILE_APP", actor: "BUSINESS" },
      extendedFields: { namespaces: { "@uola/forma": { alergijos: "riešutai", kartai: 3, moka: true } } },
    };
  });
  afterAll(() => gym.close());

  /**
   * The expected booking in the response: the server assigns an id to each participant and ignores
   * a claim that a participant is a member.
   */
  const returned = (): Message => ({
    ...full,
    participants: (full.participants as Message[]).map(({ member: _, ...each }) => ({
      ...each,
      id: expect.any(String),
    })),
  });

  /** Fields that cannot be combined with the others in one booking; each has its own tests. */
  const elsewhere =
    /^(bookedEntity\.(schedule|title|tags)|bookedEntity\.slot\.(eventId|startDate|endDate|timezone|resource|location)|participantsChoices|additionalFields)/;

  test("the example booking contains every field of the schema", () => {
    const left = missing(schemaAt(sent(), ["booking"]), full).filter((path) => !elsewhere.test(path));
    expect(left).toEqual([]);
  });

  test("stores every field of a booking and returns it in the response and in the list, with its dates", async () => {
    const { status, body } = await send(full);
    expect([status, body.details]).toEqual([200, undefined]);
    const { booking } = body;
    expect(booking).toMatchObject({ ...returned(), revision: "1" });
    expect(booking.participants.filter(({ member }: Message) => member)).toEqual([]);
    const start = gym.hours(48);
    expect(booking).toMatchObject({
      createdDate: gym.clock.now.toISOString(),
      updatedDate: gym.clock.now.toISOString(),
      startDate: start.toISOString(),
      endDate: new Date(start.getTime() + 3_600_000).toISOString(),
    });
    expect((await listed()).find((each) => each.booking.id === booking.id)?.booking).toEqual(booking);
    // The response contains no fields outside the contract.
    const named = Object.keys(answered().properties ?? {});
    expect(Object.keys(booking).filter((name) => !named.includes(name))).toEqual([]);

    gym.clock.now = new Date(gym.clock.now.getTime() + 60_000);
    const cancel = { bookingId: booking.id, revision: "1" };
    const canceled = await gym.ask(`/v2/bookings/${booking.id}/cancel`, {
      body: JSON.stringify(cancel),
      token: gym.key,
    });
    expect(canceled.body.booking).toMatchObject({
      ...returned(),
      status: "CANCELED",
      revision: "2",
      canceledDate: gym.clock.now.toISOString(),
      updatedDate: gym.clock.now.toISOString(),
    });
  });

  test("rejects an invalid booking value with its field name and stores nothing", async () => {
    const before = await listed();
    const free = /^extendedFields\.namespaces\./;
    for (const path of pathsOf(full).filter((each) => !free.test(each.join(".")))) {
      for (const value of invalidValues(schemaAt(sent(), ["booking", ...path]))) {
        const { status, body } = await send(changed(full, path, value));
        const what = `${path.join(".")} = ${JSON.stringify(value).slice(0, 40)}`;
        expect(status, what).toBe(400);
        expect(body.details.validationError.fieldViolations[0].field, what).toContain(["booking", ...path].join("."));
      }
    }
    expect(await listed()).toEqual(before);
  });
});
