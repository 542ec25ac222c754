import { type Database, newId } from "@uola/database";
import { freshDatabase } from "@uola/database/testing";
import { type AccountMail, type AccountOptions, createAccounts } from "./index.ts";

export const password = "Į viršų lipam 7";
export const person = () => ({ email: `${newId()}@example.lt`, password, firstName: "Ona" });
export const outcomes = async (all: Promise<unknown>[]) =>
  (await Promise.allSettled(all)).map((each) => (each.status === "fulfilled" ? "done" : (each.reason.code as string)));

/**
 * Wraps a database to count its statements. `during` returns the number of statements that a
 * callback runs.
 */
export function countingStatements(db: Database) {
  let count = 0;
  return {
    db: db.withPlugin({
      transformQuery: ({ node }) => {
        count++;
        return node;
      },
      transformResult: async ({ result }) => result,
    }),
    async during(work: () => Promise<unknown>): Promise<number> {
      const before = count;
      await work();
      return count - before;
    },
  };
}

export type TestAccounts = Awaited<ReturnType<typeof openTestAccounts>>;

/**
 * Sets up a separate database and a clock that the test advances, and gives access to the mails in
 * the outbox.
 */
export async function openTestAccounts() {
  const { connection, db, siteId, close } = await freshDatabase();
  let clock = new Date("2026-09-02T10:00:00Z");
  const now = () => clock;
  const accounts = (options: Partial<AccountOptions> = {}) =>
    createAccounts({ db, siteId, secret: "a secret of the test", now, ...options });
  const mails = async (accountId: string): Promise<AccountMail[]> => {
    const rows = await db.selectFrom("outbox").select("payload").where("kind", "=", "mail").orderBy("id").execute();
    return rows.map(({ payload }) => payload as AccountMail).filter((mail) => mail.accountId === accountId);
  };
  /** Returns the secret contained in a person's newest mail. */
  const secretFor = async (accountId: string): Promise<string> => {
    const proofId = (await mails(accountId)).findLast((mail) => mail.proofId)?.proofId;
    const minted = proofId ? await accounts().issueVerificationSecret(proofId) : undefined;
    if (!minted) throw new Error("No mail with a valid secret.");
    return minted.secret;
  };
  const auditEntries = async (entityId: string, tx: Database = db) =>
    tx.selectFrom("audit").selectAll().where("entityId", "=", entityId).orderBy("id").execute();
  const startSession = async (accountId: string) => {
    const row = {
      siteId,
      id: newId(),
      accountId,
      createdDate: clock,
      expiresDate: new Date(clock.getTime() + 86_400_000),
    };
    await db.insertInto("memberSession").values(row).execute();
    return row.id;
  };
  const endedDate = async (id: string) =>
    (await db.selectFrom("memberSession").select("endedDate").where("id", "=", id).executeTakeFirstOrThrow()).endedDate;
  const advance = (seconds: number) => {
    clock = new Date(clock.getTime() + seconds * 1000);
  };
  return {
    connection,
    db,
    siteId,
    close,
    now,
    advance,
    accounts,
    mails,
    secretFor,
    auditEntries,
    startSession,
    endedDate,
  };
}
