import type { Database, Schema } from "@uola/database";
import type { Insertable, Selectable } from "kysely";

export type Sms = Selectable<Schema["sms"]>;
type NewSms = Pick<Insertable<Schema["sms"]>, "siteId" | "id" | "recipient" | "text" | "bookingId" | "createdDate">;

const messages = (db: Database, siteId: string, id: string) =>
  db.selectFrom("sms").where("siteId", "=", siteId).where("id", "=", id);

export const smsExists = async (db: Database, siteId: string, id: string): Promise<boolean> =>
  (await messages(db, siteId, id).select("id").executeTakeFirst()) !== undefined;

/** Does nothing when the message is already stored. */
export const insertSms = (db: Database, sms: NewSms) =>
  db
    .insertInto("sms")
    .values(sms)
    .onConflict((conflict) => conflict.doNothing())
    .execute();

/** Locks the message for the transaction. Undefined when another process is sending it. */
export const lockSms = (tx: Database, siteId: string, id: string): Promise<Sms | undefined> =>
  messages(tx, siteId, id).selectAll().forUpdate().skipLocked().executeTakeFirst();

export const updateSms = (
  tx: Database,
  siteId: string,
  id: string,
  values: Partial<Pick<Sms, "status" | "attempts" | "sentDate" | "lastError">>,
) => tx.updateTable("sms").set(values).where("siteId", "=", siteId).where("id", "=", id).execute();

/** Marks an unsent message as outdated, if there is one. */
export const markOutdated = (db: Database, siteId: string, id: string) =>
  db
    .updateTable("sms")
    .set({ status: "OUTDATED" })
    .where("siteId", "=", siteId)
    .where("id", "=", id)
    .where("status", "!=", "SENT")
    .execute();

/** The phone number given with the booking, as typed. */
export async function readPhone(db: Database, siteId: string, bookingId: string): Promise<string | undefined> {
  const booking = await db
    .selectFrom("booking")
    .select("contactDetails")
    .where("siteId", "=", siteId)
    .where("id", "=", bookingId)
    .executeTakeFirst();
  const { phone } = booking?.contactDetails ?? {};
  return phone ?? undefined;
}
