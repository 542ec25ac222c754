import type { Database } from "@uola/database";
import { sql } from "kysely";
import { type StoredSlug, slugOf } from "./rules.ts";

const slugsMax = 100;

/** Who has an address: a service's id. */
export const slugOwner = async (db: Database, siteId: string, name: string): Promise<string | undefined> => {
  const slugs = db.selectFrom("serviceSlug").select("serviceId").where("siteId", "=", siteId);
  return (await slugs.where("name", "=", name).executeTakeFirst())?.serviceId;
};

/** Makes an address a service's own, until the transaction ends in doubt; false when another service has it. */
export async function claimSlug(tx: Database, siteId: string, serviceId: string, name: string): Promise<boolean> {
  const claimed = await tx
    .insertInto("serviceSlug")
    .values({ siteId, name, serviceId })
    .onConflict((conflict) => conflict.columns(["siteId", "name"]).doNothing())
    .executeTakeFirst();
  return claimed.numInsertedOrUpdatedRows === 1n || (await slugOwner(tx, siteId, name)) === serviceId;
}

/** Claims the first address a name gives that is free: `slug`, else `slug-2` or one more than the highest there is. */
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

/** The addresses of a service with one of them, new or known, in use; the oldest go when there are more than a hundred. */
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

/** Lets the addresses of a service go to others. */
export const freeSlugs = (tx: Database, siteId: string, serviceId: string) =>
  tx.deleteFrom("serviceSlug").where("siteId", "=", siteId).where("serviceId", "=", serviceId).execute();
