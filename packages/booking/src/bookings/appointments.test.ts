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
const slotAt = ({ id: serviceId, scheduleId }: Offered, hour: number, staffId?: string) => ({
  serviceId,
  scheduleId,
  startDate: `2026-09-03T${hour}:00:00`,
  timezone: "Europe/Vilnius",
  ...(staffId && { resource: { id: staffId } }),
});
const inputAt = (of: Offered, hour: number, staffId?: string) => ({
  bookedEntity: { slot: slotAt(of, hour, staffId) },
  contactDetails,
  totalParticipants: 1,
  selectedPaymentOption: "OFFLINE" as const,
});
const sessionsOf = ({ id }: Offered) =>
  gym.db.selectFrom("session").select(["id", "status", "staffIds"]).where("serviceId", "=", id).execute();
const standing = async (of: Offered) => (await sessionsOf(of)).filter(({ status }) => status === "CONFIRMED");
const counterOf = (id: string) =>
  gym.db.selectFrom("places").select(["capacity", "taken", "held"]).where("id", "=", id).executeTakeFirst();

describe("a held appointment time", () => {
  test("a held appointment time is booked once per idempotency key and becomes free after a cancellation", async () => {
    const of = await gym.lessons([await gym.trainer()]);
    const mine = gym.as(gym.visitor());
    const { hold } = await mine.holds.create({ slot: slotAt(of, 10), totalParticipants: 1 });
    const input = { booking: inputAt(of, 10), holdId: hold.id };
    const { booking } = await mine.bookings.create(input, { idempotencyKey: "once" });
    expect(booking).toMatchObject({ status: "CONFIRMED", bookedEntity: { slot: { sessionId: hold.sessionId } } });
    expect(await standing(of)).toHaveLength(1);
    expect(await counterOf(hold.sessionId as string)).toEqual({ capacity: 1, taken: 1, held: 0 });
    expect((await mine.bookings.create(input, { idempotencyKey: "once" })).booking.id).toBe(booking.id);
    await mine.bookings.cancel({ bookingId: booking.id, revision: "1" });
    expect(await standing(of)).toEqual([]);
    expect(await counterOf(hold.sessionId as string)).toBeUndefined();
    await gym.as(gym.visitor()).holds.create({ slot: slotAt(of, 10), totalParticipants: 1 });
  });

  test("a hold cannot be used for another time, another trainer or by another person", async () => {
    const [ruta, jonas] = [await gym.trainer(), await gym.trainer({ name: "Jonas" })];
    const of = await gym.lessons([ruta, jonas]);
    const mine = gym.as(gym.visitor());
    const { hold } = await mine.holds.create({ slot: slotAt(of, 10, ruta), totalParticipants: 1 });
    for (const [who, booking] of [
      [mine, inputAt(of, 11)],
      [mine, inputAt(of, 10, jonas)],
      [gym.as(gym.visitor()), inputAt(of, 10)],
    ] as const) {
      await expect(who.bookings.create({ booking, holdId: hold.id })).rejects.toMatchObject({ code: "HOLD_NOT_FOUND" });
    }
    expect(await standing(of)).toHaveLength(1);
  });

  test("a late payment books the time again if it is free, and double-books it otherwise", async () => {
    const payment = { ...atGym, options: { inPerson: true, online: true } };
    const of = await gym.lessons([await gym.trainer()], { payment });
    const heldAt = async (hour: number) => {
      const mine = gym.as(gym.visitor());
      const { hold } = await mine.holds.create({ slot: slotAt(of, hour), totalParticipants: 1 });
      const booking = { ...inputAt(of, hour), selectedPaymentOption: "ONLINE" as const };
      const made = (await mine.bookings.create({ booking, holdId: hold.id })).booking;
      expect(made.status).toBe("CREATED");
      await owners().holds.release({ holdId: hold.id });
      return made.id;
    };
    const [free, gone] = [await heldAt(12), await heldAt(14)];
    await gym.as(gym.visitor()).bookings.create({ booking: inputAt(of, 14) });
    const paid = async (bookingId: string) =>
      (await owners().bookings.confirmOrDecline({ bookingId, paymentStatus: "PAID" })).booking;
    expect(await paid(free)).toMatchObject({ status: "CONFIRMED", doubleBooked: false });
    expect(await paid(gone)).toMatchObject({ status: "CONFIRMED", doubleBooked: true });
    expect(await standing(of)).toHaveLength(3);
  });
});

test("the last hour before midnight can be booked", async () => {
  const workingHours = [{ weekday: 4, start: "20:00", end: "24:00" }];
  const of = await gym.lessons([await gym.trainer({ workingHours })]);
  const { booking } = await gym.as(gym.visitor()).bookings.create({ booking: inputAt(of, 23) });
  expect(booking).toMatchObject({ status: "CONFIRMED", endDate: new Date("2026-09-03T21:00:00Z") });
});

test("a double-booked appointment ends when its booking is canceled, declined or rescheduled", async () => {
  const ruta = await gym.trainer();
  const of = await gym.lessons([ruta]);
  await owners().bookings.create({ booking: inputAt(of, 10) });
  const double = async (status: "CONFIRMED" | "PENDING") =>
    (
      await owners().bookings.create({
        booking: { ...inputAt(of, 10, ruta), status },
        flowControlSettings: { skipAvailabilityValidation: true },
      })
    ).booking;
  const canceled = await double("CONFIRMED");
  expect(canceled.doubleBooked).toBe(true);
  expect(await standing(of)).toHaveLength(2);
  const flowControlSettings = { ignoreCancellationPolicy: true };
  await owners().bookings.cancel({ bookingId: canceled.id, revision: "1", flowControlSettings });
  expect(await standing(of)).toHaveLength(1);
  const declined = await double("PENDING");
  await owners().bookings.decline({ bookingId: declined.id, revision: "1" });
  expect(await standing(of)).toHaveLength(1);
  const moved = await double("CONFIRMED");
  const anyhow = { ignoreReschedulePolicy: true };
  const to = { bookingId: moved.id, revision: "1", slot: slotAt(of, 15, ruta), flowControlSettings: anyhow };
  expect((await owners().bookings.reschedule(to)).booking.doubleBooked).toBe(false);
  expect(await standing(of)).toHaveLength(2);
});

test("if a service allows only one request at a time, a second request is rejected while the first is pending", async () => {
  const onlineBooking = { enabled: true, requireManualApproval: true, allowMultipleRequests: false };
  const of = await gym.lessons([await gym.trainer()], { onlineBooking });
  const mine = gym.as(gym.visitor());
  const ask = (hour: number, who = mine, email = "viena@uola.example") =>
    who.bookings.create({ booking: { ...inputAt(of, hour), contactDetails: { firstName: "Viena", email } } });
  const asked = await Promise.allSettled([10, 11, 12].map((hour) => ask(hour)));
  const [first] = asked.flatMap((each) => (each.status === "fulfilled" ? [each.value.booking] : []));
  const policy = { status: 409, code: "BOOKING_POLICY_VIOLATION" };
  for (const each of asked) if (each.status === "rejected") expect(each.reason).toMatchObject(policy);
  expect(asked.filter(({ status }) => status === "rejected")).toHaveLength(2);
  await expect(ask(14, gym.as(gym.visitor()))).rejects.toMatchObject(policy);
  const { hold } = await mine.holds.create({ slot: slotAt(of, 15), totalParticipants: 1 });
  await expect(mine.bookings.create({ booking: inputAt(of, 15), holdId: hold.id })).rejects.toMatchObject(policy);
  expect((await ask(16, gym.as(gym.visitor()), "kita@uola.example")).booking.status).toBe("PENDING");
  await owners().bookings.confirm({ bookingId: first?.id ?? "", revision: "1" });
  expect((await ask(17)).booking.status).toBe("PENDING");
  const other = await gym.lessons([await gym.trainer()], {
    onlineBooking: { enabled: true, requireManualApproval: true },
  });
  const input = (hour: number) => mine.bookings.create({ booking: inputAt(other, hour) });
  expect((await input(10)).booking.status).toBe((await input(11)).booking.status);
});

describe("booking without choosing a trainer", () => {
  const trainersOf = async (of: Offered) => (await standing(of)).map(({ staffIds }) => staffIds[0]).toSorted();

  test("as many people as there are trainers can book the same time, each with a different trainer", async () => {
    const staff = [await gym.trainer(), await gym.trainer({ name: "Jonas" }), await gym.trainer({ name: "Ieva" })];
    const of = await gym.lessons(staff);
    const made = await Promise.allSettled(
      [1, 2, 3, 4, 5].map(() => gym.as(gym.visitor()).bookings.create({ booking: inputAt(of, 12) })),
    );
    const bookings = made.flatMap((each) => (each.status === "fulfilled" ? [each.value.booking] : []));
    expect(bookings.map(({ bookedEntity }) => bookedEntity.slot?.resource?.id).toSorted()).toEqual(staff.toSorted());
    expect(await trainersOf(of)).toEqual(staff.toSorted());
    const rows = await gym.db.selectFrom("booking").select("resourceId").where("serviceId", "=", of.id).execute();
    expect(rows.map(({ resourceId }) => resourceId).toSorted()).toEqual(staff.toSorted());
    for (const each of made) if (each.status === "rejected") expect(each.reason.code).toBe("SLOT_NOT_AVAILABLE");
  });

  test("several services at the same time get different trainers", async () => {
    const staff = [await gym.trainer(), await gym.trainer({ name: "Jonas" })];
    const services = [await gym.lessons(staff), await gym.lessons(staff)];
    const input = {
      bookings: services.map((of) => inputAt(of, 12)),
      multiServiceBookingType: "PARALLEL_BOOKINGS" as const,
      returnFullEntity: true,
    };
    const { multiServiceBooking } = await gym.as(gym.visitor()).multiServiceBookings.create(input);
    const taken = multiServiceBooking.bookings.map(({ booking }) => booking?.bookedEntity.slot?.resource?.id);
    expect(taken.toSorted()).toEqual(staff.toSorted());
    const third = gym.as(gym.visitor()).multiServiceBookings.create(input);
    await expect(third).rejects.toMatchObject({ code: "SLOT_NOT_AVAILABLE" });
  });
});
