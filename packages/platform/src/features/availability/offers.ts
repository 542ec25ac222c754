import type { Service } from "@uola/contract";
import type { Context } from "../../kernel/context.ts";
import { recent } from "../../kernel/recent.ts";
import { createCatalogue } from "../services/services.ts";
import * as store from "./store.ts";

/** What a booking is about: a session, or a course as a whole. */
export type Offer = {
  service: Service;
  /** null for a course. */
  sessionId: string | null;
  /** Where its places are counted. */
  placesId: string;
  startDate: Date;
  endDate: Date;
  canceled: boolean;
  staff: { id: string; name: string }[];
};

/** From the first session's start to the last one's end; a course without sessions is over. */
export const courseTimes = ({ schedule }: Service, now: Date): { startDate: Date; endDate: Date } => ({
  startDate: schedule.firstSessionStart ?? now,
  endDate: schedule.lastSessionEnd ?? now,
});

export const named = (ids: readonly string[], names: ReadonlyMap<string, string>): { id: string; name: string }[] =>
  ids.flatMap((id) => {
    const name = names.get(id);
    return name === undefined ? [] : [{ id, name }];
  });

/** Looks up what can be booked, from memory when it was looked up lately: a rush asks for the same few again and again. */
export function createOffers(context: Context) {
  const { db, siteId, now, changes } = context;
  const catalogue = createCatalogue(context);
  const sessions = recent((id: string) => store.session(db, siteId, id), { ttlMs: 5000 });
  const starts = recent(
    (key: string) => {
      const [scheduleId = "", start = ""] = key.split(" ");
      return store.sessionAt(db, siteId, scheduleId, new Date(Number(start)));
    },
    { ttlMs: 5000 },
  );
  changes.subscribe(["services"], () => {
    sessions.forget();
    starts.forget();
  });

  const staffOf = async (ids: readonly string[]) => named(ids, await catalogue.staffNames(ids));
  const offerOf = async (row: Awaited<ReturnType<typeof store.session>>): Promise<Offer | undefined> => {
    const service = row && (await catalogue.service(row.serviceId));
    if (!row || !service) return undefined;
    const { id, startDate, endDate, staffIds } = row;
    const canceled = row.status !== "CONFIRMED";
    return { service, sessionId: id, placesId: id, startDate, endDate, canceled, staff: await staffOf(staffIds) };
  };
  return {
    session: async (id: string) => offerOf(await sessions.get(id)),
    sessionAt: async (scheduleId: string, start: Date) => offerOf(await starts.get(`${scheduleId} ${start.getTime()}`)),
    course: async (scheduleId: string): Promise<Offer | undefined> => {
      const service = await catalogue.bySchedule(scheduleId);
      if (service?.type !== "COURSE") return undefined;
      const staff = await staffOf(service.staffMemberIds);
      return { service, sessionId: null, placesId: scheduleId, ...courseTimes(service, now()), canceled: false, staff };
    },
    service: catalogue.service,
  };
}
