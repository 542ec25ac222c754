import { servicesBy, servicesOf } from "@uola/browser/gym/services.ts";
import { setCachedResponse, usePlatformAction, usePlatformQuery } from "@uola/browser/use-platform.ts";
import type { Client } from "@uola/client";
import type { contract, Input, Resource, Service, Session, StaffMember, TimeOff } from "@uola/contract";
import { minuteMs } from "@uola/contract/durations";
import { useBusiness } from "@uola/ui/kit/lookups.ts";
import { addDays, type Day, instantOf, localDate } from "@uola/words/formats";
import { lengthOf } from "./layout.ts";
import type { Scope, Times } from "./moves.ts";

const everyMs = 30_000;

export type Catalogue = { services: Service[]; hasMore: boolean; staff: StaffMember[]; resources: Resource[] };
export type Shown = { sessions: Session[]; services: Service[]; timeOff: TimeOff[] };
export type NewRule = Input<typeof contract.schedules.createRules>["rules"][number];

/** Loads the services, staff and resources of the gym, for names, colours and choices. */
export const useCatalogue = () =>
  usePlatformQuery(
    ["house"],
    async (client): Promise<Catalogue> => {
      const [{ items: services, hasMore }, { staff }, { resources }] = await Promise.all([
        servicesBy(client),
        client.resources.listStaff({}),
        client.resources.list({}),
      ]);
      return { services, hasMore, staff, resources };
    },
    { freshMs: minuteMs },
  );

/**
 * Loads the sessions and the time off in a range of days and refreshes them every 30 seconds. The
 * previous days stay visible while new ones load.
 */
export const useVisibleSessions = (first: Day, count: number) =>
  usePlatformQuery(
    ["calendar", first, count],
    async (client): Promise<Shown> => {
      const range = { from: instantOf(first), to: instantOf(addDays(first, count)) };
      const [{ sessions }, { timeOff }] = await Promise.all([
        client.availability.sessions(range),
        client.resources.listTimeOff(range),
      ]);
      const services = await servicesOf(
        client,
        sessions.map(({ serviceId }) => serviceId),
      );
      return { sessions, services, timeOff };
    },
    { everyMs, keeps: true },
  );

/** Returns the public holidays of the given days, keyed by day. */
export function useHolidays(days: readonly Day[]): ReadonlyMap<Day, string> {
  const years = [...new Set(days.map((day) => Number(day.slice(0, 4))))];
  const { data } = usePlatformQuery(
    ["holidays of years", ...years],
    async ({ schedules }) => {
      const answers = await Promise.all(years.map((year) => schedules.holidays({ year })));
      return answers.flatMap(({ holidays }) => holidays);
    },
    { freshMs: Number.POSITIVE_INFINITY, keeps: true },
  );
  return new Map(data?.map(({ date, name }) => [date, name]));
}

/**
 * Returns the days on which the gym is closed, starting with a session's date: public holidays and
 * days closed by the owner.
 */
export function useDaysOff({ startDate }: Times) {
  const first = localDate(startDate);
  const holidays = useHolidays([first, addDays(first, 366), addDays(first, 731)]);
  const special = useBusiness().data?.specialHours ?? [];
  const closedDays = special.flatMap(({ date, name, closed }) => (closed ? [{ from: date, until: date, name }] : []));
  const closedBy = new Map(closedDays.map(({ from, name }) => [from, name]));
  return { closedDays, dayOff: (day: Day) => holidays.get(day) ?? closedBy.get(day) };
}

export type Move = { session: Session; to: Times; scope: Scope; notify: boolean };

const moved = (client: Client, { session, to, scope, notify }: Move) =>
  client.schedules.changeSession({
    sessionId: session.id,
    scope,
    change: {
      ...(+to.startDate !== +session.startDate && { startDate: to.startDate }),
      ...(lengthOf(to) !== lengthOf(session) && { durationMinutes: lengthOf(to) }),
    },
    participantNotification: { notifyParticipants: notify },
  });

/** Moves a session. The calendar shows the move at once and reverts it if the platform rejects it. */
export function useMove(first: Day, count: number) {
  const act = usePlatformAction("calendar");
  return (move: Move) =>
    act(
      (client) => moved(client, move),
      () =>
        setCachedResponse<Shown>(
          ["calendar", first, count],
          (shown) =>
            shown && {
              ...shown,
              sessions: shown.sessions.map((each) => (each.id === move.session.id ? { ...each, ...move.to } : each)),
            },
        ),
    );
}

/** Input for a single session created by hand. */
export type SessionInput = Times & {
  scheduleId: string;
  capacity: number | undefined;
  staffIds: string[];
  resourceIds: string[];
  /** Allows a session outside the opening hours. */
  outsideHours: boolean;
};

export function useMaking() {
  const act = usePlatformAction("calendar");
  const ask = usePlatformAction();
  return {
    one: ({ scheduleId, startDate, endDate, capacity, staffIds, resourceIds, outsideHours }: SessionInput) => {
      const change = { staffIds, resourceIds, outsideHours, ...(capacity !== undefined && { capacity }) };
      return act(({ schedules }) => schedules.createSession({ scheduleId, startDate, endDate, change }));
    },
    term: (rules: NewRule[], preview: boolean) =>
      (preview ? ask : act)(({ schedules }) => schedules.createRules({ rules, preview })),
  };
}

/** Cancels a session that was just created. */
export function useCancelSession() {
  const act = usePlatformAction("calendar");
  return (sessionId: string) => act(({ schedules }) => schedules.cancelSession({ sessionId }));
}
