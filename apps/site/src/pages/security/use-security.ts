import { setCachedResponse, usePlatformAction, usePlatformQuery } from "@uola/browser/use-platform.ts";
import type { Client } from "@uola/client";
import type { Security } from "@uola/contract";
import { useCallback } from "react";
import { type Refusal, refusalOf } from "./refusal.ts";

export type Calls = Client["security"];
const name = ["security"];

/**
 * Returns the member's sign-in methods and devices as in the last platform response, and the
 * actions on them.
 */
export function useSecurity() {
  const { data, isError, refetch } = usePlatformQuery(
    name,
    async ({ security }) => (await security.read({})).security,
    {
      refetch: true,
    },
  );
  const write = usePlatformAction();

  /** Performs an action; returns the response, or the reason why it was rejected. */
  const act = useCallback(
    async <Answer extends { security?: Security }>(
      call: (calls: Calls) => Promise<Answer>,
    ): Promise<{ refusal: Refusal } | { answer: Answer }> => {
      try {
        const answer = await write(({ security }) => call(security));
        if (answer.security) await setCachedResponse(name, () => answer.security);
        return { answer };
      } catch (error) {
        return { refusal: refusalOf(error) };
      }
    },
    [write],
  );
  return { security: data, failed: isError, load: () => void refetch(), act };
}
export type Act = ReturnType<typeof useSecurity>["act"];
