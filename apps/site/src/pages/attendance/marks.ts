import type { Attendance, Booking } from "@uola/contract";

/** Who of one booking came, as it is wished for. */
export type Mark = {
  bookingId: string;
  status: Attendance["status"];
  numberOfAttendees: number;
  /** Ids of participants, where names are known. */
  present: readonly string[];
};
export type Party = { booking: Booking; attendance: Mark };

/** One row to tick: a person by name, or a place of a party nobody named. */
export type Row = {
  key: string;
  bookingId: string;
  participantId: string | undefined;
  name: string;
  /** Which of how many of an unnamed party it is. */
  place: { number: number; of: number } | undefined;
  came: boolean;
};

type Contact = NonNullable<Booking["contactDetails"]>;
const joined = ({ firstName, lastName }: Pick<Contact, "firstName" | "lastName">) =>
  [firstName, lastName].filter(Boolean).join(" ");
export const contactName = (booking: Booking): string => joined(booking.contactDetails ?? {});

const named = ({ booking }: Party) => (booking.participants ?? []).filter(({ id }) => id);

/** Whether a party is ticked person by person: everybody in it has a name. */
const isNamed = (party: Party) => named(party).length > 0;

/** Everybody to tick, in Lithuanian order of names; who waits for approval cannot be. */
export const rowsOf = (parties: readonly Party[]): Row[] =>
  parties
    .filter(({ booking }) => booking.status === "CONFIRMED")
    .flatMap(rowsOfParty)
    .toSorted((a, b) => a.name.localeCompare(b.name, "lt") || (a.place?.number ?? 0) - (b.place?.number ?? 0));

/** A row for each who comes: what lists show, what is counted and what is ticked are the same people. */
export function rowsOfParty(party: Party): Row[] {
  const { booking, attendance } = party;
  if (isNamed(party)) {
    return named(party).map((person) => ({
      key: `${booking.id} ${person.id}`,
      bookingId: booking.id,
      participantId: person.id ?? undefined,
      name: joined(person),
      place: undefined,
      came: attendance.present.includes(person.id ?? ""),
    }));
  }
  const of = booking.totalParticipants ?? 1;
  return Array.from({ length: of }, (_, index) => ({
    key: `${booking.id} ${index}`,
    bookingId: booking.id,
    participantId: undefined,
    name: contactName(booking),
    place: of > 1 ? { number: index + 1, of } : undefined,
    came: attendance.status === "ATTENDED" && index < attendance.numberOfAttendees,
  }));
}

/** The mark of a party after one of its rows was ticked or not. Nobody of it present is a party that did not come. */
export function ticked(party: Party, { participantId }: Pick<Row, "participantId">, came: boolean): Mark {
  const { booking, attendance } = party;
  if (!participantId) return counting(party, attendance.numberOfAttendees + (came ? 1 : -1));
  const others = attendance.present.filter((id) => id !== participantId);
  const present = came ? [...others, participantId] : others;
  return {
    bookingId: booking.id,
    status: present.length > 0 ? "ATTENDED" : "NOT_SET",
    numberOfAttendees: present.length,
    present,
  };
}

/** So many of a party nobody named. */
function counting({ booking }: Party, wished: number): Mark {
  const numberOfAttendees = Math.min(Math.max(0, wished), booking.totalParticipants ?? 1);
  const status = numberOfAttendees > 0 ? "ATTENDED" : "NOT_SET";
  return { bookingId: booking.id, status, numberOfAttendees, present: [] };
}

export function wholly(party: Party, came: boolean): Mark {
  const { booking } = party;
  return {
    bookingId: booking.id,
    status: came ? "ATTENDED" : "NOT_SET",
    numberOfAttendees: came ? (booking.totalParticipants ?? 1) : 0,
    present: came ? named(party).flatMap(({ id }) => id ?? []) : [],
  };
}

/** Marks on their way to the platform: at most one per booking, the last wish; the oldest goes first. */
export type Queue = ReadonlyMap<string, Mark>;

/** A newer wish takes the place of one that has not left. */
export const queued = (queue: Queue, marks: readonly Mark[]): Queue =>
  new Map([...queue, ...marks.map((mark) => [mark.bookingId, mark] as const)]);

/** A mark arrived, or can never arrive: it leaves the queue, unless a newer wish has taken its place meanwhile. */
export function settled(queue: Queue, mark: Mark): Queue {
  if (queue.get(mark.bookingId) !== mark) return queue;
  return new Map([...queue].filter(([bookingId]) => bookingId !== mark.bookingId));
}

/** What people see: the platform's marks with everything under way on top. */
export const withMarks = (parties: readonly Party[], queue: Queue): Party[] =>
  parties.map((party) => ({ ...party, attendance: queue.get(party.booking.id) ?? party.attendance }));

/** Seconds until the next try after so many failures: 1, 2, 4 … at most 15. */
export const pauseOf = (failures: number): number => Math.min(15, 2 ** Math.max(0, failures - 1));
