import { createHash } from "node:crypto";
import { isIP } from "node:net";
import { type Database, transact } from "@uola/database";
import { sql } from "kysely";
import type { Actor } from "./account.ts";
import { createFactorAudit } from "./factor-audit.ts";
import { networkOf } from "./networks.ts";
import { AccountRefusal } from "./refusals.ts";

/**
 * A browser a person is signed in with: its session at the identity provider together with the platform sessions that
 * started from it.
 */
export type Device = {
  id: string;
  userAgent: string | null;
  network: string | null;
  createdDate: Date;
  usedDate: Date;
  current: boolean;
};
export type ConnectedApp = { clientId: string; name: string; scopes: string[]; connectedDate: Date };
export type Sessions = ReturnType<typeof createSessions>;

type Options = { db: Database; siteId: string; now: () => Date };

// Lifetime of a refresh token, the longest-lived part of a session.
const retentionMs = 30 * 24 * 3_600_000;

/** Manages the sessions of people and the third-party sites that may access their identity. */
export function createSessions({ db, siteId, now }: Options) {
  const { audit } = createFactorAudit(siteId, now);
  const activeSessions = (accountId: string) =>
    db
      .selectFrom("memberSession")
      .selectAll()
      .where("siteId", "=", siteId)
      .where("accountId", "=", accountId)
      .where("endedDate", "is", null)
      .where("expiresDate", ">", now());

  /** Returns the provider sessions still in use: signed in, or with a refresh token. */
  const liveSessions = async (accountId: string): Promise<Set<string>> => {
    const { rows } = await sql<{ session: string | null }>`
      select distinct coalesce(uid, payload->>'sessionUid') as session from identity_payload
      where site_id = ${siteId} and account_id = ${accountId} and model in ('Session', 'RefreshToken')
        and expires_date > ${now()}`.execute(db);
    return new Set(rows.flatMap(({ session }) => (session ? [session] : [])));
  };

  async function list(accountId: string, current: { memberSession?: string | undefined } = {}): Promise<Device[]> {
    const known = db
      .selectFrom("identitySession")
      .selectAll()
      .where("siteId", "=", siteId)
      .where("accountId", "=", accountId);
    const [identitySessions, live, memberSessions] = await Promise.all([
      known.execute(),
      liveSessions(accountId),
      activeSessions(accountId).execute(),
    ]);
    const devices = new Map<string, Device>();
    const add = (device: Device) => {
      const same = devices.get(device.id);
      devices.set(device.id, same ? merged(same, device) : device);
    };
    for (const { uid, device, network, createdDate, usedDate } of identitySessions) {
      const isUsed = live.has(uid) || memberSessions.some(({ identitySession }) => identitySession === uid);
      if (isUsed) add({ id: uid, userAgent: device, network, createdDate, usedDate, current: false });
    }
    for (const { id, identitySession, device, network, createdDate, usedDate } of memberSessions) {
      const dates = { createdDate, usedDate: usedDate ?? createdDate };
      const isCurrent = id === current.memberSession;
      add({ id: identitySession ?? id, userAgent: device, network, ...dates, current: isCurrent });
    }
    return [...devices.values()].sort((a, b) => b.usedDate.getTime() - a.usedDate.getTime());
  }

  /** Ends all sessions on one device. Returns the ended platform sessions. Errors: DEVICE_NOT_FOUND. */
  const end = (accountId: string, deviceId: string, actor: Actor = { kind: "member", id: accountId }) =>
    transact({ db }, async (tx) => {
      const ended = await tx
        .updateTable("memberSession")
        .set({ endedDate: now() })
        .where("siteId", "=", siteId)
        .where("accountId", "=", accountId)
        .where("endedDate", "is", null)
        .where(sql<boolean>`(identity_session = ${deviceId} or id::text = ${deviceId})`)
        .returning("id")
        .execute();
      const sessions = await endIdentitySession(tx, { siteId, accountId, uid: deviceId });
      if (ended.length === 0 && sessions === 0) throw new AccountRefusal("DEVICE_NOT_FOUND", "No such device.");
      await publishEndedSessions(tx, siteId);
      await audit(tx, accountId, "account.endDevice", actor, { deviceId });
      return ended.map(({ id }) => id);
    });

  const thirdPartyApps = (accountId: string) => sql`
    from identity_payload as given join identity_client as client
      on client.site_id = given.site_id and client.id = given.payload->>'clientId' and not client.first_party
    where given.site_id = ${siteId} and given.account_id = ${accountId} and given.model = 'Grant'
      and given.expires_date > ${now()}`;

  async function apps(accountId: string): Promise<ConnectedApp[]> {
    type Row = { clientId: string; name: string; scope: string | null; since: number | null };
    const { rows } = await sql<Row>`
      select client.id as "clientId", client.name, given.payload->'openid'->>'scope' as scope,
        (given.payload->>'iat')::float8 as since ${thirdPartyApps(accountId)}`.execute(db);
    const found = new Map<string, ConnectedApp>();
    for (const { clientId, name, scope, since } of rows) {
      const connectedDate = new Date((since ?? 0) * 1000);
      const before = found.get(clientId);
      const scopes = new Set([...(before?.scopes ?? []), ...(scope ?? "").split(" ").filter(Boolean)]);
      const first = before && before.connectedDate < connectedDate ? before.connectedDate : connectedDate;
      found.set(clientId, { clientId, name, scopes: [...scopes], connectedDate: first });
    }
    return [...found.values()].sort((a, b) => a.name.localeCompare(b.name));
  }

  return {
    list,
    end,

    /** Signs out everywhere. Returns the ended platform sessions. */
    endAll: (accountId: string, actor: Actor = { kind: "member", id: accountId }): Promise<string[]> =>
      transact({ db }, async (tx) => {
        const ended = await endSessions(tx, { siteId, accountId, at: now() });
        await audit(tx, accountId, "account.signOutEverywhere", actor, { stays: ended.length });
        return ended;
      }),

    apps,

    /**
     * Withdraws the consent given to a third-party site and deletes its tokens. Errors:
     * APP_NOT_FOUND.
     */
    disconnect: (
      accountId: string,
      clientId: string,
      actor: Actor = { kind: "member", id: accountId },
    ): Promise<void> =>
      transact({ db }, async (tx) => {
        const apps = await sql`select 1 ${thirdPartyApps(accountId)} and client.id = ${clientId} limit 1`.execute(tx);
        if (apps.rows.length === 0) throw new AccountRefusal("APP_NOT_FOUND", "No such site.");
        await sql`delete from identity_payload where site_id = ${siteId} and account_id = ${accountId}
          and payload->>'clientId' = ${clientId}`.execute(tx);
        await audit(tx, accountId, "account.disconnectApp", actor, { clientId });
      }),

    /**
     * Records that a browser signed in at the provider or was seen there again. Only a coarse form
     * of `network` is stored.
     */
    async recordIdentitySession(input: {
      uid: string;
      accountId: string;
      device?: string | undefined;
      network?: string | undefined;
      methods?: string[] | undefined;
    }): Promise<void> {
      const { uid, accountId, methods } = input;
      const device = input.device?.slice(0, 500) ?? null;
      const network = input.network ? coarseNetwork(input.network) : null;
      const at = now();
      const again = { accountId, device, network, usedDate: at, ...(methods && { methods }) };
      await db
        .insertInto("identitySession")
        .values({ siteId, uid, ...again, createdDate: at })
        .onConflict((conflict) => conflict.columns(["siteId", "uid"]).doUpdateSet(again))
        .execute();
    },

    /** Deletes browsers not seen for longer than the lifetime of the longest-lived part of a session. */
    async sweep(): Promise<void> {
      const old = new Date(now().getTime() - retentionMs);
      await db.deleteFrom("identitySession").where("siteId", "=", siteId).where("usedDate", "<", old).execute();
    },
  };
}

const merged = (a: Device, b: Device): Device => ({
  id: a.id,
  userAgent: a.userAgent ?? b.userAgent,
  network: a.network ?? b.network,
  createdDate: a.createdDate < b.createdDate ? a.createdDate : b.createdDate,
  usedDate: a.usedDate > b.usedDate ? a.usedDate : b.usedDate,
  current: a.current || b.current,
});

/**
 * Signs out everywhere except on the device of the session `keep`: deletes the provider's tokens
 * and ends platform sessions.
 */
export async function endSessions(
  tx: Database,
  { siteId, accountId, at, keep }: { siteId: string; accountId: string; at: Date; keep?: string | undefined },
): Promise<string[]> {
  const remaining = keep
    ? await tx
        .selectFrom("memberSession")
        .select(["id", "identitySession"])
        .where("siteId", "=", siteId)
        .where("accountId", "=", accountId)
        .where("id", "=", keep)
        .executeTakeFirst()
    : undefined;
  const session = remaining?.identitySession ?? "";
  const grants = session ? (await sessionGrants(tx, siteId, accountId, session)).map(sha256) : [];
  await sql`delete from identity_payload where site_id = ${siteId} and account_id = ${accountId}
    and coalesce(uid, payload->>'sessionUid', '') is distinct from ${session || null}
    and not (model = 'Grant' and id_hash = any(${grants}))`.execute(tx);
  await tx
    .deleteFrom("identitySession")
    .where("siteId", "=", siteId)
    .where("accountId", "=", accountId)
    .where("uid", "!=", session)
    .execute();
  const ended = await tx
    .updateTable("memberSession")
    .set({ endedDate: at })
    .where("siteId", "=", siteId)
    .where("accountId", "=", accountId)
    .where("endedDate", "is", null)
    .$if(remaining !== undefined, (query) => query.where("id", "!=", remaining?.id as string))
    .returning("id")
    .execute();
  await publishEndedSessions(tx, siteId);
  return ended.map(({ id }) => id);
}

/** Returns the ids of the grants given in a session of the identity provider. */
async function sessionGrants(tx: Database, siteId: string, accountId: string, uid: string): Promise<string[]> {
  const { rows } = await sql<{ grant: string }>`
    select distinct given.value->>'grantId' as grant from identity_payload,
      jsonb_each(coalesce(payload->'authorizations', '{}')) as given
    where site_id = ${siteId} and account_id = ${accountId} and model = 'Session' and uid = ${uid}
    union select distinct grant_id from identity_payload
    where site_id = ${siteId} and account_id = ${accountId} and grant_id is not null and payload->>'sessionUid' = ${uid}
  `.execute(tx);
  return rows.flatMap(({ grant }) => (grant ? [grant] : []));
}

/** Ends one session at the identity provider with all its tokens. Returns the number of deleted rows. */
async function endIdentitySession(
  tx: Database,
  { siteId, accountId, uid }: { siteId: string; accountId: string; uid: string },
): Promise<number> {
  const grants = await sessionGrants(tx, siteId, accountId, uid);
  const { numAffectedRows = 0n } = await sql`
    delete from identity_payload where site_id = ${siteId} and account_id = ${accountId}
      and (uid = ${uid} or payload->>'sessionUid' = ${uid} or grant_id = any(${grants})
        or (model = 'Grant' and id_hash = any(${grants.map(sha256)})))`.execute(tx);
  const noted = await tx
    .deleteFrom("identitySession")
    .where("siteId", "=", siteId)
    .where("accountId", "=", accountId)
    .where("uid", "=", uid)
    .executeTakeFirst();
  return Number(numAffectedRows) + Number(noted.numDeletedRows);
}

/**
 * Notifies every process that sessions have ended. PostgreSQL sends the notification when the
 * transaction commits.
 */
export async function publishEndedSessions(tx: Database, siteId: string): Promise<void> {
  const hint = JSON.stringify({ siteId, from: "accounts", topics: ["account"] });
  await sql`select pg_notify('uola_changes', ${hint})`.execute(tx);
}

/**
 * Shortens an IP address: coarse enough to prevent tracking, fine enough for people to recognize
 * their own network.
 */
export function coarseNetwork(address: string): string {
  const wide = networkOf(address);
  return isIP(wide) === 4 ? wide.replace(/\d+$/, "*") : wide;
}

const sha256 = (text: string) => createHash("sha256").update(text).digest();
