import {
  type BookingPolicy,
  hasPower,
  type LessonsLeft,
  type Participant,
  type Role,
  type Service,
  type SlotAvailability,
} from "@uola/contract";
import { registrationOpensAt } from "@uola/contract/registration";
import type { Caller } from "@uola/kernel";
import { minuteMs } from "@uola/kernel";

export type PolicyViolations = { tooEarlyToBook: boolean; tooLateToBook: boolean; bookOnlineDisabled: boolean };

type Bookable = Pick<Service, "onlineBooking" | "registrations"> & { bookingPolicy: Omit<BookingPolicy, "id"> };
/** null for a course that has no sessions yet. */
type Times = { startDate: Date | null; endDate: Date | null };

/**
 * Returns the time from which a caller can book a service; null if registration is open. The gym
 * itself can book before registration opens.
 */
export const registrationOpensFor = (
  { registrations }: Pick<Service, "registrations">,
  role: Role,
  now: Date,
): Date | null => (hasPower("managesBookings", { role }) ? null : registrationOpensAt(registrations, now));

/**
 * Returns the rules that prevent a caller with this role from booking a service now: rules of its
 * policy, whose limits apply to the exact minute before the start, and the start of its
 * registration campaign.
 */
export function policyViolations(
  service: Bookable,
  { startDate, endDate }: Times,
  { now, role }: { now: Date; role: Role },
): PolicyViolations {
  const { bookingPolicy, onlineBooking } = service;
  const bookOnlineDisabled = onlineBooking.enabled === false;
  const isUnopened = registrationOpensFor(service, role, now) !== null;
  if (!startDate || !endDate) return { tooEarlyToBook: isUnopened, tooLateToBook: false, bookOnlineDisabled };
  const { limitEarlyBookingPolicy: early, limitLateBookingPolicy: late, bookAfterStartPolicy } = bookingPolicy;
  const start = startDate.getTime();
  const at = now.getTime();
  const tooLate = bookAfterStartPolicy?.enabled
    ? at >= endDate.getTime()
    : at >= start || (late?.enabled === true && at > start - late.latestBookingInMinutes * minuteMs);
  const isTooFarAhead = early?.enabled === true && at < start - early.earliestBookingInMinutes * minuteMs;
  return { tooEarlyToBook: isUnopened || isTooFarAhead, tooLateToBook: tooLate, bookOnlineDisabled };
}

export const isViolated = (violations: PolicyViolations): boolean =>
  violations.tooEarlyToBook || violations.tooLateToBook || violations.bookOnlineDisabled;

/**
 * Returns the start of the first session and the end of the last; null if the course has no
 * sessions yet.
 */
export const courseTimes = ({ schedule }: Service): { startDate: Date | null; endDate: Date | null } => ({
  startDate: schedule.firstSessionStart ?? null,
  endDate: schedule.lastSessionEnd ?? null,
});

/**
 * Returns the numbers of remaining and total sessions of a course, for its pro-rata price;
 * undefined before the first session starts. A person who joins during the last session pays for
 * that session.
 */
export function lessonsLeft(starts: readonly Date[], at: Date): LessonsLeft | undefined {
  const left = starts.filter((start) => start > at).length;
  return left < starts.length ? { left: Math.max(1, left), all: starts.length } : undefined;
}

export const withNames = (ids: readonly string[], names: ReadonlyMap<string, string>): { id: string; name: string }[] =>
  ids.flatMap((id) => {
    const name = names.get(id);
    return name === undefined ? [] : [{ id, name }];
  });

export const scheduleIdsOf = (services: ReadonlyMap<string, Service>): string[] =>
  [...services.values()].map(({ schedule }) => schedule.id);

/** Returns the key under which a caller's holds are stored. */
export const holderOf = ({ kind, id }: Caller): string => `${kind} ${id}`;

/** Whether a booking of this status takes places. */
export const takesPlaces = (status: string): boolean => status === "CONFIRMED" || status === "PENDING";

/** Returns the number of places a booking takes from the counter; none for a double booking. */
export const placesTaken = (booking: { status: string; doubleBooked: boolean; totalParticipants: number }): number =>
  takesPlaces(booking.status) && !booking.doubleBooked ? booking.totalParticipants : 0;

/** The number shown for an unlimited capacity. */
const unlimited = 1000;
export type Places = { capacity: number | null; taken: number; held: number; waitingMin: number | null };

/**
 * Returns the total and open places; zero if there is no counter. `locked`: the open places are
 * sufficient for a party on the waiting list, which has priority.
 */
export function spots(places: Places | undefined): { totalSpots: number; openSpots: number; locked: boolean } {
  if (!places) return { totalSpots: 0, openSpots: 0, locked: false };
  const { capacity, taken, held, waitingMin } = places;
  const totalSpots = capacity ?? Math.max(unlimited, taken + held);
  const openSpots = totalSpots - taken - held;
  return { totalSpots, openSpots, locked: capacity !== null && waitingMin !== null && waitingMin <= openSpots };
}

/**
 * Returns the waiting list's total and open places for a slot; undefined if the policy has no
 * waiting list.
 */
export function waitingList(
  { waitlistPolicy }: Bookable["bookingPolicy"],
  waiting: number,
): SlotAvailability["waitingList"] | undefined {
  if (!waitlistPolicy?.enabled) return undefined;
  const totalSpots = waitlistPolicy.capacity ?? unlimited;
  return { totalSpots, openSpots: Math.max(0, totalSpots - waiting) };
}

export type SlotLocation = NonNullable<SlotAvailability["slot"]["location"]>;

/**
 * Returns the location of a service for a slot: the requested one, or the first; undefined if there
 * is none.
 */
export function slotLocation({ locations }: Pick<Service, "locations">, id?: string | null): SlotLocation | undefined {
  const all = locations.map(toSlotLocation);
  return id ? all.find((location) => location.id === id) : all[0];
}

const locationTypes = {
  BUSINESS: "OWNER_BUSINESS",
  CUSTOM: "OWNER_CUSTOM",
  CUSTOMER: "CUSTOM",
  UNKNOWN_LOCATION_TYPE: "UNDEFINED",
} as const;

function toSlotLocation({ id, type, business, custom, calculatedAddress }: Service["locations"][number]): SlotLocation {
  const address = business?.address ?? custom?.address ?? calculatedAddress;
  return {
    id: business?.id ?? custom?.id ?? id ?? null,
    name: business?.name ?? null,
    formattedAddress: address?.formattedAddress ?? null,
    locationType: locationTypes[type],
  };
}

/**
 * Sorts times by bookable first, then by start, and returns at most `perDay` of each date (computed
 * by `dateOf`).
 */
export function sortAndLimitSlots<Entry extends { bookable: boolean; startDate: Date }>(
  entries: readonly Entry[],
  { descending, perDay, dateOf }: { descending: boolean; perDay: number | undefined; dateOf: (moment: Date) => string },
): Entry[] {
  const sign = descending ? -1 : 1;
  const sorted = entries.toSorted(
    (a, b) => Number(b.bookable) - Number(a.bookable) || sign * (a.startDate.getTime() - b.startDate.getTime()),
  );
  if (perDay === undefined) return sorted;
  const seen = new Map<string, number>();
  return sorted.filter(({ startDate }) => {
    const date = dateOf(startDate);
    const count = (seen.get(date) ?? 0) + 1;
    seen.set(date, count);
    return count <= perDay;
  });
}

/**
 * Whether a booking of a service with an age range was made without a birth year that is still
 * missing.
 */
export function isAgeUnchecked({
  flowControl,
  participants,
}: {
  flowControl: { ageNotChecked?: true } | null;
  participants: readonly Participant[] | null;
}): boolean {
  if (flowControl?.ageNotChecked !== true) return false;
  return !participants?.length || participants.some(({ birthYear }) => birthYear == null);
}
