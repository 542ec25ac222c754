import type { BookingStatus } from "@uola/contract";
import { totalCents } from "@uola/contract/booking-price";
import { newId } from "@uola/database";
import { visitorSignedIn } from "@uola/members";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { atGym, createTestGym, free, type TestGym } from "../testing.ts";

let gym: TestGym;
let service: { id: string; scheduleId: string };
beforeAll(async () => {
  gym = await createTestGym();
  service = await gym.service();
});
afterAll(() => gym.close());

type Wish = Parameters<ReturnType<TestGym["as"]>["bookings"]["create"]>[0];
const contactDetails = { firstName: "Ona", lastName: "Onaitė", email: "Ona@uola.example", phone: "8 612 34567" };
const wishFor = (sessionId: string, more: Partial<Wish["booking"]> = {}, of = service): Wish => ({
  booking: {
    bookedEntity: { slot: { sessionId, serviceId: of.id, scheduleId: of.scheduleId } },
    contactDetails,
    totalParticipants: 1,
    selectedPaymentOption: "OFFLINE",
    ...more,
  },
});
const visitors = () => gym.as(gym.visitor()).bookings;
const owners = () => gym.as(gym.key).bookings;
const members = async (wish?: Parameters<TestGym["member"]>[0]) => gym.as((await gym.member(wish)).token).bookings;
const refused = (status: number, code: string, data: object = {}) => ({
  kind: "application",
  status,
  code,
  data: expect.objectContaining(data),
});
const wrong = (...fields: string[]) => ({ kind: "validation", fieldViolations: fields.map((field) => ({ field })) });
/** What stands in the trail of a booking. */
const trailOf = async (bookingId: string) => {
  const { db } = gym;
  const audits = db.selectFrom("audit").select("action").where("entityId", "=", bookingId).orderBy("id");
  const events = db.selectFrom("event").select(["slug", "entitySequence"]).where("entityId", "=", bookingId);
  const mails = await db.selectFrom("outbox").select("payload").where("kind", "=", "mail").orderBy("id").execute();
  return {
    audit: (await audits.execute()).map(({ action }) => action),
    events: (await events.orderBy("entitySequence").execute()).map(
      ({ slug, entitySequence }) => `${entitySequence} ${slug}`,
    ),
    mails: mails
      .map(({ payload }) => payload as never as Record<string, unknown>)
      .filter((mail) => mail.bookingId === bookingId),
  };
};

describe("a wish", () => {
  test("that pays at the gym is confirmed at once, takes its places, and is written down with its mail", async () => {
    const sessionId = await gym.session({ service, capacity: 5 });
    const { booking } = await visitors().create(wishFor(sessionId, { totalParticipants: 2 }));
    expect(booking).toMatchObject({
      status: "CONFIRMED",
      revision: "1",
      totalParticipants: 2,
      paymentStatus: "UNDEFINED",
      selectedPaymentOption: "OFFLINE",
      contactDetails: { firstName: "Ona", phone: "+37061234567" },
      startDate: gym.hours(48),
      endDate: gym.hours(49),
      bookedEntity: { title: "Įvadas į boulderingą", slot: { sessionId, startDate: gym.hours(48).toISOString() } },
      createdBy: { anonymousVisitorId: expect.any(String) },
    });
    expect(await gym.placesOf(sessionId)).toEqual({ capacity: 5, taken: 2 });
    expect(await trailOf(booking.id)).toEqual({
      audit: ["booking.create"],
      events: ["1 created"],
      mails: [{ template: "booking-confirmed", bookingId: booking.id, revision: 1, language: "lt", caused: {} }],
    });
    const event = gym.db.selectFrom("event").select("body").where("entityId", "=", booking.id);
    const { body } = await event.executeTakeFirstOrThrow();
    expect(body).toMatchObject({ createdEvent: { entity: { id: booking.id, status: "CONFIRMED", revision: "1" } } });
  });

  test("that is not paid for yet holds no places and mails nobody", async () => {
    const payment = { ...atGym, options: { inPerson: true, online: true, pricingPlan: true } };
    const service = await gym.service({ payment });
    const sessionId = await gym.session({ service, capacity: 1 });
    for (const selectedPaymentOption of ["UNDEFINED", "ONLINE", "MEMBERSHIP"] as const) {
      const { booking } = await visitors().create(wishFor(sessionId, { selectedPaymentOption }, service));
      expect(booking.status).toBe("CREATED");
      expect((await trailOf(booking.id)).mails).toEqual([]);
    }
    expect(await gym.placesOf(sessionId)).toEqual({ capacity: 1, taken: 0 });
  });

  test("for what is free needs no payment; what wants approval waits for it, holding its places", async () => {
    const gratis = await gym.service({ payment: free });
    const wish = wishFor(await gym.session({ service: gratis }), {}, gratis);
    delete wish.booking.selectedPaymentOption;
    expect((await visitors().create(wish)).booking.status).toBe("CONFIRMED");
    const asked = await gym.service({ onlineBooking: { enabled: true, requireManualApproval: true } });
    const sessionId = await gym.session({ service: asked, capacity: 1 });
    const { booking } = await visitors().create(wishFor(sessionId, {}, asked));
    expect(booking.status).toBe("PENDING");
    expect(await gym.placesOf(sessionId)).toEqual({ capacity: 1, taken: 1 });
    expect((await trailOf(booking.id)).mails).toMatchObject([{ template: "booking-pending" }]);
  });

  test("may name its session by schedule and start, in wall time too", async () => {
    const other = await gym.service();
    const sessionId = await gym.session({ service: other, inHours: 60 });
    const ids = { serviceId: other.id, scheduleId: other.scheduleId };
    for (const slot of [
      { ...ids, startDate: gym.hours(60).toISOString() },
      { ...ids, startDate: "2026-09-04T00:00:00", timezone: "Europe/Vilnius" },
    ]) {
      const { booking } = await visitors().create(wishFor("", { bookedEntity: { slot } }));
      expect(booking.bookedEntity.slot?.sessionId).toBe(sessionId);
    }
  });

  test("for a course takes places of the whole", async () => {
    const course = await gym.service({ type: "COURSE", defaultCapacity: 2 });
    await gym.session({ service: course, inHours: 24 });
    const sessionId = await gym.session({ service: course, inHours: 24 * 8 });
    const wish = (more = {}) => wishFor("", { bookedEntity: { schedule: { scheduleId: course.scheduleId } }, ...more });
    const { booking } = await visitors().create(wish({ totalParticipants: 2 }));
    expect(booking).toMatchObject({
      startDate: gym.hours(24),
      endDate: gym.hours(24 * 8 + 1),
      bookedEntity: { schedule: { scheduleId: course.scheduleId, serviceId: course.id } },
    });
    await expect(visitors().create(wish())).rejects.toMatchObject(
      refused(409, "SCHEDULE_CAPACITY_EXCEEDED", { openSpots: 0 }),
    );
    await expect(visitors().create(wishFor(sessionId, {}, course))).rejects.toMatchObject(
      wrong("booking.bookedEntity.slot"),
    );
  });

  test("that does not fit is refused, says what is left, and leaves nothing behind", async () => {
    const sessionId = await gym.session({ service, capacity: 3 });
    const count = () =>
      gym.db
        .selectFrom("audit")
        .select((eb) => eb.fn.countAll().as("count"))
        .executeTakeFirst();
    await visitors().create(wishFor(sessionId, { totalParticipants: 2 }));
    const before = await count();
    const two = visitors().create(wishFor(sessionId, { totalParticipants: 2 }));
    await expect(two).rejects.toMatchObject(refused(409, "SESSION_CAPACITY_EXCEEDED", { openSpots: 1 }));
    expect(await count()).toEqual(before);
    await visitors().create(wishFor(sessionId));
    expect(await gym.placesOf(sessionId)).toEqual({ capacity: 3, taken: 3 });
  });

  test("for a time that is full is refused whatever pays for it, unless the owner passes over that", async () => {
    const payment = { ...atGym, options: { inPerson: true, online: true, pricingPlan: true } };
    const klass = await gym.service({ payment });
    const course = await gym.service({ type: "COURSE", payment, defaultCapacity: 1 });
    await gym.session({ service: course });
    const sessionId = await gym.session({ service: klass, capacity: 1 });
    const schedule = { scheduleId: course.scheduleId };
    for (const [entity, code] of [
      [wishFor(sessionId, {}, klass).booking.bookedEntity, "SESSION_CAPACITY_EXCEEDED"],
      [{ schedule }, "SCHEDULE_CAPACITY_EXCEEDED"],
    ] as const) {
      const paying = (
        selectedPaymentOption: "UNDEFINED" | "ONLINE" | "MEMBERSHIP" | "OFFLINE",
        totalParticipants = 1,
      ) => wishFor("", { bookedEntity: entity, selectedPaymentOption, totalParticipants });
      // Two who pay later both find the place that nobody has yet; a party of two does not.
      for (const option of ["ONLINE", "UNDEFINED"] as const) {
        expect((await visitors().create(paying(option))).booking.status).toBe("CREATED");
      }
      await expect(visitors().create(paying("ONLINE", 2))).rejects.toMatchObject(refused(409, code, { openSpots: 1 }));
      await visitors().create(paying("OFFLINE"));
      for (const option of ["UNDEFINED", "ONLINE", "MEMBERSHIP", "OFFLINE"] as const) {
        await expect(visitors().create(paying(option))).rejects.toMatchObject(refused(409, code, { openSpots: 0 }));
        await expect(owners().create(paying(option))).rejects.toMatchObject(refused(409, code));
      }
      const flowControlSettings = { skipAvailabilityValidation: true };
      const pushed = await owners().create({ ...paying("ONLINE"), flowControlSettings });
      expect(pushed.booking).toMatchObject({ status: "CREATED", doubleBooked: false });
    }
    const several = wishFor(sessionId, { selectedPaymentOption: "ONLINE" }, klass).booking;
    const together = gym.as(gym.visitor()).multiServiceBookings.create({
      bookings: [several],
      multiServiceBookingType: "SEPARATE_BOOKINGS",
    });
    await expect(together).rejects.toMatchObject(refused(409, "SESSION_CAPACITY_EXCEEDED", { openSpots: 0 }));
  });

  test("among several at once finds what those before it left", async () => {
    const payment = { ...atGym, options: { inPerson: true, online: true } };
    const of = await gym.service({ payment });
    const sessionId = await gym.session({ service: of, capacity: 2 });
    const options = ["ONLINE", "OFFLINE", "ONLINE", "OFFLINE", "ONLINE"] as const;
    const createBookingsInfo = options.map((selectedPaymentOption) =>
      wishFor(sessionId, { selectedPaymentOption }, of),
    );
    const { results } = await owners().bulkCreate({ createBookingsInfo });
    expect(results.map(({ itemMetadata }) => itemMetadata.success)).toEqual([true, true, true, true, false]);
    expect(await gym.placesOf(sessionId)).toEqual({ capacity: 2, taken: 2 });
  });

  test("for a course without lessons is not too late, and gets its time with the first one", async () => {
    const policyId = await gym.policy({
      limitEarlyBookingPolicy: { enabled: true, earliestBookingInMinutes: 60 },
      limitLateBookingPolicy: { enabled: true, latestBookingInMinutes: 60 },
      waitlistPolicy: { enabled: true, capacity: 5 },
    });
    const { service: made } = await gym.as(gym.key).services.create({
      service: {
        type: "COURSE",
        name: "Suaugusiųjų kursas",
        defaultCapacity: 1,
        onlineBooking: { enabled: true },
        payment: free,
        bookingPolicy: { id: policyId },
      },
    });
    const course = { id: made.id, scheduleId: made.schedule.id };
    const wish = wishFor("", { bookedEntity: { schedule: { scheduleId: course.scheduleId } } });
    const { availability } = await gym.as(gym.visitor()).availability.schedule({ scheduleId: course.scheduleId });
    expect(availability).toMatchObject({
      openSpots: 1,
      bookingPolicyViolations: { tooEarlyToBook: false, tooLateToBook: false, bookOnlineDisabled: false },
      cancelableUntil: null,
    });
    const mine = visitors();
    const { booking } = await mine.create(wish);
    expect(booking).toMatchObject({ status: "CONFIRMED", startDate: null, endDate: null });
    expect(booking.bookedEntity.schedule).not.toHaveProperty("firstSessionStart");
    await expect(visitors().create(wish)).rejects.toMatchObject(refused(409, "SCHEDULE_CAPACITY_EXCEEDED"));
    const { entry } = await gym.as(gym.visitor()).waitlist.join(wish);
    expect(entry.startDate ?? null).toBeNull();
    const read = async () => {
      const query = { filter: { id: booking.id } };
      return (await mine.queryExtended({ query, withBookingAllowedActions: true })).extendedBookings[0];
    };
    expect(await read()).toMatchObject({ allowedActions: { cancel: true, cancelableUntil: null } });
    const [startDate, endDate] = [gym.hours(30), gym.hours(31)];
    await gym.as(gym.key).schedules.createSession({ scheduleId: course.scheduleId, startDate, endDate });
    expect(await read()).toMatchObject({
      booking: { startDate, endDate, bookedEntity: { schedule: { firstSessionStart: startDate.toISOString() } } },
      allowedActions: { cancel: true, cancelableUntil: gym.hours(6) },
    });
    expect((await trailOf(booking.id)).mails.map(({ template }) => template)).toEqual([
      "booking-confirmed",
      "booking-rescheduled",
    ]);
    await expect(owners().create(wish)).rejects.toMatchObject(
      refused(409, "BOOKING_POLICY_VIOLATION", { tooEarlyToBook: true }),
    );
  });

  test("chooses from the service's options, each choice counted and priced; others are refused", async () => {
    const option = newId();
    const choosing = (custom: string, numberOfParticipants = 1) => ({
      numberOfParticipants,
      choices: [{ optionId: option, custom }],
    });
    const price = (value: string) => ({ value, currency: "EUR" });
    const of = await gym.service({
      payment: { rateType: "VARIED", varied: { defaultPrice: price("12.00") }, options: { inPerson: true } },
      optionsAndVariants: {
        options: [{ id: option, name: "Kas ateis", choices: ["Suaugęs", "Vaikas"] }],
        variants: [
          { choices: [{ optionId: option, custom: "Suaugęs" }], price: price("12.00") },
          { choices: [{ optionId: option, custom: "Vaikas" }], price: price("8.00") },
        ],
      },
    });
    const sessionId = await gym.session({ service: of, capacity: 4 });
    const wish = (...serviceChoices: object[]) =>
      wishFor(sessionId, { totalParticipants: undefined, participantsChoices: { serviceChoices } as never }, of);
    const { booking } = await visitors().create(wish(choosing("Suaugęs"), choosing("Vaikas", 2)));
    expect(booking.participantsChoices?.serviceChoices).toHaveLength(2);
    expect(booking.totalParticipants).toBeUndefined();
    expect(await gym.placesOf(sessionId)).toEqual({ capacity: 4, taken: 3 });
    const { service: read } = await gym.as(gym.visitor()).services.get({ serviceId: of.id });
    expect(read.payment.varied).toMatchObject({ minPrice: { value: "8.00" }, maxPrice: { value: "12.00" } });
    expect(totalCents(read, booking)).toEqual({ cents: 2800, currency: "EUR" });
    for (const choices of [[{ optionId: option, custom: "Šuo" }], [{ optionId: newId(), custom: "Vaikas" }]]) {
      await expect(visitors().create(wish({ choices }))).rejects.toMatchObject(refused(400, "INVALID_CHOICES"));
    }
    const twice = { choices: [choosing("Vaikas").choices[0], choosing("Suaugęs").choices[0]] };
    await expect(visitors().create(wish(twice))).rejects.toMatchObject(refused(400, "INVALID_SERVICE_CHOICES"));
    await expect(visitors().create(wish(choosing("Vaikas", 2)))).rejects.toMatchObject(
      refused(409, "SESSION_CAPACITY_EXCEEDED"),
    );
    const { id: bookingId, revision } = booking;
    const fewer = { serviceChoices: [choosing("Vaikas")] };
    await owners().updateNumberOfParticipants({ bookingId, revision, participantsChoices: fewer });
    expect(await gym.placesOf(sessionId)).toEqual({ capacity: 4, taken: 1 });
    const other = { serviceChoices: [choosing("Šuo")] };
    const grow = owners().updateNumberOfParticipants({ bookingId, revision: "2", participantsChoices: other });
    await expect(grow).rejects.toMatchObject(refused(400, "INVALID_CHOICES"));
  });

  test("says whence it came; who works here books for the gym", async () => {
    const sessionId = await gym.session({ service, capacity: 9 });
    const trainer = await gym.member({ role: "trainer" });
    const made = async (as: ReturnType<typeof visitors>, more: Partial<Wish["booking"]> = {}) =>
      (await as.create(wishFor(sessionId, more))).booking;
    expect((await made(visitors())).bookingSource).toEqual({ platform: "WEB", actor: "CUSTOMER" });
    const lying = { bookingSource: { platform: "MOBILE_APP", actor: "BUSINESS" } } as const;
    expect((await made(await members(), lying)).bookingSource).toEqual({ platform: "MOBILE_APP", actor: "CUSTOMER" });
    const keyed = await made(owners(), { bookingSource: { platform: "UNDEFINED_PLATFORM" } });
    expect(keyed.bookingSource).toEqual({ platform: "UNDEFINED_PLATFORM", actor: "BUSINESS" });
    const own = await made(gym.as(trainer.token).bookings);
    expect(own).toMatchObject({ bookingSource: { actor: "BUSINESS" }, createdBy: { wixUserId: trainer.id } });
    expect(own.createdBy.memberId).toBeUndefined();
    const found = async (filter: Record<string, string>) =>
      (await owners().queryExtended({ query: { filter } })).extendedBookings.map(({ booking }) => booking.id);
    expect(await found({ "createdBy.wixUserId": trainer.id })).toEqual([own.id]);
    expect(await found({ "bookingSource.platform": "MOBILE_APP" })).toHaveLength(1);
  });

  test("for a service of certain ages says when those who come were born", async () => {
    const of = await gym.service({ ageRange: { min: 6, max: 9 } });
    const sessionId = await gym.session({ service: of, capacity: 20 });
    const year = gym.clock.now.getUTCFullYear();
    const coming = (...ages: (number | undefined)[]) => {
      const participants = ages.map((age) => ({
        firstName: "Ula",
        ...(age !== undefined && { birthYear: year - age }),
      }));
      return wishFor(sessionId, { totalParticipants: ages.length || 1, ...(ages.length > 0 && { participants }) }, of);
    };
    await expect(visitors().create(coming())).rejects.toMatchObject(wrong("booking.participants"));
    await expect(visitors().create(coming(7, undefined))).rejects.toMatchObject(
      wrong("booking.participants.1.birthYear"),
    );
    // Who turns six this year, and who was nine until this year's birthday, may come.
    expect((await visitors().create(coming(6, 10))).booking.participants?.[0]?.birthYear).toBe(year - 6);
    await expect(visitors().create(coming(5, 7, 11))).rejects.toMatchObject(
      wrong("booking.participants.0.birthYear", "booking.participants.2.birthYear"),
    );
    await owners().create(coming());
    await owners().create(coming(undefined));
    await expect(owners().create(coming(5))).rejects.toMatchObject(wrong("booking.participants.0.birthYear"));
  });

  test("sent twice with one key is one booking, of its own caller only", async () => {
    const sessionId = await gym.session({ service });
    const [ona, rasa] = [visitors(), visitors()];
    const idempotencyKey = "one-and-only";
    const both = await Promise.all([1, 2].map(() => ona.create(wishFor(sessionId), { idempotencyKey })));
    const again = await ona.create(wishFor(sessionId), { idempotencyKey });
    expect(new Set([...both, again].map(({ booking }) => booking.id)).size).toBe(1);
    const other = await rasa.create(wishFor(sessionId), { idempotencyKey });
    expect(other.booking.id).not.toBe(again.booking.id);
    expect((await gym.placesOf(sessionId))?.taken).toBe(2);
  });

  test("each of a crowd with holds that asks again with its key is told its own booking", async () => {
    const sessionId = await gym.session({ service, capacity: 5 });
    const { booking } = wishFor(sessionId);
    const slot = booking.bookedEntity.slot as NonNullable<typeof booking.bookedEntity.slot>;
    const crowd = await Promise.all(
      Array.from({ length: 5 }, async (_, n) => {
        const mine = gym.as(gym.visitor());
        const { hold } = await mine.holds.create({ slot, totalParticipants: 1 });
        return () => mine.bookings.create({ booking, holdId: hold.id }, { idempotencyKey: `of-a-hold-${n}` });
      }),
    );
    const ids = async () => (await Promise.all(crowd.map((book) => book()))).map((made) => made.booking.id);
    const first = await ids();
    expect(new Set(first).size).toBe(5);
    expect(await ids()).toEqual(first);
  });

  test("counts its people one way: a number or choices; one without either is wrong", async () => {
    const sessionId = await gym.session({ service, capacity: 30 });
    const taken = async (more: Partial<Wish["booking"]>) => {
      const before = (await gym.placesOf(sessionId))?.taken ?? 0;
      await visitors().create(wishFor(sessionId, more));
      return ((await gym.placesOf(sessionId))?.taken ?? 0) - before;
    };
    const choices = (...numbers: (number | undefined)[]) => ({
      totalParticipants: undefined,
      participantsChoices: { serviceChoices: numbers.map((numberOfParticipants) => ({ numberOfParticipants })) },
    });
    expect(await taken({})).toBe(1);
    expect(await taken({ totalParticipants: 3 })).toBe(3);
    expect(await taken(choices(2, undefined))).toBe(3);
    await expect(taken({ totalParticipants: 11 })).rejects.toMatchObject(wrong("booking.totalParticipants"));
    await expect(taken(choices(6, 5))).rejects.toMatchObject(wrong("booking.participantsChoices"));
    await expect(taken({ ...choices(1), totalParticipants: 1 })).rejects.toMatchObject(
      wrong("booking.totalParticipants"),
    );
    await expect(taken({ totalParticipants: 0 })).rejects.toMatchObject(wrong("booking.totalParticipants"));
    await expect(taken({ totalParticipants: 10_000 })).rejects.toMatchObject(wrong("booking.totalParticipants"));
    await expect(taken({ totalParticipants: undefined })).rejects.toMatchObject(wrong("booking.totalParticipants"));
    const chosen = {
      totalParticipants: undefined,
      participantsChoices: { serviceChoices: [{ choices: [{ optionId: newId() }] }] },
    };
    await expect(taken(chosen)).rejects.toMatchObject(refused(400, "INVALID_CHOICES"));
  });

  test("has somebody who can be reached; of a member what is known is taken", async () => {
    const sessionId = await gym.session({ service });
    for (const [contactDetails, fields] of [
      [undefined, ["booking.contactDetails.email", "booking.contactDetails.firstName"]],
      [{ firstName: "Ona" }, ["booking.contactDetails.email"]],
      [{ firstName: "  ", email: "ona@uola.example" }, ["booking.contactDetails.firstName"]],
      [{ firstName: "Ona", email: "not an address" }, ["booking.contactDetails.email"]],
    ] as const) {
      await expect(visitors().create(wishFor(sessionId, { contactDetails }))).rejects.toMatchObject(wrong(...fields));
    }
    const email = `rasa-${newId()}@uola.example`;
    const { booking } = await (await members({ email })).create(wishFor(sessionId, { contactDetails: undefined }));
    expect(booking).toMatchObject({
      contactDetails: { firstName: "Ona", email },
      createdBy: { memberId: expect.any(String) },
    });
    const made = await owners().create(wishFor(sessionId, { contactDetails: { firstName: "Telefonu" } }));
    expect(made.booking.status).toBe("CONFIRMED");
    expect((await trailOf(made.booking.id)).mails).toEqual([]);
  });

  test("names something that exists and takes place", async () => {
    const other = await gym.service();
    const hidden = await gym.service({ hidden: true });
    const sessionId = await gym.session({ service });
    const secret = await gym.session({ service: hidden });
    const ids = { serviceId: service.id, scheduleId: service.scheduleId };
    const notFound = refused(404, "SESSION_NOT_FOUND");
    for (const slot of [
      { ...ids, sessionId: newId() },
      { ...ids, sessionId: "yesterday" },
      ids,
      { ...ids, startDate: gym.hours(3).toISOString() },
      { ...ids, sessionId, serviceId: other.id },
      { ...ids, sessionId, scheduleId: other.scheduleId },
      { sessionId: secret, serviceId: hidden.id, scheduleId: hidden.scheduleId },
    ]) {
      await expect(visitors().create(wishFor("", { bookedEntity: { slot } }))).rejects.toMatchObject(notFound);
    }
    for (const [more, code] of [
      [{ startDate: "soon" }, "INVALID_DATE_FORMAT"],
      [{ startDate: "2026-09-04T00:00:00", timezone: "Europe/Uola" }, "INVALID_TIME_ZONE"],
    ] as const) {
      const wish = wishFor("", { bookedEntity: { slot: { ...ids, ...more } } });
      await expect(visitors().create(wish)).rejects.toMatchObject(refused(400, code));
    }
    expect((await owners().create(wishFor(secret, {}, hidden))).booking.status).toBe("CONFIRMED");
    for (const schedule of [{ scheduleId: newId() }, { scheduleId: "x" }, { scheduleId: service.scheduleId }]) {
      const wish = wishFor("", { bookedEntity: { schedule } });
      await expect(visitors().create(wish)).rejects.toMatchObject(refused(404, "SCHEDULE_NOT_FOUND"));
    }
    for (const bookedEntity of [{}, { slot: { ...ids, sessionId }, schedule: { scheduleId: ids.scheduleId } }]) {
      const wish = wishFor("", { bookedEntity });
      await expect(visitors().create(wish)).rejects.toMatchObject(wrong("booking.bookedEntity"));
    }
  });

  test("keeps to the policy, unless the owner passes over it", async () => {
    const policyId = await gym.policy({
      limitEarlyBookingPolicy: { enabled: true, earliestBookingInMinutes: 24 * 60 },
      limitLateBookingPolicy: { enabled: true, latestBookingInMinutes: 60 },
    });
    const strict = await gym.service({ policyId });
    const offline = await gym.service({ onlineBooking: { enabled: false } });
    for (const [of, inHours, violation] of [
      [strict, 30, "tooEarlyToBook"],
      [strict, 0.5, "tooLateToBook"],
      [strict, -3, "tooLateToBook"],
      [service, -3, "tooLateToBook"],
      [offline, 30, "bookOnlineDisabled"],
    ] as const) {
      const wish = wishFor(await gym.session({ service: of, inHours }), {}, of);
      const refusal = refused(409, "BOOKING_POLICY_VIOLATION", { [violation]: true });
      await expect(visitors().create(wish)).rejects.toMatchObject(refusal);
      await expect(owners().create(wish)).rejects.toMatchObject(refusal);
      const skip = { skipAvailabilityValidation: true };
      expect((await owners().create({ ...wish, flowControlSettings: skip })).booking.status).toBe("CONFIRMED");
    }
    const full = await gym.session({ service, capacity: 1 });
    await visitors().create(wishFor(full));
    const pushed = { ...wishFor(full), flowControlSettings: { skipAvailabilityValidation: true } };
    expect((await owners().create(pushed)).booking).toMatchObject({ status: "CONFIRMED", doubleBooked: true });
    expect(await gym.placesOf(full)).toEqual({ capacity: 1, taken: 1 });
  });

  test("is paid for in a way the service offers", async () => {
    const sessionId = await gym.session({ service });
    const wish = wishFor(sessionId, { selectedPaymentOption: "ONLINE" });
    await expect(visitors().create(wish)).rejects.toMatchObject(refused(400, "VALIDATION_FAILURE"));
    const flowControlSettings = { skipSelectedPaymentOptionValidation: true };
    expect((await owners().create({ ...wish, flowControlSettings })).booking.status).toBe("CREATED");
  });

  test("names a status or passes over rules only for the owner", async () => {
    const sessionId = await gym.session({ service });
    const trainer = await members({ role: "trainer" });
    const unauthorized = refused(403, "UNAUTHORIZED_OPERATION");
    for (const as of [visitors(), await members(), trainer]) {
      await expect(as.create(wishFor(sessionId, { status: "CONFIRMED" }))).rejects.toMatchObject(unauthorized);
      for (const flag of [
        "skipAvailabilityValidation",
        "skipBusinessConfirmation",
        "skipSelectedPaymentOptionValidation",
      ]) {
        const wish = { ...wishFor(sessionId), flowControlSettings: { [flag]: true } };
        await expect(as.create(wish)).rejects.toMatchObject(unauthorized);
      }
      const off = { ...wishFor(sessionId), flowControlSettings: { skipBusinessConfirmation: false } };
      expect((await as.create(off)).booking.status).toBe("CONFIRMED");
    }
    for (const status of ["CREATED", "PENDING", "CONFIRMED", "WAITING_LIST"] as const) {
      expect((await owners().create(wishFor(sessionId, { status }))).booking.status).toBe(status);
    }
    for (const status of ["CANCELED", "DECLINED"] as const) {
      await expect(owners().create(wishFor(sessionId, { status }))).rejects.toMatchObject(wrong("booking.status"));
    }
  });

  test("with text no database keeps is refused for that, not as our fault", async () => {
    const sessionId = await gym.session({ service });
    const wish = wishFor(sessionId, { externalUserId: "O\0na" });
    await expect(visitors().create(wish)).rejects.toMatchObject({ status: 400 });
  });
});

test("late cancelling costs what the policy says, until the owner notes it on an order", async () => {
  const policyId = await gym.policy({
    cancellationPolicy: { enabled: true, limitLatestCancellation: false },
    cancellationFeePolicy: {
      enabled: true,
      cancellationWindows: [
        { percentage: "50", startInMinutes: 24 * 60 },
        { amount: { value: "25.00", currency: "EUR" }, startInMinutes: 60 },
      ],
    },
  });
  const of = await gym.service({ policyId });
  const feeOf = async (inHours: number, flowControlSettings = {}) => {
    const { booking } = await owners().create(wishFor(await gym.session({ service: of, inHours }), {}, of));
    await owners().cancel({ bookingId: booking.id, revision: "1", flowControlSettings });
    const query = { filter: { id: booking.id } };
    const { extendedBookings } = await owners().queryExtended({ query, withBookingFeeDetails: true });
    return { bookingId: booking.id, details: extendedBookings[0]?.bookingFeeDetails };
  };
  const owed = { cancellationFeeStatus: "NOT_YET_APPLIED_TO_ORDER" };
  expect((await feeOf(30)).details).toEqual({ cancellationFeeStatus: "UNKNOWN_STATUS" });
  const { bookingId, details } = await feeOf(5);
  expect(details).toEqual({ ...owed, cancellationFee: { value: "12.50", currency: "EUR" } });
  expect((await feeOf(0.5)).details).toMatchObject({ ...owed, cancellationFee: { value: "25.00" } });
  const forgiven = await feeOf(5, { ignoreCancellationPolicy: true });
  expect(forgiven.details).toEqual({ cancellationFeeStatus: "UNKNOWN_STATUS" });
  const status = "APPLIED_TO_ORDER" as const;
  await owners().markCancellationFee({ bookingId, revision: "2", status });
  const query = { filter: { id: bookingId } };
  const { extendedBookings } = await owners().queryExtended({ query, withBookingFeeDetails: true });
  expect(extendedBookings[0]?.bookingFeeDetails?.cancellationFeeStatus).toBe("APPLIED_TO_ORDER");
  await expect(
    owners().markCancellationFee({ bookingId: forgiven.bookingId, revision: "2", status }),
  ).rejects.toMatchObject(refused(409, "NO_CANCELLATION_FEE"));
});

/** A booking brought to a status. */
async function bookingIn(status: BookingStatus, sessionId: string, totalParticipants = 1) {
  const begins = status === "CANCELED" || status === "DECLINED" ? "PENDING" : status;
  const { booking } = await owners().create(wishFor(sessionId, { status: begins, totalParticipants }));
  const { id: bookingId, revision } = booking;
  if (status === "DECLINED") return (await owners().decline({ bookingId, revision })).booking;
  if (status !== "CANCELED") return booking;
  const flowControlSettings = { ignoreCancellationPolicy: true };
  return (await owners().cancel({ bookingId, revision, flowControlSettings })).booking;
}
const statuses: BookingStatus[] = ["CREATED", "PENDING", "CONFIRMED", "WAITING_LIST", "DECLINED", "CANCELED"];
const holding = (status: BookingStatus) => status === "CONFIRMED" || status === "PENDING";

describe("moves", () => {
  const moves = { confirm: "CONFIRMED", decline: "DECLINED", cancel: "CANCELED" } as const;
  const slugs = { confirm: "confirmed", decline: "declined", cancel: "canceled" } as const;
  const impossible = new Set(["CONFIRMED confirm", "CONFIRMED decline"]);
  const cells = statuses.flatMap((status) =>
    (["confirm", "decline", "cancel"] as const).map((move) => [status, move] as const),
  );

  test.each(cells)("%s, %s: status, revision, places, audit, event and mail move together", async (status, move) => {
    const sessionId = await gym.session({ service, capacity: 4 });
    const { id: bookingId, revision } = await bookingIn(status, sessionId, 2);
    const participantNotification = { notifyParticipants: true, message: "Iki pasimatymo" };
    const moving = owners()[move]({ bookingId, revision, participantNotification });
    const final = status === "DECLINED" || status === "CANCELED";
    if (final || impossible.has(`${status} ${move}`)) {
      await expect(moving).rejects.toMatchObject(refused(409, "INVALID_BOOKING_STATUS", { status }));
      expect((await gym.placesOf(sessionId))?.taken).toBe(holding(status) ? 2 : 0);
      return;
    }
    const { booking } = await moving;
    expect(booking).toMatchObject({ status: moves[move], revision: "2" });
    if (move === "cancel") expect(booking.canceledDate).toEqual(gym.clock.now);
    expect((await gym.placesOf(sessionId))?.taken).toBe(move === "confirm" ? 2 : 0);
    const trail = await trailOf(bookingId);
    expect(trail.audit).toEqual(["booking.create", `booking.${move}`]);
    expect(trail.events).toEqual(["1 created", `2 ${slugs[move]}`]);
    expect(trail.mails).toEqual([
      { template: `booking-${slugs[move]}`, bookingId, revision: 2, language: "lt", message: "Iki pasimatymo" },
    ]);
    const audit = gym.db.selectFrom("audit").selectAll().where("entityId", "=", bookingId);
    const { before, after } = await audit.where("action", "=", `booking.${move}`).executeTakeFirstOrThrow();
    expect([before, after]).toMatchObject([
      { status, revision: "1" },
      { status: moves[move], revision: "2" },
    ]);
  });

  test("the owner's moves mail nobody who is not to be told", async () => {
    const { id: bookingId, revision } = await bookingIn("PENDING", await gym.session({ service }));
    await owners().confirm({
      bookingId,
      revision,
      participantNotification: { notifyParticipants: false, message: "x" },
    });
    expect((await trailOf(bookingId)).mails).toEqual([]);
  });

  test("a stale revision changes nothing", async () => {
    const sessionId = await gym.session({ service });
    const { id: bookingId } = await bookingIn("PENDING", sessionId);
    for (const move of ["confirm", "decline", "cancel"] as const) {
      for (const revision of ["0", "2", "999"]) {
        const refusal = refused(409, "BOOKING_REVISION_MISMATCH", { revision: "1" });
        await expect(owners()[move]({ bookingId, revision })).rejects.toMatchObject(refusal);
      }
    }
    expect((await trailOf(bookingId)).audit).toEqual(["booking.create"]);
  });

  test("confirming what has no places left is refused, and the booking stays", async () => {
    const sessionId = await gym.session({ service, capacity: 2 });
    const waiting = await bookingIn("WAITING_LIST", sessionId, 2);
    await visitors().create(wishFor(sessionId));
    const confirming = owners().confirm({ bookingId: waiting.id, revision: waiting.revision });
    await expect(confirming).rejects.toMatchObject(refused(409, "NO_OPEN_SPOTS"));
    const query = { filter: { id: waiting.id } };
    const { extendedBookings } = await owners().queryExtended({ query });
    expect(extendedBookings[0]?.booking).toMatchObject({ status: "WAITING_LIST", revision: "1" });
    expect(await gym.placesOf(sessionId)).toEqual({ capacity: 2, taken: 1 });
  });

  test("confirm and decline keep the payment status; a double booking only where places were checked", async () => {
    const sessionId = await gym.session({ service });
    const confirm = async (more: object) => {
      const { id: bookingId, revision } = await bookingIn("PENDING", sessionId);
      return (await owners().confirm({ bookingId, revision, ...more })).booking;
    };
    expect(await confirm({ paymentStatus: "PAID", doubleBooked: true })).toMatchObject({
      paymentStatus: "PAID",
      doubleBooked: false,
    });
    const flowControlSettings = { checkAvailabilityValidation: true };
    expect(await confirm({ doubleBooked: true, flowControlSettings })).toMatchObject({ doubleBooked: true });
    const { id: bookingId, revision } = await bookingIn("CREATED", sessionId);
    const { booking } = await owners().decline({ bookingId, revision, paymentStatus: "REFUNDED" });
    expect(booking).toMatchObject({ paymentStatus: "REFUNDED" });
  });

  test("are the owner's; canceling also whose booking it is", async () => {
    const visitor = gym.visitor();
    const mine = gym.as(visitor).bookings;
    const { booking } = await mine.create(wishFor(await gym.session({ service })));
    const move = { bookingId: booking.id, revision: booking.revision };
    const trainer = await members({ role: "trainer" });
    for (const as of [mine, await members(), trainer]) {
      await expect(as.confirm(move)).rejects.toMatchObject(refused(403, "PERMISSION_DENIED"));
      await expect(as.decline(move)).rejects.toMatchObject(refused(403, "PERMISSION_DENIED"));
    }
    for (const as of [visitors(), await members()]) {
      await expect(as.cancel(move)).rejects.toMatchObject(refused(404, "BOOKING_NOT_FOUND"));
    }
    await expect(trainer.cancel(move)).rejects.toMatchObject(refused(403, "UNAUTHORIZED_OPERATION"));
    const flag = { ...move, flowControlSettings: { ignoreCancellationPolicy: true } };
    await expect(mine.cancel(flag)).rejects.toMatchObject(refused(403, "UNAUTHORIZED_OPERATION"));
    for (const call of ["confirm", "decline", "cancel"] as const) {
      await expect(owners()[call]({ ...move, bookingId: newId() })).rejects.toMatchObject(
        refused(404, "BOOKING_NOT_FOUND"),
      );
    }
    expect((await mine.cancel(move)).booking.status).toBe("CANCELED");
    expect((await trailOf(booking.id)).mails.map(({ template }) => template)).toEqual([
      "booking-confirmed",
      "booking-canceled",
    ]);
  });

  test("canceling keeps to the policy, for the owner too unless passed over", async () => {
    const late = await gym.session({ service, inHours: 23 });
    const mine = visitors();
    const { booking } = await mine.create(wishFor(late));
    const move = { bookingId: booking.id, revision: booking.revision };
    const tooLate = refused(409, "BOOKING_POLICY_VIOLATION", { tooLateToCancel: true });
    await expect(mine.cancel(move)).rejects.toMatchObject(tooLate);
    await expect(owners().cancel(move)).rejects.toMatchObject(tooLate);
    const flowControlSettings = { ignoreCancellationPolicy: true };
    expect((await owners().cancel({ ...move, flowControlSettings })).booking.status).toBe("CANCELED");
    const never = await gym.service({ policyId: await gym.policy({ cancellationPolicy: undefined }) });
    const kept = await mine.create(wishFor(await gym.session({ service: never }), {}, never));
    await expect(mine.cancel({ bookingId: kept.booking.id, revision: "1" })).rejects.toMatchObject(
      refused(409, "BOOKING_POLICY_VIOLATION", { cancellationDisabled: true }),
    );
  });
});

describe("attendance", () => {
  test("is marked by trainers, for everybody unless told, and taken back", async () => {
    const sessionId = await gym.session({ service });
    const trainer = await members({ role: "trainer" });
    const { id: bookingId, revision } = await bookingIn("CONFIRMED", sessionId, 3);
    const mark = async (wish: object) =>
      (await trainer.setAttendance({ bookingId, status: "ATTENDED", ...wish })).attendance;
    const first = await mark({});
    expect(first).toMatchObject({ status: "ATTENDED", numberOfAttendees: 3 });
    expect(await mark({ numberOfAttendees: 2 })).toEqual({ ...first, numberOfAttendees: 2 });
    expect(await mark({ status: "NOT_ATTENDED" })).toEqual({ ...first, status: "NOT_ATTENDED", numberOfAttendees: 0 });
    expect(await mark({ status: "NOT_SET" })).toMatchObject({ status: "NOT_SET", numberOfAttendees: 0 });
    await expect(mark({ numberOfAttendees: 4 })).rejects.toMatchObject(wrong("numberOfAttendees"));
    const trail = await trailOf(bookingId);
    expect(trail.audit).toEqual(["booking.create", ...Array(4).fill("booking.attendance")]);
    expect(trail.events).toEqual(["1 created"]);
    expect((await owners().cancel({ bookingId, revision })).booking.revision).toBe("2");
  });

  test.each(statuses.filter((status) => status !== "CONFIRMED"))("of a %s booking there is none", async (status) => {
    const { id: bookingId } = await bookingIn(status, await gym.session({ service }));
    const marking = owners().setAttendance({ bookingId, status: "ATTENDED" });
    await expect(marking).rejects.toMatchObject(refused(409, "INVALID_BOOKING_STATUS", { status }));
  });

  test("is not for visitors and members, nor of bookings that are not there", async () => {
    const mark = { bookingId: newId(), status: "ATTENDED" } as const;
    await expect(visitors().setAttendance(mark)).rejects.toMatchObject(refused(403, "PERMISSION_DENIED"));
    await expect((await members()).setAttendance(mark)).rejects.toMatchObject(refused(403, "PERMISSION_DENIED"));
    await expect(owners().setAttendance(mark)).rejects.toMatchObject(refused(404, "BOOKING_NOT_FOUND"));
  });
});

describe("finding bookings", () => {
  const found = async (as: ReturnType<typeof visitors>, query = {}) =>
    (await as.queryExtended({ query })).extendedBookings.map(({ booking }) => booking.id);

  test("one sees one's own: as visitor, as member, by a verified address; staff see all", async () => {
    const sessionId = await gym.session({ service });
    const email = `egle-${newId()}@uola.example`;
    const ona = visitors();
    const egle = await members({ email });
    const byVisitor = (await ona.create(wishFor(sessionId))).booking.id;
    const byMember = (await egle.create(wishFor(sessionId))).booking.id;
    const byAddress = (
      await visitors().create(wishFor(sessionId, { contactDetails: { firstName: "E", email: email.toUpperCase() } }))
    ).booking.id;
    expect(await found(ona)).toEqual([byVisitor]);
    expect((await found(egle)).toSorted()).toEqual([byMember, byAddress].toSorted());
    const unverified = `jonas-${newId()}@uola.example`;
    await visitors().create(wishFor(sessionId, { contactDetails: { firstName: "J", email: unverified } }));
    expect(await found(await members({ email: unverified, emailVerified: false }))).toEqual([]);
    const filter = { "bookedEntity.slot.sessionId": sessionId };
    expect(await found(await members({ role: "trainer" }), { filter })).toHaveLength(4);
    expect(await found(owners(), { filter: { "bookedEntity.item.slot.sessionId": sessionId } })).toHaveLength(4);
    expect(await found(visitors(), { filter })).toEqual([]);
  });

  test("newest first, filtered, sorted, paged by cursor and offset", async () => {
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
      ids.push((await owners().create(wishFor(sessionId, { status, contactDetails }, of))).booking.id);
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

  test("a cursor shows nobody what is not theirs", async () => {
    const sessionId = await gym.session({ service });
    for (let count = 0; count < 3; count++) await visitors().create(wishFor(sessionId));
    const { pagingMetadata } = await owners().queryExtended({ query: { cursorPaging: { limit: 1 } } });
    const cursor = pagingMetadata.cursors?.next;
    expect(await found(visitors(), { cursorPaging: { cursor } })).toEqual([]);
  });

  test("tells on request what the caller may do, and who came", async () => {
    const visitor = gym.visitor();
    const mine = gym.as(visitor).bookings;
    const soon = (await mine.create(wishFor(await gym.session({ service, inHours: 5 })))).booking.id;
    const later = (await mine.create(wishFor(await gym.session({ service, inHours: 50 })))).booking.id;
    const wish = { withBookingAllowedActions: true, withBookingAttendanceInfo: true };
    const read = async (as: typeof mine, id: string) =>
      (await as.queryExtended({ query: { filter: { id } }, ...wish })).extendedBookings[0];
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

  test("refuses what it cannot read", async () => {
    await expect(found(owners(), { filter: { price: 1 } })).rejects.toMatchObject(refused(400, "INVALID_FILTER"));
    await expect(found(owners(), { cursorPaging: { cursor: "x" } })).rejects.toMatchObject(
      refused(400, "INVALID_CURSOR"),
    );
    await expect(found(owners(), { paging: { limit: 101 } })).rejects.toMatchObject({ kind: "validation" });
  });
});

describe("what those who do not work here send", () => {
  test("no words of theirs stand in the gym's mails or in what programs are told", async () => {
    const participantNotification = { notifyParticipants: true, message: "Jūsų laukia https://evil.example" };
    const sessionId = await gym.session({ service });
    const hers = visitors();
    const made = await hers.create({ ...wishFor(sessionId), participantNotification });
    const { id: bookingId, revision } = made.booking;
    await hers.cancel({ bookingId, revision, participantNotification });
    expect((await trailOf(bookingId)).mails.map(({ template, message }) => [template, message])).toEqual([
      ["booking-confirmed", undefined],
      ["booking-canceled", undefined],
    ]);
    const bodies = await gym.db.selectFrom("event").select("body").where("entityId", "=", bookingId).execute();
    expect(JSON.stringify(bodies)).not.toContain("evil.example");
    const staff = await gym.member({ role: "trainer" });
    const { booking } = await gym.as(staff.token).bookings.create({ ...wishFor(sessionId), participantNotification });
    expect((await trailOf(booking.id)).mails).toMatchObject([{ message: participantNotification.message }]);
  });

  test("names are names", async () => {
    const sessionId = await gym.session({ service });
    for (const firstName of ["https://evil.example", "evil.example", "x@evil", "Ona\nSpauskite", "o".repeat(51)]) {
      const participants = [{ firstName }];
      await expect(visitors().create(wishFor(sessionId, { participants }))).rejects.toMatchObject(
        wrong("booking.participants.0.firstName"),
      );
      await expect(
        visitors().create(wishFor(sessionId, { contactDetails: { ...contactDetails, firstName } })),
      ).rejects.toMatchObject(wrong("booking.contactDetails.firstName"));
    }
    const participants = [{ firstName: "J. R.", lastName: "D'Arc-Šimkutė" }, { firstName: "J.Petraitis" }];
    await visitors().create(wishFor(sessionId, { participants, totalParticipants: 2 }));
    await owners().create(wishFor(sessionId, { participants: [{ firstName: "UAB „Uola.lt“" }] }));
  });

  test("and no more than 16 KB beside the booking", async () => {
    const sessionId = await gym.session({ service });
    const extendedFields = (length: number) => ({ namespaces: { _user_fields: { note: "ė".repeat(length) } } });
    const [fits, over] = [extendedFields(8000), extendedFields(8200)];
    await visitors().create(wishFor(sessionId, { extendedFields: fits }));
    await expect(visitors().create(wishFor(sessionId, { extendedFields: over }))).rejects.toMatchObject(
      wrong("booking.extendedFields"),
    );
    await owners().create(wishFor(sessionId, { extendedFields: over }));
  });
});

test("what a visitor booked with the member's verified address becomes theirs who signs in, and nothing else", async () => {
  const visitor = gym.visitor();
  const made = async (email: string) =>
    (
      await gym
        .as(visitor)
        .bookings.create(wishFor(await gym.session({ service }), { contactDetails: { ...contactDetails, email } }))
    ).booking;
  const booking = await made("Ona.Sava@uola.example");
  const another = await made("kaimynas@uola.example");
  const visitorId = booking.createdBy.anonymousVisitorId as string;
  const { id: memberId, token } = await gym.member({ email: "ona.sava@uola.example" });
  const next = await gym.member({ email: "kaimynas@uola.example", emailVerified: false });
  const { bookings } = await import("./bookings.ts");
  bookings(gym.context);
  for (const id of [next.id, memberId]) {
    await gym.db
      .transaction()
      .execute((tx) => gym.context.events.emit(tx, visitorSignedIn, { visitorId, memberId: id }));
  }
  const seenBy = async (token: string) => {
    const { extendedBookings } = await gym.as(token).bookings.queryExtended();
    return extendedBookings.map(({ booking }) => booking.id);
  };
  expect(await seenBy(token)).toEqual([booking.id]);
  expect(await seenBy(next.token)).toEqual([]);
  const rows = gym.db.selectFrom("booking").select("memberId").where("id", "in", [booking.id, another.id]);
  expect((await rows.orderBy("createdDate").orderBy("id").execute()).map((row) => row.memberId)).toEqual([
    memberId,
    null,
  ]);
});
