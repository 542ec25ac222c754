import type { contract, Input } from "@uola/contract";
import { newId } from "@uola/database";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestGym, type TestGym } from "../testing.ts";

let gym: TestGym;
let ruta: string;
let tomas: string;
beforeAll(async () => {
  gym = await createTestGym();
  const { db, siteId } = gym;
  ruta = await gym.trainer({ name: "Rūta", workingHours: [] });
  tomas = await gym.trainer({ name: "Tomas", workingHours: [] });
  const hours = { siteId, weekday: 3, startTime: "09:00", endTime: "12:00" };
  const rows = [
    { ...hours, resourceId: ruta },
    { ...hours, resourceId: tomas, startTime: "10:00", endTime: "14:00" },
  ];
  await db.insertInto("workingHours").values(rows).execute();
});
afterAll(() => gym.close());

type Locations = { id: string; name: string }[];
const lessons = (staffIds: string[], durations: number[], { locations = [] as Locations, policyId = "" } = {}) =>
  gym.service({
    type: "APPOINTMENT",
    name: "Treniruotė",
    defaultCapacity: 1,
    staffIds,
    availabilityConstraints: { sessionDurations: durations },
    locations: locations.map((business) => ({ type: "BUSINESS" as const, business })),
    ...(policyId && { policyId }),
  });

type MultiSlotInput = Input<typeof contract.availability.multislot>;
const ask = (input: MultiSlotInput) => gym.as(gym.visitor()).availability.multislot(input);
/** A period with two Wednesdays, starting on 2 September 2026. */
const around = { from: "2026-09-02T00:00:00", to: "2026-09-10T00:00:00", timeZone: "Europe/Vilnius" };
const oneDay = { ...around, to: "2026-09-03T00:00:00" };
const times = ({ slots }: Awaited<ReturnType<typeof ask>>) =>
  slots.map(({ slot, nestedSlots }) => [
    slot.startDate?.slice(8, 16),
    ...(nestedSlots ?? []).map(
      ({ start, end, resource }) => `${start.slice(11, 16)}-${end.slice(11, 16)} ${resource?.name}`,
    ),
  ]);

describe("consecutive services", () => {
  test("consecutive services are offered without a gap and with any free trainer", async () => {
    const [first, second] = [await lessons([ruta], [60]), await lessons([tomas], [30])];
    const slots = [{ serviceId: first.id }, { serviceId: second.id }];
    expect(times(await ask({ ...oneDay, slots }))).toEqual([
      ["02T09:00", "09:00-10:00 Rūta", "10:00-10:30 Tomas"],
      ["02T10:00", "10:00-11:00 Rūta", "11:00-11:30 Tomas"],
      ["02T11:00", "11:00-12:00 Rūta", "12:00-12:30 Tomas"],
    ]);
    expect(times(await ask({ ...oneDay, slots: slots.toReversed() }))).toEqual([
      ["02T10:00", "10:00-10:30 Tomas", "10:30-11:30 Rūta"],
      ["02T10:30", "10:30-11:00 Tomas", "11:00-12:00 Rūta"],
    ]);
  });

  test("consecutive services are offered with the requested trainer and duration", async () => {
    const [either, long] = [await lessons([ruta, tomas], [60]), await lessons([tomas], [30, 90])];
    const resourcesFilter = { resourceIds: [tomas] };
    const customerChoices = { durationInMinutes: 90 };
    const slots = [
      { serviceId: either.id, resourcesFilter },
      { serviceId: long.id, customerChoices },
    ];
    expect(times(await ask({ ...oneDay, slots }))).toEqual([
      ["02T10:00", "10:00-11:00 Tomas", "11:00-12:30 Tomas"],
      ["02T11:00", "11:00-12:00 Tomas", "12:00-13:30 Tomas"],
    ]);
    const nobody = [{ serviceId: either.id, resourcesFilter: { resourceIds: [newId()] } }];
    expect(times(await ask({ ...oneDay, slots: nobody }))).toEqual([]);
  });

  test("consecutive services are offered only at a common location", async () => {
    const [hall, yard] = [
      { id: newId(), name: "Salė" },
      { id: newId(), name: "Kiemas" },
    ];
    const both = await lessons([ruta], [60], { locations: [hall, yard] });
    const outside = await lessons([tomas], [60], { locations: [yard] });
    const slots = [{ serviceId: both.id }, { serviceId: outside.id }];
    const { slots: found } = await ask({ ...oneDay, slots });
    expect(found[0]?.slot.location).toMatchObject({ id: yard.id, name: "Kiemas", locationType: "OWNER_BUSINESS" });
    expect((await ask({ ...oneDay, slots, location: { id: hall.id } })).slots).toEqual([]);
    expect((await ask({ ...oneDay, slots: [slots[0] as never], location: { id: hall.id } })).slots).toHaveLength(3);
  });

  test("times of consecutive services can be filtered by policy violations and limited per day", async () => {
    const limitEarlyBookingPolicy = { enabled: true, earliestBookingInMinutes: 3 * 24 * 60 };
    const policyId = await gym.policy({ limitEarlyBookingPolicy });
    const [always, soon] = [await lessons([ruta], [60]), await lessons([ruta], [60], { policyId })];
    const slots = [{ serviceId: always.id }, { serviceId: soon.id }];
    const all = await ask({ ...around, slots });
    expect(all.slots.map(({ bookable }) => bookable)).toEqual([true, true, false, false]);
    expect(all.slots.at(-1)?.bookingPolicyViolations).toMatchObject({ tooEarlyToBook: true, tooLateToBook: false });
    expect((await ask({ ...around, slots, bookable: true })).slots).toHaveLength(2);
    const early = { bookingPolicyViolations: { tooEarlyToBook: true } };
    expect((await ask({ ...around, slots, ...early })).slots).toHaveLength(2);
    expect(times(await ask({ ...around, slots, slotsPerDay: 1 })).map(([start]) => start)).toEqual([
      "02T09:00",
      "09T09:00",
    ]);
  });

  test("times of consecutive services are paged by a cursor, which overrides all other parameters", async () => {
    const service = await lessons([ruta], [60]);
    const first = await ask({ ...around, slots: [{ serviceId: service.id }], cursorPaging: { limit: 4 } });
    expect(times(first)).toHaveLength(4);
    expect(first.cursorPagingMetadata).toMatchObject({ count: 4, hasNext: true });
    expect(first.cursorPagingMetadata.cursors?.prev).toBeUndefined();
    const cursor = first.cursorPagingMetadata.cursors?.next ?? "";
    const second = await ask({ from: "whatever", slotsPerDay: 1, cursorPaging: { cursor } });
    expect(times(second).map(([start]) => start)).toEqual(["09T10:00", "09T11:00"]);
    expect(second.cursorPagingMetadata).toMatchObject({ count: 2, hasNext: false });
    const back = await ask({ cursorPaging: { cursor: second.cursorPagingMetadata.cursors?.prev ?? "" } });
    expect(times(back)).toEqual(times(first));
  });

  test("the consecutive services query rejects invalid parameters", async () => {
    const appointment = await lessons([ruta], [60]);
    const lesson = await gym.service();
    const slots = [{ serviceId: appointment.id }];
    const wrong = (...fields: string[]) => ({
      kind: "validation",
      fieldViolations: fields.map((field) => ({ field })),
    });
    await expect(ask({})).rejects.toMatchObject(wrong("from", "slots", "to"));
    await expect(ask({ ...around, to: "2026-12-02", slots })).rejects.toMatchObject(wrong("to"));
    await expect(ask({ ...around, slots: [{ serviceId: lesson.id }] })).rejects.toMatchObject(
      wrong("slots[0].serviceId"),
    );
    const long = [{ serviceId: appointment.id, customerChoices: { durationInMinutes: 45 } }];
    await expect(ask({ ...around, slots: long })).rejects.toMatchObject(
      wrong("slots[0].customerChoices.durationInMinutes"),
    );
    const nothing = [{ serviceId: newId() }];
    await expect(ask({ ...around, slots: nothing })).rejects.toMatchObject({ status: 404, code: "SERVICE_NOT_FOUND" });
    const hidden = await gym.service({ type: "APPOINTMENT", hidden: true });
    await expect(ask({ ...around, slots: [{ serviceId: hidden.id }] })).rejects.toMatchObject({
      code: "SERVICE_NOT_FOUND",
    });
    await expect(ask({ ...around, timeZone: "Europe/Utena", slots })).rejects.toMatchObject({
      code: "INVALID_TIME_ZONE",
    });
    const invalid = { status: 400, code: "INVALID_CURSOR" };
    for (const cursor of [
      "x",
      Buffer.from("{}").toString("base64url"),
      Buffer.from('{"page":{"at":1e3}}').toString("base64url"),
    ]) {
      await expect(ask({ cursorPaging: { cursor } })).rejects.toMatchObject(invalid);
    }
  });
});
