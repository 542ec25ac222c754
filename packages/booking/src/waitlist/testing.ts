import { createWorld, type World } from "../testing.ts";
import { waitlistLinks, waitlistOfferTask } from "./waitlist.ts";

export type Person = ReturnType<World["as"]>;
type Target = { sessionId: string } | { scheduleId: string };
type Policy = NonNullable<Parameters<World["policy"]>[0]>["waitlistPolicy"];

/** A world with a class that has a waiting list, and short words for what people do. */
export async function createWaitlistGym(waitlistPolicy: Policy = { enabled: true }) {
  const world = await createWorld();
  const cancellationPolicy = { enabled: true, limitLatestCancellation: false };
  const policyId = await world.policy({ name: "Su eile", waitlistPolicy, cancellationPolicy });
  const service = await world.service({ policyId });
  const offers = waitlistOfferTask(world.context);
  let people = 0;

  const wish = (target: Target, totalParticipants = 1, of = service, email = `p${++people}@example.lt`) => ({
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

  return {
    world,
    service,
    policyId,
    wish,
    links: waitlistLinks(world.context),
    owner: world.as(world.key),
    visitor: () => world.as(world.visitor()),
    pass: offers.pass,
    session: (capacity: number, inHours = 240) => world.session({ service, capacity, inHours }),
    /** Somebody new waits. */
    async waits(target: Target, totalParticipants = 1, of = service) {
      const person = world.as(world.visitor());
      const { entry, booking } = await person.waitlist.join(wish(target, totalParticipants, of));
      return { person, entry, booking, entryId: entry.id };
    },
    /** Somebody new books. */
    async books(target: Target, totalParticipants = 1, of = service) {
      const person = world.as(world.visitor());
      const { booking } = await person.bookings.create(wish(target, totalParticipants, of));
      return { person, booking };
    },
    cancels: ({ person, booking }: { person: Person; booking: { id: string; revision: string } }) =>
      person.bookings.cancel({ bookingId: booking.id, revision: booking.revision }),
    /** An entry as the line's readers see it. */
    async entryOf(entryId: string) {
      const key = await waitlistLinks(world.context).keyOf(entryId);
      return (await world.as(world.visitor()).waitlist.readByLink({ key })).entry;
    },
    placesOf: (id: string) =>
      world.db
        .selectFrom("places")
        .select(["capacity", "taken", "held", "waitingMin"])
        .where("id", "=", id)
        .executeTakeFirst(),
    /** What was written to the outbox about a booking, in order. */
    async mailsOf(bookingId: string) {
      const rows = await world.db
        .selectFrom("outbox")
        .select("payload")
        .where("kind", "=", "mail")
        .orderBy("id")
        .execute();
      const mails = rows.map(({ payload }) => payload as never as Record<string, unknown>);
      return mails.filter((mail) => mail.bookingId === bookingId);
    },
    async trailOf(bookingId: string) {
      const audits = world.db.selectFrom("audit").selectAll().where("entityId", "=", bookingId).orderBy("id");
      return audits.execute();
    },
  };
}
export type WaitlistGym = Awaited<ReturnType<typeof createWaitlistGym>>;
