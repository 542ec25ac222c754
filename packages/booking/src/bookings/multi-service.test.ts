import { newId } from "@uola/database";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { atGym, createTestGym, type TestGym } from "../testing.ts";

let gym: TestGym;
beforeAll(async () => {
  gym = await createTestGym();
});
afterAll(() => gym.close());

type Offered = { id: string; scheduleId: string };
const contactDetails = { firstName: "Ona", email: "ona@uola.example" };
const owners = () => gym.as(gym.key);
const refused = (status: number, code: string) => ({ status, code });

const trainer = () => gym.trainer();
const lessons = (staffIds: string[], more: object = {}): Promise<Offered> => gym.lessons(staffIds, more);
const slotAt = (of: Offered, hour: number, staffId?: string) => ({
  serviceId: of.id,
  scheduleId: of.scheduleId,
  startDate: `2026-09-03T${String(hour).padStart(2, "0")}:00:00`,
  timezone: "Europe/Vilnius",
  ...(staffId && { resource: { id: staffId } }),
});
const inputAt = (of: Offered, hour: number, staffId?: string) => ({
  bookedEntity: { slot: slotAt(of, hour, staffId) },
  contactDetails,
  totalParticipants: 1,
  selectedPaymentOption: "OFFLINE" as const,
});
const sessionOf = (id: string) =>
  gym.db.selectFrom("session").select(["status", "appointment", "startDate"]).where("id", "=", id).executeTakeFirst();

describe("an appointment booking", () => {
  test("the session of an appointment is created with its booking and ends with it", async () => {
    const ruta = await trainer();
    const of = await lessons([ruta]);
    const mine = gym.as(gym.visitor()).bookings;
    const { booking } = await mine.create({ booking: inputAt(of, 10) });
    const sessionId = booking.bookedEntity.slot?.sessionId as string;
    expect(booking).toMatchObject({
      status: "CONFIRMED",
      startDate: new Date("2026-09-03T07:00:00Z"),
      bookedEntity: { slot: { resource: { id: ruta, name: "Rūta" } } },
    });
    expect(await sessionOf(sessionId)).toMatchObject({ status: "CONFIRMED", appointment: true });
    expect(await gym.placesOf(sessionId)).toEqual({ capacity: 1, taken: 1 });
    const rival = gym.as(gym.visitor()).bookings.create({ booking: inputAt(of, 10) });
    await expect(rival).rejects.toMatchObject(refused(409, "SLOT_NOT_AVAILABLE"));
    await mine.cancel({ bookingId: booking.id, revision: "1" });
    expect((await sessionOf(sessionId))?.status).toBe("CANCELLED");
    expect(await gym.placesOf(sessionId)).toBeUndefined();
  });

  test("only one of several concurrent bookings gets an appointment time", async () => {
    const of = await lessons([await trainer()]);
    const answers = await Promise.allSettled(
      [1, 2, 3, 4].map(() => gym.as(gym.visitor()).bookings.create({ booking: inputAt(of, 12) })),
    );
    expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });

  test("an unpaid appointment does not block its time for others until it is settled", async () => {
    const payment = { ...atGym, options: { inPerson: true, online: true } };
    const ruta = await trainer();
    const of = await lessons([ruta], { payment });
    const input = { ...inputAt(of, 10), selectedPaymentOption: "ONLINE" as const };
    const [first, second] = [1, 2].map(() => gym.as(gym.visitor()).bookings.create({ booking: input }));
    const { booking: paid } = await (first as NonNullable<typeof first>);
    const { booking: unpaid } = await (second as NonNullable<typeof second>);
    expect(paid.status).toBe("CREATED");
    expect(paid.bookedEntity.slot?.sessionId ?? undefined).toBeUndefined();
    const settled = await owners().bookings.confirmOrDecline({ bookingId: paid.id, paymentStatus: "PAID" });
    expect(settled.booking).toMatchObject({
      status: "CONFIRMED",
      bookedEntity: { slot: { sessionId: expect.any(String) } },
    });
    const late = await owners().bookings.confirmOrDecline({ bookingId: unpaid.id, paymentStatus: "NOT_PAID" });
    expect(late.booking.status).toBe("DECLINED");
  });

  test("a rescheduled appointment frees its old time, and the owner can double-book a chosen trainer", async () => {
    const ruta = await trainer();
    const reschedulePolicy = { enabled: true, limitLatestReschedule: false };
    const of = await lessons([ruta], { policyId: await gym.policy({ reschedulePolicy }) });
    const mine = gym.as(gym.visitor()).bookings;
    const { booking } = await mine.create({ booking: inputAt(of, 10) });
    const moved = (await mine.reschedule({ bookingId: booking.id, revision: "1", slot: slotAt(of, 14) })).booking;
    expect(moved.startDate).toEqual(new Date("2026-09-03T11:00:00Z"));
    expect((await sessionOf(booking.bookedEntity.slot?.sessionId as string))?.status).toBe("CANCELLED");
    const other = (await gym.as(gym.visitor()).bookings.create({ booking: inputAt(of, 10) })).booking;
    const clash = mine.reschedule({ bookingId: booking.id, revision: "2", slot: slotAt(of, 10) });
    await expect(clash).rejects.toMatchObject(refused(409, "SLOT_NOT_AVAILABLE"));
    const flowControlSettings = { skipAvailabilityValidation: true };
    const unnamed = owners().bookings.create({ booking: inputAt(of, 10), flowControlSettings });
    await expect(unnamed).rejects.toMatchObject(
      refused(400, "CAN_NOT_SKIP_AVAILABILITY_VALIDATION_IF_RESOURCE_NOT_PROVIDED"),
    );
    const pushed = await owners().bookings.create({ booking: inputAt(of, 10, ruta), flowControlSettings });
    expect(pushed.booking).toMatchObject({ status: "CONFIRMED", doubleBooked: true });
    expect(other.doubleBooked).toBe(false);
  });
});

describe("a hold", () => {
  test("a hold is converted into the places of its booking only for its holder and before it expires", async () => {
    const service = await gym.service();
    const sessionId = await gym.session({ service, capacity: 2 });
    const slot = { sessionId, serviceId: service.id, scheduleId: service.scheduleId };
    const tokens = gym.visitor();
    const mine = gym.as(tokens);
    const { hold } = await mine.holds.create({ slot, totalParticipants: 2 });
    const booking = {
      bookedEntity: { slot },
      contactDetails,
      totalParticipants: 2,
      selectedPaymentOption: "OFFLINE" as const,
    };
    const thief = gym.as(gym.visitor()).bookings.create({ booking, holdId: hold.id });
    await expect(thief).rejects.toMatchObject({ code: "HOLD_NOT_FOUND" });
    await expect(gym.as(gym.visitor()).bookings.create({ booking })).rejects.toMatchObject({
      code: "SESSION_CAPACITY_EXCEEDED",
    });
    expect((await mine.bookings.create({ booking, holdId: hold.id })).booking.status).toBe("CONFIRMED");
    expect(await gym.placesOf(sessionId)).toEqual({ capacity: 2, taken: 2 });
    await expect(mine.bookings.create({ booking, holdId: hold.id })).rejects.toMatchObject({ code: "HOLD_NOT_FOUND" });
  });

  test("a hold stays attached to its unpaid booking, which takes the places once it is paid", async () => {
    const payment = { ...atGym, options: { inPerson: true, online: true } };
    const service = await gym.service({ payment });
    const sessionId = await gym.session({ service, capacity: 1 });
    const slot = { sessionId, serviceId: service.id, scheduleId: service.scheduleId };
    const mine = gym.as(gym.visitor());
    const { hold } = await mine.holds.create({ slot, totalParticipants: 1 });
    const paying = { totalParticipants: 1, selectedPaymentOption: "ONLINE" as const };
    const booking = { bookedEntity: { slot }, contactDetails, ...paying };
    const made = (await mine.bookings.create({ booking, holdId: hold.id })).booking;
    expect(made.status).toBe("CREATED");
    const settled = await owners().bookings.confirmOrDecline({ bookingId: made.id, paymentStatus: "PAID" });
    expect(settled.booking).toMatchObject({ status: "CONFIRMED", doubleBooked: false });
    const { taken, held } = await gym.db
      .selectFrom("places")
      .selectAll()
      .where("id", "=", sessionId)
      .executeTakeFirstOrThrow();
    expect({ taken, held }).toEqual({ taken: 1, held: 0 });
  });
});

test("form answers are checked against the form, which provides their labels", async () => {
  const { db, siteId, clock } = gym;
  const [id, level, waiver] = [newId(), newId(), newId()];
  const fields = [
    { id: level, label: "Lygis", valueType: "SHORT_TEXT", required: true },
    { id: waiver, label: "Sutinku", valueType: "CHECK_BOX", required: false },
  ];
  const dates = { createdDate: clock.now, updatedDate: clock.now };
  await db
    .insertInto("bookingForm")
    .values({ siteId, id, name: "Anketa", fields: JSON.stringify(fields), ...dates })
    .execute();
  const service = await gym.service({ form: { id } } as object);
  const sessionId = await gym.session({ service });
  const slot = { sessionId, serviceId: service.id, scheduleId: service.scheduleId };
  const create = (additionalFields?: { id: string; value: string }[]) =>
    gym.as(gym.visitor()).bookings.create({
      booking: {
        bookedEntity: { slot },
        contactDetails,
        totalParticipants: 1,
        selectedPaymentOption: "OFFLINE",
        ...(additionalFields && { additionalFields }),
      },
    });
  await expect(create()).rejects.toMatchObject(refused(400, "EMPTY_FORM_INFO"));
  await expect(create([{ id: waiver, value: "true" }])).rejects.toMatchObject({ kind: "validation" });
  await expect(
    create([
      { id: level, value: "6a" },
      { id: newId(), value: "?" },
    ]),
  ).rejects.toMatchObject({
    kind: "validation",
    fieldViolations: [{ field: "booking.additionalFields.1.id" }],
  });
  const { booking } = await create([{ id: level, value: "6a" }]);
  expect(booking.additionalFields).toEqual([{ id: level, value: "6a", label: "Lygis", valueType: "SHORT_TEXT" }]);
});

test("form questions about minors are required and stored only for minors", async () => {
  const { db, siteId, clock } = gym;
  const [id, consent] = [newId(), newId()];
  const fields = [
    { id: consent, label: "Tėvų sutikimas", valueType: "CHECK_BOX", required: true, onlyForMinors: true },
  ];
  const dates = { createdDate: clock.now, updatedDate: clock.now };
  await db
    .insertInto("bookingForm")
    .values({ siteId, id, name: "Sutikimas", fields: JSON.stringify(fields), ...dates })
    .execute();
  const service = await gym.service({ form: { id } } as object);
  const sessionId = await gym.session({ service });
  const slot = { sessionId, serviceId: service.id, scheduleId: service.scheduleId };
  const turning = (age: number) => clock.now.getUTCFullYear() - age;
  const create = (birthYears: (number | undefined)[], value?: string) =>
    gym.as(gym.visitor()).bookings.create({
      booking: {
        bookedEntity: { slot },
        contactDetails,
        totalParticipants: birthYears.length,
        participants: birthYears.map((birthYear) => ({ firstName: "Ula", ...(birthYear && { birthYear }) })),
        selectedPaymentOption: "OFFLINE",
        ...(value && { additionalFields: [{ id: consent, value }] }),
      },
    });
  await expect(create([turning(17)])).rejects.toMatchObject(refused(400, "EMPTY_FORM_INFO"));
  await expect(create([turning(18), turning(30)])).rejects.toMatchObject(refused(400, "EMPTY_FORM_INFO"));
  await expect(create([undefined])).rejects.toMatchObject(refused(400, "EMPTY_FORM_INFO"));
  await expect(create([turning(17)], "false")).rejects.toMatchObject({
    kind: "validation",
    fieldViolations: [{ field: "booking.additionalFields" }],
  });
  const consented = [{ id: consent, value: "true", label: "Tėvų sutikimas", valueType: "CHECK_BOX" }];
  expect((await create([turning(17)], "true")).booking.additionalFields).toEqual(consented);
  expect((await create([turning(19)])).booking.additionalFields ?? []).toEqual([]);
  expect((await create([turning(19)], "true")).booking.additionalFields ?? []).toEqual([]);
});

describe("multi-service bookings", () => {
  const read = async (id: string, as = owners()) => as.multiServiceBookings.get({ multiServiceBookingId: id });
  const create = (bookings: ReturnType<typeof inputAt>[], more: object = {}, as = gym.as(gym.visitor())) =>
    as.multiServiceBookings.create({ bookings, returnFullEntity: true, ...more });

  test("several consecutive services are booked all or none", async () => {
    const ruta = await trainer();
    const [first, second] = [await lessons([ruta]), await lessons([ruta])];
    const { multiServiceBooking } = await create([inputAt(first, 10), inputAt(second, 11)]);
    expect(multiServiceBooking.bookings).toMatchObject([
      {
        booking: {
          status: "CONFIRMED",
          multiServiceBookingInfo: { id: multiServiceBooking.id, type: "SEQUENTIAL_BOOKINGS" },
        },
      },
      { booking: { startDate: new Date("2026-09-03T08:00:00Z") } },
    ]);
    await expect(create([inputAt(first, 12), inputAt(second, 14)])).rejects.toMatchObject(
      refused(400, "VALIDATION_FAILURE"),
    );
    await expect(create([inputAt(first, 9), inputAt(second, 10)])).rejects.toMatchObject(
      refused(409, "SLOT_NOT_AVAILABLE"),
    );
    expect((await create([inputAt(first, 8), inputAt(second, 9)])).multiServiceBooking.bookings).toHaveLength(2);
  });

  test("several services at the same time need different trainers", async () => {
    const [ruta, jonas] = [await trainer(), await trainer()];
    const [first, second] = [await lessons([ruta]), await lessons([jonas])];
    const type = { multiServiceBookingType: "PARALLEL_BOOKINGS" };
    await expect(create([inputAt(first, 10), inputAt(second, 11)], type)).rejects.toMatchObject(
      refused(400, "VALIDATION_FAILURE"),
    );
    expect((await create([inputAt(first, 10), inputAt(second, 10)], type)).multiServiceBooking.bookings).toHaveLength(
      2,
    );
  });

  test("only the person who made a group booking can read, reschedule and cancel it", async () => {
    const ruta = await trainer();
    const reschedulePolicy = { enabled: true, limitLatestReschedule: false };
    const policyId = await gym.policy({ reschedulePolicy });
    const [first, second] = [await lessons([ruta], { policyId }), await lessons([ruta], { policyId })];
    const mine = gym.as(gym.visitor());
    const { id, bookings } = (await create([inputAt(first, 10), inputAt(second, 11)], {}, mine)).multiServiceBooking;
    const [one = "", two = ""] = bookings.map(({ bookingId }) => bookingId);
    await expect(read(id, gym.as(gym.visitor()))).rejects.toMatchObject(
      refused(404, "MULTI_SERVICE_BOOKING_NOT_FOUND"),
    );
    const { results } = await mine.multiServiceBookings.getAllowedActions({ multiServiceBookingIds: [id, newId()] });
    expect(results).toMatchObject([
      { item: { cancel: true, reschedule: true } },
      { itemMetadata: { success: false, error: { code: "MULTI_SERVICE_BOOKING_NOT_FOUND" } } },
    ]);
    const half = [{ bookingId: one, revision: "1", slot: slotAt(first, 15) }];
    const group = { multiServiceBookingId: id };
    await expect(
      mine.multiServiceBookings.reschedule({ ...group, rescheduleBookingsInfo: half }),
    ).rejects.toMatchObject(refused(400, "VALIDATION_FAILURE"));
    const whole = [...half, { bookingId: two, revision: "1", slot: slotAt(second, 16) }];
    await mine.multiServiceBookings.reschedule({ ...group, rescheduleBookingsInfo: whole });
    const { multiServiceBooking, metadata } = await read(id, mine);
    expect(metadata.totalNumberOfScheduledBookings).toBe(2);
    expect(multiServiceBooking.bookings.map(({ booking }) => booking?.startDate?.getUTCHours())).toEqual([12, 13]);
    expect((await mine.multiServiceBookings.getAvailability(group)).bookable).toBe(true);
    await mine.multiServiceBookings.cancel(group);
    expect((await read(id)).metadata.totalNumberOfScheduledBookings).toBe(0);
    await expect(mine.multiServiceBookings.cancel(group)).rejects.toMatchObject(refused(409, "INVALID_BOOKING_STATUS"));
  });

  test("a group of bookings can await approval and be confirmed or declined as a whole", async () => {
    const service = await gym.service({ onlineBooking: { enabled: true, requireManualApproval: true } });
    const make = async (status: "CREATED" | "PENDING") => {
      const sessionId = await gym.session({ service, capacity: 1, inHours: 50 });
      const slot = { sessionId, serviceId: service.id, scheduleId: service.scheduleId };
      const input = { bookedEntity: { slot }, contactDetails, totalParticipants: 1, status };
      const type = { multiServiceBookingType: "SEPARATE_BOOKINGS" as const };
      const { multiServiceBooking } = await owners().multiServiceBookings.create({ bookings: [input], ...type });
      return { group: { multiServiceBookingId: multiServiceBooking.id }, sessionId };
    };
    const { group, sessionId } = await make("CREATED");
    const statuses = async () => (await read(group.multiServiceBookingId)).multiServiceBooking.bookings[0]?.booking;
    await owners().multiServiceBookings.markAsPending(group);
    expect(await statuses()).toMatchObject({ status: "PENDING", revision: "2" });
    await owners().multiServiceBookings.confirm(group);
    expect(await statuses()).toMatchObject({ status: "CONFIRMED", revision: "3" });
    expect(await gym.placesOf(sessionId)).toEqual({ capacity: 1, taken: 1 });
    const other = await make("PENDING");
    await owners().multiServiceBookings.decline(other.group);
    expect(await gym.placesOf(other.sessionId)).toEqual({ capacity: 1, taken: 0 });
  });

  test("bookings can be added to a group later and removed again", async () => {
    const service = await gym.service();
    const input = async () => {
      const sessionId = await gym.session({ service });
      const slot = { sessionId, serviceId: service.id, scheduleId: service.scheduleId };
      const paying = { totalParticipants: 1, selectedPaymentOption: "OFFLINE" as const };
      const booking = { bookedEntity: { slot }, contactDetails, ...paying };
      return (await owners().bookings.create({ booking })).booking.id;
    };
    const [one, two] = [await input(), await input()];
    const mark = { bookingIds: [one], multiServiceBookingType: "SEPARATE_BOOKINGS" as const };
    const group = await owners().multiServiceBookings.mark(mark);
    await owners().multiServiceBookings.addBookings({ ...group, bookings: [{ bookingId: two, revision: "1" }] });
    expect((await read(group.multiServiceBookingId)).multiServiceBooking.bookings).toHaveLength(2);
    await owners().multiServiceBookings.removeBookings({ ...group, bookings: [{ bookingId: one, revision: "2" }] });
    expect(
      (await read(group.multiServiceBookingId)).multiServiceBooking.bookings.map(({ bookingId }) => bookingId),
    ).toEqual([two]);
  });
});
