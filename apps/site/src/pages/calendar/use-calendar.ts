import { useMutation, useQueries, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Client } from "@uola/client";
import type { contract, Input, Resource, Service, Session, StaffMember, TimeOff } from "@uola/contract";
import { addDays, type Day, instantOf } from "@uola/words/formats";
import { servicesBy, servicesOf } from "../../features/services.ts";
import { useApp } from "../../loader/tree.tsx";
import { platform } from "../../platform.ts";
import { lengthOf } from "./layout.ts";
import type { Scope, Times } from "./moves.ts";

const everyMs = 30_000;
const minuteMs = 60_000;

export type House = { services: Service[]; hasMore: boolean; staff: StaffMember[]; resources: Resource[] };
export type Shown = { sessions: Session[]; services: Service[]; timeOff: TimeOff[] };
export type NewRule = Input<typeof contract.schedules.createRules>["rules"][number];

/** What the gym has: for names, colours and choices. */
export function useHouse() {
  const app = useApp();
  return useQuery({
    queryKey: ["house"],
    staleTime: minuteMs,
    queryFn: async (): Promise<House> => {
      const client = await platform(app);
      const [{ items: services, hasMore }, { staff }, { resources }] = await Promise.all([
        servicesBy(client),
        client.resources.listStaff({}),
        client.resources.list({}),
      ]);
      return { services, hasMore, staff, resources };
    },
  });
}

/** Sessions and times off of some days, looked at again every half minute; the days before stand until they are there. */
export function useShown(first: Day, count: number) {
  const app = useApp();
  return useQuery({
    queryKey: ["calendar", first, count],
    refetchInterval: everyMs,
    placeholderData: (before) => before,
    queryFn: async (): Promise<Shown> => {
      const client = await platform(app);
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
  });
}

/** The public holidays of days, by day. */
export function useHolidays(days: readonly Day[]): ReadonlyMap<Day, string> {
  const app = useApp();
  const years = [...new Set(days.map((day) => Number(day.slice(0, 4))))];
  return useQueries({
    queries: years.map((year) => ({
      queryKey: ["holidays", year],
      staleTime: Number.POSITIVE_INFINITY,
      queryFn: async () => (await (await platform(app)).schedules.holidays({ year })).holidays,
    })),
    combine: (answers) => new Map(answers.flatMap(({ data }) => data ?? []).map(({ date, name }) => [date, name])),
  });
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

/** Moves a session; it stands in its new place at once and goes back when the platform refuses. */
export function useMove(first: Day, count: number) {
  const app = useApp();
  const queries = useQueryClient();
  const queryKey = ["calendar", first, count];
  return useMutation({
    mutationFn: async (move: Move) => moved(await platform(app), move),
    onMutate: async ({ session, to }) => {
      await queries.cancelQueries({ queryKey });
      const before = queries.getQueryData<Shown>(queryKey);
      queries.setQueryData<Shown>(
        queryKey,
        (shown) =>
          shown && {
            ...shown,
            sessions: shown.sessions.map((each) => (each.id === session.id ? { ...each, ...to } : each)),
          },
      );
      return before;
    },
    onError: (_error, _move, before) => before && queries.setQueryData(queryKey, before),
    onSettled: () => queries.invalidateQueries({ queryKey: ["calendar"] }),
  });
}

/** One session by hand. */
export type Wish = Times & {
  scheduleId: string;
  capacity: number | undefined;
  staffIds: string[];
  resourceIds: string[];
};

export function useMaking() {
  const app = useApp();
  const queries = useQueryClient();
  const onSuccess = () => queries.invalidateQueries({ queryKey: ["calendar"] });
  const one = useMutation({
    mutationFn: async ({ scheduleId, startDate, endDate, capacity, staffIds, resourceIds }: Wish) =>
      (await platform(app)).schedules.createSession({
        scheduleId,
        startDate,
        endDate,
        change: { staffIds, resourceIds, ...(capacity !== undefined && { capacity }) },
      }),
    onSuccess,
  });
  const term = useMutation({
    mutationFn: async ({ rules, preview }: { rules: NewRule[]; preview: boolean }) =>
      (await platform(app)).schedules.createRules({ rules, preview }),
    onSuccess: (_made, { preview }) => (preview ? undefined : onSuccess()),
  });
  return { one, term };
}

/** Takes one session back that was just made. */
export function useCallOff() {
  const app = useApp();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (sessionId: string) => (await platform(app)).schedules.cancelSession({ sessionId }),
    onSettled: () => queries.invalidateQueries({ queryKey: ["calendar"] }),
  });
}
