import type { Actor } from "@uola/contract";
import type { Database } from "@uola/database";
import { actorOf, namesOf } from "@uola/members";

/** Replaces actors with their names, which are read in one query. */
export async function editors(
  db: Database,
  siteId: string,
  noted: readonly unknown[],
): Promise<(noted: unknown) => Actor> {
  const actors = noted.filter((each) => each !== null).map(actorOf);
  const names = await namesOf(db, siteId, actors);
  return (each) => {
    const actor = actorOf(each);
    const name = names.get(actor.id);
    return name ? { ...actor, name } : actor;
  };
}
