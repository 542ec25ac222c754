import type { Actor, DeskPayment } from "@uola/contract";
import type { Context } from "@uola/kernel";
import { actorOf, namesOf } from "@uola/members";

/** An entry with the current name of the person who made it. */
export type NamedEntry<Row> = Omit<Row, "actor" | "payment"> & { actor: Actor; payment: DeskPayment | null };

/** Looks up the names of the people who made entries. */
export async function namedEntries<Row extends { actor: unknown; payment: unknown }>(
  { db, siteId }: Pick<Context, "db" | "siteId">,
  entries: readonly Row[],
): Promise<NamedEntry<Row>[]> {
  const actors = entries.map(({ actor }) => actorOf(actor));
  const names = await namesOf(db, siteId, actors);
  return entries.map((entry) => {
    const { kind, id } = actorOf(entry.actor);
    return { ...entry, payment: entry.payment as DeskPayment | null, actor: { kind, id, name: names.get(id) ?? null } };
  });
}
