import { type Database, json, newId } from "@uola/database";
import { transact } from "@uola/kernel";
import { locales, pathIn } from "@uola/words/language";
import { sql } from "kysely";
import { isLoopback, type Part } from "./settings.ts";
import { StartError } from "./start-errors.ts";

/** The ids of the clients that connect the site, the platform and the identity provider. */
export type BootstrapResult = {
  clientId: string;
  identityClientId: string;
  idpConnectionId: string;
};

/** Returns the only site of this database; creates it at the first start. */
export function ensureSite(db: Database, now: Date): Promise<{ id: string; demo: boolean }> {
  return transact({ db }, async (tx) => {
    // When several processes start on a new database at once, only one of them creates the site.
    await sql`lock table site in share row exclusive mode`.execute(tx);
    const site = await tx.selectFrom("site").select(["id", "demo"]).orderBy("createdDate").executeTakeFirst();
    if (site) return site;
    const id = newId();
    await tx.insertInto("site").values({ id, name: "Uola", createdDate: now }).execute();
    return { id, demo: false };
  });
}

/** Returns the URLs of one of the site's pages in every language; they are allowed redirect targets. */
export const localizedUrls = (site: string, path: string): string[] =>
  locales.map((locale) => site + pathIn(locale, path));

type BootstrapInput = {
  urls: Record<Part, string>;
  /**
   * The client id of the site's public app on the platform; if undefined, the id from the last
   * start is kept.
   */
  clientId: string | undefined;
  identityClientId: string | undefined;
};

/**
 * Updates the site's app on the platform, and the identity provider that the platform trusts, with
 * the URLs of this start.
 */
export function ensureApps(db: Database, siteId: string, input: BootstrapInput, now: Date): Promise<BootstrapResult> {
  const { urls, identityClientId = "uola-site" } = input;
  return transact({ db }, async (tx) => {
    await tx.selectFrom("site").select("id").where("id", "=", siteId).forNoKeyUpdate().execute();
    const row = await tx
      .selectFrom("setting")
      .select("value")
      .where("siteId", "=", siteId)
      .where("name", "=", settingName)
      .executeTakeFirst();
    const stored = row?.value as Pick<BootstrapResult, "clientId" | "idpConnectionId"> | undefined;
    const clientId = input.clientId ?? stored?.clientId ?? newId();
    const idpConnectionId = stored?.idpConnectionId ?? newId();
    // The site's pages store the new refresh token from each response.
    const app = {
      name: "Uola",
      rotates: true,
      redirectUris: [...localizedUrls(urls.site, "/"), ...localizedUrls(urls.site, "/callback/")],
    };
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
      .values({ siteId, name: settingName, value, updatedDate: now })
      .onConflict((same) => same.columns(["siteId", "name"]).doUpdateSet({ value, updatedDate: now }))
      .execute();
    return { clientId, identityClientId, idpConnectionId };
  });
}

const settingName = "own clients";

/**
 * Registers another site whose pages may call the platform. Throws StartError for an invalid
 * redirect URL.
 */
export async function addApp(db: Database, siteId: string, input: { name: string; callbacks: string[] }, now: Date) {
  const { name, callbacks } = input;
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
