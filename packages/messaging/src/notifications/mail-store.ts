import { createHash } from "node:crypto";
import { type Database, json, type Schema } from "@uola/database";
import { type Insertable, type Selectable, sql } from "kysely";

/** An image or file. Parts with a `cid` are shown in the HTML; others are attached. */
export type Part = { name: string; contentType: string; cid?: string; content: Buffer };
/** A part as listed in the mail's row; its content is in `mail_part`. */
export type PartName = Omit<Part, "content"> & { hash: string; size: number };
export type Mail = Selectable<Schema["mail"]>;
export type Status = Mail["status"];

declare module "@uola/database/columns" {
  interface ColumnTypes {
    "mail.attachments": PartName[];
  }
}

type NewMail = Pick<
  Insertable<Schema["mail"]>,
  "siteId" | "id" | "recipient" | "subject" | "html" | "text" | "bookingId" | "template" | "language" | "createdDate"
>;

/** Stores a rendered mail with its parts; does nothing when another process has already stored it. */
export async function insertMail(tx: Database, mail: NewMail, parts: readonly Part[]): Promise<void> {
  const { siteId, createdDate } = mail;
  const named = parts.map(({ content, ...part }) => ({
    ...part,
    hash: createHash("sha256").update(content).digest("hex"),
    size: content.length,
    content,
  }));
  const contents = new Map(named.map(({ hash, content }) => [hash, { siteId, hash, content, createdDate }]));
  // Sorted, so that two processes inserting the same parts cannot deadlock.
  const rows = [...contents.values()].sort((a, b) => (a.hash < b.hash ? -1 : 1));
  if (rows.length > 0) {
    await tx
      .insertInto("mailPart")
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  await tx
    .insertInto("mail")
    .values({ ...mail, attachments: json(named.map(({ content: _, ...part }) => part)) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

const mails = (db: Database, siteId: string) => db.selectFrom("mail").where("siteId", "=", siteId);

export const find = (db: Database, siteId: string, id: string): Promise<Mail | undefined> =>
  mails(db, siteId).where("id", "=", id).selectAll().executeTakeFirst();

/** Locks the mail for the transaction. Undefined when another process is sending it. */
export const lockMail = (tx: Database, siteId: string, id: string): Promise<Mail | undefined> =>
  mails(tx, siteId).where("id", "=", id).selectAll().forUpdate().skipLocked().executeTakeFirst();

/** Serialises rendering one mail until the transaction ends; its row may not exist yet. */
export async function lockRendering(tx: Database, siteId: string, id: string): Promise<void> {
  const key = createHash("sha256").update(`mail ${siteId} ${id}`).digest().readBigInt64BE().toString();
  await sql`select pg_advisory_xact_lock(${key}::bigint)`.execute(tx);
}

export const newest = (db: Database, siteId: string, count: number): Promise<Mail[]> =>
  mails(db, siteId)
    .select(["siteId", "id", "recipient", "subject", "attachments", "createdDate", "sentDate", "attempts", "lastError"])
    .select(["bookingId", "template", "language", "status"])
    .select((of) => [of.val("").as("html"), of.val("").as("text")])
    .orderBy("createdDate", "desc")
    .orderBy("id", "desc")
    .limit(count)
    .execute();

export const updateMail = (
  db: Database,
  siteId: string,
  id: string,
  to: {
    status: Status;
    attempts?: number;
    sentDate?: Date;
    lastError?: string | null;
    subject?: string;
    html?: string;
    text?: string;
  },
) => db.updateTable("mail").set(to).where("siteId", "=", siteId).where("id", "=", id).execute();

/** The parts with their content, in order. */
export async function partsOf(db: Database, siteId: string, mail: Mail): Promise<Part[]> {
  const hashes = mail.attachments.map(({ hash }) => hash);
  if (hashes.length === 0) return [];
  const rows = await db
    .selectFrom("mailPart")
    .where("siteId", "=", siteId)
    .where("hash", "in", hashes)
    .select(["hash", "content"])
    .execute();
  const contents = new Map(rows.map(({ hash, content }) => [hash, content]));
  return mail.attachments.map(({ hash, size: _, ...part }) => {
    const content = contents.get(hash);
    if (!content) throw new Error(`Mail ${mail.id} has no stored part ${part.name}.`);
    return { ...part, content };
  });
}
