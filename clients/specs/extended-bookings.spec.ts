import { randomUUID } from "node:crypto";
import { expect, test } from "@playwright/test";
import {
  booked,
  bookingInput,
  classWithSessions,
  contactDetails,
  course,
  hourOf,
  inHours,
  lesson,
  trainer,
} from "./gym.ts";
import { asOwner, codeOf, fieldsOf, member, owner, visitor } from "./platform.ts";

/** Tests booking queries with the platform's public SDK. */
type Options = NonNullable<Parameters<typeof owner.extendedBookings.queryExtendedBookings>[1]>;
const query = (query: object, options: Options = {}) =>
  owner.extendedBookings.queryExtendedBookings(query as never, options);
const idsOf = async (filter: object, more: object = {}) =>
  (await query({ filter, ...more })).extendedBookings?.map(({ booking }) => booking?._id);

test("finds bookings by every field, with and without the path segment `item`", async () => {
  const { made, slots } = await classWithSessions(2);
  const [slot = {}, later = {}] = slots;
  const externalUserId = randomUUID();
  const first = await booked(slot, { totalParticipants: 2, externalUserId });
  const second = await booked(later, { status: "CREATED", selectedPaymentOption: "ONLINE" });
  const staffId = await trainer();
  const options = { flowControlSettings: { skipAvailabilityValidation: true } };
  const third = await booked(hourOf(await lesson(staffId), staffId, inHours(100)), {}, options);
  const whole = await course(4);
  const fourth = await booked(whole.entity);
  const all = [first, second, third, fourth].map(({ _id }) => _id);
  const { sessionId } = slot as { sessionId: string };
  const { createdBy, contactDetails: contact } = first;
  const ofClass = { "bookedEntity.slot.serviceId": made._id };
  const cases: [object, number[]][] = [
    [{ _id: all[0] }, [1]],
    [{ id: { $in: all } }, [1, 2, 3, 4]],
    [{ "bookedEntity.item.slot.sessionId": sessionId }, [1]],
    [{ "bookedEntity.slot.sessionId": sessionId }, [1]],
    [{ "bookedEntity.item.slot.serviceId": made._id }, [1, 2]],
    [{ "bookedEntity.item.slot.scheduleId": made.scheduleId }, [1, 2]],
    [{ "bookedEntity.item.slot.resource._id": staffId }, [3]],
    [{ "bookedEntity.item.schedule.scheduleId": whole.made.scheduleId }, [4]],
    [{ "bookedEntity.item.schedule.serviceId": whole.made._id }, [4]],
    [{ _id: { $in: all }, "bookedEntity.tags": { $hasSome: ["CLASS", "COURSE"] } }, [1, 2, 4]],
    [{ _id: { $in: all }, "bookedEntity.tags": { $hasAll: ["APPOINTMENT"] } }, [3]],
    [{ _id: { $in: all }, status: "CREATED" }, [2]],
    [{ _id: { $in: all }, status: { $ne: "CREATED" } }, [1, 3, 4]],
    [{ _id: { $in: all }, paymentStatus: "UNDEFINED" }, [1, 2, 3, 4]],
    [{ _id: { $in: all }, selectedPaymentOption: "ONLINE" }, [2]],
    [{ externalUserId }, [1]],
    [{ _id: { $in: all }, "createdBy.id.appId": createdBy?.appId }, [1, 2, 3, 4]],
    [{ _id: { $in: all }, "createdBy.id.memberId": randomUUID() }, []],
    [{ _id: { $in: all }, "createdBy.id.wixUserId": randomUUID() }, []],
    [{ _id: { $in: all }, "createdBy.id.anonymousVisitorId": { $exists: true } }, []],
    [{ _id: { $in: all }, "createdBy.contactId": randomUUID() }, []],
    [{ _id: { $in: all }, "contactDetails.contactId": contact?.contactId ?? null }, [1, 2, 3, 4]],
    [{ ...ofClass, createdDate: { $gt: new Date(Date.now() - 60_000) } }, [1, 2]],
    [{ ...ofClass, updatedDate: { $lt: new Date(Date.now() - 60_000).toISOString() } }, []],
    [{ ...ofClass, startDate: { $gte: (later as { startDate: string }).startDate } }, [2]],
    [{ ...ofClass, endDate: { $lte: (slot as { endDate: string }).endDate } }, [1]],
    [{ ...ofClass, totalParticipants: { $gt: 1 } }, [1]],
    [{ _id: { $in: all }, doubleBooked: true }, []],
    [{ _id: { $in: all }, $or: [{ status: "CREATED" }, { totalParticipants: 2 }] }, [1, 2]],
    [{ $and: [ofClass, { $not: { status: "CREATED" } }] }, [1]],
    [{ _id: { $in: all }, "bookedEntity.item.slot.location.locationType": "CUSTOM" }, []],
    [{ _id: { $in: all }, "bookedEntity.item.schedule.location._id": randomUUID() }, []],
  ];
  for (const [filter, numbers] of cases) {
    const shown = JSON.stringify(filter);
    const found = (await idsOf(filter))?.map((id) => all.indexOf(id as string) + 1);
    expect(found?.toSorted(), shown).toEqual(numbers);
  }
});

test("sorts bookings and pages them forwards and backwards, by cursor and by offset", async () => {
  const { made, slots } = await classWithSessions(3);
  const ids = [];
  for (const slot of slots) ids.push((await booked(slot))._id);
  const [one, two, three] = ids;
  const filter = () => ({ "bookedEntity.item.slot.serviceId": made._id });
  const upwards = { sort: [{ fieldName: "startDate", order: "ASC" }] };
  expect(await idsOf(filter())).toEqual([three, two, one]);
  expect(await idsOf(filter(), upwards)).toEqual([one, two, three]);
  for (const fieldName of ["_createdDate", "createdDate", "bookedEntity.item.slot.sessionId", "status"]) {
    expect(await idsOf(filter(), { sort: [{ fieldName, order: "ASC" }] }), fieldName).toHaveLength(3);
  }
  const first = await query({ filter: filter(), ...upwards, cursorPaging: { limit: 2 } });
  const pageOf = ({ extendedBookings }: typeof first) => extendedBookings?.map(({ booking }) => booking?._id);
  expect(pageOf(first)).toEqual([one, two]);
  expect(first.pagingMetadata).toMatchObject({ count: 2 });
  const follow = (cursor: string | null | undefined) => query({ cursorPaging: { limit: 2, cursor } });
  const second = await follow(first.pagingMetadata?.cursors?.next);
  expect(pageOf(second)).toEqual([three]);
  expect(second.pagingMetadata?.cursors?.next ?? undefined).toBeUndefined();
  expect(pageOf(await follow(second.pagingMetadata?.cursors?.prev))).toEqual([one, two]);
  const byOffset = await query({ filter: filter(), ...upwards, paging: { limit: 2, offset: 1 } });
  expect(pageOf(byOffset)).toEqual([two, three]);
  expect(byOffset.pagingMetadata).toMatchObject({ count: 2, offset: 1, total: 3 });
  expect(await codeOf(follow("made up"))).toBe("INVALID_CURSOR");
  expect(await codeOf(query({ filter: { moonPhase: "full" } }))).toBe("INVALID_FILTER");
  expect(await codeOf(query({ filter: { status: { $regex: ".*" } } }))).toBe("INVALID_FILTER");
  expect(await fieldsOf(query({ cursorPaging: { limit: 101 } }))).toEqual(["query.cursorPaging.limit"]);
});

test("members and visitors find only their own bookings, the owner finds all", async () => {
  const { made, slots } = await classWithSessions(1);
  const somebody = await member();
  const guest = visitor();
  const { booking: own } = await somebody.bookings.createBooking(bookingInput(slots[0] ?? {}));
  const { booking: theirs } = await guest.bookings.createBooking(bookingInput(slots[0] ?? {}));
  const seenBy = async ({ extendedBookings }: Pick<typeof guest, "extendedBookings">) => {
    const filter = { "bookedEntity.item.slot.serviceId": made._id };
    const found = await extendedBookings.queryExtendedBookings({ filter } as never);
    return found.extendedBookings?.map(({ booking }) => booking?._id).toSorted();
  };
  expect(await seenBy(somebody)).toEqual([own?._id]);
  expect(await seenBy(guest)).toEqual([theirs?._id]);
  expect(await seenBy(visitor())).toEqual([]);
  expect(await seenBy(owner)).toEqual([own?._id, theirs?._id].toSorted());
});

test("a booking query returns allowed actions, attendance and conferencing only on request", async () => {
  const { slots } = await classWithSessions();
  const { _id: id } = await booked(slots[0] ?? {}, { totalParticipants: 3 });
  const { sessionId } = slots[0] ?? {};
  const calendarConference = { type: "CUSTOM", guestUrl: "https://meet.example/ona", password: "trys" };
  await asOwner(`/v1/sessions/${sessionId}`, { change: { calendarConference } }, "PATCH");
  await asOwner(`/v2/bookings/${id}/attendance`, { status: "ATTENDED", numberOfAttendees: 2 });
  const [plain] = (await query({ filter: { _id: id } })).extendedBookings ?? [];
  expect(Object.keys(plain ?? {})).toEqual(["booking"]);
  expect(plain?.booking?.contactDetails).toMatchObject(contactDetails);
  const options = {
    withBookingAllowedActions: true,
    withBookingAttendanceInfo: true,
    withBookingConferencingDetails: true,
  };
  const [full] = (await query({ filter: { _id: id } }, options)).extendedBookings ?? [];
  expect(full).toMatchObject({
    allowedActions: { cancel: true, reschedule: true },
    attendance: { _id: expect.any(String), status: "ATTENDED", numberOfAttendees: 2 },
    conferencingDetails: { guestUrl: "https://meet.example/ona", password: "trys" },
  });
});
