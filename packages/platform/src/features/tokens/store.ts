import type { Database } from "@uola/database";
import { isId } from "./rules.ts";

type Place = { db: Database; siteId: string };

export type AppClient = { id: string; redirectUris: string[] };

export async function findClient({ db, siteId }: Place, id: string): Promise<AppClient | undefined> {
  if (!isId(id)) return undefined;
  return db
    .selectFrom("appClient")
    .select(["id", "redirectUris"])
    .where("siteId", "=", siteId)
    .where("id", "=", id)
    .executeTakeFirst();
}

export async function isActive({ db, siteId }: Place, accountId: string): Promise<boolean> {
  const account = await db
    .selectFrom("account")
    .select("id")
    .where("siteId", "=", siteId)
    .where("id", "=", accountId)
    .where("status", "=", "ACTIVE")
    .executeTakeFirst();
  return account !== undefined;
}

export type Stay = { id: string; accountId: string; clientId: string | null; expiresDate: Date };
/** What a person recognises a stay by, and the provider's session it ends with. */
export type Beginning = {
  createdDate: Date;
  usedDate: Date;
  device: string | null;
  network: string | null;
  identitySession: string | null;
  provedDate: Date | null;
};

export async function beginStay({ db, siteId }: Place, stay: Stay & Beginning): Promise<void> {
  await db
    .insertInto("memberSession")
    .values({ siteId, ...stay })
    .execute();
}

export async function endStay({ db, siteId }: Place, id: string, at: Date): Promise<void> {
  await db
    .updateTable("memberSession")
    .set({ endedDate: at })
    .where("siteId", "=", siteId)
    .where("id", "=", id)
    .where("endedDate", "is", null)
    .execute();
}

/** A stay that has neither ended nor expired, of a person whose account is active. */
export function findStay(
  { db, siteId }: Place,
  id: string,
  at: Date,
): Promise<(Stay & { usedDate: Date | null }) | undefined> {
  return db
    .selectFrom("memberSession")
    .innerJoin("account", (join) =>
      join.onRef("account.siteId", "=", "memberSession.siteId").onRef("account.id", "=", "memberSession.accountId"),
    )
    .select([
      "memberSession.id",
      "memberSession.accountId",
      "memberSession.clientId",
      "memberSession.expiresDate",
      "memberSession.usedDate",
    ])
    .where("memberSession.siteId", "=", siteId)
    .where("memberSession.id", "=", id)
    .where("memberSession.endedDate", "is", null)
    .where("memberSession.expiresDate", ">", at)
    .where("account.status", "=", "ACTIVE")
    .executeTakeFirst();
}

/** Notes that a stay was used; not again within `usedWithinMs`, also when several ask at once. */
export async function touchStay({ db, siteId }: Place, id: string, at: Date, usedWithinMs: number): Promise<void> {
  await db
    .updateTable("memberSession")
    .set({ usedDate: at })
    .where("siteId", "=", siteId)
    .where("id", "=", id)
    .where((is) => is.or([is("usedDate", "is", null), is("usedDate", "<", new Date(at.getTime() - usedWithinMs))]))
    .execute();
}

export async function hasService({ db, siteId }: Place, id: string): Promise<boolean> {
  if (!isId(id)) return false;
  const service = db.selectFrom("service").select("id").where("siteId", "=", siteId).where("id", "=", id);
  return (await service.executeTakeFirst()) !== undefined;
}
