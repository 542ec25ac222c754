import { setCachedResponse, usePlatformAction, usePlatformList, usePlatformQuery } from "@uola/browser/use-platform.ts";
import type { Client } from "@uola/client";
import type { Member, SignUpRules } from "@uola/contract";

/** Search criteria: part of a name, e-mail address or phone number, and a status. */
export type Criteria = { text: string; status: "" | "PENDING" | "ACTIVE" | "BLOCKED" };

export type Move = "approve" | "block" | "unblock" | "requireNewPassword" | "delete";
export type Change = { move: Move; member: Member } | { move: "role"; member: Member; role: Member["role"] };

/** Lists the members that match the criteria; the previous result stays until the next one has loaded. */
export const useMembers = ({ text, status }: Criteria) =>
  usePlatformList(
    ["members", text, status],
    async ({ members }, cursorPaging) => {
      const filter = { ...(text.trim() && { $search: text.trim() }), ...(status && { status }) };
      const { cursor } = cursorPaging;
      const [{ members: items, pagingMetadata }, counted] = await Promise.all([
        members.query({ query: cursor ? { cursorPaging } : { filter, cursorPaging } }),
        // The total is not requested again for further pages read by cursor.
        cursor ? undefined : members.query({ query: { filter, paging: { limit: 0 } } }),
      ]);
      return { items, next: pagingMetadata.cursors?.next, total: counted?.pagingMetadata.total };
    },
    { keeps: true },
  );

/** Makes a change to a member and reloads the list; rejects with the platform's error. */
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
    await setCachedResponse(key, () => rules);
  };
  return { rules: data, change };
}
