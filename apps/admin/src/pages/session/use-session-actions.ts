import type { Client } from "@uola/client";
import { useFeedback } from "@uola/ui/kit/feedback.tsx";
import { useAct } from "./use-session-page.ts";

/**
 * Runs an action of this page and shows its result. An action has the call to make, the success
 * message, and an optional undo.
 */
export type SessionActions = ReturnType<typeof useSessionActions>;

type Call = (client: Client) => Promise<unknown>;

export function useSessionActions() {
  const perform = useAct();
  const { make, shown } = useFeedback({ invalid: "calendar.failed.invalid" });
  const act = (call: Call, text: string, back?: Call): Promise<boolean> =>
    make(() => perform(call), text, back && (() => perform(back)));
  return { act, shown };
}
