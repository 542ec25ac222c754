import type { Attendance, AttendanceCare, Booking } from "@uola/contract";
import { addDays, type Day } from "@uola/words/formats";

/** The desired attendance of one booking. */
export type Mark = {
  bookingId: string;
  status: Attendance["status"];
  numberOfAttendees: number;
  /** Ids of the participants present, if names are known. */
  present: readonly string[];
};
export type Party = { booking: Booking; attendance: Mark; care?: AttendanceCare | null | undefined };

/** One attendance row: a named person, or one place of a party without names. */
export type Row = {
  key: string;
  bookingId: string;
  participantId: string | undefined;
  name: string;
  /** For a party without names: the number of this place and the size of the party. */
  place: { number: number; of: number } | undefined;
  came: boolean;
  /** Set only for the session's trainers, the front desk and the owner. */
  care: Care | undefined;
};

/** Details of one participant, with contact details. */
export type Care = Pick<AttendanceCare, "phone" | "email" | "answers" | "firstTime"> & {
  birthYear: number | undefined;
  /** The name of the booker, if it is another person. */
  contact: string | undefined;
};

type Contact = NonNullable<Booking["contactDetails"]>;
const joined = ({ firstName, lastName }: Pick<Contact, "firstName" | "lastName">) =>
  [firstName, lastName].filter(Boolean).join(" ");
export const contactName = (booking: Booking): string => joined(booking.contactDetails ?? {});

const named = ({ booking }: Party) => (booking.participants ?? []).filter(({ id }) => id);

/** Whether a party is marked person by person, because everybody in it has a name. */
const isNamed = (party: Party) => named(party).length > 0;

/**
 * Returns the attendance rows in Lithuanian alphabetical order; bookings waiting for approval have
 * none.
 */
export const rowsOf = (parties: readonly Party[]): Row[] =>
  parties
    .filter(({ booking }) => booking.status === "CONFIRMED")
    .flatMap(rowsOfParty)
    .toSorted((a, b) => a.name.localeCompare(b.name, "lt") || (a.place?.number ?? 0) - (b.place?.number ?? 0));

/** Returns one row per participant, so that lists, counts and marks cover the same people. */
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
      care: careOf(party, person),
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
    care: careOf(party),
  }));
}

function careOf({ booking, care }: Party, person?: NonNullable<Booking["participants"]>[number]): Care | undefined {
  if (!care) return undefined;
  const own = care.participants.find(({ id }) => id === person?.id);
  const contact = contactName(booking);
  return {
    phone: care.phone,
    email: care.email,
    answers: care.answers,
    firstTime: (own ?? care).firstTime,
    birthYear: own?.birthYear ?? undefined,
    contact: person && contact !== joined(person) ? contact : undefined,
  };
}

/** Classifies a day relative to today. */
export const nearness = (day: Day, today: Day): "today" | "tomorrow" | "later" =>
  day === today ? "today" : day === addDays(today, 1) ? "tomorrow" : "later";

/** Returns the first session after `now` for which `leads` is true. */
export const nextOf = <One extends { startDate: Date }>(
  sessions: readonly One[],
  { now, leads }: { now: Date; leads: (session: One) => boolean },
): One | undefined =>
  sessions
    .filter((session) => session.startDate > now && leads(session))
    .toSorted((a, b) => a.startDate.getTime() - b.startDate.getTime())[0];

/**
 * Returns the mark of a party after one of its rows was changed. A party with nobody present counts
 * as not having come.
 */
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

/** Returns a mark with the given number of people, for a party without names. */
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

/** Marks waiting to be sent: at most one per booking, the latest. The oldest is sent first. */
export type Queue = ReadonlyMap<string, Mark>;

/** Queues marks; a newer mark replaces an unsent mark for the same booking. */
export const queued = (queue: Queue, marks: readonly Mark[]): Queue =>
  new Map([...queue, ...marks.map((mark) => [mark.bookingId, mark] as const)]);

/** Removes a mark that was accepted or finally rejected, unless a newer one has replaced it. */
export function settled(queue: Queue, mark: Mark): Queue {
  if (queue.get(mark.bookingId) !== mark) return queue;
  return new Map([...queue].filter(([bookingId]) => bookingId !== mark.bookingId));
}

/** Returns the parties with queued marks applied over the platform's. */
export const withMarks = (parties: readonly Party[], queue: Queue): Party[] =>
  parties.map((party) => ({ ...party, attendance: queue.get(party.booking.id) ?? party.attendance }));

/** Returns the seconds until the next retry: 1, 2, 4 … at most 15. */
export const retryDelaySeconds = (failures: number): number => Math.min(15, 2 ** Math.max(0, failures - 1));
