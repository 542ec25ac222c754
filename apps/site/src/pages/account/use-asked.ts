import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { Client } from "@uola/client";
import { useApp } from "../../loader/tree.tsx";
import { platform } from "../../platform.ts";

type Options = { everyMs?: number; enabled?: boolean };

/** Something of one's own that the platform is asked for; `change` does something about it and has it looked at again. */
export function useAsked<Answer>(
  key: readonly unknown[],
  ask: (client: Client) => Promise<Answer>,
  { everyMs, enabled = true }: Options = {},
) {
  const app = useApp();
  const queries = useQueryClient();
  const { data, isError } = useQuery({
    queryKey: key,
    queryFn: async (): Promise<Answer> => ask(await platform(app)),
    enabled,
    refetchInterval: everyMs ?? false,
  });
  const change = async <Result>(work: (client: Client) => Promise<Result>): Promise<Result> => {
    try {
      return await work(await platform(app));
    } finally {
      void queries.invalidateQueries({ queryKey: key });
    }
  };
  return { data, isError, change };
}
