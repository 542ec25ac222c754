import type { contract } from "@uola/contract";
import { type Context, type Handlers, Refusal } from "@uola/kernel";
import {
  cancelSessionsWithBookings,
  currentValues,
  endRule,
  propagateChange,
  rewriteSessions,
} from "./change-series.ts";
import { type EditContext, editBy, recordTimetableChange, system } from "./edit-context.ts";
import { editSession, refuseStarted, type Scope } from "./edit-session.ts";
import type { SessionReader } from "./read-session.ts";
import { defaultException } from "./rules.ts";
import * as store from "./store.ts";

type Operations = Pick<Handlers<typeof contract.schedules>, "cancelSession" | "restoreSession">;

export const cancelRestoreHandlers = (context: Context, { sessions, withConflicts }: SessionReader): Operations => ({
  cancelSession: async ({ sessionId, scope, participantNotification }, { caller }) => {
    const edit = { ...editBy(caller, participantNotification), scope: scope ?? "THIS" };
    return { sessions: await sessions(await cancelSession(context, sessionId, edit)) };
  },
  restoreSession: async ({ sessionId }, { caller }) => {
    await restoreSession(context, sessionId, editBy(caller));
    return withConflicts(sessionId);
  },
});

/**
 * Cancels one session, the session and all later ones, or all sessions of its weekly rule. Returns
 * the ids of the affected sessions.
 */
export async function cancelSession(
  context: Context,
  id: string,
  { scope = "THIS", ...by }: EditContext & { scope?: Scope } = system,
): Promise<string[]> {
  return editSession(context, id, async (tx, { session, rule }) => {
    const { siteId, now } = context;
    refuseStarted(session, context);
    await recordTimetableChange(tx, context, by.actor, "session.cancel", id, session, { scope });
    if (!rule || !session.date) {
      const { scheduleId } = session;
      if (session.status === "CONFIRMED") {
        await cancelSessionsWithBookings(tx, context, { ...by, scheduleId, sessionIds: [id], course: false });
      }
      return [id];
    }
    if (scope === "THIS") {
      await store.cancelSessions(tx, siteId, [{ ruleId: rule.id, date: session.date }]);
      await propagateChange(tx, context, by, rule.id, session.date);
      return [id];
    }
    const first = await store.firstUpcoming(tx, siteId, rule.id, now());
    const from = scope === "ALL" && first ? first : session.date;
    const before = await store.upcomingOfRule(tx, siteId, rule.id, now());
    await endRule(tx, context, by, rule, from);
    return before.filter(({ date }) => (date ?? "") >= from).map((each) => each.id);
  });
}

/** Restores a canceled session. */
export async function restoreSession(context: Context, id: string, by: EditContext = system): Promise<void> {
  await editSession(context, id, async (tx, { session, rule }) => {
    if (session.appointment) throw new Refusal("SESSION_NOT_FOUND", "An appointment is booked anew.", 404);
    refuseStarted(session, context);
    if (session.status === "CONFIRMED") return;
    const { siteId } = context;
    await recordTimetableChange(tx, context, by.actor, "session.restore", id, session, undefined);
    if (!rule || !session.date) {
      await rewriteSessions(tx, context, by, session.scheduleId, [session], (row) => ({
        ...currentValues(row),
        takesPlace: true,
      }));
      return;
    }
    const [before] = (await store.exceptions(tx, siteId, [rule.id], [session.date])).get(rule.id)?.values() ?? [];
    const exception = before ?? defaultException(rule.id, session.date);
    await store.putExceptions(tx, siteId, [{ ...exception, canceled: false, restored: true }]);
    await propagateChange(tx, context, by, rule.id, session.date);
  });
}
