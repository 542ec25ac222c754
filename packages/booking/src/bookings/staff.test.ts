import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestGym, type TestGym } from "../testing.ts";

/** Tests the work at the front desk while people arrive: payments and late walk-ins. */
let gym: TestGym;
let service: { id: string; scheduleId: string };
beforeAll(async () => {
  gym = await createTestGym();
  service = await gym.service();
});
afterAll(() => gym.close());

const owners = () => gym.as(gym.key).bookings;
const input = (sessionId: string) => ({
  bookedEntity: { slot: { sessionId, serviceId: service.id, scheduleId: service.scheduleId } },
  contactDetails: { firstName: "Ona", email: "ona@uola.example" },
  totalParticipants: 1,
  selectedPaymentOption: "OFFLINE" as const,
});
const booked = async () => (await owners().create({ booking: input(await gym.session({ service })) })).booking;
const cash = { method: "CASH", note: "Kvitas 12" } as const;

describe("payments at the front desk", () => {
  test("records a front desk payment with its method, audit entry and event, and can undo it", async () => {
    const { id: bookingId, revision, paymentStatus } = await booked();
    const { booking } = await owners().setPayment({ bookingId, revision, received: cash });
    expect(booking).toMatchObject({
      paymentStatus: "PAID",
      payment: { ...cash, receivedDate: gym.clock.now },
      revision: "2",
    });
    const event = gym.db.selectFrom("event").select("slug").where("entityId", "=", bookingId).orderBy("entitySequence");
    expect((await event.execute()).map(({ slug }) => slug)).toEqual(["created", "updated"]);
    const audits = gym.db.selectFrom("audit").select(["before", "after"]).where("entityId", "=", bookingId);
    const audit = await audits.where("action", "=", "booking.payment").executeTakeFirstOrThrow();
    expect([audit.before, audit.after]).toMatchObject([
      { paymentStatus },
      { paymentStatus: "PAID", payment: { method: "CASH", note: "Kvitas 12" } },
    ]);
    const back = (await owners().setPayment({ bookingId, revision: "2", received: null })).booking;
    expect(back.paymentStatus).toBe(paymentStatus);
    expect(back.payment).toBeUndefined();
  });

  test("a front desk payment is recorded only once, and only a recorded payment can be undone", async () => {
    const { id: bookingId, revision } = await booked();
    const code = "INVALID_PAYMENT_STATUS";
    await expect(owners().setPayment({ bookingId, revision, received: null })).rejects.toMatchObject({ code });
    await owners().setPayment({ bookingId, revision, received: cash });
    await expect(owners().setPayment({ bookingId, revision: "2", received: cash })).rejects.toMatchObject({ code });
  });

  test("of two front desk payments recorded at the same time, one is rejected", async () => {
    const { id: bookingId, revision } = await booked();
    const both = [cash, { method: "CARD" } as const].map((received) =>
      owners().setPayment({ bookingId, revision, received }),
    );
    const settled = await Promise.allSettled(both);
    expect(settled.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(settled.find(({ status }) => status === "rejected")).toMatchObject({
      reason: { code: "BOOKING_REVISION_MISMATCH" },
    });
  });

  test("trainers cannot record a front desk payment, and nobody can record one for a canceled booking", async () => {
    const { id: bookingId, revision } = await booked();
    const { token } = await gym.member({ role: "trainer" });
    const byTrainer = gym.as(token).bookings.setPayment({ bookingId, revision, received: cash });
    await expect(byTrainer).rejects.toMatchObject({ code: "PERMISSION_DENIED" });
    await owners().cancel({ bookingId, revision, flowControlSettings: { ignoreCancellationPolicy: true } });
    await expect(owners().setPayment({ bookingId, revision: "2", received: cash })).rejects.toMatchObject({
      code: "INVALID_BOOKING_STATUS",
    });
  });
});

describe("walk-ins after the session has begun", () => {
  const during = async (capacity: number, work: (sessionId: string) => Promise<void>) => {
    const sessionId = await gym.session({ service, capacity, inHours: 2 });
    const before = gym.clock.now;
    gym.clock.now = gym.hours(2.5);
    await work(sessionId).finally(() => {
      gym.clock.now = before;
    });
  };
  const flowControlSettings = { ignoreBookingPolicy: true };

  test("a walk-in takes a free place and never exceeds the capacity", () =>
    during(1, async (sessionId) => {
      const walkIn = () =>
        owners().create({ booking: { ...input(sessionId), status: "CONFIRMED" }, flowControlSettings });
      await expect(owners().create({ booking: input(sessionId) })).rejects.toMatchObject({
        code: "BOOKING_POLICY_VIOLATION",
      });
      expect((await walkIn()).booking).toMatchObject({ status: "CONFIRMED", doubleBooked: false });
      await expect(walkIn()).rejects.toMatchObject({ code: "SESSION_CAPACITY_EXCEEDED" });
    }));

  test("only staff can register a walk-in", () =>
    during(4, async (sessionId) => {
      const bySelf = gym.as(gym.visitor()).bookings.create({ booking: input(sessionId), flowControlSettings });
      await expect(bySelf).rejects.toMatchObject({ code: "UNAUTHORIZED_OPERATION" });
    }));
});

test("a booking that is read with its attendance lists the participants who came", async () => {
  const sessionId = await gym.session({ service });
  const participants = [{ firstName: "Jonas" }, { firstName: "Emilija" }];
  const { booking } = await owners().create({ booking: { ...input(sessionId), totalParticipants: 2, participants } });
  const emilija = booking.participants?.[1]?.id ?? "";
  await owners().setAttendance({ bookingId: booking.id, status: "ATTENDED", present: [emilija] });
  const { extendedBookings } = await owners().queryExtended({
    query: { filter: { id: booking.id } },
    withBookingAttendanceInfo: true,
  });
  expect(extendedBookings[0]?.attendance).toMatchObject({ numberOfAttendees: 1, present: [emilija] });
});
