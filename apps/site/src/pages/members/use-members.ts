import type { Client } from "@uola/client";
import type { Member, SignUpRules } from "@uola/contract";
import { showAnswer, usePlatformAction, usePlatformQuery } from "../../use-platform.ts";

export const perPage = 50;

/** What the owner looks for: part of a name, an address or a phone number, and who waits or is kept out. */
export type Sought = { text: string; status: "" | "PENDING" | "ACTIVE" | "BLOCKED"; page: number };

export type Move = "approve" | "block" | "unblock" | "requireNewPassword" | "delete";
export type Change = { move: Move; member: Member } | { move: "role"; member: Member; role: Member["role"] };

/** Members by page; the answer before stands until the next one is there. */
export function useMembers({ text, status, page }: Sought) {
  const filter = { ...(text.trim() && { $search: text.trim() }), ...(status && { status }) };
  const paging = { limit: perPage, offset: page * perPage };
  return usePlatformQuery(
    ["members", text, status, page],
    ({ members }) => members.query({ query: { filter, paging } }),
    { keeps: true },
  );
}

/** Makes a change and looks again; rejects with the platform's refusal. */
export function useChange() {
  const act = usePlatformAction("members");
  return (change: Change) => act(({ members }) => makeOf(members, change));
}

async function makeOf(members: Client["members"], change: Change): Promise<unknown> {
  const { id: memberId } = change.member.identity;
  if (change.move === "role") return members.setRole({ memberId, role: change.role });
  return members[change.move]({ memberId });
}

export function useSignUpRules() {
  const key = ["sign-up rules"];
  const act = usePlatformAction();
  const { data } = usePlatformQuery(key, async ({ members }) => (await members.readSignUpRules({})).rules);
  const change = async (part: Partial<SignUpRules>) => {
    const { rules } = await act(({ members }) => members.updateSignUpRules({ rules: part }));
    await showAnswer(key, () => rules);
  };
  return { rules: data, change };
}
