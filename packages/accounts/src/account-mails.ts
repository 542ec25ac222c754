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

/** An order for a mail about an account. It holds no secret: that is made by `mintProof` when the mail is written. */
export type AccountMail = {
  template: AccountTemplate;
  /** Whose mailbox it goes to. */
  accountId: string;
  to: string;
  language: string;
  proofId?: string;
  facts?: Record<string, string>;
};

export type Mails = ReturnType<typeof createMails>;

/** Orders mails in the transaction that is the reason for them. */
export function createMails(siteId: string, now: () => Date) {
  return {
    async order(tx: Database, mail: AccountMail): Promise<void> {
      const row = { siteId, id: newId(), kind: "mail", payload: json(mail), createdDate: now() };
      await tx.insertInto("outbox").values(row).execute();
    },

    /** Orders that were not taken up yet are taken back. */
    async takeBack(tx: Database, accountId: string): Promise<void> {
      await tx
        .deleteFrom("outbox")
        .where("siteId", "=", siteId)
        .where("kind", "=", "mail")
        .where(sql`payload->>'accountId'`, "=", accountId)
        .execute();
    },
  };
}
