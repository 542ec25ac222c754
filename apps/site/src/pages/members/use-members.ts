import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Client } from "@uola/client";
import type { Member, SignUpRules } from "@uola/contract";
import { useApp } from "../../loader/tree.tsx";
import { platform } from "../../platform.ts";

export const perPage = 50;

/** What the owner looks for: part of a name, an address or a phone number, and who waits or is kept out. */
export type Sought = { text: string; status: "" | "PENDING" | "ACTIVE" | "BLOCKED"; page: number };

export type Move = "approve" | "block" | "unblock" | "requireNewPassword" | "delete";
export type Change = { move: Move; member: Member } | { move: "role"; member: Member; role: Member["role"] };

/** Members by page; the answer before stands until the next one is there. */
export function useMembers({ text, status, page }: Sought) {
  const app = useApp();
  return useQuery({
    queryKey: ["members", text, status, page],
    queryFn: async () => {
      const filter = {
        ...(text.trim() && { $search: text.trim() }),
        ...(status && { status }),
      };
      const paging = { limit: perPage, offset: page * perPage };
      return (await platform(app)).members.query({ query: { filter, paging } });
    },
    placeholderData: (before) => before,
  });
}

/** Makes a change and looks again; rejects with the platform's refusal. */
export function useChange() {
  const app = useApp();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (change: Change) => {
      const { members } = await platform(app);
      return makeOf(members, change);
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ["members"] }),
  });
}

async function makeOf(members: Client["members"], change: Change): Promise<unknown> {
  const { id: memberId } = change.member.identity;
  if (change.move === "role") return members.setRole({ memberId, role: change.role });
  return members[change.move]({ memberId });
}

export function useSignUpRules() {
  const app = useApp();
  const queries = useQueryClient();
  const { data } = useQuery({
    queryKey: ["sign-up rules"],
    queryFn: async () => (await (await platform(app)).members.readSignUpRules({})).rules,
  });
  const { mutateAsync } = useMutation({
    mutationFn: async (rules: Partial<SignUpRules>) =>
      (await (await platform(app)).members.updateSignUpRules({ rules })).rules,
    onSuccess: (rules) => queries.setQueryData(["sign-up rules"], rules),
  });
  return { rules: data, change: mutateAsync };
}
