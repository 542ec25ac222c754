import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createTestGym, type TestGym } from "../testing.ts";

let gym: TestGym;
let start: Date;
let opens: Date;
let service: { id: string; scheduleId: string };
let course: { id: string; scheduleId: string };
let sessionId: string;
let fullId: string;
let campaignId: string;

beforeAll(async () => {
  gym = await createTestGym({ connections: 5 });
  start = gym.clock.now;
  opens = gym.hours(24);
  const policyId = await gym.policy({ name: "Su eile", waitlistPolicy: { enabled: true } });
  service = await gym.service({ policyId });
  course = await gym.service({ type: "COURSE", name: "Žiemos grupė", policyId });
  sessionId = await gym.session({ service, capacity: 1000, inHours: 48 });
  fullId = await gym.session({ service, capacity: 0, inHours: 72 });
  await gym.session({ service: course, inHours: 96 });
  campaignId = await gym.campaign({ opens, serviceIds: [service.id, course.id] });
});
beforeEach(() => {
  gym.clock.now = start;
});
afterAll(() => gym.close());

const msBefore = (moment: Date, ms: number) => {
  gym.clock.now = new Date(moment.getTime() - ms);
};
let people = 0;
const slot = (id = sessionId, of = service) => ({ sessionId: id, serviceId: of.id, scheduleId: of.scheduleId });
const booking = (bookedEntity: object) => ({
  bookedEntity,
  contactDetails: { firstName: "Ona", email: `p${++people}@example.lt` },
  selectedPaymentOption: "OFFLINE" as const,
  totalParticipants: 1,
});
type Person = ReturnType<TestGym["as"]>;
const ways: [name: string, take: (person: Person) => Promise<unknown>][] = [
  ["booking a session", (person) => person.bookings.create({ booking: booking({ slot: slot() }) })],
  [
    "booking several at once",
    async (person) => {
      const createBookingsInfo = [{ booking: booking({ slot: slot() }) }];
      const { results } = await person.bookings.bulkCreate({ createBookingsInfo });
      const { error } = results[0]?.itemMetadata ?? {};
      if (error) throw Object.assign(new Error(error.description), error);
    },
  ],
  [
    "booking several services together",
    (person) =>
      person.multiServiceBookings.create({
        bookings: [booking({ slot: slot() })],
        multiServiceBookingType: "SEPARATE_BOOKINGS",
      }),
  ],
  [
    "booking a course",
    (person) => person.bookings.create({ booking: booking({ schedule: { scheduleId: course.scheduleId } }) }),
  ],
  ["holding places", (person) => person.holds.create({ slot: slot(), totalParticipants: 1 })],
  [
    "holding a course",
    (person) => person.holds.create({ schedule: { scheduleId: course.scheduleId }, totalParticipants: 1 }),
  ],
  ["joining the waiting list", (person) => person.waitlist.join({ booking: booking({ slot: slot(fullId) }) })],
];
const visitor = () => gym.as(gym.visitor());
const unopened = (at = opens) => ({
  code: "BOOKING_POLICY_VIOLATION",
  data: expect.objectContaining({ tooEarlyToBook: true, registrationOpens: at.toISOString() }),
});

describe("before registration opens", () => {
  test.each(ways)(
    "%s is rejected for a visitor 1 ms before registration opens, and allowed at the opening",
    async (_, take) => {
      msBefore(opens, 1);
      const member = gym.as((await gym.member()).token);
      const trainer = gym.as((await gym.member({ role: "trainer" })).token);
      for (const person of [visitor(), member, trainer]) await expect(take(person)).rejects.toMatchObject(unopened());
      msBefore(opens, 0);
      await take(visitor());
    },
  );

  test.each(ways)("%s is allowed for the owner and the front desk before registration opens", async (_, take) => {
    for (const person of [gym.as(gym.key), gym.as((await gym.member({ role: "desk" })).token)]) await take(person);
  });

  test("a hold made before registration was postponed cannot be changed or renewed", async () => {
    msBefore(opens, 0);
    const person = visitor();
    const { hold } = await person.holds.create({ slot: slot(), totalParticipants: 1 });
    const later = gym.hours(24);
    const moved = await move(later);
    const { id: holdId } = hold;
    await expect(person.holds.change({ holdId, totalParticipants: 2 })).rejects.toMatchObject(unopened(later));
    await expect(person.holds.renew({ holdId })).rejects.toMatchObject(unopened(later));
    await expect(person.bookings.create({ booking: booking({ slot: slot() }), holdId })).rejects.toMatchObject(
      unopened(later),
    );
    await moved.back();
    await person.holds.renew({ holdId });
  });
});

/** Moves the opening time of the campaign. */
async function move(to: Date) {
  const owner = gym.as(gym.key);
  const set = async (part: object) => {
    const one = { dataCollectionId: "Campaigns", dataItemId: campaignId };
    const { dataItem } = await owner.items.get(one);
    const data = { ...dataItem?.data, ...part };
    await owner.items.update({ dataCollectionId: "Campaigns", dataItem: { id: campaignId, data } });
  };
  await set({ opens: { $date: to.toISOString() } });
  return { back: () => set({ opens: { $date: opens.toISOString() } }) };
}

describe("information shown before registration opens", () => {
  const seen = async (person: Person) => {
    const range = { from: start, to: gym.hours(60) };
    const { sessions } = await person.availability.sessions({ ...range, serviceIds: [service.id] });
    const query = {
      filter: { serviceId: service.id, startDate: range.from.toISOString(), endDate: range.to.toISOString() },
    };
    const { availabilityEntries } = await person.availability.query({ query });
    const { availability } = await person.availability.schedule({ scheduleId: course.scheduleId });
    return {
      session: sessions.find(({ id }) => id === sessionId)?.bookable,
      slot: availabilityEntries.find((entry) => entry.slot.sessionId === sessionId),
      course: availability.bookingPolicyViolations.tooEarlyToBook,
    };
  };

  test("the timetable, slots and course report that it is too early to book, until registration opens", async () => {
    msBefore(opens, 1);
    expect(await seen(visitor())).toMatchObject({
      session: false,
      slot: { bookable: false, bookingPolicyViolations: { tooEarlyToBook: true } },
      course: true,
    });
    expect(await seen(gym.as(gym.key))).toMatchObject({ session: true, slot: { bookable: true }, course: false });
    msBefore(opens, 0);
    expect(await seen(visitor())).toMatchObject({
      session: true,
      slot: { bookable: true, bookingPolicyViolations: { tooEarlyToBook: false } },
      course: false,
    });
  });

  test("services include their registration times when read, queried and searched", async () => {
    const person = visitor();
    const registrations = [{ opens, closes: new Date(opens.getTime() + 14 * 86_400_000) }];
    const filter = { id: service.id };
    const [alone, queried, searched] = await Promise.all([
      person.services.get({ serviceId: service.id }).then(({ service }) => service),
      person.services.query({ query: { filter } }).then(({ services }) => services[0]),
      person.services.search({ search: { filter } }).then(({ services }) => services[0]),
    ]);
    for (const each of [alone, queried, searched]) expect(each).toMatchObject({ registrations });
  });
});

describe("changes to campaigns", () => {
  const take = ways[0]?.[1] as (typeof ways)[number][1];
  test("moving a campaign to an earlier or later time takes effect at once", async () => {
    const { back } = await move(gym.hours(0));
    await take(visitor());
    await move(gym.hours(2));
    await expect(take(visitor())).rejects.toMatchObject(unopened(gym.hours(2)));
    await back();
  });

  test("removing a group from its only campaign takes effect at once", async () => {
    const owner = gym.as(gym.key);
    const free = await gym.service({ name: "Kita grupė" });
    const session = await gym.session({ service: free });
    const id = await gym.campaign({ opens, serviceIds: [free.id] });
    const book = () => visitor().bookings.create({ booking: booking({ slot: slot(session, free) }) });
    await expect(book()).rejects.toMatchObject(unopened());
    const { dataItem } = await owner.items.get({ dataCollectionId: "Campaigns", dataItemId: id });
    const data = { ...dataItem?.data, services: ["nieko"] };
    await owner.items.update({ dataCollectionId: "Campaigns", dataItem: { id, data } });
    await book();
  });

  test("registration opens if a second campaign for the group is already open", async () => {
    await expect(take(visitor())).rejects.toMatchObject(unopened());
    const id = await gym.campaign({ opens: gym.hours(-1), serviceIds: [service.id] });
    await take(visitor());
    await gym.as(gym.key).items.remove({ dataCollectionId: "Campaigns", dataItemId: id });
    await expect(take(visitor())).rejects.toMatchObject(unopened());
  });
});

test("the waiting list makes no offers before registration opens, and an offer is accepted only afterwards", async () => {
  const own = await gym.service({ name: "Su eile", policyId: await gym.policy({ waitlistPolicy: { enabled: true } }) });
  const session = await gym.session({ service: own, capacity: 1, inHours: 72 });
  const filled = await visitor().bookings.create({ booking: booking({ slot: slot(session, own) }) });
  const person = visitor();
  const { entry } = await person.waitlist.join({ booking: booking({ slot: slot(session, own) }) });
  const offer = () => gym.api.background.drain("waitlist: offer places");
  const state = async () => (await person.waitlist.mine()).entries[0]?.state;

  const campaign = await gym.campaign({ opens, serviceIds: [own.id] });
  const { id: bookingId, revision } = filled.booking;
  await gym.as(gym.key).bookings.cancel({ bookingId, revision });
  await offer();
  expect(await state()).toBe("WAITING");

  await gym.as(gym.key).waitlist.offer({ entryId: entry.id, reason: "test" });
  await expect(person.waitlist.accept({ entryId: entry.id })).rejects.toMatchObject(unopened());
  await gym.as(gym.key).items.remove({ dataCollectionId: "Campaigns", dataItemId: campaign });
  expect(await person.waitlist.accept({ entryId: entry.id })).toMatchObject({ entry: { state: "ACCEPTED" } });
});
