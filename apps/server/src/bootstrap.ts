import { type Database, json, newId } from "@uola/database";
import { transact } from "@uola/kernel";
import { sql } from "kysely";
import { isLoopback, type Part } from "./settings.ts";
import { StartError } from "./start-errors.ts";

/** The rows that tie site, platform and identity together. */
export type Ground = {
  clientId: string;
  identityClientId: string;
  idpConnectionId: string;
};

/** The one site of this database; made at the first start. */
export function ensureSite(db: Database, now: Date): Promise<{ id: string; demo: boolean }> {
  return transact({ db }, async (tx) => {
    // Of processes that start on a new database at once, one makes the site.
    await sql`lock table site in share row exclusive mode`.execute(tx);
    const site = await tx.selectFrom("site").select(["id", "demo"]).orderBy("createdDate").executeTakeFirst();
    if (site) return site;
    const id = newId();
    await tx.insertInto("site").values({ id, name: "Uola", createdDate: now }).execute();
    return { id, demo: false };
  });
}

type Wish = {
  urls: Record<Part, string>;
  /** The site's public app on the platform; without one, the same id as last time. */
  clientId: string | undefined;
  identityClientId: string | undefined;
};

/** Makes the site's app on the platform and the platform's trust in identity what the addresses of this start ask for. */
export function ensureGround(db: Database, siteId: string, wish: Wish, now: Date): Promise<Ground> {
  const { urls, identityClientId = "uola-site" } = wish;
  return transact({ db }, async (tx) => {
    await tx.selectFrom("site").select("id").where("id", "=", siteId).forNoKeyUpdate().execute();
    const before = await tx
      .selectFrom("setting")
      .select("value")
      .where("siteId", "=", siteId)
      .where("name", "=", remembered)
      .executeTakeFirst();
    const known = before?.value as Pick<Ground, "clientId" | "idpConnectionId"> | undefined;
    const clientId = wish.clientId ?? known?.clientId ?? newId();
    const idpConnectionId = known?.idpConnectionId ?? newId();
    // Our own pages take the refresh token of each answer.
    const app = { name: "Uola", rotates: true, redirectUris: [`${urls.site}/`, `${urls.site}/callback/`] };
    const provider = {
      issuer: `${urls.identity}/`,
      jwksUri: `${urls.identity}/.well-known/jwks.json`,
      audiences: [identityClientId, urls.platform],
    };
    const value = json({ clientId, idpConnectionId });
    await tx
      .insertInto("appClient")
      .values({ siteId, id: clientId, ...app, createdDate: now })
      .onConflict((same) => same.columns(["siteId", "id"]).doUpdateSet(app))
      .execute();
    await tx
      .insertInto("idpConnection")
      .values({ siteId, id: idpConnectionId, ...provider, createdDate: now })
      .onConflict((same) => same.columns(["siteId", "id"]).doUpdateSet(provider))
      .execute();
    await tx
      .insertInto("setting")
      .values({ siteId, name: remembered, value, updatedDate: now })
      .onConflict((same) => same.columns(["siteId", "name"]).doUpdateSet({ value, updatedDate: now }))
      .execute();
    return { clientId, identityClientId, idpConnectionId };
  });
}

const remembered = "own clients";

/** Adds a site that may call the platform from its pages. Errors: StartError for an address people cannot be sent to. */
export async function addApp(db: Database, siteId: string, wish: { name: string; callbacks: string[] }, now: Date) {
  const { name, callbacks } = wish;
  if (callbacks.length === 0) throw new StartError("A site needs at least one --callback.");
  for (const address of callbacks) {
    const url = URL.parse(address);
    const isSafe = url?.protocol === "https:" || (url?.protocol === "http:" && isLoopback(address));
    if (!url || !isSafe || url.hash || url.username) {
      throw new StartError(`${address}: a callback is https (or http on this machine), without # or user.`);
    }
  }
  const id = newId();
  await db.insertInto("appClient").values({ siteId, id, name, redirectUris: callbacks, createdDate: now }).execute();
  return id;
}
