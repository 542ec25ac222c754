import { createHash, createHmac, randomBytes, randomInt } from "node:crypto";
import { type Database, newId } from "@uola/database";
import { sql } from "kysely";
import { type Account, seen } from "./account.ts";
import { deleteInBatches } from "./delete-in-batches.ts";
import type { Limit, Limiter } from "./rate-limits.ts";
import type { AccountTemplate, Mails } from "./account-mails.ts";
import type { Ground, Records } from "./account-store.ts";
import { AccountRefusal } from "./refusals.ts";

export type ProofPurpose = "VERIFY_LINK" | "VERIFY_CODE" | "RESET_PASSWORD" | "ACTIVATE" | "CHANGE_EMAIL";
export type Proof = {
  id: string;
  accountId: string;
  purpose: ProofPurpose;
  /** The address that is proved. */
  email: string;
  expiresDate: Date;
  returnTo: string | null;
};
export type ProofWish = {
  accountId: string;
  purpose: ProofPurpose;
  email: string;
  language?: string | undefined;
  returnTo?: string | undefined;
};
export type Proofs = ReturnType<typeof createProofs>;

const minutes = 60_000;
const hours = 60 * minutes;
const purposes: Record<ProofPurpose, { template: AccountTemplate; lifeMs: number }> = {
  VERIFY_LINK: { template: "account-verify-link", lifeMs: 24 * hours },
  VERIFY_CODE: { template: "account-verify-code", lifeMs: 15 * minutes },
  RESET_PASSWORD: { template: "account-reset-password", lifeMs: hours },
  ACTIVATE: { template: "account-activate", lifeMs: 7 * 24 * hours },
  CHANGE_EMAIL: { template: "account-change-email", lifeMs: 24 * hours },
};
const codeTries = 5;
const columns = ["id", "accountId", "purpose", "email", "expiresDate", "returnTo"] as const;

type Options = Ground & { secret: string; mails: Mails; records: Records; limits: Limiter; mailLimits: Limit[] };

/** Letters that prove who reads an address: a link, or a code of six digits. Each is good once, and only the newest of its purpose. */
export function createProofs({ db, siteId, now, secret, mails, records, limits, mailLimits }: Options) {
  /** What is kept of a link. */
  const linkHash = (link: string) => createHash("sha256").update(link).digest();
  /** What is kept of a code: a million hashes are soon tried out, so it takes a key that is not in the database. */
  const codeHash = (accountId: string, code: string) =>
    createHmac("sha256", secret).update(`uola code ${siteId} ${accountId} ${code}`).digest();

  const open = (tx: Database = db) =>
    tx
      .selectFrom("emailProof")
      .select(columns)
      .where("siteId", "=", siteId)
      .where("usedDate", "is", null)
      .where("expiresDate", ">", now());

  const endOlder = (tx: Database, accountId: string, purpose?: ProofPurpose) =>
    tx
      .deleteFrom("emailProof")
      .where("siteId", "=", siteId)
      .where("accountId", "=", accountId)
      .where("usedDate", "is", null)
      .$if(purpose !== undefined, (query) => query.where("purpose", "=", purpose as ProofPurpose))
      .execute();

  /** Seconds until another mail of this purpose may go to this address; 0 = it counts as sent. */
  const takeMail = (tx: Database, purpose: ProofPurpose, email: string) =>
    limits.takeAll(`mail ${purpose}`, email, mailLimits, tx);

  /** Opens a proof and orders its mail, whatever the limits. Gives its id. */
  async function openUncounted(tx: Database, { accountId, purpose, email, language, returnTo }: ProofWish) {
    const { template, lifeMs } = purposes[purpose];
    const id = newId();
    const at = now();
    const expiresDate = new Date(at.getTime() + lifeMs);
    await endOlder(tx, accountId, purpose);
    await tx
      .insertInto("emailProof")
      .values({ siteId, id, accountId, purpose, email, returnTo: returnTo ?? null, createdDate: at, expiresDate })
      .execute();
    const spoken = language ?? (await records.rows(tx).where("id", "=", accountId).executeTakeFirstOrThrow()).language;
    await mails.order(tx, { template, accountId, to: email, language: spoken, proofId: id });
    return id;
  }

  /** Uses a link up. Of any number of simultaneous uses one gets it. Errors: PROOF_INVALID. */
  async function spend(tx: Database, link: string, wanted: ProofPurpose[]): Promise<Proof> {
    const used = await tx
      .updateTable("emailProof")
      .set({ usedDate: now() })
      .where("siteId", "=", siteId)
      .where("secretHash", "=", linkHash(link))
      .where("usedDate", "is", null)
      .where("expiresDate", ">", now())
      .where("purpose", "in", wanted)
      .returning(columns)
      .executeTakeFirst();
    if (!used) throw invalid();
    return used as Proof;
  }

  /** Tries a code, and counts the try in the same statement: at most five at one code. Gives nothing when it is wrong. */
  async function tryCode(tx: Database, accountId: string, code: string): Promise<Proof | undefined> {
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
    const { usedDate: _, ...proof } = tried;
    return proof as Proof;
  }

  /** What a link is good for; uses nothing up. */
  async function readProof(link: string): Promise<Proof | undefined> {
    return (await open().where("secretHash", "=", linkHash(link)).executeTakeFirst()) as Proof | undefined;
  }

  return {
    takeMail,
    openUncounted,
    spend,
    tryCode,
    readProof,
    endAll: (tx: Database, accountId: string) => endOlder(tx, accountId),

    /** Opens a proof, which ends the older ones of its purpose, and orders its mail. Errors: TOO_MANY_MAILS. */
    async openProof(tx: Database, wish: ProofWish): Promise<string> {
      const seconds = await takeMail(tx, wish.purpose, wish.email);
      if (seconds > 0) throw tooManyMails(seconds);
      return openUncounted(tx, wish);
    },

    /** As many statements and as much written as by `openUncounted`, and nothing of it stays. */
    async pretend(tx: Database): Promise<void> {
      await endOlder(tx, newId(), "RESET_PASSWORD");
      const id = newId();
      await tx.insertInto("outbox").values({ siteId, id, kind: "mail", payload: "{}", createdDate: now() }).execute();
      await tx.deleteFrom("outbox").where("siteId", "=", siteId).where("id", "=", id).execute();
    },

    /** Makes the secret when its mail is written; another one takes its place. Nothing for a proof that is over. */
    async mintProof(id: string, of: Database = db): Promise<(Proof & { secret: string }) | undefined> {
      const proof = await open(of).where("id", "=", id).executeTakeFirst();
      if (!proof) return undefined;
      const isCode = proof.purpose === "VERIFY_CODE";
      const minted = isCode ? String(randomInt(1_000_000)).padStart(6, "0") : randomBytes(32).toString("base64url");
      const secretHash = isCode ? codeHash(proof.accountId, minted) : linkHash(minted);
      const kept = await of
        .updateTable("emailProof")
        .set({ secretHash })
        .where("siteId", "=", siteId)
        .where("id", "=", id)
        .where("usedDate", "is", null)
        .executeTakeFirst();
      return kept.numUpdatedRows === 0n ? undefined : { ...(proof as Proof), secret: minted };
    },

    /** Errors: PROOF_INVALID. */
    useProof: (link: string, wanted: ProofPurpose[]): Promise<Proof & { account: Account }> =>
      db.transaction().execute(async (tx) => {
        const proof = await spend(tx, link, wanted);
        const row = await records.rows(tx).where("id", "=", proof.accountId).executeTakeFirstOrThrow();
        return { ...proof, account: seen(row) };
      }),

    /** The address a person is changing to, until its link is opened. */
    async pendingEmail(accountId: string): Promise<string | undefined> {
      const wish = open().where("accountId", "=", accountId).where("purpose", "=", "CHANGE_EMAIL");
      return (await wish.executeTakeFirst())?.email;
    },

    /** Forgets proofs that are over. */
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

export const invalid = () => new AccountRefusal("PROOF_INVALID", "This link or code is good no more.");
export const tooManyMails = (seconds: number) =>
  new AccountRefusal("TOO_MANY_MAILS", `Wait ${seconds} s for another mail.`, seconds);
