import { type Database, json, newId } from "@uola/database";
import { sql } from "kysely";

export type AccountTemplate =
  | "account-verify-link"
  | "account-verify-code"
  | "account-exists"
  | "account-reset-password"
  | "account-activate"
  | "account-change-email"
  | "account-password-changed"
  | "account-email-changed"
  | "account-second-factor-changed"
  | "account-approved"
  | "account-waiting";

/**
 * A queued mail about an account. It contains no secret: `issueVerificationSecret` generates one
 * when the mail is written.
 */
export type AccountMail = {
  template: AccountTemplate;
  /** The account whose owner receives the mail. */
  accountId: string;
  to: string;
  language: string;
  proofId?: string;
  facts?: Record<string, string>;
};

export type Mails = ReturnType<typeof createMails>;

/** Creates the functions that queue account mails in the transaction of the change that causes them. */
export function createMails(siteId: string, now: () => Date) {
  return {
    async enqueue(tx: Database, mail: AccountMail): Promise<void> {
      const row = { siteId, id: newId(), kind: "mail", payload: json(mail), createdDate: now() };
      await tx.insertInto("outbox").values(row).execute();
    },

    /** Deletes queued mails whose processing has not started. */
    async dequeue(tx: Database, accountId: string): Promise<void> {
      await tx
        .deleteFrom("outbox")
        .where("siteId", "=", siteId)
        .where("kind", "=", "mail")
        .where(sql`payload->>'accountId'`, "=", accountId)
        .execute();
    },
  };
}
