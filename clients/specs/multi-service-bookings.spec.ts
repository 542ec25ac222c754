import { randomUUID } from "node:crypto";
import { expect, test } from "@playwright/test";
import { booked, bookingInput, classWithSessions, hour, service, sessionOf } from "./gym.ts";
import { codeOf, codesOf, fieldsOf, member, owner, visitor } from "./platform.ts";

/** Tests the twelve calls on multi-service bookings with the platform's public SDK. */
const { bookings } = owner;
const separately = { multiServiceBookingType: "SEPARATE_BOOKINGS" as never, returnFullEntity: true };

async function group(status = "CREATED") {
  const { made, slots } = await classWithSessions(3);
  const inputs = slots.slice(0, 2).map((slot) => bookingInput(slot, { status }));
  const { multiServiceBooking } = await bookings.createMultiServiceBooking(inputs, separately);
  const members = (multiServiceBooking?.bookings ?? []).map(({ bookingId }) => bookingId as string);
  return { made, slots, id: multiServiceBooking?._id as string, members, multiServiceBooking };
}
const statuses = (answer: { multiServiceBooking?: { bookings?: { booking?: { status?: string } }[] } }) =>
  answer.multiServiceBooking?.bookings?.map(({ booking }) => booking?.status);
const full = { returnFullEntity: true };

test("creates sequential, parallel or separate multi-service bookings, and creates either all bookings or none", async () => {
  const { made, slots } = await classWithSessions();
  const [slot] = slots;
  const after = await sessionOf(made, new Date(slot?.endDate as string));
  const next = { ...slot, ...after };
  const inARow = await bookings.createMultiServiceBooking([bookingInput(slot ?? {}), bookingInput(next)], full);
  expect(statuses(inARow)).toEqual(["CONFIRMED", "CONFIRMED"]);
  const [first] = inARow.multiServiceBooking?.bookings ?? [];
  expect(first).toMatchObject({
    bookingId: expect.any(String),
    booking: { multiServiceBookingInfo: { _id: inARow.multiServiceBooking?._id, type: "SEQUENTIAL_BOOKINGS" } },
  });
  const minimal = await bookings.createMultiServiceBooking([bookingInput(slot ?? {}), bookingInput(next)]);
  expect(minimal.multiServiceBooking?.bookings?.[0]?.booking).toBeUndefined();
  const later = { ...slot, ...(await sessionOf(made, new Date(Date.parse(slot?.endDate as string) + 3 * hour))) };
  const gap = bookings.createMultiServiceBooking([bookingInput(slot ?? {}), bookingInput(later)]);
  expect(await codeOf(gap)).toBe("VALIDATION_FAILURE");
  const other = await service();
  const beside = { ...slot, ...(await sessionOf(other, new Date(slot?.startDate as string))) };
  const atOnce = [
    bookingInput(slot ?? {}),
    bookingInput({ ...beside, serviceId: other._id, scheduleId: other.scheduleId }),
  ];
  const parallel = { multiServiceBookingType: "PARALLEL_BOOKINGS" as never, ...full };
  expect(statuses(await visitor().bookings.createMultiServiceBooking(atOnce, parallel))).toEqual([
    "CONFIRMED",
    "CONFIRMED",
  ]);
  const tooMany = [bookingInput(later), bookingInput(next, { totalParticipants: 5 })];
  expect(await codeOf(bookings.createMultiServiceBooking(tooMany, separately))).toBe("SESSION_CAPACITY_EXCEEDED");
  const { extendedBookings } = await owner.extendedBookings.queryExtendedBookings({
    filter: { "bookedEntity.item.slot.sessionId": later.sessionId },
  } as never);
  expect(extendedBookings).toEqual([]);
  expect(await fieldsOf(bookings.createMultiServiceBooking([]))).toEqual(["bookings"]);
});

test("returns a multi-service booking with its availability and the caller's allowed actions", async () => {
  const { id, members } = await group();
  expect(await bookings.getMultiServiceBooking(id)).toMatchObject({
    _id: id,
    bookings: members.map((bookingId) => ({ bookingId })),
  });
  expect(await bookings.getMultiServiceBookingAvailability(id)).toMatchObject({
    bookable: true,
    totalCapacity: 6,
    remainingCapacity: 6,
    policyViolations: { tooEarlyToBook: false, tooLateToBook: false, bookOnlineDisabled: false },
    policySettings: { maxParticipantsPerBooking: expect.any(Number) },
    multiServiceBookingInfo: members.map((bookingId) => ({ bookingId })),
  });
  const nobody = randomUUID();
  const { results, bulkActionMetadata } = await bookings.bulkGetMultiServiceBookingAllowedActions([id, nobody]);
  expect(bulkActionMetadata).toMatchObject({ totalSuccesses: 1, totalFailures: 1 });
  expect(results?.[0]).toMatchObject({ itemMetadata: { success: true }, item: { cancel: true, reschedule: true } });
  expect(results?.[1]).toMatchObject({ itemMetadata: { success: false, error: { code: expect.any(String) } } });
});

test("marks pending, confirms, declines and cancels a multi-service booking as a whole", async () => {
  const withApproval = await classWithSessions(2, { onlineBooking: { enabled: true, requireManualApproval: true } });
  const inputs = withApproval.slots.map((slot) => bookingInput(slot, { status: "CREATED" }));
  const { multiServiceBooking } = await bookings.createMultiServiceBooking(inputs, separately);
  const id = multiServiceBooking?._id as string;
  const infos = (revision: string) =>
    multiServiceBooking?.bookings?.map(({ bookingId }) => ({ bookingId, revision, paymentStatus: "PAID" })) as never;
  const checking = { checkAvailabilityValidation: true };
  expect(
    statuses(
      await bookings.markMultiServiceBookingAsPending(id, {
        markAsPendingBookingsInfo: infos("1"),
        participantNotification: { notifyParticipants: false },
        flowControlSettings: checking,
        ...full,
      } as never),
    ),
  ).toEqual(["PENDING", "PENDING"]);
  const stale = bookings.confirmMultiServiceBooking(id, { confirmBookingsInfo: infos("1") });
  expect(await codeOf(stale)).toBe("BOOKING_REVISION_MISMATCH");
  const confirmed = await bookings.confirmMultiServiceBooking(id, {
    confirmBookingsInfo: infos("2"),
    ...full,
  } as never);
  expect(statuses(confirmed)).toEqual(["CONFIRMED", "CONFIRMED"]);
  expect(confirmed.multiServiceBooking?.bookings?.[0]?.booking).toMatchObject({ paymentStatus: "PAID", revision: "3" });
  expect(await codeOf(bookings.declineMultiServiceBooking(id))).toBe("INVALID_BOOKING_STATUS");
  const flowControlSettings = { ignoreCancellationPolicy: true, withRefund: true };
  const cancelled = await bookings.cancelMultiServiceBooking(id, { flowControlSettings, ...full } as never);
  expect(statuses(cancelled)).toEqual(["CANCELED", "CANCELED"]);
  expect(cancelled.multiServiceBooking?.bookings?.[0]?.booking).toMatchObject({ paymentStatus: "REFUNDED" });
  const other = await group();
  expect(statuses(await bookings.declineMultiServiceBooking(other.id, full))).toEqual(["DECLINED", "DECLINED"]);
  const approvalless = await group();
  expect(await codeOf(bookings.markMultiServiceBookingAsPending(approvalless.id))).toBe("VALIDATION_FAILURE");
});

test("confirms a multi-service booking only if there are places, unless double-booking is requested", async () => {
  const { id, slots } = await group();
  await booked(slots[0] ?? {}, { totalParticipants: 6 });
  const checking = { flowControlSettings: { checkAvailabilityValidation: true }, ...full } as never;
  expect(await codeOf(bookings.confirmMultiServiceBooking(id, checking))).toBe("NO_OPEN_SPOTS");
  const double = { flowControlSettings: { checkAvailabilityValidation: true }, doubleBooked: true, ...full } as never;
  const { multiServiceBooking } = await bookings.confirmMultiServiceBooking(id, double);
  expect(multiServiceBooking?.bookings?.[0]?.booking).toMatchObject({ status: "CONFIRMED", doubleBooked: true });
  expect(await bookings.getMultiServiceBookingAvailability(id)).toMatchObject({ remainingCapacity: 0 });
});

test("a member reschedules their own multi-service booking as a whole, and cannot override the policy", async () => {
  const { slots, id, members } = await group("CONFIRMED");
  const moving = (revision: string) =>
    [{ bookingId: members[0], revision, slot: slots[2], totalParticipants: 2 }] as never;
  const flowControlSettings = { ignoreReschedulePolicy: true };
  const moved = await bookings.rescheduleMultiServiceBooking(id, moving("1"), {
    flowControlSettings,
    ...full,
  } as never);
  const rows = moved.multiServiceBooking?.bookings ?? [];
  expect(rows.find(({ bookingId }) => bookingId === members[0])?.booking).toMatchObject({
    revision: "2",
    totalParticipants: 2,
    bookedEntity: { slot: { sessionId: slots[2]?.sessionId } },
  });
  const stale = bookings.rescheduleMultiServiceBooking(id, moving("1"), { flowControlSettings } as never);
  expect(await codeOf(stale)).toBe("BOOKING_REVISION_MISMATCH");
  const { bookings: memberBookings } = await member();
  const own = await memberBookings.createMultiServiceBooking(
    slots.slice(0, 2).map((slot) => bookingInput(slot)),
    separately,
  );
  const ownId = own.multiServiceBooking?._id as string;
  const bookingId = own.multiServiceBooking?.bookings?.[0]?.bookingId;
  const changes = [{ bookingId, revision: "1", slot: slots[2] }] as never;
  expect(
    await codeOf(memberBookings.rescheduleMultiServiceBooking(ownId, changes, { flowControlSettings } as never)),
  ).toBe("UNAUTHORIZED_OPERATION");
  expect(
    await codesOf([memberBookings.cancelMultiServiceBooking(id), visitor().bookings.cancelMultiServiceBooking(ownId)]),
  ).toEqual(["MULTI_SERVICE_BOOKING_NOT_FOUND"]);
  expect(statuses(await memberBookings.cancelMultiServiceBooking(ownId, full))).toEqual(["CANCELED", "CANCELED"]);
});

test("combines bookings into a multi-service booking, and adds and removes bookings", async () => {
  const { slots } = await classWithSessions(3);
  const ids: string[] = [];
  for (const slot of slots) ids.push((await booked(slot))._id);
  const { multiServiceBookingId } = await bookings.markAsMultiServiceBooking(ids.slice(0, 2), {
    multiServiceBookingType: "SEPARATE_BOOKINGS" as never,
  });
  const id = multiServiceBookingId as string;
  expect(await codeOf(bookings.markAsMultiServiceBooking(ids.slice(0, 2)))).toBe("VALIDATION_FAILURE");
  const added = await bookings.addBookingsToMultiServiceBooking(id, {
    bookings: [{ bookingId: ids[2] as string, revision: "1" }],
    ...full,
  });
  expect(added.bookings?.map(({ bookingId }) => bookingId)).toContain(ids[2]);
  expect((await bookings.getMultiServiceBooking(id)).bookings).toHaveLength(3);
  const stale = [{ bookingId: ids[0] as string, revision: "1" }];
  expect(await codeOf(bookings.removeBookingsFromMultiServiceBooking(id, { bookings: stale }))).toBe(
    "BOOKING_REVISION_MISMATCH",
  );
  const first = [{ bookingId: ids[0] as string, revision: "2" }];
  await bookings.removeBookingsFromMultiServiceBooking(id, { bookings: first, ...full });
  expect((await bookings.getMultiServiceBooking(id)).bookings).toHaveLength(2);
  await bookings.removeBookingsFromMultiServiceBooking(id);
  expect(await codeOf(bookings.getMultiServiceBooking(id))).toBe("MULTI_SERVICE_BOOKING_NOT_FOUND");
});

test("multi-service calls reject an unknown id, and owner-only calls reject other callers", async () => {
  const nobody = randomUUID();
  const { id, members } = await group();
  const named = [{ bookingId: members[0] as string, revision: "1" }];
  const calls = (of: typeof bookings, id: string) => [
    of.confirmMultiServiceBooking(id),
    of.declineMultiServiceBooking(id),
    of.markMultiServiceBookingAsPending(id),
    of.addBookingsToMultiServiceBooking(id, { bookings: named }),
    of.removeBookingsFromMultiServiceBooking(id, { bookings: named }),
  ];
  const unknown = [
    ...calls(bookings, nobody),
    bookings.getMultiServiceBooking(nobody),
    bookings.getMultiServiceBookingAvailability(nobody),
    bookings.cancelMultiServiceBooking(nobody),
    bookings.rescheduleMultiServiceBooking(nobody, [{ ...named[0], slot: { serviceId: "s", scheduleId: "s" } }]),
  ];
  expect(await codesOf(unknown)).toEqual(["MULTI_SERVICE_BOOKING_NOT_FOUND"]);
  const somebody = visitor().bookings as typeof bookings;
  expect(await codesOf([...calls(somebody, id), somebody.markAsMultiServiceBooking(members)])).toEqual([
    "PERMISSION_DENIED",
  ]);
  expect(await codeOf(bookings.markAsMultiServiceBooking([nobody]))).toBe("BOOKING_NOT_FOUND");
});
