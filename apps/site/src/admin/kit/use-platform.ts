import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Client } from "@uola/client";
import { useCallback } from "react";
import { useApp } from "../../loader/tree.tsx";
import { platform } from "../../platform.ts";

/** Something the platform is asked for, under a name it is forgotten by when it changes. */
export function useRead<Answer>(
  key: readonly unknown[],
  read: (client: Client) => Promise<Answer>,
  { everyMs, enabled = true, anew = false }: { everyMs?: number; enabled?: boolean; anew?: boolean } = {},
) {
  const app = useApp();
  return useQuery({
    queryKey: key,
    queryFn: async () => read(await platform(app)),
    enabled,
    ...(everyMs && { refetchInterval: everyMs }),
    // However lately it was read: whoever waits for that waits for ever otherwise.
    ...(anew && { refetchOnMount: "always" as const }),
  });
}

const atOnce = 50;
type Page<Item> = { items: readonly Item[]; next: string | null | undefined };

/** A list the platform gives out page by page; the next page by `fetchNextPage`. */
export function useList<Item>(
  key: readonly unknown[],
  read: (client: Client, cursorPaging: { limit: number; cursor?: string }) => Promise<Page<Item>>,
) {
  const app = useApp();
  const found = useInfiniteQuery({
    queryKey: key,
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam: cursor }) => read(await platform(app), { limit: atOnce, ...(cursor && { cursor }) }),
    getNextPageParam: ({ next }) => next ?? undefined,
  });
  return { ...found, items: found.data?.pages.flatMap(({ items }) => items) };
}

/** Does something on the platform, and has everything of those names looked at again, however it went. */
export function useWrite(...names: string[]) {
  const app = useApp();
  const queries = useQueryClient();
  const key = names.join();
  return useCallback(
    async <Answer>(work: (client: Client) => Promise<Answer>): Promise<Answer> => {
      try {
        return await work(await platform(app));
      } finally {
        for (const name of [...key.split(","), "history"]) void queries.invalidateQueries({ queryKey: [name] });
      }
    },
    [app, queries, key],
  );
}

/** The lists that others choose from; each is read once and kept. */
export const useStaff = () => useRead(["staff"], async ({ resources }) => (await resources.listStaff({})).staff);
export const useResources = () => useRead(["resources"], async ({ resources }) => (await resources.list({})).resources);
export const usePolicies = () => useRead(["policies"], async ({ policies }) => (await policies.list({})).policies);
export const useCategories = () =>
  useRead(["categories"], async ({ categories }) => (await categories.list({})).categories);
export const usePlans = () => useRead(["plans"], async ({ plans }) => (await plans.list({})).plans);
export const useForms = () => useRead(["forms"], async ({ forms }) => (await forms.list({})).forms);
export const useLocations = () => useRead(["locations"], async ({ locations }) => (await locations.list({})).locations);
export const useBusiness = () => useRead(["business"], async ({ business }) => (await business.get({})).business);
