import type { Account } from "@uola/accounts";
import type { Identity } from "@uola/contract";
import { required } from "@uola/contract/required";
import type { Context } from "@uola/kernel";
import { type Connections, identityOf } from "./rules.ts";
import { findConnections } from "./store.ts";

const noConnections: Connections = { password: "none", providers: [] };

/**
 * Converts accounts to the contract's identities, which list all connections a person can sign in
 * with.
 */
export function identityMapper(context: Pick<Context, "db" | "siteId">) {
  async function identitiesOf(accounts: Account[]): Promise<Identity[]> {
    const ids = accounts.map(({ id }) => id);
    const connections = await findConnections(context, ids);
    return accounts.map((account) => identityOf(account, connections.get(account.id) ?? noConnections, context.siteId));
  }
  return {
    identitiesOf,
    async identityOf(account: Account): Promise<Identity> {
      const [identity] = await identitiesOf([account]);
      return required(identity, "identity");
    },
  };
}
