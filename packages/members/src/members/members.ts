import type { Account } from "@uola/accounts";
import type { contract } from "@uola/contract";
import { required } from "@uola/contract/required";
import type { Database } from "@uola/database";
import { type Caller, type Context, type Handlers, Refusal } from "@uola/kernel";
import { languageChosen } from "../events.ts";
import { identityMapper } from "./identity-mapper.ts";
import { noSuchMember, withRefusals } from "./refusals.ts";
import { toStoredProfile } from "./rules.ts";
import * as store from "./store.ts";

export { type Actor, actorOf, namesOf } from "./actors.ts";
export { identityMapper } from "./identity-mapper.ts";
export { asRefusal, blocked, withRefusals } from "./refusals.ts";
export { signInStateOf, toStoredProfile } from "./rules.ts";

/** Handlers for members' own profiles and for the owner's management of members. */
export function members(context: Context): Handlers<typeof contract.members> {
  const { accounts, events } = context;
  const people = identityMapper(context);

  const toMember = async (account: Account) => ({ identity: await people.identityOf(account), role: account.role });
  /** Returns the response to a change made by the owner. */
  const changed = async (change: Promise<Account>) => {
    const account = await withRefusals(change);
    // Makes every process read roles and permissions again.
    context.changes.publish("account");
    return { member: await toMember(account) };
  };

  async function self({ memberId }: Caller): Promise<Account> {
    const account = memberId ? await accounts.find(memberId) : undefined;
    if (!account) throw new Refusal("PERMISSION_DENIED", "A key is no person.", 403);
    return account;
  }

  async function one(id: string): Promise<Account> {
    const account = await accounts.find(id);
    if (!account || account.status === "DELETED") throw noSuchMember();
    return account;
  }

  return {
    me: async (_, { caller }) => toMember(await self(caller)),

    async updateMe({ profile, revision }, { caller }) {
      const { id } = await self(caller);
      const patch = toStoredProfile(profile);
      const change = {
        expectedRevision: revision ? Number(revision) : undefined,
        ...(patch.language !== undefined && {
          also: (tx: Database) => events.emit(tx, languageChosen, { memberId: id }),
        }),
      };
      return toMember(await withRefusals(accounts.updateProfile(id, patch, change)));
    },

    async query({ query }) {
      const { members: found, pagingMetadata } = await store.queryMembers(context, query);
      const identities = await people.identitiesOf(found);
      const shown = identities.map((identity, i) => ({ identity, role: required(found[i], "account").role }));
      return { members: shown, pagingMetadata };
    },

    get: async ({ memberId }) => ({ member: await toMember(await one(memberId)) }),

    async approve({ memberId }, { caller }) {
      await one(memberId);
      return changed(accounts.approve(memberId, caller));
    },
    async block({ memberId }, { caller }) {
      await one(memberId);
      return changed(accounts.block(memberId, caller));
    },
    async unblock({ memberId }, { caller }) {
      await one(memberId);
      return changed(accounts.unblock(memberId, caller));
    },
    async requireNewPassword({ memberId }, { caller }) {
      await one(memberId);
      return changed(accounts.requireNewPassword(memberId, caller));
    },
    async setRole({ memberId, role }, { caller }) {
      await one(memberId);
      return changed(accounts.setRole(memberId, role, caller));
    },
    async delete({ memberId }, { caller }) {
      await one(memberId);
      await withRefusals(accounts.remove(memberId, caller));
      context.changes.publish("account");
      return {};
    },

    readSignUpRules: async () => ({ rules: await accounts.signUpRules() }),
    updateSignUpRules: async ({ rules }, { caller }) => ({ rules: await accounts.setSignUpRules(rules, caller) }),
  };
}
