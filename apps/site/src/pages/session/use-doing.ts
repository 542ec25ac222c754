import type { Session } from "@uola/contract";
import { words } from "@uola/words/admin";
import { dayAccusative, timeRange } from "@uola/words/formats";
import { useSaid } from "../calendar/said.ts";
import { useAct } from "./use-session-page.ts";

const say = words("lt");

export const whenOf = ({ startDate, endDate }: Pick<Session, "startDate" | "endDate">) =>
  `${dayAccusative(startDate)}, ${timeRange(startDate, endDate)}`;

/** How an act of this page is done and told: what to call, what to say, and the way back where there is one. */
export type Doing = ReturnType<typeof useDoing>;

export function useDoing() {
  const { mutateAsync } = useAct();
  const { said, failure, attempt } = useSaid();
  type Call = Parameters<typeof mutateAsync>[0];
  const act = (call: Call, text: string, back?: Call): Promise<boolean> =>
    attempt(() => mutateAsync(call), {
      text,
      ...(back && { undo: () => void attempt(() => mutateAsync(back), { text: say("undone") }) }),
    });
  return { act, said, failure };
}
