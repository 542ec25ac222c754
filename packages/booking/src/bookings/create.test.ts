import { totalCents } from "@uola/contract/booking-price";
import { newId } from "@uola/database";
import { afterAll, describe, expect, test } from "vitest";
import { atGym, free } from "../testing.ts";
import { type CreateInput, createBookingGym, refused, violations } from "./bookings.testing.ts";

const { gym, service, inputFor, visitors, owners, members, recordsOf } = await createBookingGym();
afterAll(() => gym.close());

describe("creating a booking", () => {
  test("a booking paid at the gym is confirmed immediately, with places, audit entry, event and mail", async () => {
    const sessionId = await gym.session({ service, capacity: 5 });
    const { booking } = await visitors().create(inputFor(sessionId, { totalParticipants: 2 }));
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
    expect(await recordsOf(booking.id)).toEqual({
      audit: ["booking.create"],
      events: ["1 created"],
      mails: [{ template: "booking-confirmed", bookingId: booking.id, revision: 1, language: "lt", caused: {} }],
    });
    const event = gym.db.selectFrom("event").select("body").where("entityId", "=", booking.id);
    const { body } = await event.executeTakeFirstOrThrow();
    expect(body).toMatchObject({ createdEvent: { entity: { id: booking.id, status: "CONFIRMED", revision: "1" } } });
  });

  test("an unpaid booking takes no places and sends no mail", async () => {
    const payment = { ...atGym, options: { inPerson: true, online: true, pricingPlan: true } };
    const service = await gym.service({ payment });
    const sessionId = await gym.session({ service, capacity: 1 });
    for (const selectedPaymentOption of ["UNDEFINED", "ONLINE", "MEMBERSHIP"] as const) {
      const { booking } = await visitors().create(inputFor(sessionId, { selectedPaymentOption }, service));
      expect(booking.status).toBe("CREATED");
      expect((await recordsOf(booking.id)).mails).toEqual([]);
    }
    expect(await gym.placesOf(sessionId)).toEqual({ capacity: 1, taken: 0 });
  });

  test("a free service needs no payment, and a booking awaiting approval takes its places", async () => {
    const gratis = await gym.service({ payment: free });
    const input = inputFor(await gym.session({ service: gratis }), {}, gratis);
    delete input.booking.selectedPaymentOption;
    expect((await visitors().create(input)).booking.status).toBe("CONFIRMED");
    const asked = await gym.service({ onlineBooking: { enabled: true, requireManualApproval: true } });
    const sessionId = await gym.session({ service: asked, capacity: 1 });
    const { booking } = await visitors().create(inputFor(sessionId, {}, asked));
    expect(booking.status).toBe("PENDING");
    expect(await gym.placesOf(sessionId)).toEqual({ capacity: 1, taken: 1 });
    expect((await recordsOf(booking.id)).mails).toMatchObject([{ template: "booking-pending" }]);
  });

  test("a slot can identify its session by schedule and start, even in wall time", async () => {
    const other = await gym.service();
    const sessionId = await gym.session({ service: other, inHours: 60 });
    const ids = { serviceId: other.id, scheduleId: other.scheduleId };
    for (const slot of [
      { ...ids, startDate: gym.hours(60).toISOString() },
      { ...ids, startDate: "2026-09-04T00:00:00", timezone: "Europe/Vilnius" },
    ]) {
      const { booking } = await visitors().create(inputFor("", { bookedEntity: { slot } }));
      expect(booking.bookedEntity.slot?.sessionId).toBe(sessionId);
    }
  });

  test("a course booking takes places in the course as a whole", async () => {
    const course = await gym.service({ type: "COURSE", defaultCapacity: 2 });
    await gym.session({ service: course, inHours: 24 });
    const sessionId = await gym.session({ service: course, inHours: 24 * 8 });
    const input = (more = {}) =>
      inputFor("", { bookedEntity: { schedule: { scheduleId: course.scheduleId } }, ...more });
    const { booking } = await visitors().create(input({ totalParticipants: 2 }));
    expect(booking).toMatchObject({
      startDate: gym.hours(24),
      endDate: gym.hours(24 * 8 + 1),
      bookedEntity: { schedule: { scheduleId: course.scheduleId, serviceId: course.id } },
    });
    await expect(visitors().create(input())).rejects.toMatchObject(
      refused(409, "SCHEDULE_CAPACITY_EXCEEDED", { openSpots: 0 }),
    );
    await expect(visitors().create(inputFor(sessionId, {}, course))).rejects.toMatchObject(
      violations("booking.bookedEntity.slot"),
    );
  });

  test("rejects a booking that does not fit, reports the open places and stores nothing", async () => {
    const sessionId = await gym.session({ service, capacity: 3 });
    const count = () =>
      gym.db
        .selectFrom("audit")
        .select((eb) => eb.fn.countAll().as("count"))
        .executeTakeFirst();
    await visitors().create(inputFor(sessionId, { totalParticipants: 2 }));
    const before = await count();
    const two = visitors().create(inputFor(sessionId, { totalParticipants: 2 }));
    await expect(two).rejects.toMatchObject(refused(409, "SESSION_CAPACITY_EXCEEDED", { openSpots: 1 }));
    expect(await count()).toEqual(before);
    await visitors().create(inputFor(sessionId));
    expect(await gym.placesOf(sessionId)).toEqual({ capacity: 3, taken: 3 });
  });

  test("rejects a full session for every payment option unless the owner skips the check", async () => {
    const payment = { ...atGym, options: { inPerson: true, online: true, pricingPlan: true } };
    const klass = await gym.service({ payment });
    const course = await gym.service({ type: "COURSE", payment, defaultCapacity: 1 });
    await gym.session({ service: course });
    const sessionId = await gym.session({ service: klass, capacity: 1 });
    const schedule = { scheduleId: course.scheduleId };
    for (const [entity, code] of [
      [inputFor(sessionId, {}, klass).booking.bookedEntity, "SESSION_CAPACITY_EXCEEDED"],
      [{ schedule }, "SCHEDULE_CAPACITY_EXCEEDED"],
    ] as const) {
      const paying = (
        selectedPaymentOption: "UNDEFINED" | "ONLINE" | "MEMBERSHIP" | "OFFLINE",
        totalParticipants = 1,
      ) => inputFor("", { bookedEntity: entity, selectedPaymentOption, totalParticipants });
      // Two people who pay later can both book the last place, which is still free; a party of two
      // cannot.
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
    const several = inputFor(sessionId, { selectedPaymentOption: "ONLINE" }, klass).booking;
    const together = gym.as(gym.visitor()).multiServiceBookings.create({
      bookings: [several],
      multiServiceBookingType: "SEPARATE_BOOKINGS",
    });
    await expect(together).rejects.toMatchObject(refused(409, "SESSION_CAPACITY_EXCEEDED", { openSpots: 0 }));
  });

  test("bookings of a bulk call get the places left by the earlier bookings of that call", async () => {
    const payment = { ...atGym, options: { inPerson: true, online: true } };
    const of = await gym.service({ payment });
    const sessionId = await gym.session({ service: of, capacity: 2 });
    const options = ["ONLINE", "OFFLINE", "ONLINE", "OFFLINE", "ONLINE"] as const;
    const createBookingsInfo = options.map((selectedPaymentOption) =>
      inputFor(sessionId, { selectedPaymentOption }, of),
    );
    const { results } = await owners().bulkCreate({ createBookingsInfo });
    expect(results.map(({ itemMetadata }) => itemMetadata.success)).toEqual([true, true, true, true, false]);
    expect(await gym.placesOf(sessionId)).toEqual({ capacity: 2, taken: 2 });
  });

  test("a course without sessions can be booked, and its bookings get their times when the first session is added", async () => {
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
    const input = inputFor("", { bookedEntity: { schedule: { scheduleId: course.scheduleId } } });
    const { availability } = await gym.as(gym.visitor()).availability.schedule({ scheduleId: course.scheduleId });
    expect(availability).toMatchObject({
      openSpots: 1,
      bookingPolicyViolations: { tooEarlyToBook: false, tooLateToBook: false, bookOnlineDisabled: false },
      cancelableUntil: null,
    });
    const mine = visitors();
    const { booking } = await mine.create(input);
    expect(booking).toMatchObject({ status: "CONFIRMED", startDate: null, endDate: null });
    expect(booking.bookedEntity.schedule).not.toHaveProperty("firstSessionStart");
    await expect(visitors().create(input)).rejects.toMatchObject(refused(409, "SCHEDULE_CAPACITY_EXCEEDED"));
    const { entry } = await gym.as(gym.visitor()).waitlist.join(input);
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
    expect((await recordsOf(booking.id)).mails.map(({ template }) => template)).toEqual([
      "booking-confirmed",
      "booking-rescheduled",
    ]);
    await expect(owners().create(input)).rejects.toMatchObject(
      refused(409, "BOOKING_POLICY_VIOLATION", { tooEarlyToBook: true }),
    );
  });

  test("applies participant counts and prices of a service's chosen options and rejects unknown choices", async () => {
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
    const input = (...serviceChoices: object[]) =>
      inputFor(sessionId, { totalParticipants: undefined, participantsChoices: { serviceChoices } as never }, of);
    const { booking } = await visitors().create(input(choosing("Suaugęs"), choosing("Vaikas", 2)));
    expect(booking.participantsChoices?.serviceChoices).toHaveLength(2);
    expect(booking.totalParticipants).toBeUndefined();
    expect(await gym.placesOf(sessionId)).toEqual({ capacity: 4, taken: 3 });
    const { service: read } = await gym.as(gym.visitor()).services.get({ serviceId: of.id });
    expect(read.payment.varied).toMatchObject({ minPrice: { value: "8.00" }, maxPrice: { value: "12.00" } });
    expect(totalCents(read, booking)).toEqual({ cents: 2800, currency: "EUR" });
    for (const choices of [[{ optionId: option, custom: "Šuo" }], [{ optionId: newId(), custom: "Vaikas" }]]) {
      await expect(visitors().create(input({ choices }))).rejects.toMatchObject(refused(400, "INVALID_CHOICES"));
    }
    // Without a choice, the default price would apply; only the owner can create such a booking.
    const nothing = inputFor(sessionId, {}, of);
    for (const without of [nothing, input({ numberOfParticipants: 1 })]) {
      await expect(visitors().create(without)).rejects.toMatchObject(refused(400, "INVALID_CHOICES"));
    }
    const { booking: unchosen } = await owners().create(nothing);
    await owners().cancel({ bookingId: unchosen.id, revision: "1" });
    const twice = { choices: [choosing("Vaikas").choices[0], choosing("Suaugęs").choices[0]] };
    await expect(visitors().create(input(twice))).rejects.toMatchObject(refused(400, "INVALID_SERVICE_CHOICES"));
    await expect(visitors().create(input(choosing("Vaikas", 2)))).rejects.toMatchObject(
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

  test("stores the source of a booking, whose actor is BUSINESS for staff", async () => {
    const sessionId = await gym.session({ service, capacity: 9 });
    const trainer = await gym.member({ role: "trainer" });
    const made = async (as: ReturnType<typeof visitors>, more: Partial<CreateInput["booking"]> = {}) =>
      (await as.create(inputFor(sessionId, more))).booking;
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

  test("a booking without birth years is accepted and flagged for the front desk until all are known", async () => {
    const of = await gym.service({ ageRange: { min: 6, max: 9 } });
    const sessionId = await gym.session({ service: of, capacity: 20 });
    const birthYear = gym.clock.now.getUTCFullYear() - 7;
    const withPeople = (participants: { firstName: string; birthYear?: number }[]) =>
      visitors().create(
        inputFor(sessionId, { totalParticipants: 2, ...(participants.length > 0 && { participants }) }, of),
      );
    const marked = [await withPeople([]), await withPeople([{ firstName: "Ula" }, { firstName: "Jonas", birthYear }])];
    expect(marked.map(({ booking }) => booking.ageNotChecked)).toEqual([true, true]);
    const { booking } = await withPeople([
      { firstName: "Ula", birthYear },
      { firstName: "Jonas", birthYear },
    ]);
    expect(booking.ageNotChecked).toBeUndefined();
    const { session } = await gym.as(gym.key).schedules.getSession({ sessionId });
    expect(session.participants?.map(({ ageNotChecked }) => ageNotChecked ?? false).toSorted()).toEqual([
      false,
      true,
      true,
    ]);
    const { extendedBookings } = await owners().queryExtended({
      query: { filter: { id: marked[0]?.booking.id ?? "" } },
    });
    expect(extendedBookings[0]?.booking.ageNotChecked).toBe(true);
  });

  test("a policy can require birth years for a service with an age range", async () => {
    const policyId = await gym.policy({ agePolicy: { birthYearRequired: true } });
    const of = await gym.service({ policyId, ageRange: { min: 6, max: 9 } });
    const sessionId = await gym.session({ service: of, capacity: 20 });
    const year = gym.clock.now.getUTCFullYear();
    const coming = (...ages: (number | undefined)[]) => {
      const participants = ages.map((age) => ({
        firstName: "Ula",
        ...(age !== undefined && { birthYear: year - age }),
      }));
      return inputFor(sessionId, { totalParticipants: ages.length || 1, ...(ages.length > 0 && { participants }) }, of);
    };
    await expect(visitors().create(coming())).rejects.toMatchObject(violations("booking.participants"));
    await expect(visitors().create(coming(7, undefined))).rejects.toMatchObject(
      violations("booking.participants.1.birthYear"),
    );
    // People who turn six this year, or who were nine until their birthday this year, are allowed.
    expect((await visitors().create(coming(6, 10))).booking.participants?.[0]?.birthYear).toBe(year - 6);
    await expect(visitors().create(coming(5, 7, 11))).rejects.toMatchObject(
      violations("booking.participants.0.birthYear", "booking.participants.2.birthYear"),
    );
    await owners().create(coming());
    await owners().create(coming(undefined));
    await expect(owners().create(coming(5))).rejects.toMatchObject(violations("booking.participants.0.birthYear"));
  });

  test("a repeated request with the same idempotency key creates one booking per caller", async () => {
    const sessionId = await gym.session({ service });
    const [ona, rasa] = [visitors(), visitors()];
    const idempotencyKey = "one-and-only";
    const both = await Promise.all([1, 2].map(() => ona.create(inputFor(sessionId), { idempotencyKey })));
    const again = await ona.create(inputFor(sessionId), { idempotencyKey });
    expect(new Set([...both, again].map(({ booking }) => booking.id)).size).toBe(1);
    const other = await rasa.create(inputFor(sessionId), { idempotencyKey });
    expect(other.booking.id).not.toBe(again.booking.id);
    expect((await gym.placesOf(sessionId))?.taken).toBe(2);
  });

  test("concurrent retries with holds and idempotency keys each return their own booking", async () => {
    const sessionId = await gym.session({ service, capacity: 5 });
    const { booking } = inputFor(sessionId);
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

  test("participants must be given either as a number or as choices, not both", async () => {
    const sessionId = await gym.session({ service, capacity: 30 });
    const taken = async (more: Partial<CreateInput["booking"]>) => {
      const before = (await gym.placesOf(sessionId))?.taken ?? 0;
      await visitors().create(inputFor(sessionId, more));
      return ((await gym.placesOf(sessionId))?.taken ?? 0) - before;
    };
    const choices = (...numbers: (number | undefined)[]) => ({
      totalParticipants: undefined,
      participantsChoices: { serviceChoices: numbers.map((numberOfParticipants) => ({ numberOfParticipants })) },
    });
    expect(await taken({})).toBe(1);
    expect(await taken({ totalParticipants: 3 })).toBe(3);
    expect(await taken(choices(2, undefined))).toBe(3);
    await expect(taken({ totalParticipants: 11 })).rejects.toMatchObject(violations("booking.totalParticipants"));
    await expect(taken(choices(6, 5))).rejects.toMatchObject(violations("booking.participantsChoices"));
    await expect(taken({ ...choices(1), totalParticipants: 1 })).rejects.toMatchObject(
      violations("booking.totalParticipants"),
    );
    await expect(taken({ totalParticipants: 0 })).rejects.toMatchObject(violations("booking.totalParticipants"));
    await expect(taken({ totalParticipants: 10_000 })).rejects.toMatchObject(violations("booking.totalParticipants"));
    await expect(taken({ totalParticipants: undefined })).rejects.toMatchObject(
      violations("booking.totalParticipants"),
    );
    const chosen = {
      totalParticipants: undefined,
      participantsChoices: { serviceChoices: [{ choices: [{ optionId: newId() }] }] },
    };
    await expect(taken(chosen)).rejects.toMatchObject(refused(400, "INVALID_CHOICES"));
  });

  test("a booking needs contact details; missing ones are filled in from the member's account", async () => {
    const sessionId = await gym.session({ service });
    for (const [contactDetails, fields] of [
      [undefined, ["booking.contactDetails.email", "booking.contactDetails.firstName"]],
      [{ firstName: "Ona" }, ["booking.contactDetails.email"]],
      [{ firstName: "  ", email: "ona@uola.example" }, ["booking.contactDetails.firstName"]],
      [{ firstName: "Ona", email: "not an address" }, ["booking.contactDetails.email"]],
    ] as const) {
      await expect(visitors().create(inputFor(sessionId, { contactDetails }))).rejects.toMatchObject(
        violations(...fields),
      );
    }
    const email = `rasa-${newId()}@uola.example`;
    const { booking } = await (await members({ email })).create(inputFor(sessionId, { contactDetails: undefined }));
    expect(booking).toMatchObject({
      contactDetails: { firstName: "Ona", email },
      createdBy: { memberId: expect.any(String) },
    });
    const made = await owners().create(inputFor(sessionId, { contactDetails: { firstName: "Telefonu" } }));
    expect(made.booking.status).toBe("CONFIRMED");
    expect((await recordsOf(made.booking.id)).mails).toEqual([]);
  });

  test("rejects an unknown, mismatched or invalid slot or schedule", async () => {
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
      await expect(visitors().create(inputFor("", { bookedEntity: { slot } }))).rejects.toMatchObject(notFound);
    }
    for (const [more, code] of [
      [{ startDate: "soon" }, "INVALID_DATE_FORMAT"],
      [{ startDate: "2026-09-04T00:00:00", timezone: "Europe/Uola" }, "INVALID_TIME_ZONE"],
    ] as const) {
      const input = inputFor("", { bookedEntity: { slot: { ...ids, ...more } } });
      await expect(visitors().create(input)).rejects.toMatchObject(refused(400, code));
    }
    expect((await owners().create(inputFor(secret, {}, hidden))).booking.status).toBe("CONFIRMED");
    for (const schedule of [{ scheduleId: newId() }, { scheduleId: "x" }, { scheduleId: service.scheduleId }]) {
      const input = inputFor("", { bookedEntity: { schedule } });
      await expect(visitors().create(input)).rejects.toMatchObject(refused(404, "SCHEDULE_NOT_FOUND"));
    }
    for (const bookedEntity of [{}, { slot: { ...ids, sessionId }, schedule: { scheduleId: ids.scheduleId } }]) {
      const input = inputFor("", { bookedEntity });
      await expect(visitors().create(input)).rejects.toMatchObject(violations("booking.bookedEntity"));
    }
  });

  test("the booking policy applies unless the owner skips it", async () => {
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
      const input = inputFor(await gym.session({ service: of, inHours }), {}, of);
      const refusal = refused(409, "BOOKING_POLICY_VIOLATION", { [violation]: true });
      await expect(visitors().create(input)).rejects.toMatchObject(refusal);
      await expect(owners().create(input)).rejects.toMatchObject(refusal);
      const skip = { skipAvailabilityValidation: true };
      expect((await owners().create({ ...input, flowControlSettings: skip })).booking.status).toBe("CONFIRMED");
    }
    const full = await gym.session({ service, capacity: 1 });
    await visitors().create(inputFor(full));
    const pushed = { ...inputFor(full), flowControlSettings: { skipAvailabilityValidation: true } };
    expect((await owners().create(pushed)).booking).toMatchObject({ status: "CONFIRMED", doubleBooked: true });
    expect(await gym.placesOf(full)).toEqual({ capacity: 1, taken: 1 });
  });

  test("rejects a payment option that the service does not offer", async () => {
    const sessionId = await gym.session({ service });
    const input = inputFor(sessionId, { selectedPaymentOption: "ONLINE" });
    await expect(visitors().create(input)).rejects.toMatchObject(refused(400, "VALIDATION_FAILURE"));
    const flowControlSettings = { skipSelectedPaymentOptionValidation: true };
    expect((await owners().create({ ...input, flowControlSettings })).booking.status).toBe("CREATED");
  });

  test("only the owner can set a status or a flow-control flag", async () => {
    const sessionId = await gym.session({ service });
    const trainer = await members({ role: "trainer" });
    const unauthorized = refused(403, "UNAUTHORIZED_OPERATION");
    for (const as of [visitors(), await members(), trainer]) {
      await expect(as.create(inputFor(sessionId, { status: "CONFIRMED" }))).rejects.toMatchObject(unauthorized);
      for (const flag of [
        "skipAvailabilityValidation",
        "skipBusinessConfirmation",
        "skipSelectedPaymentOptionValidation",
      ]) {
        const input = { ...inputFor(sessionId), flowControlSettings: { [flag]: true } };
        await expect(as.create(input)).rejects.toMatchObject(unauthorized);
      }
      const off = { ...inputFor(sessionId), flowControlSettings: { skipBusinessConfirmation: false } };
      expect((await as.create(off)).booking.status).toBe("CONFIRMED");
    }
    for (const status of ["CREATED", "PENDING", "CONFIRMED", "WAITING_LIST"] as const) {
      expect((await owners().create(inputFor(sessionId, { status }))).booking.status).toBe(status);
    }
    for (const status of ["CANCELED", "DECLINED"] as const) {
      await expect(owners().create(inputFor(sessionId, { status }))).rejects.toMatchObject(
        violations("booking.status"),
      );
    }
  });

  test("rejects text that the database cannot store", async () => {
    const sessionId = await gym.session({ service });
    const input = inputFor(sessionId, { externalUserId: "O\0na" });
    await expect(visitors().create(input)).rejects.toMatchObject({ status: 400 });
  });
});
