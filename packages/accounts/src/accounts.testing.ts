import { type Database, newId } from "@uola/database";
import { freshDatabase } from "@uola/database/testing";
import { type AccountMail, type AccountOptions, createAccounts } from "./index.ts";

export const password = "Į viršų lipam 7";
export const person = () => ({ email: `${newId()}@example.lt`, password, firstName: "Ona" });
export const outcomes = async (all: Promise<unknown>[]) =>
  (await Promise.allSettled(all)).map((each) => (each.status === "fulfilled" ? "done" : (each.reason.code as string)));

export type House = Awaited<ReturnType<typeof openHouse>>;

/** A database of one's own, a clock that is moved by hand, and what lies in the outbox. */
export async function openHouse() {
  const { connection, db, siteId, close } = await freshDatabase();
  let clock = new Date("2026-09-02T10:00:00Z");
  const now = () => clock;
  const accounts = (options: Partial<AccountOptions> = {}) =>
    createAccounts({ db, siteId, secret: "a secret of the test", now, ...options });
  const mails = async (accountId: string): Promise<AccountMail[]> => {
    const rows = await db.selectFrom("outbox").select("payload").where("kind", "=", "mail").orderBy("id").execute();
    return rows.map(({ payload }) => payload as AccountMail).filter((mail) => mail.accountId === accountId);
  };
  /** The secret of the newest mail of a person, as the mail would hold it. */
  const secretFor = async (accountId: string): Promise<string> => {
    const proofId = (await mails(accountId)).findLast((mail) => mail.proofId)?.proofId;
    const minted = proofId ? await accounts().mintProof(proofId) : undefined;
    if (!minted) throw new Error("No mail with a living secret.");
    return minted.secret;
  };
  const trail = async (entityId: string, tx: Database = db) =>
    tx.selectFrom("audit").selectAll().where("entityId", "=", entityId).orderBy("id").execute();
  const stay = async (accountId: string) => {
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
  const ended = async (id: string) =>
    (await db.selectFrom("memberSession").select("endedDate").where("id", "=", id).executeTakeFirstOrThrow()).endedDate;
  const later = (seconds: number) => {
    clock = new Date(clock.getTime() + seconds * 1000);
  };
  return { connection, db, siteId, close, now, later, accounts, mails, secretFor, trail, stay, ended };
}
