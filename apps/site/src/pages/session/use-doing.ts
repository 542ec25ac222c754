import type { Client } from "@uola/client";
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

type Call = (client: Client) => Promise<unknown>;

export function useDoing() {
  const act = useAct();
  const { said, failure, attempt } = useSaid();
  const doing = (call: Call, text: string, back?: Call): Promise<boolean> =>
    attempt(() => act(call), {
      text,
      ...(back && { undo: () => void attempt(() => act(back), { text: say("undone") }) }),
    });
  return { act: doing, said, failure };
}
