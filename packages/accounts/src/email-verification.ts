import { createHash, createHmac, randomBytes, randomInt } from "node:crypto";
import { type Database, newId, transact } from "@uola/database";
import { sql } from "kysely";
import { type Account, publicAccount } from "./account.ts";
import type { AccountTemplate, Mails } from "./account-mails.ts";
import type { AccountStore, AccountsDeps } from "./account-store.ts";
import { deleteInBatches } from "./delete-in-batches.ts";
import type { Limit, Limiter } from "./rate-limits.ts";
import { AccountRefusal } from "./refusals.ts";

export type VerificationPurpose = "VERIFY_LINK" | "VERIFY_CODE" | "RESET_PASSWORD" | "ACTIVATE" | "CHANGE_EMAIL";
export type EmailVerification = {
  id: string;
  accountId: string;
  purpose: VerificationPurpose;
  /** The e-mail address to verify. */
  email: string;
  expiresDate: Date;
  returnTo: string | null;
};
export type EmailVerificationInput = {
  accountId: string;
  purpose: VerificationPurpose;
  email: string;
  language?: string | undefined;
  returnTo?: string | undefined;
};
export type EmailVerifications = ReturnType<typeof createEmailVerifications>;

const minutes = 60_000;
const hours = 60 * minutes;
const purposes: Record<VerificationPurpose, { template: AccountTemplate; lifeMs: number }> = {
  VERIFY_LINK: { template: "account-verify-link", lifeMs: 24 * hours },
  VERIFY_CODE: { template: "account-verify-code", lifeMs: 15 * minutes },
  RESET_PASSWORD: { template: "account-reset-password", lifeMs: hours },
  ACTIVATE: { template: "account-activate", lifeMs: 7 * 24 * hours },
  CHANGE_EMAIL: { template: "account-change-email", lifeMs: 24 * hours },
};
const codeTries = 5;
const columns = ["id", "accountId", "purpose", "email", "expiresDate", "returnTo"] as const;

type Options = AccountsDeps & {
  secret: string;
  mails: Mails;
  store: AccountStore;
  limits: Limiter;
  mailLimits: Limit[];
};

/**
 * Creates the operations on mailed links and six-digit codes, which verify that a person receives
 * the mail of an email address. Each is valid once, and only the newest one per purpose is valid.
 */
export function createEmailVerifications({ db, siteId, now, secret, mails, store, limits, mailLimits }: Options) {
  /** Returns the hash of a link for storage. */
  const linkHash = (link: string) => createHash("sha256").update(link).digest();
  /**
   * Returns the hash of a code for storage. A million codes can be tried quickly, so the key of the
   * hash is not in the database.
   */
  const codeHash = (accountId: string, code: string) =>
    createHmac("sha256", secret).update(`uola code ${siteId} ${accountId} ${code}`).digest();

  const open = (tx: Database = db) =>
    tx
      .selectFrom("emailProof")
      .select(columns)
      .where("siteId", "=", siteId)
      .where("usedDate", "is", null)
      .where("expiresDate", ">", now());

  const endOlder = (tx: Database, accountId: string, purpose?: VerificationPurpose) => {
    const older = tx
      .deleteFrom("emailProof")
      .where("siteId", "=", siteId)
      .where("accountId", "=", accountId)
      .where("usedDate", "is", null);
    return (purpose ? older.where("purpose", "=", purpose) : older).execute();
  };

  /**
   * Returns the number of seconds until another mail of this purpose may be sent to this email
   * address; 0 means that it may be sent now and is counted.
   */
  const takeMail = (tx: Database, purpose: VerificationPurpose, email: string) =>
    limits.consumeAll(`mail ${purpose}`, email, mailLimits, tx);

  /** Opens a verification and queues its mail without checking the rate limits. Returns its id. */
  async function openUnlimited(
    tx: Database,
    { accountId, purpose, email, language, returnTo }: EmailVerificationInput,
  ) {
    const { template, lifeMs } = purposes[purpose];
    const id = newId();
    const at = now();
    const expiresDate = new Date(at.getTime() + lifeMs);
    await endOlder(tx, accountId, purpose);
    await tx
      .insertInto("emailProof")
      .values({ siteId, id, accountId, purpose, email, returnTo: returnTo ?? null, createdDate: at, expiresDate })
      .execute();
    const spoken = language ?? (await store.rows(tx).where("id", "=", accountId).executeTakeFirstOrThrow()).language;
    await mails.enqueue(tx, { template, accountId, to: email, language: spoken, proofId: id });
    return id;
  }

  /** Consumes a link. Of several simultaneous uses only one succeeds. Errors: PROOF_INVALID. */
  async function consume(tx: Database, link: string, purposes: VerificationPurpose[]): Promise<EmailVerification> {
    const used = await tx
      .updateTable("emailProof")
      .set({ usedDate: now() })
      .where("siteId", "=", siteId)
      .where("secretHash", "=", linkHash(link))
      .where("usedDate", "is", null)
      .where("expiresDate", ">", now())
      .where("purpose", "in", purposes)
      .returning(columns)
      .executeTakeFirst();
    if (!used) throw invalidVerification();
    return used;
  }

  /**
   * Tries a code and counts the attempt in the same statement. Each code allows five attempts.
   * Returns nothing for a wrong code.
   */
  async function tryCode(tx: Database, accountId: string, code: string): Promise<EmailVerification | undefined> {
    const fits = codeHash(accountId, code);
    const tried = await tx
      .updateTable("emailProof")
      .set((eb) => ({
        tries: eb("tries", "+", 1),
        usedDate: sql<Date | null>`case when ${eb.ref("secretHash")} = ${fits} then ${now()}::timestamptz end`,
      }))
      .where("siteId", "=", siteId)
      .where("accountId", "=", accountId)
      .where("purpose", "=", "VERIFY_CODE")
      .where("usedDate", "is", null)
      .where("expiresDate", ">", now())
      .where("tries", "<", codeTries)
      .returning([...columns, "usedDate"])
      .executeTakeFirst();
    if (!tried?.usedDate) return undefined;
    const { usedDate: _, ...verification } = tried;
    return verification;
  }

  /** Returns the verification of a link without consuming it. */
  async function readVerification(link: string): Promise<EmailVerification | undefined> {
    return open().where("secretHash", "=", linkHash(link)).executeTakeFirst();
  }

  return {
    takeMail,
    openUnlimited,
    consume,
    tryCode,
    readVerification,
    endAll: (tx: Database, accountId: string) => endOlder(tx, accountId),

    /**
     * Opens a verification, which invalidates older ones of the same purpose, and queues its mail.
     * Errors: TOO_MANY_MAILS.
     */
    async openVerification(tx: Database, input: EmailVerificationInput): Promise<string> {
      const seconds = await takeMail(tx, input.purpose, input.email);
      if (seconds > 0) throw tooManyMails(seconds);
      return openUnlimited(tx, input);
    },

    /** Runs as many statements and writes as much as `openUnlimited`, but leaves no data behind. */
    async runDummyStatements(tx: Database): Promise<void> {
      await endOlder(tx, newId(), "RESET_PASSWORD");
      const id = newId();
      await tx.insertInto("outbox").values({ siteId, id, kind: "mail", payload: "{}", createdDate: now() }).execute();
      await tx.deleteFrom("outbox").where("siteId", "=", siteId).where("id", "=", id).execute();
    },

    /**
     * Generates the secret when the mail of the verification is written; a newer secret replaces
     * it. Returns nothing for an expired verification.
     */
    async issueVerificationSecret(
      id: string,
      of: Database = db,
    ): Promise<(EmailVerification & { secret: string }) | undefined> {
      const verification = await open(of).where("id", "=", id).executeTakeFirst();
      if (!verification) return undefined;
      const isCode = verification.purpose === "VERIFY_CODE";
      const minted = isCode ? String(randomInt(1_000_000)).padStart(6, "0") : randomBytes(32).toString("base64url");
      const secretHash = isCode ? codeHash(verification.accountId, minted) : linkHash(minted);
      const updated = await of
        .updateTable("emailProof")
        .set({ secretHash })
        .where("siteId", "=", siteId)
        .where("id", "=", id)
        .where("usedDate", "is", null)
        .executeTakeFirst();
      return updated.numUpdatedRows === 0n ? undefined : { ...verification, secret: minted };
    },

    /** Errors: PROOF_INVALID. */
    useVerification: (
      link: string,
      purposes: VerificationPurpose[],
    ): Promise<EmailVerification & { account: Account }> =>
      transact({ db }, async (tx) => {
        const verification = await consume(tx, link, purposes);
        const row = await store.rows(tx).where("id", "=", verification.accountId).executeTakeFirstOrThrow();
        return { ...verification, account: publicAccount(row) };
      }),

    /** Returns the new email address of a person who has not yet opened the mailed confirmation link. */
    async pendingEmail(accountId: string): Promise<string | undefined> {
      const input = open().where("accountId", "=", accountId).where("purpose", "=", "CHANGE_EMAIL");
      return (await input.executeTakeFirst())?.email;
    },

    /** Deletes expired verifications. */
    async sweep(): Promise<void> {
      await deleteInBatches((size) =>
        sql`delete from email_proof where ctid in
          (select ctid from email_proof where site_id = ${siteId} and expires_date < ${now()} limit ${size})`.execute(
          db,
        ),
      );
    },
  };
}

export const invalidVerification = () => new AccountRefusal("PROOF_INVALID", "This link or code is good no more.");
export const tooManyMails = (seconds: number) =>
  new AccountRefusal("TOO_MANY_MAILS", `Wait ${seconds} s for another mail.`, seconds);
