import { type Client, PlatformError } from "@uola/client";

/**
 * The environment of the operations: a class with any capacity and a waiting list, and as many
 * people as needed.
 */
export type ConcurrencyGym = {
  owner: Client;
  service: { id: string; scheduleId: string };
  /** Returns clients for `count` different visitors. */
  people(count: number): Promise<Client[]>;
  /** Returns clients for `count` login sessions of members, each with its own access token. */
  sessions(count: number): Promise<Client[]>;
  /** Adds a timetable session of the class, some days ahead; returns its id. */
  session(capacity: number): Promise<string>;
  /** Returns the places counter of a timetable session; undefined once the session is cancelled. */
  places(sessionId: string): Promise<{ taken: number; held: number } | undefined>;
};

type Result = { name: string; answers: string[]; exact: boolean; ms: number };

/**
 * Runs `act` for all items simultaneously. Each result is "200" or an error code; "no answer" means
 * a server failure.
 */
async function runAtOnce<Item>(items: readonly Item[], act: (item: Item) => Promise<unknown>): Promise<string[]> {
  const toAnswer = (error: unknown) =>
    error instanceof PlatformError && error.status < 500 ? (error.code ?? "refused") : "no answer";
  return Promise.all(items.map((item) => act(item).then(() => "200", toAnswer)));
}

/**
 * Runs each operation for many people simultaneously; `report` receives the results and whether the
 * places counter is exact afterwards.
 */
export async function concurrentOperations(
  gym: ConcurrencyGym,
  size: number,
  report: (result: Result) => void,
): Promise<void> {
  const { owner, service } = gym;
  let emailCount = 0;
  const slotOf = (sessionId: string) => ({ sessionId, serviceId: service.id, scheduleId: service.scheduleId });
  const bookingInputFor = (sessionId: string) => ({
    booking: {
      bookedEntity: { slot: slotOf(sessionId) },
      contactDetails: { firstName: "Ona", email: `crowd${++emailCount}@uola.example` },
      selectedPaymentOption: "OFFLINE" as const,
      totalParticipants: 1,
    },
  });
  const batchSize = 20;
  /** Prepares the data of an operation in batches, since only the operation itself is measured. */
  async function inBatches<Item, Made>(items: readonly Item[], make: (item: Item) => Promise<Made>): Promise<Made[]> {
    const made: Made[] = [];
    for (let at = 0; at < items.length; at += batchSize) {
      made.push(...(await Promise.all(items.slice(at, at + batchSize).map(make))));
    }
    return made;
  }
  const booked = (people: readonly Client[], sessionId: string) =>
    inBatches(people, async (person) => ({ person, ...(await person.bookings.create(bookingInputFor(sessionId))) }));
  const waiting = (people: readonly Client[], sessionId: string) =>
    inBatches(people, async (person) => ({ person, ...(await person.waitlist.join(bookingInputFor(sessionId))) }));
  async function measure<Item>(
    name: string,
    items: readonly Item[],
    act: (item: Item) => Promise<unknown>,
    isExact: (answers: string[]) => Promise<boolean>,
  ) {
    const began = performance.now();
    const answers = await runAtOnce(items, act);
    const ms = performance.now() - began;
    // Checks that the server still responds to other requests afterwards.
    await owner.locations.list({});
    report({ name, answers, exact: await isExact(answers), ms });
  }
  const allSucceeded = (answers: readonly string[]) => answers.every((answer) => answer === "200");
  const hasPlaces = async (sessionId: string, taken: number, held = 0) => {
    const places = await gym.places(sessionId);
    return (places?.taken ?? 0) === taken && (places?.held ?? 0) === held;
  };

  const people = await gym.people(size);
  const others = await gym.people(size);

  const canceled = await gym.session(size);
  await measure(
    "cancel",
    await booked(people, canceled),
    ({ person, booking }) => person.bookings.cancel({ bookingId: booking.id, revision: booking.revision }),
    async (answers) => allSucceeded(answers) && (await hasPlaces(canceled, 0)),
  );

  const [from, to] = [await gym.session(size), await gym.session(size)];
  await measure(
    "choose another time",
    await booked(people, from),
    ({ person, booking }) =>
      person.bookings.reschedule({ bookingId: booking.id, revision: booking.revision, slot: slotOf(to) }),
    async (answers) => allSucceeded(answers) && (await hasPlaces(from, 0)) && (await hasPlaces(to, size)),
  );

  const full = await gym.session(1);
  await booked(people.slice(0, 1), full);
  await measure(
    "join the waiting list",
    others,
    (person) => person.waitlist.join(bookingInputFor(full)),
    async (answers) => {
      const { entries } = await owner.waitlist.query({ sessionId: full, limit: 500 });
      return allSucceeded(answers) && entries.length === size && (await hasPlaces(full, 1));
    },
  );
  const { entries } = await owner.waitlist.query({ sessionId: full, limit: 500 });
  await measure(
    "leave the waiting list",
    entries,
    ({ entry }) => owner.waitlist.leave({ entryId: entry.id }),
    async (answers) => {
      const { entries } = await owner.waitlist.query({ sessionId: full, limit: 500 });
      return allSucceeded(answers) && entries.length === 0 && (await hasPlaces(full, 1));
    },
  );

  const popular = await gym.session(size);
  const first = await booked(people, popular);
  const entriesOfOthers = await waiting(others, popular);
  await inBatches(first, ({ person, booking }) =>
    person.bookings.cancel({ bookingId: booking.id, revision: booking.revision }),
  );
  await measure(
    "offer places",
    entriesOfOthers,
    ({ entry }) => owner.waitlist.offer({ entryId: entry.id, reason: "eilė" }),
    async (answers) => allSucceeded(answers) && (await hasPlaces(popular, 0, size)),
  );
  await measure(
    "accept an offer",
    entriesOfOthers,
    ({ person, entry }) => person.waitlist.accept({ entryId: entry.id }),
    async (answers) => allSucceeded(answers) && (await hasPlaces(popular, size)),
  );

  const attended = await gym.session(size);
  await measure(
    "mark attendance",
    await booked(people, attended),
    ({ booking }) => owner.bookings.setAttendance({ bookingId: booking.id, status: "ATTENDED" }),
    async (answers) => {
      const { bookings } = await owner.bookings.sessionAttendance({ sessionId: attended });
      return (
        allSucceeded(answers) && bookings.filter(({ attendance }) => attendance.status === "ATTENDED").length === size
      );
    },
  );

  const off = await gym.session(2 * size);
  await booked(people, off);
  await measure(
    "book what is being called off",
    [...others, owner],
    (person) =>
      person === owner
        ? owner.schedules.cancelSession({ sessionId: off })
        : person.bookings.create(bookingInputFor(off)),
    async (answers) => {
      const { bookings } = await owner.bookings.sessionAttendance({ sessionId: off });
      const [ofOwner, ...ofOthers] = answers.toReversed();
      const isAnswered = ofOthers.every((answer) => answer !== "no answer");
      return ofOwner === "200" && isAnswered && bookings.length === 0 && (await hasPlaces(off, 0));
    },
  );

  await measure(
    "sign out",
    await gym.sessions(size),
    (member) => member.authentication.logout({}),
    async (answers) => allSucceeded(answers),
  );
}
