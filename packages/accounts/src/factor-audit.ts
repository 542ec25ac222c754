import { type Database, insertAuditEntry, newId } from "@uola/database";
import type { Account, Actor } from "./account.ts";
import { AccountRefusal } from "./refusals.ts";

/**
 * The change to second factors that is stated in the mail to the person and in `after` of the audit
 * entry.
 */
export type FactorChange =
  | "PASSKEY_ADDED"
  | "PASSKEY_REMOVED"
  | "AUTHENTICATOR_ADDED"
  | "AUTHENTICATOR_REMOVED"
  | "RECOVERY_CODES_RENEWED"
  | "RECOVERY_CODE_USED";
type AuditedFactorChange = {
  change: FactorChange;
  action: string;
  actor: Actor;
  facts?: Record<string, string>;
};

/**
 * Creates functions that record changes to a person's credentials, in the transaction that makes
 * the changes.
 */
export function createFactorAudit(siteId: string, now: () => Date) {
  async function audit(tx: Database, accountId: string, action: string, actor: Actor, after: object) {
    await insertAuditEntry(tx, { siteId, entity: "account", entityId: accountId, actor, action, after, at: now() });
  }

  return {
    audit,

    /** Records the change in an audit entry and queues a mail to the person. */
    async recordFactorChange(
      tx: Database,
      { id, email, language }: Pick<Account, "id" | "email" | "language">,
      { change, action, actor, facts = {} }: AuditedFactorChange,
    ) {
      const mailFacts = { change, ...facts };
      await audit(tx, id, action, actor, mailFacts);
      const template = "account-second-factor-changed";
      const payload = JSON.stringify({ template, accountId: id, to: email, language, facts: mailFacts });
      await tx
        .insertInto("outbox")
        .values({ siteId, id: newId(), kind: "mail", payload, createdDate: now() })
        .execute();
    },
  };
}

/**
 * Locks an account so that its factors change one at a time: the check for the last remaining
 * factor runs under this lock.
 */
export async function lockAccountFactors(tx: Database, siteId: string, accountId: string) {
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
