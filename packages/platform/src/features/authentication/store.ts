import type { Database } from "@uola/database";

type Place = { db: Database; siteId: string };

export type Provider = { id: string; issuer: string; jwksUri: string; audiences: string[] };

export const findProvider = ({ db, siteId }: Place, id: string): Promise<Provider | undefined> =>
  db
    .selectFrom("idpConnection")
    .select(["id", "issuer", "jwksUri", "audiences"])
    .where("siteId", "=", siteId)
    .where("id", "=", id)
    .where("enabled", "=", true)
    .executeTakeFirst();

export async function findLinked({ db, siteId }: Place, issuer: string, subject: string): Promise<string | undefined> {
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
  { db, siteId }: Place,
  identity: { issuer: string; subject: string; accountId: string; createdDate: Date },
): Promise<void> {
  await db
    .insertInto("externalIdentity")
    .values({ siteId, ...identity })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
