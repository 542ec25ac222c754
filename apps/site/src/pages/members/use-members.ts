import type { Client } from "@uola/client";
import type { Member, SignUpRules } from "@uola/contract";
import { showAnswer, usePlatformAction, usePlatformList, usePlatformQuery } from "../../use-platform.ts";

/** What the owner looks for: part of a name, an address or a phone number, and who waits or is kept out. */
export type Criteria = { text: string; status: "" | "PENDING" | "ACTIVE" | "BLOCKED" };

export type Move = "approve" | "block" | "unblock" | "requireNewPassword" | "delete";
export type Change = { move: Move; member: Member } | { move: "role"; member: Member; role: Member["role"] };

/** Members by what is looked for; the answer before stands until the next one is there. */
export const useMembers = ({ text, status }: Criteria) =>
  usePlatformList(
    ["members", text, status],
    async ({ members }, cursorPaging) => {
      const filter = { ...(text.trim() && { $search: text.trim() }), ...(status && { status }) };
      const { cursor } = cursorPaging;
      const [{ members: items, pagingMetadata }, counted] = await Promise.all([
        members.query({ query: cursor ? { cursorPaging } : { filter, cursorPaging } }),
        // A list read by cursor is not counted.
        cursor ? undefined : members.query({ query: { filter, paging: { limit: 0 } } }),
      ]);
      return { items, next: pagingMetadata.cursors?.next, total: counted?.pagingMetadata.total };
    },
    { keeps: true },
  );

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
