import { type contract, hasPower, type Session } from "@uola/contract";
import { type Context, type Handlers, Refusal } from "@uola/kernel";
import { type AvailabilityServices, sessionsByIds } from "../availability/availability.ts";
import { readServices, seesHidden } from "../services/services.ts";
import { conflictsOf } from "./conflicts.ts";
import { isCourse } from "./generate-sessions.ts";
import { toParticipant, toPublicSession } from "./session-view.ts";
import * as store from "./store.ts";

/** Sessions as the owner sees them, for the operations that answer with what they changed. */
export function createSessionReader({ db, siteId }: Context, { sessionViews: { view } }: AvailabilityServices) {
  const sessions = async (ids: readonly string[]) => view(await sessionsByIds(db, siteId, ids), "owner");
  async function session(id: string): Promise<Session> {
    const [found] = await sessions([id]);
    if (!found) throw new Refusal("SESSION_NOT_FOUND", `No session ${id}.`, 404);
    return found;
  }
  const withConflicts = async (id: string) => ({
    session: await session(id),
    conflicts: await conflictsOf(db, siteId, { sessionIds: [id] }),
  });
  return { sessions, session, withConflicts };
}
export type SessionReader = ReturnType<typeof createSessionReader>;

/** One session, as far as the caller may know of it. */
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
