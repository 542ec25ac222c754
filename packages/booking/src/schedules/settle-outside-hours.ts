import type { contract } from "@uola/contract";
import { type Context, type Handlers, Refusal } from "@uola/kernel";
import { createOpeningHours, hoursSource, occurrenceOn } from "../availability/availability.ts";
import { cancelSession } from "./cancel-restore-session.ts";
import { changeSession } from "./change-session.ts";
import { type EditContext, editBy } from "./edit-context.ts";
import type { Scope } from "./edit-session.ts";
import { findWithheld, type WithheldSession } from "./outside-hours.ts";
import type { SessionReader } from "./read-session.ts";
import * as store from "./store.ts";

type Operations = Pick<Handlers<typeof contract.schedules>, "outsideHours" | "settleOutsideHours">;

const listedMax = 200;

/** Handlers that list sessions outside the opening hours and keep or cancel them. */
export function outsideHoursHandlers(context: Context, { sessions }: SessionReader): Operations {
  const { db, siteId, now } = context;

  /**
   * Returns the targets of the owner's decision. Each is a session, or its whole weekly rule if the
   * rule is outside the weekly hours.
   */
  async function targetsOf(found: readonly WithheldSession[]): Promise<{ id: string; wholeRule: boolean }[]> {
    const timeZone = await store.timeZone(db, siteId);
    const ruleIds = [...new Set(found.flatMap(({ row }) => row.ruleId ?? []))];
    const rules = new Map((await store.rulesByIds(db, siteId, ruleIds)).map((rule) => [rule.id, rule]));
    const decided = new Set<string>();
    return found.flatMap(({ row, cause }): { id: string; wholeRule: boolean }[] => {
      const { id, ruleId, date, startDate, endDate } = row;
      const rule = ruleId ? rules.get(ruleId) : undefined;
      const usual = rule && date && occurrenceOn(rule, date, undefined, timeZone);
      const isUsual = usual && +usual.startDate === +startDate && +usual.endDate === +endDate;
      if (cause !== "WEEKLY" || !rule || !isUsual) return [{ id, wholeRule: false }];
      if (decided.has(rule.id)) return [];
      decided.add(rule.id);
      return [{ id, wholeRule: true }];
    });
  }

  async function settle(id: string, decision: "KEEP" | "CANCEL", by: EditContext & { scope: Scope }) {
    try {
      if (decision === "CANCEL") await cancelSession(context, id, by);
      else await changeSession(context, id, { outsideHours: true }, by);
    } catch (error) {
      // The session has begun or was deleted since the owner read the list.
      const isGone = error instanceof Refusal && ["SESSION_OVER", "SESSION_NOT_FOUND"].includes(error.code);
      if (!isGone) throw error;
    }
  }

  return {
    outsideHours: async ({ openingHours, specialHours, locationId }) => {
      const source = await hoursSource(db, siteId);
      const changed = { ...(openingHours && { openingHours }), ...(specialHours && { specialHours }) };
      const own = source.locations.find(({ id }) => id === locationId);
      const isKnown = !locationId || own || (await store.hasLocation(db, siteId, locationId));
      if (!isKnown) throw new Refusal("LOCATION_NOT_FOUND", `No location ${locationId}.`, 404);
      const opening = createOpeningHours(
        locationId
          ? {
              ...source,
              locations: [{ ...own, id: locationId, ...changed }, ...source.locations.filter((each) => each !== own)],
            }
          : { ...source, business: { ...source.business, ...changed } },
      );
      const found = await findWithheld(context, opening, { now: now() });
      const listed = found.slice(0, listedMax);
      const views = new Map((await sessions(listed.map(({ row }) => row.id))).map((view) => [view.id, view]));
      const counts = await store.bookedAt(
        db,
        siteId,
        listed.map(({ row }) => row),
      );
      return {
        sessions: listed.flatMap(({ row: { id }, cause }) => {
          const session = views.get(id);
          const { bookings = 0, participants = 0 } = counts.get(id) ?? {};
          return session ? [{ session, cause, bookings, participants }] : [];
        }),
        total: found.length,
      };
    },

    settleOutsideHours: async ({ sessionIds, decision, participantNotification }, { caller }) => {
      const opening = createOpeningHours(await hoursSource(db, siteId));
      const found = await findWithheld(context, opening, { sessionIds, now: now() });
      const edit = editBy(caller, participantNotification);
      for (const { id, wholeRule } of await targetsOf(found)) {
        const scope = !wholeRule ? "THIS" : decision === "KEEP" ? "ALL" : "THIS_AND_LATER";
        await settle(id, decision, { ...edit, scope });
      }
      return { sessions: await sessions(found.map(({ row }) => row.id)) };
    },
  };
}
