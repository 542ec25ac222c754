import { type Database, newId } from "@uola/database";

export type OutboxKind = "mail" | "sms" | "sentry";

export async function insertOrders(
  tx: Database,
  siteId: string,
  kind: OutboxKind,
  orders: readonly object[],
  createdDate: Date,
): Promise<void> {
  if (orders.length === 0) return;
  const rows = orders.map((order) => ({ siteId, id: newId(), kind, payload: JSON.stringify(order), createdDate }));
  await tx.insertInto("outbox").values(rows).execute();
}

/** Locks the oldest rows for the transaction. Rows that another process has locked are skipped. */
export const lockOldest = (tx: Database, siteId: string, kind: OutboxKind, limit: number) =>
  tx
    .selectFrom("outbox")
    .select(["id", "payload"])
    .where("siteId", "=", siteId)
    .where("kind", "=", kind)
    .orderBy("id")
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();

export const deleteRows = (tx: Database, siteId: string, ids: readonly string[]) =>
  tx.deleteFrom("outbox").where("siteId", "=", siteId).where("id", "in", ids).execute();
