import { type Database, newId } from "@uola/database";
import type { Account, Actor } from "./account.ts";
import { AccountRefusal } from "./refusals.ts";

/** What a person is told by mail about a change of their second factors; also the audit's `after`. */
export type FactorChange =
  | "PASSKEY_ADDED"
  | "PASSKEY_REMOVED"
  | "AUTHENTICATOR_ADDED"
  | "AUTHENTICATOR_REMOVED"
  | "RECOVERY_CODES_RENEWED"
  | "RECOVERY_CODE_USED";
export type Noted = { change: FactorChange; action: string; actor: Actor; facts?: Record<string, string> };

/** Writes changes of somebody's ways in down, in the transaction that makes them. */
export function createTrail(siteId: string, now: () => Date) {
  async function audit(tx: Database, accountId: string, action: string, actor: Actor, after: object) {
    const trail = { siteId, id: newId(), actor: JSON.stringify(actor), action, entity: "account", entityId: accountId };
    await tx
      .insertInto("audit")
      .values({ ...trail, after: JSON.stringify(after), createdDate: now() })
      .execute();
  }

  return {
    audit,

    /** To the person as well, by mail. */
    async noteChange(
      tx: Database,
      { id, email, language }: Pick<Account, "id" | "email" | "language">,
      { change, action, actor, facts = {} }: Noted,
    ) {
      const told = { change, ...facts };
      await audit(tx, id, action, actor, told);
      const template = "account-second-factor-changed";
      const payload = JSON.stringify({ template, accountId: id, to: email, language, facts: told });
      await tx
        .insertInto("outbox")
        .values({ siteId, id: newId(), kind: "mail", payload, createdDate: now() })
        .execute();
    },
  };
}

/** One change of a person's factors at a time: which one is the last is decided under this lock. */
export async function lockAccount(tx: Database, siteId: string, accountId: string) {
  const account = await tx
    .selectFrom("account")
    .select(["id", "email", "language", "role", "passwordHash"])
    .where("siteId", "=", siteId)
    .where("id", "=", accountId)
    .forUpdate()
    .executeTakeFirst();
  if (!account) throw new AccountRefusal("ACCOUNT_NOT_FOUND", `No account ${accountId}.`);
  return account;
}
