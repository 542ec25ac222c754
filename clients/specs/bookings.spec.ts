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
  policy,
  service,
  sessionOf,
  trainer,
} from "./gym.ts";
import { asOwner, codeOf, codesOf, fieldsOf, member, owner, refusalOf, visitor } from "./platform.ts";

/** Tests all calls on single bookings with the platform's public SDK. */
const { bookings } = owner;
const quietly = { participantNotification: { notifyParticipants: false } };
const created = { status: "CREATED" };
const places = async (serviceId: string) => {
  const { availabilityEntries } = await owner.availabilityCalendar.queryAvailability({
    filter: { serviceId, startDate: new Date().toISOString(), endDate: inHours(240).toISOString() },
  } as never);
  return availabilityEntries?.map(({ openSpots }) => openSpots);
};

test("every change to a booking, from creation to cancellation, increments its revision", async () => {
  const { made, slots } = await classWithSessions(2);
  const [slot = {}, later = {}] = slots;
  const booking = await booked(slot, created, { sendSmsReminder: true, ...quietly });
  expect(booking).toMatchObject({
    status: "CREATED",
    revision: "1",
    paymentStatus: "UNDEFINED",
    totalParticipants: 1,
    contactDetails,
    createdBy: { appId: expect.any(String) },
    bookedEntity: { title: made.name, tags: ["CLASS"], slot: { serviceId: made._id, timezone: "Europe/Vilnius" } },
  });
  expect(new Date(booking._createdDate as never).getTime()).toBeGreaterThan(Date.now() - 60_000);
  expect(new Date(booking.startDate as never).toISOString()).toBe((slot as { startDate: string }).startDate);
  const { _id: id } = booking;
  const { booking: confirmed } = await bookings.confirmBooking(id, "1", { paymentStatus: "PAID", ...quietly } as never);
  expect(confirmed).toMatchObject({ status: "CONFIRMED", revision: "2", paymentStatus: "PAID" });
  const ignoring = { ...quietly, flowControlSettings: { ignoreReschedulePolicy: true } };
  const { booking: moved } = await bookings.rescheduleBooking(id, later as never, {
    revision: "2",
    totalParticipants: 2,
    ...ignoring,
  });
  expect(moved).toMatchObject({ revision: "3", totalParticipants: 2, bookedEntity: { slot: later } });
  expect(await places(made._id)).toEqual([6, 4]);
  const grow = { revision: "3", totalParticipants: 4 };
  expect(await bookings.updateNumberOfParticipants(id, grow)).toMatchObject({
    booking: { revision: "4", totalParticipants: 4 },
  });
  const namespaceData = { shoeSize: 38, nested: { _id: "own-id", list: [1, "two"] } };
  expect(await bookings.updateExtendedFields(id, "gym", { namespaceData })).toMatchObject({
    namespace: "gym",
    namespaceData: { shoeSize: 38 },
  });
  await bookings.updateExtendedFields(id, "other", { namespaceData: { one: 1 } });
  const { extendedBookings } = await owner.extendedBookings.queryExtendedBookings({ filter: { _id: id } } as never);
  const { revision, extendedFields } = extendedBookings?.[0]?.booking ?? {};
  expect(extendedFields).toMatchObject({ namespaces: { gym: { shoeSize: 38 }, other: { one: 1 } } });
  const flowControlSettings = { ignoreCancellationPolicy: true, withRefund: true };
  const { booking: ended } = await bookings.cancelBooking(id, { revision: revision as string, flowControlSettings });
  expect(ended).toMatchObject({ status: "CANCELED", paymentStatus: "REFUNDED", canceledDate: expect.anything() });
  expect(await places(made._id)).toEqual([6, 6]);
});

test("booking changes reject an old revision, an unknown booking or an invalid status", async () => {
  const { slots } = await classWithSessions(2);
  const [slot = {}, later = {}] = slots;
  const { _id: id } = await booked(slot, created);
  const nobody = randomUUID();
  const moves = (of: string, revision: string) => [
    bookings.confirmBooking(of, revision),
    bookings.declineBooking(of, revision),
    bookings.cancelBooking(of, { revision }),
    bookings.updateNumberOfParticipants(of, { revision, totalParticipants: 2 }),
    bookings.rescheduleBooking(of, later as never, { revision } as never),
  ];
  expect(await codesOf(moves(id, "7"))).toEqual(["BOOKING_REVISION_MISMATCH"]);
  const unknown = [
    ...moves(nobody, "1"),
    bookings.confirmOrDeclineBooking(nobody),
    bookings.updateExtendedFields(nobody, "gym", { namespaceData: {} }),
  ];
  expect(await codesOf(unknown)).toEqual(["BOOKING_NOT_FOUND"]);
  await bookings.declineBooking(id, "1", quietly);
  expect(await codesOf([...moves(id, "2"), bookings.confirmOrDeclineBooking(id)])).toEqual(["INVALID_BOOKING_STATUS"]);
});

test("the booking error names invalid fields by their path in the call's arguments", async () => {
  const { slots } = await classWithSessions();
  const slot = slots[0] ?? {};
  const email = { contactDetails: { ...contactDetails, email: "no address" } };
  expect(await fieldsOf(bookings.createBooking(bookingInput(slot, email)))).toEqual(["booking.contactDetails.email"]);
  expect(await fieldsOf(bookings.createBooking(bookingInput(slot, { totalParticipants: 0 })))).toEqual([
    "booking.totalParticipants",
  ]);
  expect(await fieldsOf(bookings.createBooking({ totalParticipants: 1 }))).toEqual(["booking.bookedEntity"]);
  const nameless = visitor().bookings.createBooking(bookingInput(slot, { contactDetails: {} }));
  expect(await fieldsOf(nameless)).toEqual(["booking.contactDetails.email", "booking.contactDetails.firstName"]);
  const { _id: id } = await booked(slot, created);
  expect(await fieldsOf(bookings.cancelBooking(id))).toEqual(["options.revision"]);
  expect(await fieldsOf(bookings.confirmBooking(id, "first"))).toEqual(["revision"]);
  expect(await fieldsOf(bookings.confirmBooking("no-id", "1"))).toEqual(["bookingId"]);
  expect(await fieldsOf(bookings.rescheduleBooking(id, { serviceId: 5 } as never, { revision: "1" } as never))).toEqual(
    expect.arrayContaining(["slot.serviceId"]),
  );
  const grow = { revision: "1", totalParticipants: -1 };
  expect(await fieldsOf(bookings.updateNumberOfParticipants(id, grow))).toEqual(["options.totalParticipants"]);
  const namespaceData = "text" as never;
  expect(await fieldsOf(bookings.updateExtendedFields(id, "gym", { namespaceData }))).toEqual([
    "options.namespaceData",
  ]);
  const namespace = "x".repeat(200);
  expect(await fieldsOf(bookings.updateExtendedFields(id, namespace, { namespaceData: {} }))).toEqual(["namespace"]);
  expect(await fieldsOf(bookings.bulkCreateBooking([]))).toEqual(["createBookingsInfo"]);
  const paymentStatus = "BARTERED" as never;
  expect(await fieldsOf(bookings.confirmOrDeclineBooking(id, { paymentStatus }))).toEqual(["options.paymentStatus"]);
});

test("rejects an impossible booking with the reason as an error code", async () => {
  const { made, slots } = await classWithSessions(1, { defaultCapacity: 2 });
  const slot = slots[0] ?? {};
  const reason = (entity: object, more: object = {}, options: object = {}) =>
    codeOf(bookings.createBooking(bookingInput(entity, more), options as never));
  expect(await reason({ ...slot, sessionId: randomUUID() })).toBe("SESSION_NOT_FOUND");
  expect(await reason({ schedule: { scheduleId: randomUUID() } })).toBe("SCHEDULE_NOT_FOUND");
  expect(await reason(slot, { totalParticipants: 3 })).toBe("SESSION_CAPACITY_EXCEEDED");
  expect(await reason((await course(2)).entity, { totalParticipants: 3 })).toBe("SCHEDULE_CAPACITY_EXCEEDED");
  const closed = await classWithSessions(1, { onlineBooking: { enabled: false } });
  expect(await refusalOf(visitor().bookings.createBooking(bookingInput(closed.slots[0] ?? {})))).toMatchObject({
    code: "BOOKING_POLICY_VIOLATION",
    data: { bookOnlineDisabled: true },
  });
  const field = { label: "Batų dydis", valueType: "SHORT_TEXT", required: true };
  const { form } = await asOwner<{ form: { id: string } }>("/v1/booking-forms", {
    form: { name: `Forma ${randomUUID()}`, fields: [field] },
  });
  const asking = await classWithSessions(1, { form: { _id: form.id } });
  expect(await codeOf(visitor().bookings.createBooking(bookingInput(asking.slots[0] ?? {})))).toBe("EMPTY_FORM_INFO");
  const option = { optionId: randomUUID(), custom: "Raudona" };
  const choosing = (...choices: object[]) => ({
    totalParticipants: undefined,
    participantsChoices: { serviceChoices: [{ numberOfParticipants: 1, choices }] },
  });
  expect(await reason(slot, choosing(option))).toBe("INVALID_CHOICES");
  expect(await reason(slot, choosing(option, option))).toBe("INVALID_SERVICE_CHOICES");
  const costly = { rateType: "FIXED", fixed: { price: { value: "9.00" } }, options: { online: true } };
  const paid = await classWithSessions(1, { payment: costly });
  expect(await reason(paid.slots[0] ?? {})).toBe("VALIDATION_FAILURE");
  const flowControlSettings = { skipSelectedPaymentOptionValidation: true };
  expect(await booked(paid.slots[0] ?? {}, {}, { flowControlSettings })).toMatchObject({ status: "CONFIRMED" });

  const staffId = await trainer();
  const one = await lesson(staffId);
  const time = hourOf(one, staffId, inHours(100));
  const skipping = { flowControlSettings: { skipAvailabilityValidation: true } };
  expect(await reason(hourOf(one, undefined, inHours(100)), {}, skipping)).toBe(
    "CAN_NOT_SKIP_AVAILABILITY_VALIDATION_IF_RESOURCE_NOT_PROVIDED",
  );
  expect(await reason({ ...time, startDate: "tomorrow" })).toBe("INVALID_DATE_FORMAT");
  expect(await reason({ ...time, timezone: "Europe/Nowhere", startDate: "2030-01-01T10:00:00" })).toBe(
    "INVALID_TIME_ZONE",
  );
  expect(await reason({ ...time, resource: { _id: randomUUID() } })).toBe("RESOURCE_NOT_FOUND");
  expect(await booked(time, {}, skipping)).toMatchObject({ status: "CONFIRMED", doubleBooked: false });
  expect(await reason(time)).toBe("SLOT_NOT_AVAILABLE");
  expect(await booked(time, {}, skipping)).toMatchObject({ doubleBooked: true });
  expect(await places(made._id)).toEqual([2]);
});

test("rejects booking calls and flags reserved for the owner when used by others", async () => {
  const { slots } = await classWithSessions(2);
  const [slot = {}, later = {}] = slots;
  const somebody = visitor().bookings;
  const { booking } = await somebody.createBooking(bookingInput(slot));
  const id = booking?._id as string;
  expect(booking).toMatchObject({ status: "CONFIRMED", createdBy: { anonymousVisitorId: expect.any(String) } });
  const flags = ["skipAvailabilityValidation", "skipBusinessConfirmation", "skipSelectedPaymentOptionValidation"];
  for (const flag of flags) {
    const flowControlSettings = { [flag]: true };
    expect(await codeOf(somebody.createBooking(bookingInput(slot), { flowControlSettings }))).toBe(
      "UNAUTHORIZED_OPERATION",
    );
  }
  expect(await codeOf(somebody.createBooking(bookingInput(slot, { status: "CONFIRMED" })))).toBe(
    "UNAUTHORIZED_OPERATION",
  );
  const ownersCalls = [
    somebody.confirmBooking(id, "1"),
    somebody.declineBooking(id, "1"),
    somebody.confirmOrDeclineBooking(id),
    somebody.updateNumberOfParticipants(id, { revision: "1", totalParticipants: 2 }),
    somebody.updateExtendedFields(id, "gym", { namespaceData: {} }),
  ];
  expect(await codesOf(ownersCalls)).toEqual(["PERMISSION_DENIED"]);
  const stranger = visitor().bookings;
  const strangers = [
    stranger.cancelBooking(id, { revision: "1" }),
    stranger.rescheduleBooking(id, later as never, { revision: "1" } as never),
  ];
  expect(await codesOf(strangers)).toEqual(["BOOKING_NOT_FOUND"]);
});

test("a member reschedules and cancels their own bookings within the policy, and cannot override it", async () => {
  const until = 60 * 24 * 3;
  const rules = await policy({
    reschedulePolicy: { enabled: true, limitLatestReschedule: true, latestRescheduleInMinutes: until },
    cancellationPolicy: { enabled: true, limitLatestCancellation: true, latestCancellationInMinutes: until },
  });
  const { slots } = await classWithSessions(3, rules);
  const [soon = {}, later = {}, latest = {}] = slots;
  const { bookings: own, memberId, one } = await member();
  const { booking } = await own.createBooking(bookingInput(later, { contactDetails: undefined }));
  expect(booking).toMatchObject({
    createdBy: { memberId },
    contactDetails: { firstName: "Ona", email: one.email },
  });
  const id = booking?._id as string;
  const moveTo = (slot: object, more: object) => own.rescheduleBooking(id, slot as never, more as never);
  const ignoring = { flowControlSettings: { ignoreReschedulePolicy: true } };
  expect(await codeOf(moveTo(latest, { revision: "1", ...ignoring }))).toBe("UNAUTHORIZED_OPERATION");
  const { booking: moved } = await moveTo(latest, { revision: "1", ...quietly });
  expect(moved).toMatchObject({ revision: "2", bookedEntity: { slot: latest } });
  const { booking: near } = await moveTo(soon, { revision: "2" });
  expect(near).toMatchObject({ revision: "3", bookedEntity: { slot: soon } });
  expect(await refusalOf(moveTo(latest, { revision: "3" }))).toMatchObject({
    code: "BOOKING_POLICY_VIOLATION",
    data: { tooLateToReschedule: true },
  });
  expect(await codeOf(own.cancelBooking(id, { revision: "3" }))).toBe("BOOKING_POLICY_VIOLATION");
  const passing = { revision: "3", flowControlSettings: { ignoreCancellationPolicy: true } };
  expect(await codeOf(own.cancelBooking(id, passing))).toBe("UNAUTHORIZED_OPERATION");
  expect(await bookings.cancelBooking(id, passing)).toMatchObject({ booking: { status: "CANCELED", revision: "4" } });
  const { booking: second } = await own.createBooking(bookingInput(latest));
  expect(await own.cancelBooking(second?._id as string, { revision: "1" })).toMatchObject({
    booking: { status: "CANCELED" },
  });
});

test("reschedules a class or an appointment but not a course, and rejects a full or unknown time", async () => {
  const { slots } = await classWithSessions(2);
  const [slot = {}, later = {}] = slots;
  const booking = await booked(slot, { totalParticipants: 2 });
  await booked(later, { totalParticipants: 5 });
  const flowControlSettings = { ignoreReschedulePolicy: true };
  const moveTo = (id: string, to: object, more: object = {}) =>
    bookings.rescheduleBooking(id, to as never, { revision: "1", flowControlSettings, ...more } as never);
  expect(await codeOf(moveTo(booking._id, later))).toBe("SESSION_CAPACITY_EXCEEDED");
  expect(await codeOf(moveTo(booking._id, { ...later, sessionId: randomUUID() }))).toBe("SESSION_NOT_FOUND");
  const other = await classWithSessions();
  expect(await codeOf(moveTo(booking._id, other.slots[0] ?? {}))).toBe("VALIDATION_FAILURE");
  const skipping = { ...flowControlSettings, skipAvailabilityValidation: true };
  const beside = await moveTo(booking._id, later, { flowControlSettings: skipping });
  expect(beside.booking).toMatchObject({ doubleBooked: true, totalParticipants: 2 });

  const { made, entity } = await course(4);
  const inIt = { ...(await sessionOf(made, inHours(96))), serviceId: made._id, scheduleId: made.scheduleId };
  const whole = await booked(entity);
  expect(await codeOf(moveTo(whole._id, inIt))).toBe("VALIDATION_FAILURE");

  const staffId = await trainer();
  const one = await lesson(staffId);
  const hours = [100, 124].map((hours) => hourOf(one, staffId, inHours(hours)));
  const withoutCheck = { flowControlSettings: { skipAvailabilityValidation: true } };
  const [first, second] = [
    await booked(hours[0] ?? {}, {}, withoutCheck),
    await booked(hours[1] ?? {}, {}, withoutCheck),
  ];
  expect(await codeOf(moveTo(second._id, hours[0] ?? {}))).toBe("SLOT_NOT_AVAILABLE");
  await bookings.cancelBooking(first._id, { revision: "1", flowControlSettings: { ignoreCancellationPolicy: true } });
  const { booking: moved } = await moveTo(second._id, hours[0] ?? {}, { flowControlSettings: skipping });
  const startDate = hours[0]?.startDate;
  expect(moved).toMatchObject({
    doubleBooked: false,
    bookedEntity: { slot: { startDate, resource: { _id: staffId } } },
  });
});

test("accepts participants as a number or as choices, and keeps them when rescheduling", async () => {
  const { made, slots } = await classWithSessions(2, { defaultCapacity: 5 });
  const [slot = {}, later = {}] = slots;
  const choices = (...numbers: number[]) => ({
    serviceChoices: numbers.map((numberOfParticipants) => ({ numberOfParticipants })),
  });
  const both = bookings.createBooking(bookingInput(slot, { participantsChoices: choices(1) }));
  expect((await fieldsOf(both)).length).toBe(1);
  const booking = await booked(slot, { totalParticipants: undefined, participantsChoices: choices(2, 1) });
  expect(booking.participantsChoices).toMatchObject(choices(2, 1));
  expect(await places(made._id)).toEqual([2, 5]);
  const flowControlSettings = { ignoreReschedulePolicy: true };
  const to = { revision: "1", flowControlSettings } as never;
  const { booking: moved } = await bookings.rescheduleBooking(booking._id, later as never, to);
  expect(moved?.participantsChoices).toMatchObject(choices(2, 1));
  const grow = (more: object) => bookings.updateNumberOfParticipants(booking._id, more as never);
  expect(await codeOf(grow({ revision: "2", participantsChoices: choices(3, 3) }))).toBe("SESSION_CAPACITY_EXCEEDED");
  const { booking: grown } = await grow({ revision: "2", participantsChoices: choices(3, 1) });
  expect(grown?.participantsChoices).toMatchObject(choices(3, 1));
  expect(await places(made._id)).toEqual([5, 1]);
  const { booking: counted } = await grow({ revision: "3", totalParticipants: 2 });
  expect(counted).toMatchObject({ revision: "4", totalParticipants: 2 });
  expect(counted?.participantsChoices).toBeUndefined();
  const { entity } = await course(3);
  const whole = await booked(entity);
  const most = bookings.updateNumberOfParticipants(whole._id, { revision: "1", totalParticipants: 4 });
  expect(await codeOf(most)).toBe("SCHEDULE_CAPACITY_EXCEEDED");
  const staffId = await trainer();
  const time = hourOf(await lesson(staffId), staffId, inHours(130));
  const alone = await booked(time, {}, { flowControlSettings: { skipAvailabilityValidation: true } });
  const pair = bookings.updateNumberOfParticipants(alone._id, { revision: "1", totalParticipants: 2 });
  expect(await codeOf(pair)).toBe("VALIDATION_FAILURE");
});

test("confirming a booking checks for places, or double-books if the check is skipped", async () => {
  const { made, slots } = await classWithSessions(1, { defaultCapacity: 1 });
  const slot = slots[0] ?? {};
  const [pending, another] = [await booked(slot, created), await booked(slot, { status: "WAITING_LIST" })];
  const checking = { flowControlSettings: { checkAvailabilityValidation: true } };
  expect(await bookings.confirmBooking(pending._id, "1", checking)).toMatchObject({ booking: { status: "CONFIRMED" } });
  expect(await codeOf(bookings.confirmBooking(another._id, "1", checking))).toBe("NO_OPEN_SPOTS");
  const double = { ...checking, doubleBooked: true };
  expect(await bookings.confirmBooking(another._id, "1", double)).toMatchObject({
    booking: { status: "CONFIRMED", doubleBooked: true },
  });
  expect(await places(made._id)).toEqual([0]);
});

test("declining a booking sets its payment status and refunds only a paid booking", async () => {
  const { slots } = await classWithSessions();
  const withApproval = await classWithSessions(1, { onlineBooking: { enabled: true, requireManualApproval: true } });
  const [unpaid, paid] = [await booked(slots[0] ?? {}, created), await booked(withApproval.slots[0] ?? {}, created)];
  const withRefund = { flowControlSettings: { withRefund: true } };
  expect(await codeOf(bookings.declineBooking(unpaid._id, "1", withRefund as never))).toBe("REFUND_NOT_ALLOWED");
  const noted = { paymentStatus: "EXEMPT", doubleBooked: true, participantNotification: { notifyParticipants: true } };
  expect(await bookings.declineBooking(unpaid._id, "1", noted as never)).toMatchObject({
    booking: { status: "DECLINED", paymentStatus: "EXEMPT", revision: "2" },
  });
  await bookings.confirmOrDeclineBooking(paid._id, { paymentStatus: "PAID" as never });
  expect(await bookings.declineBooking(paid._id, "2", withRefund as never)).toMatchObject({
    booking: { status: "DECLINED", paymentStatus: "REFUNDED", revision: "3" },
  });
  const confirmed = await booked(slots[0] ?? {});
  const flowControlSettings = { withRefund: true, ignoreCancellationPolicy: true };
  expect(await codeOf(bookings.cancelBooking(confirmed._id, { revision: "1", flowControlSettings }))).toBe(
    "REFUND_NOT_ALLOWED",
  );
});

test("confirmOrDecline confirms, requests approval, declines or double-books", async () => {
  const { slots } = await classWithSessions(1, { defaultCapacity: 1 });
  const slot = slots[0] ?? {};
  const [first, second, third] = [
    await booked(slot, created),
    await booked(slot, created),
    await booked(slot, created),
  ];
  const settle = async (id: string, paymentStatus?: string) =>
    (await bookings.confirmOrDeclineBooking(id, paymentStatus ? ({ paymentStatus } as never) : {})).booking;
  expect(await settle(first._id, "PAID")).toMatchObject({ status: "CONFIRMED", paymentStatus: "PAID" });
  expect(await settle(second._id)).toMatchObject({ status: "DECLINED" });
  expect(await settle(third._id, "PARTIALLY_PAID")).toMatchObject({ status: "CONFIRMED", doubleBooked: true });
  const withApproval = await classWithSessions(1, { onlineBooking: { enabled: true, requireManualApproval: true } });
  const waiting = await booked(withApproval.slots[0] ?? {}, created);
  expect(await settle(waiting._id, "PAID")).toMatchObject({ status: "PENDING" });
  const flowControlSettings = { skipBusinessConfirmation: true };
  const straight = await booked(withApproval.slots[0] ?? {}, created, { flowControlSettings });
  expect(await settle(straight._id)).toMatchObject({ status: "CONFIRMED" });
});

test("bulk creation accepts or rejects bookings one by one, but a missing permission or form rejects all", async () => {
  const { made, slots } = await classWithSessions();
  const slot = slots[0] ?? {};
  const { results, bulkActionMetadata } = await bookings.bulkCreateBooking(
    [
      { booking: bookingInput(slot), ...quietly, sendSmsReminder: false },
      { booking: bookingInput({ ...slot, sessionId: randomUUID() }) },
      { booking: bookingInput(slot, { totalParticipants: 2 }) },
    ],
    { returnFullEntity: true },
  );
  expect(bulkActionMetadata).toEqual({ totalSuccesses: 2, totalFailures: 1, undetailedFailures: 0 });
  expect(results?.map(({ itemMetadata }) => itemMetadata?.originalIndex)).toEqual([0, 1, 2]);
  expect(results?.[1]?.itemMetadata).toMatchObject({ success: false, error: { code: "SESSION_NOT_FOUND" } });
  expect(results?.[2]).toMatchObject({
    itemMetadata: { success: true, _id: expect.any(String) },
    item: { status: "CONFIRMED", totalParticipants: 2 },
  });
  const short = await bookings.bulkCreateBooking([{ booking: bookingInput(slot) }]);
  expect(short.results?.[0]?.item).toBeUndefined();
  const flowControlSettings = { skipAvailabilityValidation: true };
  const forbidden = visitor().bookings.bulkCreateBooking([
    { booking: bookingInput(slot) },
    { booking: bookingInput(slot), flowControlSettings },
  ]);
  expect(await codeOf(forbidden)).toBe("UNAUTHORIZED_OPERATION");
  const lacking = bookings.bulkCreateBooking([{ booking: bookingInput(slot) }, { booking: { totalParticipants: 1 } }]);
  expect(await fieldsOf(lacking)).toEqual(["createBookingsInfo.1.booking.bookedEntity"]);
  expect(await places(made._id)).toEqual([2]);
});

test("books a course as a whole, and waits for approval if required", async () => {
  const { made, entity } = await course(2);
  const { booking } = await visitor().bookings.createBooking(bookingInput(entity, { totalParticipants: 2 }));
  expect(booking?.bookedEntity?.schedule).toMatchObject({
    scheduleId: made.scheduleId,
    serviceId: made._id,
    firstSessionStart: expect.any(String),
    lastSessionEnd: expect.any(String),
  });
  expect(await codeOf(visitor().bookings.createBooking(bookingInput(entity)))).toBe("SCHEDULE_CAPACITY_EXCEEDED");
  const withApproval = await classWithSessions(1, { onlineBooking: { enabled: true, requireManualApproval: true } });
  const { booking: waiting } = await visitor().bookings.createBooking(bookingInput(withApproval.slots[0] ?? {}));
  expect(waiting).toMatchObject({ status: "PENDING" });
  const { booking: accepted } = await bookings.confirmBooking(waiting?._id as string, "1");
  expect(accepted).toMatchObject({ status: "CONFIRMED" });
  expect(await service({ type: "COURSE" })).toMatchObject({ revision: "1" });
});

test("books a course without sessions for a given number of participants", async () => {
  const made = await service({ type: "COURSE", defaultCapacity: 1 });
  const { availability } = await visitor().availabilityCalendar.getScheduleAvailability(made.scheduleId);
  expect(availability).toMatchObject({ openSpots: 1, bookingPolicyViolations: { tooLateToBook: false } });
  const entity = { schedule: { scheduleId: made.scheduleId } };
  const counted = { totalParticipants: undefined };
  expect(await fieldsOf(visitor().bookings.createBooking(bookingInput(entity, counted)))).toEqual([
    "booking.totalParticipants",
  ]);
  const { booking } = await visitor().bookings.createBooking(bookingInput(entity));
  expect(booking).toMatchObject({ status: "CONFIRMED" });
  expect(await codeOf(visitor().bookings.createBooking(bookingInput(entity)))).toBe("SCHEDULE_CAPACITY_EXCEEDED");
});

test("rejects a booking of a full session with any payment option, unless the owner skips the check", async () => {
  const payment = { rateType: "FIXED", fixed: { price: { value: "9" } }, options: { inPerson: true, online: true } };
  const { slots } = await classWithSessions(1, { defaultCapacity: 1, payment });
  const slot = slots[0] ?? {};
  await booked(slot);
  for (const selectedPaymentOption of ["UNDEFINED", "ONLINE", "OFFLINE"]) {
    const late = visitor().bookings.createBooking(bookingInput(slot, { selectedPaymentOption }));
    expect(await codeOf(late)).toBe("SESSION_CAPACITY_EXCEEDED");
  }
  const flowControlSettings = { skipAvailabilityValidation: true };
  const pushed = await booked(slot, { selectedPaymentOption: "ONLINE" }, { flowControlSettings });
  expect(pushed).toMatchObject({ status: "CREATED", bookingSource: { platform: "WEB", actor: "BUSINESS" } });
});

test("counts choices of a service's options as participants and rejects unknown choices", async () => {
  const optionId = randomUUID();
  const optionsAndVariants = {
    options: [{ id: optionId, name: "Kas ateis", choices: ["Suaugęs", "Vaikas"] }],
    variants: [{ choices: [{ optionId, custom: "Vaikas" }], price: { value: "8" } }],
  };
  const payment = { rateType: "VARIED", varied: { defaultPrice: { value: "12" } }, options: { inPerson: true } };
  const made = await service({ payment });
  await asOwner(`/v2/services/${made._id}`, { service: { id: made._id, revision: "1", optionsAndVariants } }, "PATCH");
  const slot = { ...(await sessionOf(made, inHours(48))), serviceId: made._id, scheduleId: made.scheduleId };
  const choosing = (custom: string, numberOfParticipants: number) =>
    bookingInput(slot, {
      totalParticipants: undefined,
      participantsChoices: { serviceChoices: [{ numberOfParticipants, choices: [{ optionId, custom }] }] },
    });
  const { booking } = await visitor().bookings.createBooking(choosing("Vaikas", 2));
  expect(booking?.participantsChoices?.serviceChoices?.[0]).toMatchObject({ numberOfParticipants: 2 });
  expect(await places(made._id)).toEqual([4]);
  expect(await codeOf(visitor().bookings.createBooking(choosing("Šuo", 1)))).toBe("INVALID_CHOICES");
});

test("a service for an age range is booked without years of birth and marked for the front desk, unless the owner requires them", async () => {
  const year = new Date().getUTCFullYear();
  const ageRange = { min: 6, max: 9 };
  /**
   * Creates a class for children. The SDK has no field for ages, so they are set through the API
   * with the owner's key.
   */
  const childrensClass = async (more: object = {}) => {
    const { made, slots } = await classWithSessions(1, more);
    await asOwner(`/v2/services/${made._id}`, { service: { id: made._id, revision: "1", ageRange } }, "PATCH");
    return slots[0] ?? {};
  };
  const isMarked = async (id: string | null | undefined) => {
    type Found = { extendedBookings: { booking: { ageNotChecked?: boolean } }[] };
    const query = { filter: { id } };
    const { extendedBookings } = await asOwner<Found>("/v2/extended-bookings/query", { query });
    return extendedBookings[0]?.booking.ageNotChecked ?? false;
  };

  const slot = await childrensClass();
  const { booking: without } = await visitor().bookings.createBooking(bookingInput(slot));
  expect(without).toMatchObject({ status: "CONFIRMED", totalParticipants: 1 });
  expect(await isMarked(without?._id)).toBe(true);
  const named = { participants: [{ firstName: "Ula", birthYear: year - 7 }] };
  const { booking: withYear } = await visitor().bookings.createBooking(bookingInput(slot, named));
  expect(await isMarked(withYear?._id)).toBe(false);

  const strict = await childrensClass(await policy({ agePolicy: { birthYearRequired: true } }));
  expect(await fieldsOf(visitor().bookings.createBooking(bookingInput(strict)))).toEqual(["booking.participants"]);
  const { booking: complete } = await visitor().bookings.createBooking(bookingInput(strict, named));
  expect(complete).toMatchObject({ status: "CONFIRMED" });
});
