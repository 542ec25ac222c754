import { QueryClient, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import type { Client } from "@uola/client";
import { useApp } from "@uola/page-loader/tree.tsx";
import { useCallback, useMemo } from "react";
import { isTemporary } from "./errors.ts";
import { platform } from "./platform.ts";

/**
 * The client with which the pages for members and staff read from and write to the platform. Public
 * pages use `features/use-read.ts`, `use-action.ts` and `use-form.ts` instead, because the query
 * library would exceed their size budget.
 */
const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      retry: (failures, error) => failures < 2 && isTemporary(error),
      // Without a network the request fails at once instead of waiting.
      networkMode: "always",
      refetchOnReconnect: true,
    },
  },
});

export type Key = readonly unknown[];
type Reading<Answer> = {
  enabled?: boolean;
  /** The polling interval, or a function that returns it for the last response. */
  everyMs?: number | ((answer: Answer | undefined) => number | false);
  /** How long a response counts as fresh. */
  freshMs?: number;
  /**
   * Does not cache the response: it is discarded when no component shows it, and requested again on
   * every mount. For edited data and for the user's own data.
   */
  refetch?: boolean;
  /**
   * Shows the previous response until the new one arrives. A function decides by the previous key
   * whether to do so.
   */
  keeps?: boolean | ((before: Key) => boolean);
};

const optionsOf = <Answer>({ enabled = true, everyMs, freshMs, refetch = false }: Reading<Answer>) => ({
  enabled,
  ...(freshMs !== undefined && { staleTime: freshMs }),
  ...(refetch && { staleTime: 0, gcTime: 0 }),
  refetchInterval: (query: { state: { data: unknown } }) =>
    typeof everyMs === "function" ? everyMs(query.state.data as Answer | undefined) : (everyMs ?? false),
});
const placeholderOf =
  (keeps: Reading<never>["keeps"]) =>
  <Answer>(before: Answer | undefined, query: { queryKey: Key } | undefined): Answer | undefined =>
    query && (typeof keeps === "function" ? keeps(query.queryKey) : keeps) ? before : undefined;

/**
 * Queries the platform; `key` identifies the cached response, which is invalidated by name when the
 * data changes.
 */
export function usePlatformQuery<Answer>(
  key: Key,
  read: (client: Client) => Promise<Answer>,
  reading: Reading<Answer> = {},
) {
  const app = useApp();
  const queryFn = async (): Promise<Answer> => read(await platform(app));
  const placeholderData = placeholderOf(reading.keeps) as (before: unknown, query: unknown) => undefined;
  return useQuery({ queryKey: key, queryFn, placeholderData, ...optionsOf(reading) }, queryClient);
}

type Page<Item> = { items: readonly Item[]; next: string | null | undefined; total?: number | null | undefined };

/** Queries a paginated list of the platform; `fetchNextPage` loads the next page. */
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
      placeholderData: placeholderOf(reading.keeps) as (before: unknown, query: unknown) => undefined,
      ...optionsOf(reading),
    },
    queryClient,
  );
  const pages = found.data?.pages;
  const items = useMemo(() => pages?.flatMap(({ items }) => items), [pages]);
  return { ...found, items, total: pages?.[0]?.total };
}

/**
 * Writes a response into the cache, before or instead of a request. Returns a function that
 * restores the previous one.
 */
export async function setCachedResponse<Answer>(key: Key, change: (before: Answer | undefined) => Answer | undefined) {
  await queryClient.cancelQueries({ queryKey: key });
  const before = queryClient.getQueryData<Answer>(key);
  queryClient.setQueryData<Answer>(key, change);
  return () => void queryClient.setQueryData(key, before);
}

/**
 * Refetches all queries with the given name, including those still loading for the first time,
 * whose response may predate the change.
 */
export async function refetchByName(name: string): Promise<void> {
  const queryKey = [name];
  await queryClient.cancelQueries({ queryKey, predicate: ({ state }) => state.data === undefined });
  await queryClient.invalidateQueries({ queryKey });
}

/**
 * Performs a write to the platform, and refetches the queries of the given names whether or not it
 * succeeds. `shown` applies an optimistic update, which is reverted if the write is rejected.
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
        if (all) for (const name of [...all.split(","), "history"]) void refetchByName(name);
      }
    },
    [app, all],
  );
}
