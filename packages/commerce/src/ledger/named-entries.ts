import type { Actor } from "@uola/contract";
import type { Context } from "@uola/kernel";
import { actorOf, namesOf } from "@uola/members";

/** An entry with the current name of the person who made it. */
type NamedEntry<Row> = Omit<Row, "actor"> & { actor: Actor };

/** Looks up the names of the people who made entries. */
export async function namedEntries<Row extends { actor: unknown }>(
  { db, siteId }: Pick<Context, "db" | "siteId">,
  entries: readonly Row[],
): Promise<NamedEntry<Row>[]> {
  const read = entries.map((entry) => ({ ...entry, actor: actorOf(entry.actor) }));
  const actors = read.map(({ actor }) => actor);
  const names = await namesOf(db, siteId, actors);
  return read.map((entry) => {
    const { kind, id } = entry.actor;
    return { ...entry, actor: { kind, id, name: names.get(id) ?? null } };
  });
}
