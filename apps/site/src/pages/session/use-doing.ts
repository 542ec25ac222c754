import type { Client } from "@uola/client";
import { useFeedback } from "../../admin/kit/feedback.tsx";
import { useAct } from "./use-session-page.ts";

/** How an act of this page is done and told: what to call, what to say, and the way back where there is one. */
export type Doing = ReturnType<typeof useDoing>;

type Call = (client: Client) => Promise<unknown>;

export function useDoing() {
  const perform = useAct();
  const { make, shown } = useFeedback({ invalid: "calendar.failed.invalid" });
  const act = (call: Call, text: string, back?: Call): Promise<boolean> =>
    make(() => perform(call), text, back && (() => perform(back)));
  return { act, shown };
}
