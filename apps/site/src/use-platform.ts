import { QueryClient, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import type { Client } from "@uola/client";
import { useCallback, useMemo } from "react";
import { isPassing } from "./errors.ts";
import { useApp } from "./loader/tree.tsx";
import { platform } from "./platform.ts";

/**
 * How pages read and write on the platform. Booking and asking for a party go without it: they are on public pages whose
 * weight is counted, and what they do is a state machine of its own.
 */
const answers = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      retry: (failures, error) => failures < 2 && isPassing(error),
      // Whoever has no network is told so instead of waiting.
      networkMode: "always",
      refetchOnReconnect: true,
    },
  },
});

export type Key = readonly unknown[];
type Reading<Answer> = {
  enabled?: boolean;
  /** Asked again that often; the last answer decides whether, if it matters. */
  everyMs?: number | ((answer: Answer | undefined) => number | false);
  /** How long an answer is as good as a new one. */
  freshMs?: number;
  /** Forgotten when nobody shows it, and asked for whenever somebody comes: for what is edited, and for one's own. */
  anew?: boolean;
  /** Until the answer is there, the one before it stands; a function says after which key. */
  keeps?: boolean | ((before: Key) => boolean);
};

const optionsOf = <Answer>({ enabled = true, everyMs, freshMs, anew = false }: Reading<Answer>) => ({
  enabled,
  ...(freshMs !== undefined && { staleTime: freshMs }),
  ...(anew && { staleTime: 0, gcTime: 0 }),
  refetchInterval: (query: { state: { data: unknown } }) =>
    typeof everyMs === "function" ? everyMs(query.state.data as Answer | undefined) : (everyMs ?? false),
});
const standing =
  (keeps: Reading<never>["keeps"]) =>
  <Answer>(before: Answer | undefined, query: { queryKey: Key } | undefined): Answer | undefined =>
    query && (typeof keeps === "function" ? keeps(query.queryKey) : keeps) ? before : undefined;

/** Something the platform is asked for, under a name it is forgotten by when it changes. */
export function usePlatformQuery<Answer>(
  key: Key,
  read: (client: Client) => Promise<Answer>,
  reading: Reading<Answer> = {},
) {
  const app = useApp();
  const queryFn = async (): Promise<Answer> => read(await platform(app));
  const placeholderData = standing(reading.keeps) as (before: unknown, query: unknown) => undefined;
  return useQuery({ queryKey: key, queryFn, placeholderData, ...optionsOf(reading) }, answers);
}

type Page<Item> = { items: readonly Item[]; next: string | null | undefined; total?: number | null | undefined };

/** A list the platform gives out page by page; the next page by `fetchNextPage`. */
export function usePlatformList<Item>(
  key: Key,
  read: (client: Client, cursorPaging: { limit: number; cursor?: string }) => Promise<Page<Item>>,
  { limit = 50, ...reading }: Reading<never> & { limit?: number } = {},
) {
  const app = useApp();
  const found = useInfiniteQuery(
    {
      queryKey: key,
      initialPageParam: undefined as string | undefined,
      queryFn: async ({ pageParam: cursor }) => read(await platform(app), { limit, ...(cursor && { cursor }) }),
      getNextPageParam: ({ next }) => next ?? undefined,
      placeholderData: standing(reading.keeps) as (before: unknown, query: unknown) => undefined,
      ...optionsOf(reading),
    },
    answers,
  );
  const pages = found.data?.pages;
  const items = useMemo(() => pages?.flatMap(({ items }) => items), [pages]);
  return { ...found, items, total: pages?.[0]?.total };
}

/** Puts an answer where it is shown, before or instead of asking; returns the way back. */
export async function showAnswer<Answer>(key: Key, change: (before: Answer | undefined) => Answer | undefined) {
  await answers.cancelQueries({ queryKey: key });
  const before = answers.getQueryData<Answer>(key);
  answers.setQueryData<Answer>(key, change);
  return () => void answers.setQueryData(key, before);
}

/** Has everything of a name asked for again, also what is being asked for the first time: its answer may be of before. */
export async function askAgain(name: string): Promise<void> {
  const queryKey = [name];
  await answers.cancelQueries({ queryKey, predicate: ({ state }) => state.data === undefined });
  await answers.invalidateQueries({ queryKey });
}

/**
 * Does something on the platform, and has everything of the names given looked at again, however it went. `shown` is what
 * it will look like, shown at once and taken back when it is refused.
 */
export function usePlatformAction(...names: string[]) {
  const app = useApp();
  const all = names.join();
  return useCallback(
    async <Done>(work: (client: Client) => Promise<Done>, shown?: () => Promise<() => void>): Promise<Done> => {
      const back = await shown?.();
      try {
        return await work(await platform(app));
      } catch (error) {
        back?.();
        throw error;
      } finally {
        if (all) for (const name of [...all.split(","), "history"]) void askAgain(name);
      }
    },
    [app, all],
  );
}
