import { useRead } from "../../features/use-read.ts";
import type { Offered } from "./draft.ts";

/** Loads the payment methods available now. */
export function useWays() {
  const {
    data: ways,
    failed,
    again,
  } = useRead<readonly Offered[]>("", async ({ payments }) => (await payments.ways({})).ways);
  return { ways, failed, again };
}
