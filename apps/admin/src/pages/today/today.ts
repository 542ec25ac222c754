import type { Attendance, CategoryKind, ExtendedBooking, Service, Session } from "@uola/contract";
import { localParts } from "@uola/words/formats";
import type { Mark, Party } from "../attendance/marks.ts";

/** A session of the day with its bookings. */
export type DaySession = {
  session: Session;
  category: string;
  kind: CategoryKind;
  bookings: ExtendedBooking[];
  /** These are numbers of people, not of bookings: booked, expected, and attended. */
  booked: number;
  expected: number;
  came: number;
  /** Whether the session is free of charge. */
  isFree: boolean;
};

/** Booking states shown in lists; cancelled bookings are found elsewhere. */
const shown = new Set(["CONFIRMED", "PENDING", "CREATED", "WAITING_LIST"]);

export const takesPlaces = ({ booking: { status } }: ExtendedBooking) => status === "CONFIRMED" || status === "PENDING";
export const people = ({ booking }: ExtendedBooking) => booking.totalParticipants ?? 1;
export const hasCome = ({ attendance }: ExtendedBooking) => attendance?.status === "ATTENDED";

/**
 * Returns the sessions in chronological order, each with its own bookings or those of its course.
 * `marks` contains the sessions of a course that its participants attended.
 */
export function dayOf(
  sessions: readonly Session[],
  services: readonly Service[],
  bookings: readonly ExtendedBooking[],
  marks: readonly Attendance[] = [],
): DaySession[] {
  const known = new Map(services.map((service) => [service.id, service]));
  return sessions.map((session) => {
    const own = bookings
      .filter(({ booking: { bookedEntity, status } }) => {
        if (!shown.has(status)) return false;
        return session.courseSession
          ? bookedEntity.schedule?.scheduleId === session.scheduleId
          : bookedEntity.slot?.sessionId === session.id;
      })
      .map((one) => (session.courseSession ? { ...one, attendance: markOf(one, session, marks) } : one))
      .toSorted((a, b) => nameOf(a).localeCompare(nameOf(b), "lt"));
    const service = known.get(session.serviceId);
    return {
      session,
      category: service?.category?.name ?? "",
      kind: service?.category?.kind ?? "other",
      isFree: service?.payment.rateType === "NO_FEE",
      ...counted(own),
    };
  });
}

/** Returns the bookings with their numbers of people, so that all counts agree. */
export function counted(bookings: ExtendedBooking[]): Pick<DaySession, "bookings" | "booked" | "expected" | "came"> {
  const confirmed = bookings.filter(({ booking }) => booking.status === "CONFIRMED");
  return {
    bookings,
    booked: sum(bookings.filter(takesPlaces).map(people)),
    expected: sum(confirmed.map(people)),
    came: sum(confirmed.filter(hasCome).map(({ attendance }) => attendance?.numberOfAttendees ?? 0)),
  };
}

/** Converts a booking to an attendance party. */
export const partyOf = ({ booking, attendance }: ExtendedBooking): Party => ({
  booking,
  attendance: {
    bookingId: booking.id,
    status: attendance?.status ?? "NOT_SET",
    numberOfAttendees: attendance?.numberOfAttendees ?? 0,
    present: attendance?.present ?? [],
  },
});

/** Returns the booking with a mark applied. */
export const withMark = (one: ExtendedBooking, { status, numberOfAttendees, present }: Mark): ExtendedBooking => ({
  ...one,
  attendance: { ...one.attendance, status, numberOfAttendees, present: [...present] },
});

const owing = new Set(["UNDEFINED", "NOT_PAID", "PARTIALLY_PAID"]);
/** Whether a participant still has to pay. */
export const hasUnpaid = (one: ExtendedBooking): boolean => takesPlaces(one) && owing.has(one.booking.paymentStatus);

const markOf = ({ booking }: ExtendedBooking, session: Session, marks: readonly Attendance[]) =>
  marks.find(({ bookingId, sessionId }) => bookingId === booking.id && sessionId === session.id) ?? {
    status: "NOT_SET" as const,
    numberOfAttendees: 0,
  };

export const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

/** Returns the booker's name, such as "Austėja K."; empty if there is none. */
export function nameOf({ booking: { contactDetails } }: ExtendedBooking): string {
  const { firstName, lastName } = contactDetails ?? {};
  return [firstName, lastName].filter(Boolean).join(" ");
}

export type Attention =
  | { kind: "pending"; session: DaySession; booking: ExtendedBooking }
  | { kind: "noTrainer" | "full"; session: DaySession };

/** Returns the matters that need the attention of the front desk, most urgent first. */
export function attention(day: readonly DaySession[], now: Date): Attention[] {
  const ahead = day.filter(({ session }) => session.endDate > now && session.status === "CONFIRMED");
  return [
    ...ahead.flatMap((session) =>
      session.bookings
        .filter(({ booking }) => booking.status === "PENDING")
        .map((booking) => ({ kind: "pending" as const, session, booking })),
    ),
    ...ahead
      .filter(({ session }) => session.staff.length === 0)
      .map((session) => ({ kind: "noTrainer" as const, session })),
    // A one-person session is expected to be full, so it is not reported.
    ...ahead
      .filter(({ session }) => session.openSpots === 0 && session.totalSpots > 1)
      .map((session) => ({ kind: "full" as const, session })),
  ];
}

/**
 * Returns the numbers of people and places by local hour, from the first hour with a session to the
 * last.
 */
export function byHour(day: readonly DaySession[]): { hour: number; people: number; places: number }[] {
  const hours = new Map<number, { people: number; places: number }>();
  for (const { session, booked } of day) {
    if (session.status !== "CONFIRMED") continue;
    for (let at = session.startDate.getTime(); at < session.endDate.getTime(); at += 3_600_000) {
      const { hour } = localParts(new Date(at));
      const before = hours.get(hour) ?? { people: 0, places: 0 };
      hours.set(hour, { people: before.people + booked, places: before.places + session.totalSpots });
    }
  }
  const present = [...hours.keys()];
  if (present.length === 0) return [];
  const first = Math.min(...present);
  return Array.from({ length: Math.max(...present) - first + 1 }, (_, index) => ({
    hour: first + index,
    ...(hours.get(first + index) ?? { people: 0, places: 0 }),
  }));
}

/** Lower-cases a text and removes diacritics: "zirmunai" finds „Žirmūnai“. */
const folded = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

export const matches = (booking: ExtendedBooking, search: string): boolean => {
  const { email, phone } = booking.booking.contactDetails ?? {};
  return [nameOf(booking), email, phone].some((text) => text && folded(text).includes(folded(search.trim())));
};
