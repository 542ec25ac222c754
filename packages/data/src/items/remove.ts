import type { ItemData } from "@uola/contract";
import type { Database } from "@uola/database";
import type { Context } from "@uola/kernel";
import { isItemId } from "../collections/collections.ts";
import type { FieldEncryption } from "./encrypted-fields.ts";
import type { Outcome } from "./item-writer.ts";
import { itemNotFound, notAllowed, staleItem } from "./refusals.ts";
import type { ItemTables } from "./store/item-tables.ts";
import { type Referrers, type Removed, removeStatement } from "./store/remove-statement.ts";
import { type StatementRunner, statementRunner } from "./store/statement-runner.ts";
import type { ItemTable, WriteContext } from "./store/write-statements.ts";
import { ownerScope, type WriteGrant } from "./write-grant.ts";

export type Removal = { id: string; expectRevision?: number | undefined };

/** Removes items and the references to them. */
export function createRemover(
  { connection, siteId, now }: Pick<Context, "connection" | "siteId" | "now">,
  itemTables: ItemTables,
  encryption: FieldEncryption,
) {
  const writingOf = (grant: WriteGrant): WriteContext => ({
    siteId,
    at: now(),
    writtenBy: JSON.stringify(grant.actor),
  });
  const scopeOf = (grant: WriteGrant) => ({ owner: ownerScope(grant, grant.remove), drafts: grant.drafts });

  /**
   * Returns the removed items. A single item fails with `notAllowed`, `itemNotFound` or
   * REVISION_MISMATCH. For a call in a transaction, pass referrers that were read before the
   * transaction.
   */
  async function remove(
    itemTable: ItemTable,
    removals: readonly Removal[],
    grant: WriteGrant,
    inside?: { tx: Database; referrers: Referrers },
  ): Promise<Outcome[]> {
    const requested = removals.map(({ id, expectRevision: expected }, n) => ({ n, id, expected }));
    // Only the first occurrence of an id is sent; later ones fail with `itemNotFound`.
    const first = new Map(requested.toReversed().map((each) => [each.id, each]));
    const rows = [...first.values()].filter(({ id }) => isItemId(id));
    const run: StatementRunner = statementRunner(connection, inside?.tx);
    const referrers = inside?.referrers ?? (await itemTables.referrersOf(itemTable));
    const statement = removeStatement(itemTable, rows, writingOf(grant), scopeOf(grant), referrers);
    const removed = new Map((await run.query<Removed>(statement)).map((row) => [row.n, row]));
    return requested.map(({ n, id }): Outcome => {
      const row = removed.get(n);
      if (!row || row.refused === "missing") return { id, error: itemNotFound(id) };
      if (row.refused === "foreign") return { id, error: notAllowed("remove this item") };
      if (row.refused === "stale") return { id, error: staleItem(row.revision) };
      const { revision, owner, status, created: createdDate, updated: updatedDate } = row;
      const data = encryption.decrypt(itemTable.collection, row.data as ItemData);
      return { id, action: "DELETE", item: { id, data, revision, owner, status, createdDate, updatedDate } };
    });
  }

  /** Removes all items. */
  async function removeAll(itemTable: ItemTable, grant: WriteGrant): Promise<void> {
    const scope = { owner: null, drafts: true };
    await statementRunner(connection).query(
      removeStatement(itemTable, "all", writingOf(grant), scope, await itemTables.referrersOf(itemTable)),
    );
  }

  return { remove, removeAll };
}
export type Remover = ReturnType<typeof createRemover>;
