import { type Conflict, type contract, hasPower, type Session } from "@uola/contract";
import { type Context, type Handlers, Refusal } from "@uola/kernel";
import { type AvailabilityServices, sessionsByIds } from "../availability/availability.ts";
import { readServices, seesHidden } from "../services/services.ts";
import type { Scheduled } from "./conflict-store.ts";
import { conflictsMax, conflictsOf } from "./conflicts.ts";
import { isCourse } from "./generate-sessions.ts";
import { findWithheld } from "./outside-hours.ts";
import { toParticipant, toPublicSession } from "./session-view.ts";
import * as store from "./store.ts";

/**
 * Creates a reader of sessions in the owner's view, for operations that return the sessions they
 * changed.
 */
export function createSessionReader(
  context: Context,
  { calendars, sessionViews: { view } }: Pick<AvailabilityServices, "calendars" | "sessionViews">,
) {
  const { db, siteId } = context;
  const sessions = async (ids: readonly string[]) => view(await sessionsByIds(db, siteId, ids), "owner");
  async function session(id: string): Promise<Session> {
    const [found] = await sessions([id]);
    if (!found) throw new Refusal("SESSION_NOT_FOUND", `No session ${id}.`, 404);
    return found;
  }
  /**
   * Returns conflicts of sessions with other uses of their trainers and resources, and with the
   * opening hours.
   */
  async function conflicts(scheduled: Scheduled): Promise<Conflict[]> {
    const { now } = context;
    const withheld = await findWithheld(context, await calendars.openingHours(), { ...scheduled, now: now() });
    const outside = withheld.map(({ row: { id, startDate }, cause }) => {
      return { sessionId: id, startDate, outsideHours: cause };
    });
    return [...outside, ...(await conflictsOf(db, siteId, scheduled))].slice(0, conflictsMax);
  }
  const withConflicts = async (id: string) => ({
    session: await session(id),
    conflicts: await conflicts({ sessionIds: [id] }),
  });
  return { sessions, session, conflicts, withConflicts };
}
export type SessionReader = ReturnType<typeof createSessionReader>;

/** Returns one session with the fields that the caller may see. */
export const getSessionHandler =
  (context: Context, reader: SessionReader): Handlers<typeof contract.schedules>["getSession"] =>
  async ({ sessionId }, { caller }) => {
    const session = await reader.session(sessionId);
    const [service] = (await readServices(context, { ids: [session.serviceId] })).values();
    const courseScheduleId = isCourse(service) ? session.scheduleId : undefined;
    const parties = await store.partiesOf(context.db, context.siteId, sessionId, courseScheduleId);
    if (hasPower("seesBookings", caller)) {
      return { session: { ...session, participants: parties.map(toParticipant) } };
    }
    const attends = parties.some(({ status, visitorId, memberId }) => {
      const isOwn = memberId ? memberId === caller.memberId : visitorId !== null && visitorId === caller.visitorId;
      return isOwn && status !== "DECLINED";
    });
    if (!attends && (session.appointment || (service?.hidden && !seesHidden(caller.role)))) {
      throw new Refusal("SESSION_NOT_FOUND", `No session ${sessionId}.`, 404);
    }
    return { session: toPublicSession(session, attends) };
  };
