import { type Database, isId } from "@uola/database";

type SiteDatabase = { db: Database; siteId: string };

export type AppClient = { id: string; redirectUris: string[] };

export async function findClient({ db, siteId }: SiteDatabase, id: string): Promise<AppClient | undefined> {
  if (!isId(id)) return undefined;
  return db
    .selectFrom("appClient")
    .select(["id", "redirectUris"])
    .where("siteId", "=", siteId)
    .where("id", "=", id)
    .executeTakeFirst();
}

/** Returns the role of an active account, otherwise undefined. */
export async function activeRole({ db, siteId }: SiteDatabase, accountId: string): Promise<string | undefined> {
  const account = await db
    .selectFrom("account")
    .select("role")
    .where("siteId", "=", siteId)
    .where("id", "=", accountId)
    .where("status", "=", "ACTIVE")
    .executeTakeFirst();
  return account?.role;
}

export type SignInSession = { id: string; accountId: string; clientId: string | null; expiresDate: Date };
/**
 * A login session to store. The device and network help the person recognise it. The session ends
 * together with `identitySession`.
 */
export type NewSession = {
  createdDate: Date;
  usedDate: Date;
  device: string | null;
  network: string | null;
  identitySession: string | null;
  provedDate: Date | null;
};

export async function startSession({ db, siteId }: SiteDatabase, session: SignInSession & NewSession): Promise<void> {
  await db
    .insertInto("memberSession")
    .values({ siteId, ...session })
    .execute();
}

export async function endSession({ db, siteId }: SiteDatabase, id: string, at: Date): Promise<void> {
  await db
    .updateTable("memberSession")
    .set({ endedDate: at })
    .where("siteId", "=", siteId)
    .where("id", "=", id)
    .where("endedDate", "is", null)
    .execute();
}

export type ActiveSession = SignInSession & {
  createdDate: Date;
  usedDate: Date | null;
  role: string;
  refreshNumber: number;
  refreshedDate: Date | null;
  /** Whether the session's refresh token is replaced at each use. */
  rotates: boolean;
};

/** Returns the session if it has neither ended nor expired and its account is active. */
export async function findSession(
  { db, siteId }: SiteDatabase,
  id: string,
  at: Date,
): Promise<ActiveSession | undefined> {
  const session = await db
    .selectFrom("memberSession")
    .innerJoin("account", (join) =>
      join.onRef("account.siteId", "=", "memberSession.siteId").onRef("account.id", "=", "memberSession.accountId"),
    )
    .leftJoin("appClient", (join) =>
      join.onRef("appClient.siteId", "=", "memberSession.siteId").onRef("appClient.id", "=", "memberSession.clientId"),
    )
    .select([
      "memberSession.id",
      "memberSession.accountId",
      "memberSession.clientId",
      "memberSession.createdDate",
      "memberSession.expiresDate",
      "memberSession.usedDate",
      "memberSession.refreshNumber",
      "memberSession.refreshedDate",
      "account.role",
      "appClient.rotates",
    ])
    .where("memberSession.siteId", "=", siteId)
    .where("memberSession.id", "=", id)
    .where("memberSession.endedDate", "is", null)
    .where("memberSession.expiresDate", ">", at)
    .where("account.status", "=", "ACTIVE")
    .executeTakeFirst();
  return session && { ...session, rotates: session.rotates ?? false };
}

type SessionUse = { at: Date; expires: Date };

/** Records the use of a session, at most once within `usedWithinMs`, even for simultaneous requests. */
export async function touchSession(
  { db, siteId }: SiteDatabase,
  id: string,
  { at, expires, usedWithinMs }: SessionUse & { usedWithinMs: number },
): Promise<void> {
  await db
    .updateTable("memberSession")
    .set({ usedDate: at, expiresDate: expires })
    .where("siteId", "=", siteId)
    .where("id", "=", id)
    .where((is) => is.or([is("usedDate", "is", null), is("usedDate", "<", new Date(at.getTime() - usedWithinMs))]))
    .execute();
}

/**
 * Makes the refresh token that follows `number` the current one. Returns false if a simultaneous
 * request has already done so.
 */
export async function replaceRefresh(
  { db, siteId }: SiteDatabase,
  id: string,
  number: number,
  { at, expires }: SessionUse,
) {
  const replaced = await db
    .updateTable("memberSession")
    .set({ refreshNumber: number + 1, refreshedDate: at, usedDate: at, expiresDate: expires })
    .where("siteId", "=", siteId)
    .where("id", "=", id)
    .where("endedDate", "is", null)
    .where("refreshNumber", "=", number)
    .executeTakeFirst();
  return replaced.numUpdatedRows > 0n;
}

export async function hasService({ db, siteId }: SiteDatabase, id: string): Promise<boolean> {
  if (!isId(id)) return false;
  const service = db.selectFrom("service").select("id").where("siteId", "=", siteId).where("id", "=", id);
  return (await service.executeTakeFirst()) !== undefined;
}

export async function serviceOfSchedule({ db, siteId }: SiteDatabase, scheduleId: string): Promise<string | undefined> {
  if (!isId(scheduleId)) return undefined;
  const service = db.selectFrom("service").select("id").where("siteId", "=", siteId);
  return (await service.where("scheduleId", "=", scheduleId).executeTakeFirst())?.id;
}
