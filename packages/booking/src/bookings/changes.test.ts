import { newId } from "@uola/database";
import { createEventRegistry } from "@uola/kernel";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sessionsCanceled } from "../events.ts";
import { bookingParts, createTestGym, type TestGym } from "../testing.ts";
import { followSessions } from "./follow-sessions.ts";

let gym: TestGym;
let service: { id: string; scheduleId: string };
beforeAll(async () => {
  gym = await createTestGym();
  const reschedulePolicy = { enabled: true, limitLatestReschedule: true, latestRescheduleInMinutes: 60 };
  service = await gym.service({ policyId: await gym.policy({ reschedulePolicy }) });
});
afterAll(() => gym.close());

type Input = Parameters<ReturnType<TestGym["as"]>["bookings"]["create"]>[0];
const slotOf = (sessionId: string, of = service) => ({ sessionId, serviceId: of.id, scheduleId: of.scheduleId });
const inputFor = (sessionId: string, more: Partial<Input["booking"]> = {}, of = service): Input => ({
  booking: {
    bookedEntity: { slot: slotOf(sessionId, of) },
    contactDetails: { firstName: "Ona", email: "ona@uola.example" },
    totalParticipants: 1,
    selectedPaymentOption: "OFFLINE",
    ...more,
  },
});
const courseInput = (course: typeof service, more: Partial<Input["booking"]> = {}): Input => ({
  booking: { ...inputFor("", more).booking, bookedEntity: { schedule: { scheduleId: course.scheduleId } } },
});
const visitors = () => gym.as(gym.visitor()).bookings;
const owners = () => gym.as(gym.key).bookings;
const refused = (status: number, code: string, data: object = {}) => ({
  status,
  code,
  data: expect.objectContaining(data),
});
const taken = async (id: string) => (await gym.placesOf(id))?.taken;
const eventsOf = async (bookingId: string) =>
  gym.db
    .selectFrom("event")
    .select(["slug", "body", "entitySequence"])
    .where("entityId", "=", bookingId)
    .orderBy("entitySequence")
    .execute();
const lastBody = async (bookingId: string) =>
  // biome-ignore lint/suspicious/noExplicitAny: the event is looked into as it is.
  ((await eventsOf(bookingId)).at(-1)?.body as any)?.actionEvent?.body;
const mailsOf = async (bookingId: string) => {
  const rows = await gym.db.selectFrom("outbox").select("payload").where("kind", "=", "mail").orderBy("id").execute();
  return rows
    .map(({ payload }) => payload as { bookingId: string; template: string })
    .filter((mail) => mail.bookingId === bookingId)
    .map(({ template }) => template);
};

describe("rescheduling", () => {
  test("rescheduling takes the new places, returns the old ones and includes the previous time in its event", async () => {
    const [old, next] = [await gym.session({ service }), await gym.session({ service, inHours: 72 })];
    const mine = visitors();
    const { booking } = await mine.create(inputFor(old, { totalParticipants: 2 }));
    const moving = { bookingId: booking.id, revision: "1", slot: slotOf(next) };
    const moved = (await mine.reschedule(moving)).booking;
    expect(moved).toMatchObject({
      status: "CONFIRMED",
      revision: "2",
      startDate: gym.hours(72),
      totalParticipants: 2,
    });
    expect(moved.bookedEntity.slot).toMatchObject({ sessionId: next });
    expect([await taken(old), await taken(next)]).toEqual([0, 2]);
    expect(await lastBody(booking.id)).toMatchObject({
      booking: { id: booking.id },
      initiatedBy: { anonymousVisitorId: expect.any(String) },
      previousStatus: "CONFIRMED",
      previousBookedEntity: { slot: { sessionId: old } },
      previousStartDate: gym.hours(48).toISOString(),
      previousTotalParticipants: 2,
    });
    expect(await mailsOf(booking.id)).toEqual(["booking-confirmed", "booking-rescheduled"]);
    await expect(mine.reschedule(moving)).rejects.toMatchObject(refused(409, "BOOKING_REVISION_MISMATCH"));
  });

  test("an unpaid booking can be rescheduled with more participants", async () => {
    const [old, next] = [await gym.session({ service }), await gym.session({ service, inHours: 72 })];
    const visitor = visitors();
    const { booking } = await visitor.create(inputFor(old));
    const moving = { bookingId: booking.id, revision: booking.revision, slot: slotOf(next), totalParticipants: 3 };
    expect((await visitor.reschedule(moving)).booking.totalParticipants).toBe(3);
    expect([await taken(old), await taken(next)]).toEqual([0, 3]);
  });

  test("rescheduling with more participants requires a choice for each of them if choices have prices", async () => {
    const optionId = newId();
    const choice = (custom: string) => ({ choices: [{ optionId, custom }] });
    const price = (value: string) => ({ price: { value, currency: "EUR" } });
    const of = await gym.service({
      policyId: await gym.policy({ reschedulePolicy: { enabled: true, limitLatestReschedule: false } }),
      payment: { rateType: "VARIED", varied: { defaultPrice: price("12.00").price }, options: { inPerson: true } },
      optionsAndVariants: {
        options: [{ id: optionId, name: "Kas ateis", choices: ["Suaugęs", "Vaikas"] }],
        variants: [
          { ...choice("Suaugęs"), ...price("20.00") },
          { ...choice("Vaikas"), ...price("8.00") },
        ],
      },
    });
    const [old, next] = [await gym.session({ service: of }), await gym.session({ service: of, inHours: 72 })];
    const chosen = (count: number) => ({ serviceChoices: [{ numberOfParticipants: count, ...choice("Suaugęs") }] });
    const visitor = visitors();
    const asked = { totalParticipants: undefined, participantsChoices: chosen(1) };
    const { booking } = await visitor.create(inputFor(old, asked, of));
    const moving = { bookingId: booking.id, revision: "1", slot: slotOf(next, of) };
    await expect(visitor.reschedule({ ...moving, totalParticipants: 2 })).rejects.toMatchObject(
      refused(400, "INVALID_CHOICES"),
    );
    const { booking: moved } = await visitor.reschedule({ ...moving, participantsChoices: chosen(2) });
    expect(moved.participantsChoices?.serviceChoices).toMatchObject([{ numberOfParticipants: 2 }]);
  });

  test("only the gym can change the number of participants when rescheduling a paid booking", async () => {
    const [old, next] = [await gym.session({ service }), await gym.session({ service, inHours: 72 })];
    const visitor = visitors();
    const { booking: made } = await visitor.create(inputFor(old, { totalParticipants: 2 }));
    const paying = { bookingId: made.id, revision: made.revision, received: { method: "CASH" as const } };
    const { booking } = await owners().setPayment(paying);
    const moving = { bookingId: booking.id, revision: booking.revision, slot: slotOf(next) };
    const choices = { serviceChoices: [{ numberOfParticipants: 5, choices: [] }] };
    for (const more of [{ totalParticipants: 5 }, { totalParticipants: 1 }, { participantsChoices: choices }]) {
      await expect(visitor.reschedule({ ...moving, ...more })).rejects.toMatchObject(
        refused(403, "UNAUTHORIZED_OPERATION"),
      );
    }
    expect([await taken(old), await taken(next)]).toEqual([2, 0]);
    const { booking: moved } = await visitor.reschedule({ ...moving, totalParticipants: 2 });
    const back = { bookingId: booking.id, revision: moved.revision, slot: slotOf(old) };
    expect((await owners().reschedule({ ...back, totalParticipants: 3 })).booking.totalParticipants).toBe(3);
  });

  test("rescheduling to a full session is rejected, but the owner can double-book", async () => {
    const [old, full] = [await gym.session({ service }), await gym.session({ service, inHours: 72, capacity: 1 })];
    await visitors().create(inputFor(full));
    const mine = visitors();
    const { booking } = await mine.create(inputFor(old));
    const moving = { bookingId: booking.id, revision: "1", slot: slotOf(full) };
    await expect(mine.reschedule(moving)).rejects.toMatchObject(refused(409, "SESSION_CAPACITY_EXCEEDED"));
    expect([await taken(old), await taken(full)]).toEqual([1, 1]);
    const flag = { flowControlSettings: { skipAvailabilityValidation: true } };
    await expect(mine.reschedule({ ...moving, ...flag })).rejects.toMatchObject(refused(403, "UNAUTHORIZED_OPERATION"));
    const moved = (await owners().reschedule({ ...moving, ...flag })).booking;
    expect(moved).toMatchObject({ doubleBooked: true, status: "CONFIRMED" });
    expect([await taken(old), await taken(full)]).toEqual([0, 1]);
    const ignoring = { flowControlSettings: { ignoreCancellationPolicy: true } };
    await owners().cancel({ bookingId: booking.id, revision: "2", ...ignoring });
    expect(await taken(full)).toBe(1);
  });

  test("the reschedule deadline applies to the exact minute", async () => {
    const [soon, next] = [await gym.session({ service, inHours: 2 }), await gym.session({ service, inHours: 72 })];
    const mine = visitors();
    const { booking } = await mine.create(inputFor(soon));
    const moving = { bookingId: booking.id, revision: "1", slot: slotOf(next) };
    const began = gym.clock.now;
    gym.clock.now = new Date(began.getTime() + 60 * 60_000);
    const late = refused(409, "BOOKING_POLICY_VIOLATION", { tooLateToReschedule: true });
    await expect(mine.reschedule(moving)).rejects.toMatchObject(late);
    await expect(owners().reschedule(moving)).rejects.toMatchObject(late);
    gym.clock.now = new Date(began.getTime() + 60 * 60_000 - 1);
    expect((await mine.reschedule(moving)).booking.revision).toBe("2");
    gym.clock.now = began;
    const never = await gym.service();
    const kept = await mine.create(inputFor(await gym.session({ service: never }), {}, never));
    const other = {
      bookingId: kept.booking.id,
      revision: "1",
      slot: slotOf(await gym.session({ service: never, inHours: 60 }), never),
    };
    await expect(mine.reschedule(other)).rejects.toMatchObject(
      refused(409, "BOOKING_POLICY_VIOLATION", { rescheduleDisabled: true }),
    );
    const flowControlSettings = { ignoreReschedulePolicy: true };
    expect((await owners().reschedule({ ...other, flowControlSettings })).booking.revision).toBe("2");
  });

  test("a rescheduled booking awaits approval again unless the owner skips the approval", async () => {
    const asked = await gym.service({ onlineBooking: { enabled: true, requireManualApproval: true } });
    const sessions = await Promise.all([48, 60, 72].map((inHours) => gym.session({ service: asked, inHours })));
    const { booking } = await owners().create(inputFor(sessions[0] as string, { status: "CONFIRMED" }, asked));
    const move = async (revision: string, to: string | undefined, skipBusinessConfirmation: boolean) => {
      const flowControlSettings = { ignoreReschedulePolicy: true, skipBusinessConfirmation };
      const slot = slotOf(to as string, asked);
      return (await owners().reschedule({ bookingId: booking.id, revision, slot, flowControlSettings })).booking.status;
    };
    expect(await move("1", sessions[1], false)).toBe("PENDING");
    expect(await move("2", sessions[2], true)).toBe("CONFIRMED");
  });

  test("rejects rescheduling to another service, rescheduling of a course booking and rescheduling by another person", async () => {
    const other = await gym.service();
    const elsewhere = slotOf(await gym.session({ service: other }), other);
    const mine = visitors();
    const { booking } = await mine.create(inputFor(await gym.session({ service })));
    const wrong = mine.reschedule({ bookingId: booking.id, revision: "1", slot: elsewhere });
    await expect(wrong).rejects.toMatchObject(refused(400, "VALIDATION_FAILURE"));
    const slot = slotOf(await gym.session({ service, inHours: 90 }));
    const stranger = visitors().reschedule({ bookingId: booking.id, revision: "1", slot });
    await expect(stranger).rejects.toMatchObject(refused(404, "BOOKING_NOT_FOUND"));
    const course = await gym.service({ type: "COURSE" });
    const lesson = await gym.session({ service: course });
    const enrolled = (await mine.create(courseInput(course))).booking;
    const move = mine.reschedule({ bookingId: enrolled.id, revision: "1", slot: slotOf(lesson, course) });
    await expect(move).rejects.toMatchObject(refused(400, "VALIDATION_FAILURE"));
  });

  test("two bookings that swap sessions concurrently do not deadlock", async () => {
    const [a, b] = [
      await gym.session({ service, capacity: 2 }),
      await gym.session({ service, capacity: 2, inHours: 72 }),
    ];
    const desks = [visitors(), visitors()];
    const [first, second] = await Promise.all([desks[0]?.create(inputFor(a)), desks[1]?.create(inputFor(b))]);
    for (let round = 0; round < 5; round++) {
      const revision = String(round + 1);
      const [to, fro] = round % 2 === 0 ? [b, a] : [a, b];
      await Promise.all([
        desks[0]?.reschedule({ bookingId: first?.booking.id as string, revision, slot: slotOf(to) }),
        desks[1]?.reschedule({ bookingId: second?.booking.id as string, revision, slot: slotOf(fro) }),
      ]);
      expect([await taken(a), await taken(b)]).toEqual([1, 1]);
    }
  });
});

describe("number of participants", () => {
  test("the owner changes the number of participants, and the number of taken places changes accordingly", async () => {
    const sessionId = await gym.session({ service, capacity: 5 });
    const { booking } = await visitors().create(inputFor(sessionId, { totalParticipants: 2 }));
    const change = async (revision: string, totalParticipants: number) =>
      (await owners().updateNumberOfParticipants({ bookingId: booking.id, revision, totalParticipants })).booking;
    expect(await change("1", 4)).toMatchObject({ totalParticipants: 4, revision: "2" });
    expect(await taken(sessionId)).toBe(4);
    await expect(change("2", 6)).rejects.toMatchObject(refused(409, "SESSION_CAPACITY_EXCEEDED", { openSpots: 1 }));
    expect(await change("2", 1)).toMatchObject({ totalParticipants: 1, revision: "3" });
    expect(await taken(sessionId)).toBe(1);
    const events = await eventsOf(booking.id);
    expect(events.map(({ slug }) => slug)).toEqual(["created", ...Array(2).fill("number_of_participants_updated")]);
    expect(await lastBody(booking.id)).toMatchObject({ previousTotalParticipants: 4 });
    const course = await gym.service({ type: "COURSE", defaultCapacity: 2 });
    await gym.session({ service: course });
    const enrolled = (await visitors().create(courseInput(course))).booking;
    const most = { bookingId: enrolled.id, revision: "1", totalParticipants: 3 };
    await expect(owners().updateNumberOfParticipants(most)).rejects.toMatchObject(
      refused(409, "SCHEDULE_CAPACITY_EXCEEDED"),
    );
    const two = await owners().updateNumberOfParticipants({ ...most, totalParticipants: 2 });
    expect(two.booking.totalParticipants).toBe(2);
    const neither = owners().updateNumberOfParticipants({ bookingId: enrolled.id, revision: "2" });
    await expect(neither).rejects.toMatchObject({ kind: "validation" });
  });

  test("the number of participants must match the number of their names and changes together with it", async () => {
    const sessionId = await gym.session({ service });
    const participants = [{ firstName: "Ąžuolas", birthYear: 2015 }, { firstName: "Eglė" }];
    const { booking } = await visitors().create(inputFor(sessionId, { totalParticipants: 2, participants }));
    expect(booking.participants).toMatchObject([
      { id: expect.any(String), firstName: "Ąžuolas" },
      { firstName: "Eglė" },
    ]);
    await expect(visitors().create(inputFor(sessionId, { totalParticipants: 3, participants }))).rejects.toMatchObject({
      kind: "validation",
      fieldViolations: [{ field: "booking.participants" }],
    });
    const change = { bookingId: booking.id, revision: "1", totalParticipants: 1 };
    await expect(owners().updateNumberOfParticipants(change)).rejects.toMatchObject({ kind: "validation" });
    const named = await owners().updateNumberOfParticipants({ ...change, participants: [{ firstName: "Eglė" }] });
    expect(named.booking.participants).toMatchObject([{ firstName: "Eglė" }]);
    const one = { ...booking.participants?.[1], id: booking.participants?.[1]?.id as string };
    const marked = owners().setAttendance({ bookingId: booking.id, status: "ATTENDED", present: [one.id] });
    await expect(marked).rejects.toMatchObject({ kind: "validation" });
  });
});

describe("extended fields", () => {
  test("replaces one namespace of extended fields, keeps the others, and creates a new revision and an event", async () => {
    const { booking } = await visitors().create(inputFor(await gym.session({ service })));
    const put = (namespace: string, namespaceData: Record<string, string> | null) =>
      owners().updateExtendedFields({ id: booking.id, namespace, namespaceData });
    expect(await put("@uola/shoes", { size: "38", brand: "x" })).toEqual({
      namespace: "@uola/shoes",
      namespaceData: { size: "38", brand: "x" },
    });
    await put("@uola/other", { a: "b" });
    await put("@uola/shoes", { size: "39" });
    const { extendedBookings } = await owners().queryExtended({ query: { filter: { id: booking.id } } });
    expect(extendedBookings[0]?.booking).toMatchObject({
      revision: "4",
      extendedFields: { namespaces: { "@uola/shoes": { size: "39" }, "@uola/other": { a: "b" } } },
    });
    expect((await eventsOf(booking.id)).map(({ slug }) => slug)).toEqual(["created", "updated", "updated", "updated"]);
    const nobody = owners().updateExtendedFields({ id: newId(), namespace: "x", namespaceData: {} });
    await expect(nobody).rejects.toMatchObject(refused(404, "BOOKING_NOT_FOUND"));
  });
});

describe("settling by payment status", () => {
  const settle = async (bookingId: string, paymentStatus?: "PAID" | "PARTIALLY_PAID" | "NOT_PAID") =>
    (await owners().confirmOrDecline({ bookingId, ...(paymentStatus && { paymentStatus }) })).booking;
  const created = async (sessionId: string, flow: Input["flowControlSettings"] = undefined, of = service) =>
    (await owners().create({ ...inputFor(sessionId, { status: "CREATED" }, of), flowControlSettings: flow })).booking
      .id;

  test("settling confirms a booking if places are free, and otherwise declines it if unpaid and double-books it if paid", async () => {
    const sessionId = await gym.session({ service, capacity: 1 });
    const ids = await Promise.all(Array.from({ length: 4 }, () => created(sessionId)));
    const [first = "", unpaid = "", paid = "", partly = ""] = ids;
    expect(await settle(first, "PAID")).toMatchObject({
      status: "CONFIRMED",
      doubleBooked: false,
      paymentStatus: "PAID",
    });
    expect(await settle(unpaid, "NOT_PAID")).toMatchObject({
      status: "DECLINED",
      paymentStatus: "NOT_PAID",
      revision: "2",
    });
    expect(await settle(paid, "PAID")).toMatchObject({ status: "CONFIRMED", doubleBooked: true });
    expect(await settle(partly, "PARTIALLY_PAID")).toMatchObject({ status: "CONFIRMED", doubleBooked: true });
    expect(await taken(sessionId)).toBe(1);
    await expect(settle(first)).rejects.toMatchObject(refused(409, "INVALID_BOOKING_STATUS"));
    expect((await eventsOf(unpaid)).map(({ slug }) => slug)).toEqual(["created", "declined"]);
  });

  test("settling skips the checks that the owner skipped when the booking was created", async () => {
    const sessionId = await gym.session({ service, capacity: 1 });
    await visitors().create(inputFor(sessionId));
    const id = await created(sessionId, { skipAvailabilityValidation: true });
    expect(await settle(id)).toMatchObject({ status: "CONFIRMED", doubleBooked: true });
    const asked = await gym.service({ onlineBooking: { enabled: true, requireManualApproval: true } });
    const other = await gym.session({ service: asked });
    expect((await settle(await created(other, undefined, asked))).status).toBe("PENDING");
    expect((await settle(await created(other, { skipBusinessConfirmation: true }, asked))).status).toBe("CONFIRMED");
  });
});

test("only the owner can refund a booking, and only a paid one", async () => {
  const sessionId = await gym.session({ service });
  const { booking } = await owners().create(inputFor(sessionId, { status: "CREATED" }));
  const flow = { flowControlSettings: { withRefund: true } };
  const decline = owners().decline({ bookingId: booking.id, revision: "1", ...flow });
  await expect(decline).rejects.toMatchObject(refused(409, "REFUND_NOT_ALLOWED"));
  await owners().confirmOrDecline({ bookingId: booking.id, paymentStatus: "PAID" });
  const canceling = { bookingId: booking.id, revision: "2", flowControlSettings: { withRefund: true } };
  const canceled = (await owners().cancel(canceling)).booking;
  expect(canceled).toMatchObject({ status: "CANCELED", paymentStatus: "REFUNDED" });
  const mine = visitors();
  const own = (await mine.create(inputFor(sessionId))).booking.id;
  await expect(mine.cancel({ ...canceling, bookingId: own, revision: "1" })).rejects.toMatchObject(
    refused(403, "UNAUTHORIZED_OPERATION"),
  );
});

test("a bulk call creates or rejects each booking separately; a missing permission rejects all", async () => {
  const sessionId = await gym.session({ service, capacity: 1 });
  const infos = [inputFor(sessionId), inputFor(newId()), inputFor(await gym.session({ service }))];
  const options = { idempotencyKey: "bulk" };
  const mine = visitors();
  const { results, bulkActionMetadata } = await mine.bulkCreate(
    { createBookingsInfo: infos, returnFullEntity: true },
    options,
  );
  expect(bulkActionMetadata).toEqual({ totalSuccesses: 2, totalFailures: 1, undetailedFailures: 0 });
  expect(results).toMatchObject([
    { itemMetadata: { originalIndex: 0, success: true }, item: { status: "CONFIRMED" } },
    { itemMetadata: { originalIndex: 1, success: false, error: { code: "SESSION_NOT_FOUND" } } },
    { itemMetadata: { originalIndex: 2, success: true } },
  ]);
  const again = await mine.bulkCreate({ createBookingsInfo: infos }, options);
  expect(again.results[0]?.itemMetadata.id).toBe(results[0]?.itemMetadata.id);
  expect(again.results[0]?.item ?? undefined).toBeUndefined();
  const right = mine.bulkCreate({
    createBookingsInfo: [infos[2] as Input, inputFor(sessionId, { status: "CONFIRMED" })],
  });
  await expect(right).rejects.toMatchObject(refused(403, "UNAUTHORIZED_OPERATION"));
});

describe("attendance of a session", () => {
  test("attendance is read and marked per session, including each session of a course", async () => {
    const trainer = gym.as((await gym.member({ role: "trainer" })).token).bookings;
    const course = await gym.service({ type: "COURSE" });
    const [first, second] = [
      await gym.session({ service: course }),
      await gym.session({ service: course, inHours: 216 }),
    ];
    const participants = [{ firstName: "Ąžuolas" }, { firstName: "Eglė" }];
    const { booking } = await visitors().create(courseInput(course, { totalParticipants: 2, participants }));
    const egle = booking.participants?.[1]?.id as string;
    await visitors().create(courseInput(course));
    const stranger = trainer.setAttendance({
      bookingId: booking.id,
      status: "ATTENDED",
      sessionId: await gym.session({ service }),
    });
    await expect(stranger).rejects.toMatchObject(refused(404, "SESSION_NOT_FOUND"));
    const nameless = trainer.setAttendance({ bookingId: booking.id, status: "ATTENDED" });
    await expect(nameless).rejects.toMatchObject({ kind: "validation" });
    const mark = { bookingId: booking.id, sessionId: first, status: "ATTENDED" as const, present: [egle] };
    expect((await trainer.setAttendance(mark)).attendance).toMatchObject({ numberOfAttendees: 1, present: [egle] });
    expect(await trainer.markAll({ sessionId: first, status: "ATTENDED" })).toEqual({ count: 1 });
    const read = async (sessionId: string) =>
      (await trainer.sessionAttendance({ sessionId })).bookings.map(({ attendance }) => attendance.numberOfAttendees);
    expect(await read(first)).toEqual([1, 1]);
    expect(await read(second)).toEqual([0, 0]);
    expect(await trainer.markAll({ sessionId: second, status: "NOT_ATTENDED" })).toEqual({ count: 2 });
    await expect(trainer.sessionAttendance({ sessionId: newId() })).rejects.toMatchObject(
      refused(404, "SESSION_NOT_FOUND"),
    );
  });
});

describe("sessions canceled or moved by the gym", () => {
  const actor = { kind: "system", id: "test" } as const;
  const notification = { notifyParticipants: true, message: "Sala uždaryta" };
  const ending = (scheduleId: string, sessionIds: string[], course: boolean) =>
    gym.db.transaction().execute(async (tx) => {
      const context = {
        ...gym.context,
        events: createEventRegistry(),
      };
      followSessions(context, bookingParts(context).bookingServices);
      await context.events.emit(tx, sessionsCanceled, { actor, notification, scheduleId, sessionIds, course });
    });

  test("canceling a session cancels its bookings, returns their places and notifies people by mail", async () => {
    const sessionId = await gym.session({ service });
    const other = await gym.session({ service, inHours: 50 });
    const made = (await visitors().create(inputFor(sessionId, { totalParticipants: 2 }))).booking.id;
    const stays = (await visitors().create(inputFor(other))).booking.id;
    await ending(service.scheduleId, [sessionId], false);
    expect([await taken(sessionId), await taken(other)]).toEqual([0, 1]);
    expect((await eventsOf(made)).map(({ slug }) => slug)).toEqual(["created", "canceled"]);
    expect((await eventsOf(stays)).map(({ slug }) => slug)).toEqual(["created"]);
    expect(await mailsOf(made)).toEqual(["booking-confirmed", "booking-canceled"]);
  });

  test("canceling a course cancels its bookings; canceling one of its sessions does not", async () => {
    const course = await gym.service({ type: "COURSE" });
    const lesson = await gym.session({ service: course });
    const id = (await visitors().create(courseInput(course))).booking.id;
    await ending(course.scheduleId, [lesson], false);
    expect(await eventsOf(id)).toHaveLength(1);
    await ending(course.scheduleId, [lesson], true);
    expect((await eventsOf(id)).map(({ slug }) => slug)).toEqual(["created", "canceled"]);
    expect(await taken(course.scheduleId)).toBe(0);
  });
});
