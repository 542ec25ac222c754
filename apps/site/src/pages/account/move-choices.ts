import type { Client } from "@uola/client";
import type { contract, Input, Session, SlotAvailability } from "@uola/contract";
import { dayMs } from "@uola/contract/durations";
import { localDate } from "@uola/words/formats";
import type { OwnBooking } from "./own-booking.ts";

type Slot = Input<typeof contract.bookings.reschedule>["slot"];

/** A time to which a booking can be moved; `slot` is the value sent in the request. */
export type Choice = { id: string; start: Date; end: Date; open: number | null; staff: string; slot: Slot };

const daysAhead = { CLASS: 56, APPOINTMENT: 28 };
const zone = "Europe/Vilnius";

/**
 * Returns the times to which a booking can be moved: sessions of its class with enough places for
 * the whole party, or free times of its appointment.
 */
export async function choicesFor(client: Client, mine: OwnBooking, now: Date): Promise<Choice[]> {
  if (mine.kind === "CLASS") {
    const to = new Date(now.getTime() + daysAhead.CLASS * dayMs);
    const { sessions } = await client.availability.sessions({ from: now, to, serviceIds: [mine.serviceId] });
    return classChoices(sessions, mine, now);
  }
  const { availabilityEntries } = await client.availability.query({
    query: {
      filter: {
        serviceId: mine.serviceId,
        startDate: now.toISOString(),
        endDate: new Date(now.getTime() + daysAhead.APPOINTMENT * dayMs).toISOString(),
        bookable: true,
      },
    },
  });
  return appointmentChoices(availabilityEntries, mine);
}

export function classChoices(sessions: readonly Session[], mine: OwnBooking, now: Date): Choice[] {
  return sessions
    .filter(({ id, status, bookable, locked, openSpots, startDate }) => {
      const fits = status === "CONFIRMED" && bookable && !locked && openSpots >= mine.participants;
      return fits && id !== mine.sessionId && startDate > now;
    })
    .map(({ id, startDate, endDate, openSpots, staff }) => ({
      id,
      start: startDate,
      end: endDate,
      open: openSpots,
      staff: staff.map(({ name }) => name).join(", "),
      slot: { serviceId: mine.serviceId, scheduleId: mine.scheduleId, sessionId: id },
    }));
}

/**
 * Returns each time once, with the previous trainer if they are free, and only times of the same
 * length as before if there are any.
 */
export function appointmentChoices(entries: readonly SlotAvailability[], mine: OwnBooking): Choice[] {
  const length = mine.end.getTime() - mine.start.getTime();
  const all = entries.flatMap(({ slot }): Choice[] => {
    if (!slot.startDate || !slot.endDate) return [];
    const [start, end] = [new Date(slot.startDate), new Date(slot.endDate)];
    const { id, name } = slot.resource ?? {};
    if (start.getTime() === mine.start.getTime() && id === mine.trainerId) return [];
    return [
      { id: `${slot.startDate} ${id}`, start, end, open: null, staff: name ?? "", slot: asked(mine, start, end, id) },
    ];
  });
  const asLong = all.filter(({ start, end }) => end.getTime() - start.getTime() === length);
  const times = new Map<number, Choice>();
  for (const choice of asLong.length > 0 ? asLong : all) {
    const at = choice.start.getTime();
    if (!times.has(at) || choice.slot.resource?.id === mine.trainerId) times.set(at, choice);
  }
  return [...times.values()].sort((a, b) => a.start.getTime() - b.start.getTime());
}

const asked = ({ serviceId, scheduleId }: OwnBooking, start: Date, end: Date, trainerId?: string | null): Slot => ({
  serviceId,
  scheduleId,
  startDate: start.toISOString(),
  endDate: end.toISOString(),
  timezone: zone,
  ...(trainerId ? { resource: { id: trainerId } } : {}),
});

/** Returns the current slot of a booking, so that a move can be undone. */
export const slotOf = (mine: OwnBooking): Slot =>
  mine.kind === "CLASS"
    ? { serviceId: mine.serviceId, scheduleId: mine.scheduleId, sessionId: mine.sessionId }
    : asked(mine, mine.start, mine.end, mine.trainerId);

/** Groups the choices by day, in order. */
export function byDay(choices: readonly Choice[]): { day: string; choices: Choice[] }[] {
  const days = Map.groupBy(choices, ({ start }) => localDate(start));
  return [...days].map(([day, choices]) => ({ day, choices }));
}
