import type { contract } from "@uola/contract";
import type { Context } from "../../kernel/context.ts";
import { Refusal } from "../../kernel/errors.ts";
import type { Handlers } from "../../kernel/serve.ts";
import { identityOf } from "./rules.ts";

export { identityOf, stateOf } from "./rules.ts";

/** People as the owner and they themselves see them. */
export function members({ accounts }: Context): Handlers<typeof contract.members> {
  return {
    me: async (_, { caller }) => {
      const account = caller.memberId ? await accounts.find(caller.memberId) : undefined;
      if (!account) throw new Refusal("PERMISSION_DENIED", "A key is no person.", 403);
      return { identity: identityOf(account), role: account.role };
    },
    updateMe: pending,
    query: pending,
    get: pending,
    approve: pending,
    block: pending,
    unblock: pending,
    requireNewPassword: pending,
    setRole: pending,
    delete: pending,
    readSignUpRules: pending,
    updateSignUpRules: pending,
  };
}

const pending = async (): Promise<never> => {
  throw new Refusal("UNAVAILABLE", "Not built yet.", 503);
};
