import type { Database } from "@uola/database";
import { sql } from "kysely";
import { tableRef } from "./table-store.ts";

/**
 * The largest number of items that can be copied within one request. Larger collections are copied
 * by export and import.
 */
export const itemsCopiedMax = 100_000;

/** Copies live items with their references. Returns false if there are too many items. */
export async function copyItems(tx: Database, siteId: string, from: string, to: string): Promise<boolean> {
  const [origin, copy] = [tableRef(from, false), tableRef(to, false)];
  const { rows } = await sql<{ many: boolean }>`
    select count(*) > ${itemsCopiedMax} as many
    from (select from ${origin} limit ${itemsCopiedMax + 1}) as first`.execute(tx);
  if (rows[0]?.many) return false;
  const systemColumns = sql`status, owner, created_date, updated_date, written_by`;
  await sql`insert into ${copy} (id, data, ${systemColumns}) select id, data, ${systemColumns} from ${origin}`.execute(
    tx,
  );
  await sql`
    insert into item_reference (site_id, collection_key, sandbox, field, item_id, referenced_id, id)
    select site_id, ${to}::uuid, false, field, item_id, referenced_id, id from item_reference
    where site_id = ${siteId} and collection_key = ${from}::uuid and not sandbox`.execute(tx);
  return true;
}
