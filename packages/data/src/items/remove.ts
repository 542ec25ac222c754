import type { ItemData } from "@uola/contract";
import type { Database } from "@uola/database";
import type { Context } from "@uola/kernel";
import { isItemId } from "../collections/collections.ts";
import type { Seal } from "./encrypted-fields.ts";
import type { Outcome } from "./item-writer.ts";
import { itemNotFound, notAllowed, staleItem } from "./refusals.ts";
import type { Places } from "./store/item-tables.ts";
import { type Referrers, type Removed, removing } from "./store/remove-statement.ts";
import { type Run, runner } from "./store/statement-runner.ts";
import type { Place, Writing } from "./store/write-statements.ts";
import { type Hand, ownerFor } from "./write-grant.ts";

export type Removal = { id: string; expectRevision?: number | undefined };

/** Removes items with whatever refers to them. */
export function createRemover(
  { connection, siteId, now }: Pick<Context, "connection" | "siteId" | "now">,
  places: Places,
  seal: Seal,
) {
  const writingOf = (hand: Hand): Writing => ({ siteId, at: now(), writtenBy: JSON.stringify(hand.actor) });
  const scopeOf = (hand: Hand) => ({ owner: ownerFor(hand, hand.remove), drafts: hand.drafts });

  /**
   * Answers the removed items; refuses single ones with `notAllowed`, `itemNotFound` and REVISION_MISMATCH. Within a transaction who
   * refers to them has been looked up before it.
   */
  async function remove(
    place: Place,
    removals: readonly Removal[],
    hand: Hand,
    inside?: { tx: Database; referrers: Referrers },
  ): Promise<Outcome[]> {
    const given = removals.map(({ id, expectRevision: expected }, n) => ({ n, id, expected }));
    // what stands twice is gone the second time
    const first = new Map(given.toReversed().map((each) => [each.id, each]));
    const rows = [...first.values()].filter(({ id }) => isItemId(id));
    const run: Run = runner(connection, inside?.tx);
    const referrers = inside?.referrers ?? (await places.referrersOf(place));
    const statement = removing(place, rows, writingOf(hand), scopeOf(hand), referrers);
    const removed = new Map((await run.query<Removed>(statement)).map((row) => [row.n, row]));
    return given.map(({ n, id }): Outcome => {
      const row = removed.get(n);
      if (!row || row.refused === "missing") return { id, error: itemNotFound(id) };
      if (row.refused === "foreign") return { id, error: notAllowed("remove this item") };
      if (row.refused === "stale") return { id, error: staleItem(row.revision) };
      const { revision, owner, status, created: createdDate, updated: updatedDate } = row;
      const data = seal.open(place.known, row.data as ItemData);
      return { id, action: "DELETE", item: { id, data, revision, owner, status, createdDate, updatedDate } };
    });
  }

  /** Removes every item there is. */
  async function removeAll(place: Place, hand: Hand): Promise<void> {
    const scope = { owner: null, drafts: true };
    await runner(connection).query(removing(place, "all", writingOf(hand), scope, await places.referrersOf(place)));
  }

  return { remove, removeAll };
}
