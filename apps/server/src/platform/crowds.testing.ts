import { type Client, PlatformError } from "@uola/client";

/** A gym for crowds: a class of any size for which one can wait, and people as many as are wanted. */
export type CrowdedGym = {
  owner: Client;
  service: { id: string; scheduleId: string };
  /** So many different people. */
  people(count: number): Promise<Client[]>;
  /** So many stays of members, each by its access token, and a client for it. */
  stays(count: number): Promise<Client[]>;
  /** A session of the class, days ahead. */
  session(capacity: number): Promise<string>;
  /** How it is counted; nothing once it is called off. */
  places(sessionId: string): Promise<{ taken: number; held: number } | undefined>;
};

type Result = { name: string; answers: string[]; exact: boolean; ms: number };

/** How a crowd was answered: "200", or the code of a refusal; "no answer" where the process was of no help. */
async function atOnce<Item>(items: readonly Item[], act: (item: Item) => Promise<unknown>): Promise<string[]> {
  const told = (error: unknown) =>
    error instanceof PlatformError && error.status < 500 ? (error.code ?? "refused") : "no answer";
  return Promise.all(items.map((item) => act(item).then(() => "200", told)));
}

/** Everything that many people do at the same moment: each is answered, and the counter is exact afterwards. */
export async function crowds(gym: CrowdedGym, size: number, tell: (result: Result) => void): Promise<void> {
  const { owner, service } = gym;
  let everybody = 0;
  const slotOf = (sessionId: string) => ({ sessionId, serviceId: service.id, scheduleId: service.scheduleId });
  const wishFor = (sessionId: string) => ({
    booking: {
      bookedEntity: { slot: slotOf(sessionId) },
      contactDetails: { firstName: "Ona", email: `crowd${++everybody}@uola.example` },
      selectedPaymentOption: "OFFLINE" as const,
      totalParticipants: 1,
    },
  });
  const few = 20;
  /** Not the crowd that is looked at: some at a time. */
  async function some<Item, Made>(items: readonly Item[], make: (item: Item) => Promise<Made>): Promise<Made[]> {
    const made: Made[] = [];
    for (let at = 0; at < items.length; at += few) {
      made.push(...(await Promise.all(items.slice(at, at + few).map(make))));
    }
    return made;
  }
  const booked = (people: readonly Client[], sessionId: string) =>
    some(people, async (person) => ({ person, ...(await person.bookings.create(wishFor(sessionId))) }));
  const waiting = (people: readonly Client[], sessionId: string) =>
    some(people, async (person) => ({ person, ...(await person.waitlist.join(wishFor(sessionId))) }));
  async function look<Item>(
    name: string,
    items: readonly Item[],
    act: (item: Item) => Promise<unknown>,
    isExact: (answers: string[]) => Promise<boolean>,
  ) {
    const began = performance.now();
    const answers = await atOnce(items, act);
    const ms = performance.now() - began;
    // The process answers others afterwards.
    await owner.locations.list({});
    tell({ name, answers, exact: await isExact(answers), ms });
  }
  const all = (answers: readonly string[]) => answers.every((answer) => answer === "200");
  const takes = async (sessionId: string, taken: number, held = 0) => {
    const places = await gym.places(sessionId);
    return (places?.taken ?? 0) === taken && (places?.held ?? 0) === held;
  };

  const people = await gym.people(size);
  const others = await gym.people(size);

  const left = await gym.session(size);
  await look(
    "cancel",
    await booked(people, left),
    ({ person, booking }) => person.bookings.cancel({ bookingId: booking.id, revision: booking.revision }),
    async (answers) => all(answers) && (await takes(left, 0)),
  );

  const [from, to] = [await gym.session(size), await gym.session(size)];
  await look(
    "choose another time",
    await booked(people, from),
    ({ person, booking }) =>
      person.bookings.reschedule({ bookingId: booking.id, revision: booking.revision, slot: slotOf(to) }),
    async (answers) => all(answers) && (await takes(from, 0)) && (await takes(to, size)),
  );

  const full = await gym.session(1);
  await booked(people.slice(0, 1), full);
  await look(
    "join the waiting list",
    others,
    (person) => person.waitlist.join(wishFor(full)),
    async (answers) => {
      const { entries } = await owner.waitlist.query({ sessionId: full, limit: 500 });
      return all(answers) && entries.length === size && (await takes(full, 1));
    },
  );
  const { entries } = await owner.waitlist.query({ sessionId: full, limit: 500 });
  await look(
    "leave the waiting list",
    entries,
    ({ entry }) => owner.waitlist.leave({ entryId: entry.id }),
    async (answers) => {
      const { entries } = await owner.waitlist.query({ sessionId: full, limit: 500 });
      return all(answers) && entries.length === 0 && (await takes(full, 1));
    },
  );

  const wanted = await gym.session(size);
  const first = await booked(people, wanted);
  const line = await waiting(others, wanted);
  await some(first, ({ person, booking }) =>
    person.bookings.cancel({ bookingId: booking.id, revision: booking.revision }),
  );
  await look(
    "offer places",
    line,
    ({ entry }) => owner.waitlist.offer({ entryId: entry.id, reason: "eilė" }),
    async (answers) => all(answers) && (await takes(wanted, 0, size)),
  );
  await look(
    "accept an offer",
    line,
    ({ person, entry }) => person.waitlist.accept({ entryId: entry.id }),
    async (answers) => all(answers) && (await takes(wanted, size)),
  );

  const attended = await gym.session(size);
  await look(
    "mark attendance",
    await booked(people, attended),
    ({ booking }) => owner.bookings.setAttendance({ bookingId: booking.id, status: "ATTENDED" }),
    async (answers) => {
      const { bookings } = await owner.bookings.sessionAttendance({ sessionId: attended });
      return all(answers) && bookings.filter(({ attendance }) => attendance.status === "ATTENDED").length === size;
    },
  );

  const off = await gym.session(2 * size);
  await booked(people, off);
  await look(
    "book what is being called off",
    [...others, owner],
    (person) =>
      person === owner ? owner.schedules.cancelSession({ sessionId: off }) : person.bookings.create(wishFor(off)),
    async (answers) => {
      const { bookings } = await owner.bookings.sessionAttendance({ sessionId: off });
      const [ofOwner, ...ofOthers] = answers.toReversed();
      const isAnswered = ofOthers.every((answer) => answer !== "no answer");
      return ofOwner === "200" && isAnswered && bookings.length === 0 && (await takes(off, 0));
    },
  );

  await look(
    "sign out",
    await gym.stays(size),
    (member) => member.authentication.logout({}),
    async (answers) => all(answers),
  );
}
