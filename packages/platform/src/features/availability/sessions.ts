import type { Service } from "@uola/contract";
import { newId, retrying } from "@uola/database";
import type { Context, Work } from "../../kernel/context.ts";
import { recordChange } from "../../kernel/trail.ts";
import { readServices } from "../services/services.ts";
import * as store from "./store.ts";
import { dateOf, type Exception, type Occurrence, occurrences, type Rule } from "./timetable.ts";

/** How far ahead classes and appointments are made; a course is made to its end. */
const aheadDays = 26 * 7;
const chunk = 1000;

/** Makes the sessions that the rules give and that are not there yet. Safe to run at any time, by any number of processes. */
export async function makeSessions(context: Context): Promise<number> {
  const { db, siteId, now } = context;
  const [timeZone, rules] = await Promise.all([store.timeZone(db, siteId), store.rules(db, siteId)]);
  const bySchedule = await servicesBySchedule(context, rules);
  const from = dateOf(now(), timeZone);
  const [exceptions, made] = await Promise.all([store.exceptions(db, siteId, from), store.datesMade(db, siteId, from)]);
  const missing = rules
    .flatMap((rule) => occurrences(rule, exceptions.get(rule.id) ?? new Map(), span(rule, from, bySchedule), timeZone))
    .filter(({ ruleId, date }) => !made.has(`${ruleId} ${date}`));
  await store.openCourses(db, siteId);
  let added = 0;
  for (let start = 0; start < missing.length; start += chunk) {
    added += await insert(context, missing.slice(start, start + chunk), bySchedule);
  }
  if (added > 0) tell(context);
  return added;
}

type BySchedule = ReadonlyMap<string, Service>;
async function servicesBySchedule(context: Context, rules: readonly Rule[]): Promise<BySchedule> {
  const scheduleIds = [...new Set(rules.map(({ scheduleId }) => scheduleId))];
  const services = await readServices(context, { scheduleIds });
  return new Map([...services.values()].map((service) => [service.schedule.id, service]));
}

const isCourse = (service: Service | undefined) => service?.type === "COURSE";

function span({ scheduleId, validUntil }: Rule, from: string, bySchedule: BySchedule) {
  const ahead = dateOf(new Date(`${from}T12:00:00Z`), "UTC", aheadDays);
  return { from, until: isCourse(bySchedule.get(scheduleId)) && validUntil ? validUntil : ahead };
}

const insert = ({ db, siteId, now }: Context, missing: Occurrence[], bySchedule: BySchedule) =>
  retrying(() =>
    db.transaction().execute(async (tx) => {
      const at = now();
      const sessions = missing.flatMap((occurrence) => {
        const service = bySchedule.get(occurrence.scheduleId);
        return service ? [{ occurrence, service, id: newId() }] : [];
      });
      if (sessions.length === 0) return 0;
      const added = await store.insertSessions(
        tx,
        sessions.map(({ id, service, occurrence: { canceled, capacity: _, ...occurrence } }) => ({
          ...occurrence,
          siteId,
          id,
          serviceId: service.id,
          status: canceled ? "CANCELLED" : "CONFIRMED",
          createdDate: at,
          updatedDate: at,
        })),
      );
      const open = sessions.filter(({ id, service, occurrence }) => {
        return added.has(id) && !occurrence.canceled && !isCourse(service);
      });
      await store.insertPlaces(
        tx,
        open.map(({ id, service, occurrence }) => {
          return { siteId, id, capacity: occurrence.capacity ?? service.defaultCapacity };
        }),
      );
      return added.size;
    }),
  );

export type NewRule = Pick<Rule, "scheduleId" | "weekday" | "startTime" | "durationMinutes" | "validFrom"> &
  Partial<Pick<Rule, "capacity" | "staffIds" | "validUntil">> & {
    /** Dates on which it is different from the beginning. */
    exceptions?: Omit<NewException, "ruleId">[];
  };

/** Adds weekly times to schedules and makes their sessions. Returns the rules' ids. */
export async function createRules(context: Context, wishes: readonly NewRule[]): Promise<string[]> {
  const { db, siteId, now } = context;
  const ids = await db.transaction().execute(async (tx) => {
    const made: string[] = [];
    for (const { exceptions = [], ...wish } of wishes) {
      const id = newId();
      await store.insertRule(tx, { ...wish, siteId, id, createdDate: now() });
      await store.putExceptions(
        tx,
        siteId,
        exceptions.map((exception) => ({ ...usual, ...exception, ruleId: id })),
      );
      await note(tx, context, "schedule_rule.create", id, undefined, { ...wish, exceptions });
      made.push(id);
    }
    return made;
  });
  await makeSessions(context);
  return ids;
}

/** Changes a rule: sessions that have not begun follow, exceptions stay. */
export async function changeRule(
  context: Context,
  id: string,
  to: Partial<Omit<Rule, "id" | "scheduleId">>,
): Promise<void> {
  const { db, siteId } = context;
  await db.transaction().execute(async (tx) => {
    const [before] = await store.rules(tx, siteId, id);
    await store.changeRule(tx, siteId, id, to);
    await note(tx, context, "schedule_rule.change", id, before, to);
    await follow(tx, context, id);
  });
  await makeSessions(context);
  tell(context);
}

const usual = { canceled: false, startTime: null, durationMinutes: null, capacity: null, staffIds: null };
export type NewException = Pick<Exception, "ruleId" | "date"> & Partial<Exception>;

/** Makes one date of a rule different: called off, at another time, with others, for more or fewer. */
export async function setException(context: Context, { ruleId, date, ...rest }: NewException): Promise<void> {
  const { db, siteId } = context;
  await db.transaction().execute(async (tx) => {
    await store.putExceptions(tx, siteId, [{ ...usual, ...rest, ruleId, date }]);
    await note(tx, context, "schedule_exception.set", ruleId, undefined, { date, ...rest });
    await follow(tx, context, ruleId);
  });
  tell(context);
}

/** Rewrites the sessions of a rule that have not begun as rule and exceptions now give them. */
async function follow(tx: Context["db"], context: Context, ruleId: string) {
  const { siteId, now } = context;
  const [rule] = await store.rules(tx, siteId, ruleId);
  const sessions = await store.sessionsOfRule(tx, siteId, ruleId, now());
  if (!rule || sessions.length === 0) return;
  const dates = sessions.map(({ date }) => date ?? "").sort();
  const [from = "", until = from] = [dates[0], dates.at(-1)];
  const exceptions = (await store.exceptions(tx, siteId, from)).get(ruleId) ?? new Map();
  const timeZone = await store.timeZone(tx, siteId);
  const given = occurrences(rule, exceptions, { from, until }, timeZone);
  const byDate = new Map(given.map((occurrence) => [occurrence.date, occurrence]));
  const service = (await servicesBySchedule({ ...context, db: tx }, [rule])).get(rule.scheduleId);
  for (const session of sessions) {
    const occurrence = byDate.get(session.date ?? "");
    const takesPlace = occurrence !== undefined && !occurrence.canceled;
    await store.changeSession(tx, siteId, session.id, {
      ...(occurrence && {
        startDate: occurrence.startDate,
        endDate: occurrence.endDate,
        staffIds: occurrence.staffIds,
      }),
      status: takesPlace ? "CONFIRMED" : "CANCELLED",
      updatedDate: now(),
    });
    if (!service || isCourse(service)) continue;
    const capacity = occurrence?.capacity ?? service.defaultCapacity;
    if (!takesPlace) await store.closePlaces(tx, siteId, session.id);
    else if (session.status === "CANCELLED") await store.openPlaces(tx, siteId, session.id, capacity);
    else await store.setCapacity(tx, siteId, session.id, capacity);
  }
}

export type NewSession = { serviceId: string; startDate: Date; endDate: Date; capacity?: number; staffIds?: string[] };

/** Adds one session by hand, outside of any rule. Returns its id. */
export async function createSession(context: Context, wish: NewSession): Promise<string> {
  const { db, siteId, now } = context;
  const { serviceId, startDate, endDate, capacity, staffIds = [] } = wish;
  const service = (await readServices(context, { ids: [serviceId] })).get(serviceId);
  if (!service) throw new Error(`A session needs a service, and there is no ${serviceId}.`);
  const id = newId();
  const at = now();
  const scheduleId = service.schedule.id;
  const row = { siteId, id, scheduleId, serviceId, startDate, endDate, staffIds, createdDate: at, updatedDate: at };
  const places = isCourse(service)
    ? { siteId, id: scheduleId, capacity: service.defaultCapacity }
    : { siteId, id, capacity: capacity ?? service.defaultCapacity };
  await db.transaction().execute(async (tx) => {
    await store.insertSessions(tx, [row]);
    await store.insertPlaces(tx, [places]);
    await note(tx, context, "session.create", id, undefined, wish);
  });
  tell(context);
  return id;
}

function tell({ changes }: Context) {
  changes.publish("services");
  changes.publish("availability");
}

const note = (
  tx: Context["db"],
  { siteId, now }: Context,
  action: string,
  entityId: string,
  before: unknown,
  after: unknown,
) =>
  recordChange(tx, {
    siteId,
    at: now(),
    entity: action.slice(0, action.indexOf(".")),
    entityId,
    audit: { actor: { kind: "system", id: "availability" }, action, before, after },
  });

const dayMs = 24 * 60 * 60_000;
const retryMs = 60_000;

/** Keeps the timetable made ahead: at start, then daily. */
export function sessionMaking(context: Context): Work {
  let timer: NodeJS.Timeout | undefined;
  let under: Promise<void> = Promise.resolve();
  let stopped = false;
  async function once() {
    let next = dayMs;
    try {
      await makeSessions(context);
    } catch (error) {
      context.log.error(error, "sessions were not made");
      next = retryMs;
    }
    if (!stopped) timer = setTimeout(() => (under = once()), next).unref();
  }
  return {
    start() {
      stopped = false;
      under = once();
      return under;
    },
    stop() {
      stopped = true;
      clearTimeout(timer);
      return under;
    },
  };
}
