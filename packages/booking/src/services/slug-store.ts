import type { Database } from "@uola/database";
import { sql } from "kysely";
import { type StoredSlug, slugOf } from "./rules.ts";

const slugsMax = 100;

/** Returns the id of the service that owns a slug. */
export const slugOwner = async (db: Database, siteId: string, name: string): Promise<string | undefined> => {
  const slugs = db.selectFrom("serviceSlug").select("serviceId").where("siteId", "=", siteId);
  return (await slugs.where("name", "=", name).executeTakeFirst())?.serviceId;
};

/** Claims a slug for a service in the transaction. Returns false when another service already has it. */
export async function claimSlug(tx: Database, siteId: string, serviceId: string, name: string): Promise<boolean> {
  const claimed = await tx
    .insertInto("serviceSlug")
    .values({ siteId, name, serviceId })
    .onConflict((conflict) => conflict.columns(["siteId", "name"]).doNothing())
    .executeTakeFirst();
  return claimed.numInsertedOrUpdatedRows === 1n || (await slugOwner(tx, siteId, name)) === serviceId;
}

/**
 * Claims the first free slug for a name: `slug`, otherwise `slug-2` or the number after the highest
 * in use.
 */
export async function claimSlugFor(tx: Database, siteId: string, serviceId: string, name: string): Promise<string> {
  const slug = slugOf(name);
  let candidate = slug;
  while (!(await claimSlug(tx, siteId, serviceId, candidate))) {
    const { rows } = await sql<{ highest: number | null }>`
      select max(substring(name from '\\d+$')::int) as highest from service_slug
      where site_id = ${siteId} and name like ${`${slug}-%`} and name ~ ${`^${slug}-[1-9]\\d{0,6}$`}`.execute(tx);
    candidate = `${slug}-${Math.max(rows[0]?.highest ?? 1, 1) + 1}`;
  }
  return candidate;
}

/**
 * Returns the slugs of a service with the given one as main slug. Removes the oldest when there are
 * more than a hundred.
 */
export async function withMainSlug(
  tx: Database,
  siteId: string,
  slugs: readonly StoredSlug[],
  main: StoredSlug,
): Promise<StoredSlug[]> {
  const all = [...slugs.filter(({ name }) => name !== main.name), main];
  const gone = all.slice(0, Math.max(0, all.length - slugsMax)).map(({ name }) => name);
  if (gone.length > 0) {
    await tx.deleteFrom("serviceSlug").where("siteId", "=", siteId).where("name", "in", gone).execute();
  }
  return all.slice(-slugsMax);
}

/** Releases the slugs of a service. */
export const freeSlugs = (tx: Database, siteId: string, serviceId: string) =>
  tx.deleteFrom("serviceSlug").where("siteId", "=", siteId).where("serviceId", "=", serviceId).execute();
