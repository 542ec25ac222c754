import { newId } from "@uola/database";
import { afterAll, describe, expect, test } from "vitest";
import { createBookingGym, refused } from "./bookings.testing.ts";

const { gym, service, inputFor, visitors, owners, members } = await createBookingGym();
afterAll(() => gym.close());

describe("booking queries", () => {
  const found = async (as: ReturnType<typeof visitors>, query = {}) =>
    (await as.queryExtended({ query })).extendedBookings.map(({ booking }) => booking.id);

  test("people see their own bookings as visitor, as member or by verified email, and staff see all bookings", async () => {
    const sessionId = await gym.session({ service });
    const email = `egle-${newId()}@uola.example`;
    const ona = visitors();
    const egle = await members({ email });
    const byVisitor = (await ona.create(inputFor(sessionId))).booking.id;
    const byMember = (await egle.create(inputFor(sessionId))).booking.id;
    const byAddress = (
      await visitors().create(inputFor(sessionId, { contactDetails: { firstName: "E", email: email.toUpperCase() } }))
    ).booking.id;
    expect(await found(ona)).toEqual([byVisitor]);
    expect((await found(egle)).toSorted()).toEqual([byMember, byAddress].toSorted());
    const unverified = `jonas-${newId()}@uola.example`;
    await visitors().create(inputFor(sessionId, { contactDetails: { firstName: "J", email: unverified } }));
    expect(await found(await members({ email: unverified, emailVerified: false }))).toEqual([]);
    const filter = { "bookedEntity.slot.sessionId": sessionId };
    expect(await found(await members({ role: "trainer" }), { filter })).toHaveLength(4);
    expect(await found(owners(), { filter: { "bookedEntity.item.slot.sessionId": sessionId } })).toHaveLength(4);
    expect(await found(visitors(), { filter })).toEqual([]);
  });

  test("lists bookings newest first, with filters, sorting and paging by cursor or offset", async () => {
    const of = await gym.service({ name: "Rytinis boulderingas" });
    const sessionId = await gym.session({ service: of, inHours: 70 });
    const course = await gym.service({ type: "COURSE" });
    await gym.session({ service: course, inHours: 70 });
    const ids: string[] = [];
    for (const [status, name] of [
      ["CONFIRMED", "Asta"],
      ["CREATED", "Zita"],
      ["CONFIRMED", "Mantas"],
    ] as const) {
      gym.clock.now = gym.hours(0.01);
      const contactDetails = { firstName: name };
      ids.push((await owners().create(inputFor(sessionId, { status, contactDetails }, of))).booking.id);
    }
    const [asta = "", zita = "", mantas = ""] = ids;
    const mine = { "bookedEntity.slot.serviceId": of.id };
    expect(await found(owners(), { filter: mine })).toEqual([mantas, zita, asta]);
    expect(await found(owners(), { filter: { ...mine, status: { $in: ["CREATED"] } } })).toEqual([zita]);
    const sort = [{ fieldName: "contactDetails.firstName", order: "ASC" }];
    expect(await found(owners(), { filter: mine, sort })).toEqual([asta, mantas, zita]);
    const range = { startDate: { $gte: gym.hours(68).toISOString(), $lt: gym.hours(71).toISOString() } };
    expect(await found(owners(), { filter: { ...mine, ...range } })).toHaveLength(3);
    expect(await found(owners(), { filter: { ...mine, "bookedEntity.tags": { $hasSome: ["CLASS"] } } })).toHaveLength(
      3,
    );
    expect(await found(owners(), { filter: { "bookedEntity.schedule.scheduleId": course.scheduleId } })).toEqual([]);

    const first = await owners().queryExtended({ query: { filter: mine, cursorPaging: { limit: 2 } } });
    expect(first.pagingMetadata).toMatchObject({ count: 2, hasNext: true });
    const cursor = first.pagingMetadata.cursors?.next;
    expect(await found(owners(), { cursorPaging: { cursor } })).toEqual([asta]);
    const paged = await owners().queryExtended({ query: { filter: mine, paging: { limit: 2, offset: 2 } } });
    expect(paged.pagingMetadata).toMatchObject({ count: 1, offset: 2, total: 3 });
  });

  test("a paging cursor does not reveal bookings of other people", async () => {
    const sessionId = await gym.session({ service });
    for (let count = 0; count < 3; count++) await visitors().create(inputFor(sessionId));
    const { pagingMetadata } = await owners().queryExtended({ query: { cursorPaging: { limit: 1 } } });
    const cursor = pagingMetadata.cursors?.next;
    expect(await found(visitors(), { cursorPaging: { cursor } })).toEqual([]);
  });

  test("returns allowed actions and attendance on request", async () => {
    const visitor = gym.visitor();
    const mine = gym.as(visitor).bookings;
    const soon = (await mine.create(inputFor(await gym.session({ service, inHours: 5 })))).booking.id;
    const later = (await mine.create(inputFor(await gym.session({ service, inHours: 50 })))).booking.id;
    const input = { withBookingAllowedActions: true, withBookingAttendanceInfo: true };
    const read = async (as: typeof mine, id: string) =>
      (await as.queryExtended({ query: { filter: { id } }, ...input })).extendedBookings[0];
    expect(await read(mine, later)).toMatchObject({
      allowedActions: { cancel: true, cancelableUntil: gym.hours(26), reschedule: false, reschedulableUntil: null },
      attendance: { status: "NOT_SET", numberOfAttendees: 0 },
    });
    expect((await read(mine, soon))?.allowedActions?.cancel).toBe(false);
    expect((await read(owners(), soon))?.allowedActions?.cancel).toBe(true);
    expect((await read(await members({ role: "trainer" }), later))?.allowedActions?.cancel).toBe(false);
    const plain = (await mine.queryExtended({ query: { filter: { id: later } } })).extendedBookings[0];
    expect(plain?.allowedActions ?? plain?.attendance).toBeUndefined();
  });

  test("a booking query rejects an unknown filter, an invalid cursor and a limit that is too high", async () => {
    await expect(found(owners(), { filter: { price: 1 } })).rejects.toMatchObject(refused(400, "INVALID_FILTER"));
    await expect(found(owners(), { cursorPaging: { cursor: "x" } })).rejects.toMatchObject(
      refused(400, "INVALID_CURSOR"),
    );
    await expect(found(owners(), { paging: { limit: 101 } })).rejects.toMatchObject({ kind: "validation" });
  });
});
