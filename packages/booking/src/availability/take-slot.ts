import { type Database, newId } from "@uola/database";
import { type Context, recordChange } from "@uola/kernel";
import type { Offer } from "./bookable-offer.ts";
import * as store from "./calendar-store.ts";
import { marginOf, usesBy } from "./calendars.ts";
import { hasUnit, resourcesFor } from "./free-times.ts";
import { notAvailable } from "./refusals.ts";

type TakeOptions = {
  totalParticipants: number;
  /** Lets the owner double-book. */
  ignoreConflicts?: boolean | undefined;
  /**
   * Sessions that do not count as conflicts: the session being moved, and sessions of the same
   * multi-service booking.
   */
  excludeSessionIds?: readonly string[] | undefined;
};

/**
 * Creates the session of an appointment with a place counter, from which the caller takes or holds
 * places in the same transaction. Locks trainer and resources, so that only one of two requests for
 * the same time succeeds; the other is rejected with SLOT_NOT_AVAILABLE, or double-booked if
 * conflicts are ignored.
 */
export async function createAppointmentSession(
  tx: Database,
  context: Pick<Context, "siteId" | "now">,
  offer: Offer,
  { totalParticipants, ignoreConflicts = false, excludeSessionIds = [] }: TakeOptions,
): Promise<{ sessionId: string; doubleBooked: boolean; staff: Offer["staff"] }> {
  const { siteId } = context;
  const first: Choice = { staff: offer.staff, resourceIds: offer.appointment?.resourceIds ?? [] };
  const { choices } = offer.appointment ?? {};
  const requestedGroups = first.resourceIds.map((id) => [{ id }]);
  let free = await chooseResources(
    tx,
    siteId,
    offer,
    { staff: first.staff, groups: requestedGroups },
    { totalParticipants, excludeSessionIds },
  );
  if (!free && choices && !ignoreConflicts) {
    free = await chooseResources(tx, siteId, offer, choices, { totalParticipants, excludeSessionIds });
  }
  if (!free && !ignoreConflicts) throw notAvailable();
  const { staff, resourceIds } = free ?? first;
  const session = { staffIds: staff.map(({ id }) => id), resourceIds, appointment: true };
  const sessionId = await addSession(tx, context, offer, session, totalParticipants);
  return { sessionId, doubleBooked: !free, staff };
}

type Choices = NonNullable<NonNullable<Offer["appointment"]>["choices"]>;
type Choice = { staff: Offer["staff"]; resourceIds: string[] };

/** Locks the trainers and resources to choose from and returns the first ones that are free. */
async function chooseResources(
  tx: Database,
  siteId: string,
  { service, ...offer }: Offer,
  { staff, groups }: Choices,
  { totalParticipants, excludeSessionIds = [] }: TakeOptions,
): Promise<Choice | undefined> {
  const { startDate, endDate } = timesOf(offer);
  const staffIds = staff.map(({ id }) => id);
  const resourceIds = [...new Set(groups.flat().map(({ id }) => id))];
  await store.lockUsed(tx, siteId, staffIds, resourceIds);
  const ids = [...staffIds, ...resourceIds];
  const period = { from: startDate, to: endDate };
  const trainers = new Map((await store.trainers(tx, siteId, staffIds)).map((each) => [each.id, each]));
  const resources = resourceIds.length > 0 ? await store.resources(tx, siteId, resourceIds) : [];
  const away = new Set((await store.timesOff(tx, siteId, ids, period)).map(({ resourceId }) => resourceId));
  const usesOf = usesBy(await store.sessionsUsing(tx, siteId, ids, period), excludeSessionIds);
  const units = new Map(resources.map((resource) => [resource.id, resource.units]));
  const fits = (id: string, count: number) =>
    count > 0 &&
    !away.has(id) &&
    hasUnit(usesOf.get(id) ?? [], count, startDate.getTime(), endDate.getTime(), marginOf(service));
  const trainer = staff.find(({ id }) => {
    const stored = trainers.get(id);
    return stored && fits(id, 1) && (stored.maxParticipants ?? Infinity) >= totalParticipants;
  });
  const found = resourcesFor(groups, ({ id }, already) => fits(id, (units.get(id) ?? 0) - already));
  return trainer && found && { staff: [trainer], resourceIds: found };
}

/** Creates a class session at a time chosen by the owner, or returns the existing one. */
export async function createAdHocSession(
  tx: Database,
  context: Pick<Context, "siteId" | "now">,
  offer: Offer,
): Promise<{ sessionId: string }> {
  const { siteId, now } = context;
  const { service } = offer;
  const { startDate, endDate } = timesOf(offer);
  // The lock ensures that two requests for the same new time create only one session.
  await store.lockService(tx, siteId, service.id);
  const existing = await store.sessionAt(tx, siteId, service.schedule.id, startDate);
  if (existing) return { sessionId: existing.id };
  const staffIds = offer.staff.map(({ id }) => id);
  const sessionId = await addSession(tx, context, offer, { staffIds }, service.defaultCapacity);
  await recordChange(tx, {
    siteId,
    at: now(),
    entity: "session",
    entityId: sessionId,
    audit: {
      actor: { kind: "system", id: "availability" },
      action: "session.create",
      after: { serviceId: service.id, startDate, endDate, staffIds },
    },
  });
  return { sessionId };
}

async function addSession(
  tx: Database,
  { siteId, now }: Pick<Context, "siteId" | "now">,
  { service, location, hoursDecision, ...offer }: Offer,
  more: { staffIds: string[]; resourceIds?: string[]; appointment?: boolean },
  capacity: number,
): Promise<string> {
  const id = newId();
  const at = now();
  const ids = { siteId, id, serviceId: service.id, scheduleId: service.schedule.id };
  const extra = { extra: JSON.stringify({ location, hoursDecision }) };
  await store.addSession(
    tx,
    { ...ids, ...timesOf(offer), ...more, ...extra, createdDate: at, updatedDate: at },
    capacity,
  );
  return id;
}

/** Returns the times of an offer; rejects an offer without times (possible only for a whole course). */
function timesOf({ startDate, endDate }: Pick<Offer, "startDate" | "endDate">) {
  if (!startDate || !endDate) throw notAvailable();
  return { startDate, endDate };
}
