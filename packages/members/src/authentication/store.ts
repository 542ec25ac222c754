import type { Database } from "@uola/database";
import { sql } from "kysely";

type SiteDatabase = { db: Database; siteId: string };

export type Provider = { id: string; issuer: string; jwksUri: string; audiences: string[] };

export const findProvider = ({ db, siteId }: SiteDatabase, id: string): Promise<Provider | undefined> =>
  db
    .selectFrom("idpConnection")
    .select(["id", "issuer", "jwksUri", "audiences"])
    .where("siteId", "=", siteId)
    .where("id", "=", id)
    .where("enabled", "=", true)
    .executeTakeFirst();

/** Returns the ids of the platform's own sites at its identity provider. */
export async function ownClients({ db, siteId }: SiteDatabase): Promise<string[]> {
  const own = db.selectFrom("identityClient").select("id").where("siteId", "=", siteId).where("firstParty", "=", true);
  return (await own.execute()).map(({ id }) => id);
}

export async function findLinked(
  { db, siteId }: SiteDatabase,
  issuer: string,
  subject: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom("externalIdentity")
    .select("accountId")
    .where("siteId", "=", siteId)
    .where("issuer", "=", issuer)
    .where("subject", "=", subject)
    .executeTakeFirst();
  return row?.accountId;
}

export async function link(
  { db, siteId }: SiteDatabase,
  identity: { issuer: string; subject: string; accountId: string; createdDate: Date },
): Promise<void> {
  await db
    .insertInto("externalIdentity")
    .values({ siteId, ...identity })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Returns a fingerprint that changes with the password and reveals nothing else about it. */
export async function passwordStamp({ db, siteId }: SiteDatabase, accountId: string): Promise<string> {
  const row = await db
    .selectFrom("account")
    .select(sql<string>`encode(sha256(convert_to(coalesce(password_hash, ''), 'UTF8')), 'base64')`.as("stamp"))
    .where("siteId", "=", siteId)
    .where("id", "=", accountId)
    .executeTakeFirst();
  return row?.stamp ?? "";
}

/** Returns when the person of a login session last authenticated. */
export async function lastAuthenticated({ db, siteId }: SiteDatabase, sessionId: string): Promise<Date | undefined> {
  const row = await db
    .selectFrom("memberSession")
    .select("provedDate")
    .where("siteId", "=", siteId)
    .where("id", "=", sessionId)
    .executeTakeFirst();
  return row?.provedDate ?? undefined;
}
