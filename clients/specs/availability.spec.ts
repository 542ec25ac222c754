import { randomUUID } from "node:crypto";
import { expect, test } from "@playwright/test";
import {
  booked,
  classWithSessions,
  course,
  hour,
  inHours,
  lesson,
  policy,
  service,
  sessionOf,
  trainer,
} from "./gym.ts";
import { codeOf, fieldsOf, owner, visitor } from "./platform.ts";

/** Tests all availability calls with the platform's public SDK. */
const { queryAvailability, getScheduleAvailability, calculateMultiSlotAvailability } = visitor().availabilityCalendar;
const between = (from: Date, to: Date) => ({ startDate: from.toISOString(), endDate: to.toISOString() });
const ahead = () => between(new Date(), inHours(240));
const query = (filter: object, options: object = {}, more: object = {}) =>
  queryAvailability({ filter: { ...ahead(), ...filter }, ...more } as never, options as never);
const local = (moment: Date) => moment.toISOString().slice(0, 19);

test("returns the slots of a class with their places, in the requested time zone", async () => {
  const { made, slots } = await classWithSessions(2);
  await booked(slots[0] ?? {}, { totalParticipants: 2 });
  const { availabilityEntries } = await query({ serviceId: made._id }, { timezone: "Europe/Vilnius" });
  expect(availabilityEntries).toHaveLength(2);
  expect(availabilityEntries?.[0]).toMatchObject({
    bookable: true,
    locked: false,
    totalSpots: 6,
    openSpots: 4,
    bookingPolicyViolations: { tooEarlyToBook: false, tooLateToBook: false, bookOnlineDisabled: false },
    slot: { sessionId: slots[0]?.sessionId, serviceId: made._id, scheduleId: made.scheduleId },
  });
  const { startDate, timezone } = availabilityEntries?.[0]?.slot ?? {};
  expect(timezone).toBe("Europe/Vilnius");
  const start = new Date(slots[0]?.startDate as string);
  const wall = start.toLocaleString("sv-SE", { timeZone: "Europe/Vilnius" }).replace(" ", "T");
  expect(startDate).toContain(wall);
});

test("filters slots by service, places, bookability, violations and location, and sorts them", async () => {
  const { made, slots } = await classWithSessions(3);
  const closed = await classWithSessions(1, { onlineBooking: { enabled: false } });
  await booked(slots[0] ?? {}, { totalParticipants: 6 });
  const both = { serviceId: [made._id, closed.made._id] };
  const idsOf = async (filter: object, options?: object, more?: object) =>
    (await query(filter, options, more)).availabilityEntries?.map(({ slot }) => slot?.sessionId);
  const [full, second, third] = slots.map(({ sessionId }) => sessionId);
  const [other] = closed.slots.map(({ sessionId }) => sessionId);
  expect((await idsOf(both))?.toSorted()).toEqual([full, second, third, other].toSorted());
  expect(await idsOf({ ...both, bookable: true })).toEqual([second, third]);
  expect(await idsOf({ ...both, bookable: false })).toEqual(expect.arrayContaining([full, other]));
  expect(await idsOf({ ...both, openSpots: 6, bookable: true })).toEqual([second, third]);
  expect(await idsOf({ ...both, "bookingPolicyViolations.tooLateToBook": true })).toEqual([]);
  expect(await idsOf({ ...both, "location.businessLocation.id": randomUUID() })).toEqual([]);
  expect(await idsOf({ ...both, resourceId: randomUUID() })).toEqual([]);
  const downwards = { sort: [{ fieldName: "startDate", order: "DESC" }] };
  expect(await idsOf({ serviceId: made._id, bookable: true }, {}, downwards)).toEqual([third, second]);
  expect(await idsOf({ serviceId: made._id }, { slotsPerDay: 1 })).toHaveLength(3);
  await sessionOf(made, new Date(Date.parse(slots[1]?.startDate as string) + hour));
  const { availabilityEntries } = await query({ serviceId: made._id }, { timezone: "UTC" });
  expect(availabilityEntries).toHaveLength(4);
  const days = new Set(availabilityEntries?.map(({ slot }) => slot?.startDate?.slice(0, 10)));
  expect(await idsOf({ serviceId: made._id }, { timezone: "UTC", slotsPerDay: 1 })).toHaveLength(days.size);
});

test("the availability error names the missing and invalid fields", async () => {
  const serviceId = (await service())._id;
  expect(await fieldsOf(queryAvailability({ filter: { ...ahead() } } as never))).toEqual([
    expect.stringContaining("serviceId"),
  ]);
  expect(await fieldsOf(queryAvailability({ filter: { serviceId } } as never))).toEqual([
    expect.stringContaining("endDate"),
    expect.stringContaining("startDate"),
  ]);
  expect(await codeOf(query({ serviceId }, { timezone: "Europe/Nowhere" }))).toBe("INVALID_TIME_ZONE");
  expect(await codeOf(query({ serviceId, moonPhase: "full" }))).toBe("INVALID_FILTER");
});

test("slots that are too early or too late under the booking policy are not bookable", async () => {
  const early = { limitEarlyBookingPolicy: { enabled: true, earliestBookingInMinutes: 60 } };
  const late = { limitLateBookingPolicy: { enabled: true, latestBookingInMinutes: 43_200 } };
  const violationsUnder = async (rules: object) => {
    const { made } = await classWithSessions(1, await policy(rules));
    const { availabilityEntries } = await query({ serviceId: made._id });
    return availabilityEntries?.[0];
  };
  expect(await violationsUnder(early)).toMatchObject({
    bookable: false,
    bookingPolicyViolations: { tooEarlyToBook: true, tooLateToBook: false },
  });
  expect(await violationsUnder(late)).toMatchObject({
    bookable: false,
    bookingPolicyViolations: { tooEarlyToBook: false, tooLateToBook: true },
  });
});

test("a course has a total capacity and a limit on participants per booking", async () => {
  const { made, entity } = await course(9);
  await booked(entity, { totalParticipants: 4 });
  expect(await getScheduleAvailability(made.scheduleId)).toMatchObject({
    availability: { totalSpots: 9, openSpots: 5, bookingPolicyViolations: { bookOnlineDisabled: false } },
    bookingPolicySettings: { maxParticipantsPerBooking: expect.any(Number) },
  });
  expect(await codeOf(getScheduleAvailability(randomUUID()))).toBe("FAILED_RESOLVING_SCHEDULE");
  expect(await fieldsOf(getScheduleAvailability("no-id"))).toEqual(["scheduleId"]);
});

test("returns sequences of appointments without gaps, page by page, and rejects invalid ones", async () => {
  const staffId = await trainer();
  const [first, second] = [await lesson(staffId), await lesson(staffId)];
  const request = {
    from: local(inHours(24)),
    to: local(inHours(96)),
    timeZone: "Europe/Vilnius",
    slots: [{ serviceId: first._id, resourcesFilter: { resourceIds: [staffId] } }, { serviceId: second._id }],
  };
  const ask = (more: object) => calculateMultiSlotAvailability({ ...request, ...more } as never);
  const { slots, cursorPagingMetadata } = await ask({ cursorPaging: { limit: 3 } });
  expect(slots).toHaveLength(3);
  expect(cursorPagingMetadata).toMatchObject({ count: 3, hasNext: true, cursors: { next: expect.any(String) } });
  for (const row of slots ?? []) {
    const [one, two] = (row as { nestedSlots?: { start: string; end: string; serviceId: string }[] }).nestedSlots ?? [];
    expect([one?.serviceId, two?.serviceId]).toEqual([first._id, second._id]);
    expect(two?.start).toBe(one?.end);
    expect(row).toMatchObject({ bookable: true, slot: { startDate: one?.start, endDate: two?.end } });
  }
  const cursor = cursorPagingMetadata?.cursors?.next as string;
  const next = await calculateMultiSlotAvailability({ cursorPaging: { limit: 3, cursor } });
  const starts = [...(slots ?? []), ...(next.slots ?? [])].map(({ slot }) => slot?.startDate);
  expect(new Set(starts).size).toBe(6);
  expect(starts).toEqual(starts.toSorted());
  expect((await ask({ slotsPerDay: 1 })).slots?.length).toBeLessThanOrEqual(4);
  expect(
    (await ask({ bookable: true, bookingPolicyViolations: { tooLateToBook: false } })).slots?.length,
  ).toBeGreaterThan(0);
  expect(
    (await ask({ slots: [{ serviceId: first._id, resourcesFilter: { resourceIds: [randomUUID()] } }] })).slots,
  ).toEqual([]);
  expect(await codeOf(ask({ timeZone: "Mėnulis" }))).toBe("INVALID_TIME_ZONE");
  expect(await codeOf(ask({ slots: [{ serviceId: randomUUID() }] }))).toBe("SERVICE_NOT_FOUND");
  expect(await codeOf(calculateMultiSlotAvailability({ cursorPaging: { cursor: "made up" } }))).toBe("INVALID_CURSOR");
  const seven = Array.from({ length: 7 }, () => ({ serviceId: first._id }));
  expect(await fieldsOf(ask({ slots: seven }))).toEqual([expect.stringContaining("slots")]);
  expect(await fieldsOf(ask({ slots: [] }))).toEqual([expect.stringContaining("slots")]);
});

test("an app with the owner's key gets the same slots as a visitor", async () => {
  const { made } = await classWithSessions();
  const { availabilityEntries } = await owner.availabilityCalendar.queryAvailability({
    filter: { serviceId: made._id, ...ahead() },
  } as never);
  expect(availabilityEntries).toHaveLength(1);
});
