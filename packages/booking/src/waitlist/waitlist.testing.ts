import { expect } from "vitest";
import { bookingParts, createTestGym, type TestGym } from "../testing.ts";
import { createWaitingList } from "./waiting-list.ts";
import { waitlistLinks } from "./waitlist.ts";

export type Person = ReturnType<TestGym["as"]>;
type Target = { sessionId: string } | { scheduleId: string };
type Policy = NonNullable<Parameters<TestGym["policy"]>[0]>["waitlistPolicy"];

/** The error that a client gets for a rejected request. */
export const refused = (code: string, data: object = {}, status = 409) => ({
  status,
  code,
  data: expect.objectContaining(data),
});
export const missing = { status: 404, code: "WAITLIST_ENTRY_NOT_FOUND" };

const morning = new Date("2026-09-01T09:00:00Z");

/** Test gym with a class that has a waiting list, and helpers for common actions. */
export async function createWaitlistGym(waitlistPolicy: Policy = { enabled: true }) {
  const testGym = await createTestGym();
  const cancellationPolicy = { enabled: true, limitLatestCancellation: false };
  const policyId = await testGym.policy({ name: "Su eile", waitlistPolicy, cancellationPolicy });
  const service = await testGym.service({ policyId });
  const { pass } = createWaitingList(testGym.context, bookingParts(testGym.context).bookingServices);
  let people = 0;

  const input = (target: Target, totalParticipants = 1, of = service, email = `p${++people}@example.lt`) => ({
    booking: {
      bookedEntity:
        "sessionId" in target
          ? { slot: { sessionId: target.sessionId, serviceId: of.id, scheduleId: of.scheduleId } }
          : { schedule: { scheduleId: target.scheduleId } },
      contactDetails: { firstName: "Ona", email },
      selectedPaymentOption: "OFFLINE" as const,
      totalParticipants,
    },
  });

  const gym = {
    testGym,
    service,
    policyId,
    input,
    links: waitlistLinks(testGym.context),
    owner: testGym.as(testGym.key),
    visitor: () => testGym.as(testGym.visitor()),
    pass,
    session: (capacity: number, inHours = 240) => testGym.session({ service, capacity, inHours }),
    /** A new visitor joins the waiting list. */
    async waits(target: Target, totalParticipants = 1, of = service) {
      const person = testGym.as(testGym.visitor());
      const { entry, booking } = await person.waitlist.join(input(target, totalParticipants, of));
      return { person, entry, booking, entryId: entry.id };
    },
    /** A new visitor makes a booking. */
    async books(target: Target, totalParticipants = 1, of = service) {
      const person = testGym.as(testGym.visitor());
      const { booking } = await person.bookings.create(input(target, totalParticipants, of));
      return { person, booking };
    },
    cancels: ({ person, booking }: { person: Person; booking: { id: string; revision: string } }) =>
      person.bookings.cancel({ bookingId: booking.id, revision: booking.revision }),
    /** Reads an entry through its link. */
    async entryOf(entryId: string) {
      const key = await waitlistLinks(testGym.context).keyOf(entryId);
      return (await testGym.as(testGym.visitor()).waitlist.readByLink({ key })).entry;
    },
    placesOf: (id: string) =>
      testGym.db
        .selectFrom("places")
        .select(["capacity", "taken", "held", "waitingMin"])
        .where("id", "=", id)
        .executeTakeFirst(),
    /** Returns the outbox payloads for a booking, in order. */
    async mailsOf(bookingId: string) {
      const rows = await testGym.db
        .selectFrom("outbox")
        .select("payload")
        .where("kind", "=", "mail")
        .orderBy("id")
        .execute();
      const mails = rows.map(({ payload }) => payload as never as Record<string, unknown>);
      return mails.filter((mail) => mail.bookingId === bookingId);
    },
    async trailOf(bookingId: string) {
      const audits = testGym.db.selectFrom("audit").selectAll().where("entityId", "=", bookingId).orderBy("id");
      return audits.execute();
    },
  };
  const { db, clock } = testGym;
  return {
    ...gym,
    resetClock: () => {
      clock.now = morning;
    },
    later: (minutes: number) => {
      clock.now = new Date(clock.now.getTime() + minutes * 60_000);
    },
    templates: async (bookingId: string) => (await gym.mailsOf(bookingId)).map(({ template }) => template),
    actions: async (bookingId: string) => (await gym.trailOf(bookingId)).map(({ action }) => action),
    statusOf: async (bookingId: string) => {
      const booking = db.selectFrom("booking").select("status").where("id", "=", bookingId);
      return (await booking.executeTakeFirst())?.status;
    },
    /**
     * Creates a session with a single place that was booked and canceled. Two parties wait, and the
     * place is offered to the first of them.
     */
    async offered() {
      const sessionId = await gym.session(1);
      const first = await gym.books({ sessionId });
      const second = await gym.waits({ sessionId });
      const third = await gym.waits({ sessionId });
      await gym.cancels(first);
      await gym.pass();
      return { sessionId, first, second, third };
    },
  };
}
export type WaitlistGym = Awaited<ReturnType<typeof createWaitlistGym>>;
