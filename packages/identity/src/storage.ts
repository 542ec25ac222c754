import { AsyncLocalStorage } from "node:async_hooks";
import { createHash } from "node:crypto";
import type { Account } from "@uola/accounts";
import type { Connection, Database } from "@uola/database";
import { sql } from "kysely";
import { type Adapter, type AdapterPayload, errors } from "oidc-provider";
import type { Clients } from "./clients.ts";

type StorageOptions = {
  connection: Pick<Connection, "db" | "pool">;
  siteId: string;
  clients: Clients;
  now: () => Date;
  /**
   * How long a rotated refresh token remains valid, in seconds, because the response to its first
   * use may have been lost.
   */
  overlapSeconds: number;
  /** The minimum time between two writes of a session that was used but not changed, in seconds. */
  sessionSaveSeconds?: number;
};

/** oidc-provider's storage, in one table. Clients are stored in a separate table. */
export function createStorage(options: StorageOptions) {
  const sessions = sessionCache((options.sessionSaveSeconds ?? 300) * 1000);
  return (model: string) =>
    model === "Client" ? clientStorage(options.clients) : payloadStorage(model, options, sessions);
}

const sweepBatch = 5000;

/** Deletes expired rows in batches, so that no statement locks many rows for long. */
export async function sweepPayloads(db: Database, siteId: string, at: Date): Promise<number> {
  let swept = 0;
  for (;;) {
    const { numAffectedRows = 0n } = await sql`
      delete from identity_payload where ctid in (
        select ctid from identity_payload where site_id = ${siteId} and expires_date < ${at}
        limit ${sweepBatch} for update skip locked)`.execute(db);
    swept += Number(numAffectedRows);
    if (numAffectedRows < sweepBatch) return swept;
  }
}

/** Deletes a grant and everything issued under it. */
export async function deleteGrant(db: Database, siteId: string, grantId: string): Promise<void> {
  await db
    .deleteFrom("identityPayload")
    .where("siteId", "=", siteId)
    .where((eb) =>
      eb.or([eb("grantId", "=", grantId), eb.and({ model: "Grant", idHash: hash(grantId) as unknown as Buffer })]),
    )
    .execute();
}

type GrantOrganization = { id: string; name: string; isMember: boolean };
/** The fields of a person that appear in tokens or determine whether tokens are issued. */
export type Person = Pick<
  Account,
  "id" | "email" | "emailVerified" | "firstName" | "lastName" | "language" | "updatedDate" | "status" | "role"
> & { hasCodeApp: boolean };
type PersonRow = { [Key in keyof Person as `of_${SnakeCase<Key>}`]: Person[Key] };
type SnakeCase<Text extends string> = Text extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : Text;
type PayloadRow = PersonRow & {
  payload: AdapterPayload;
  consumed_date: Date | null;
  expires_date: Date;
  org_id: string | null;
  org_name: string | null;
  is_member: boolean;
};
type PayloadWithGrantRow = PayloadRow & { grant_payload: AdapterPayload | null };

/**
 * A per-request cache: a session, code or refresh token is read together with its person, grant and
 * organization.
 */
class RequestCache {
  readonly people = new Map<string, Person>();
  readonly grants = new Map<string, AdapterPayload>();
  readonly organizations = new Map<string, GrantOrganization>();
}
const requestReads = new AsyncLocalStorage<RequestCache>();

/** Runs `handle` as one request, with a separate cache for the rows that it reads. */
export const runWithRequestCache = (handle: () => void): void => requestReads.run(new RequestCache(), handle);

/** Returns the person of a session, code or refresh token that was read in this request. */
export const cachedPerson = (accountId: string): Person | undefined => requestReads.getStore()?.people.get(accountId);

/** Returns the organization of a grant that was read in this request. */
export const organizationOfGrant = (grantId: string): GrantOrganization | undefined =>
  requestReads.getStore()?.organizations.get(grantId);

/** Adds the new organization of a grant to the cache for the rest of this request. */
export const rememberOrganizationOfGrant = (grantId: string, organization: GrantOrganization) =>
  requestReads.getStore()?.organizations.set(grantId, organization);

const organization = `o.id as org_id, o.name as org_name, m.account_id is not null as is_member`;
const organizationOf = (grantId: string, accountId: string) => `
  left join identity_grant_organization go on go.site_id = p.site_id and go.grant_id = ${grantId}
  left join organization o on o.site_id = p.site_id and o.id = go.organization_id
  left join organization_member m
    on m.site_id = p.site_id and m.organization_id = o.id and m.account_id = ${accountId}`;

const person = `a.id as of_id, a.email as of_email, a.email_verified as of_email_verified, a.first_name as of_first_name,
  a.last_name as of_last_name, a.language as of_language, a.updated_date as of_updated_date, a.status as of_status,
  a.role as of_role, f.account_id is not null as of_has_code_app`;
const personOf = `
  left join account a on a.site_id = p.site_id and a.id = p.account_id
  left join authenticator f on f.site_id = a.site_id and f.account_id = a.id and f.confirmed_date is not null`;

const findOne = `
  select p.payload, p.consumed_date, p.expires_date from identity_payload p
  where p.site_id = $1 and p.model = $2 and p.id_hash = $3`;
const findSession = `
  select p.payload, p.consumed_date, p.expires_date, ${person} from identity_payload p ${personOf}
  where p.site_id = $1 and p.model = $2 and p.id_hash = $3`;
const findGrant = `
  select p.payload, p.consumed_date, p.expires_date, ${organization} from identity_payload p
  ${organizationOf("$4", "p.account_id")}
  where p.site_id = $1 and p.model = $2 and p.id_hash = $3`;
const findWithGrant = `
  select p.payload, p.consumed_date, p.expires_date, g.payload as grant_payload, ${organization}, ${person}
  from identity_payload p ${personOf}
  left join identity_payload g
    on g.site_id = p.site_id and g.model = 'Grant' and g.id_hash = sha256(convert_to(p.grant_id, 'UTF8'))
  ${organizationOf("p.grant_id", "p.account_id")}
  where p.site_id = $1 and p.model = $2 and p.id_hash = $3`;
const findByUid = `
  select payload, consumed_date, expires_date from identity_payload where site_id = $1 and model = $2 and uid = $3`;
const insert = `
  insert into identity_payload (site_id, model, id_hash, payload, grant_id, uid, account_id, expires_date)
  values ($1, $2, $3, $4, $5, $6, $7, $8)
  on conflict (site_id, model, id_hash) do update set payload = excluded.payload, grant_id = excluded.grant_id,
    uid = excluded.uid, account_id = excluded.account_id, expires_date = excluded.expires_date`;
const change = `
  update identity_payload set payload = $4, grant_id = $5, uid = $6, account_id = $7, expires_date = $8
  where site_id = $1 and model = $2 and id_hash = $3`;
const consumeOne = `
  update identity_payload set consumed_date = $4
  where site_id = $1 and model = $2 and id_hash = $3 and consumed_date is null`;

const carriesGrant = new Set(["AuthorizationCode", "RefreshToken"]);

function payloadStorage(
  model: string,
  { connection: { db, pool }, siteId, now, overlapSeconds }: StorageOptions,
  sessions: ReturnType<typeof sessionCache>,
): Adapter {
  const overlapMs = model === "RefreshToken" ? overlapSeconds * 1000 : 0;
  const isInOverlap = (consumed: Date) => now().getTime() - consumed.getTime() < overlapMs;
  const [find, name] = carriesGrant.has(model)
    ? ([findWithGrant, "identity find with grant"] as const)
    : model === "Grant"
      ? ([findGrant, "identity find grant"] as const)
      : model === "Session"
        ? ([findSession, "identity find session"] as const)
        : ([findOne, "identity find"] as const);

  /** Used artefacts are returned too, marked as consumed, so that a second use is detected. */
  function restored({ payload, consumed_date: consumed }: PayloadRow): AdapterPayload {
    const used = consumed && !isInOverlap(consumed) ? epochSeconds(consumed) : undefined;
    return { ...payload, ...(used && { consumed: used }) };
  }

  /** Caches the joined rows for the rest of the request. */
  function rememberReads(row: PayloadWithGrantRow, id: string) {
    const grantId = model === "Grant" ? id : row.payload.grantId;
    const request = requestReads.getStore();
    if (!request) return;
    if (row.of_id) request.people.set(row.of_id, personIn(row));
    if (!grantId) return;
    if (row.grant_payload) request.grants.set(grantId, { ...row.grant_payload, jti: grantId });
    if (row.org_id && row.org_name)
      request.organizations.set(grantId, { id: row.org_id, name: row.org_name, isMember: row.is_member });
  }

  return {
    async upsert(id, payload, expiresInSeconds) {
      const stored = withoutSecrets(payload);
      const expiresDate = new Date(now().getTime() + (expiresInSeconds ?? 0) * 1000);
      const idHash = hash(id);
      const text = JSON.stringify(stored);
      // PostgreSQL cannot store NUL in text.
      if (text.includes("\\u0000")) throw new errors.InvalidRequest("a NUL is no part of a request");
      const values = [siteId, model, idHash, text, payload.grantId, payload.uid, payload.accountId, expiresDate];
      if (model === "Grant") requestReads.getStore()?.grants.delete(id);
      if (model === "Session") {
        const cached = sessions.find(idHash);
        if (cached && sessions.isSame(cached, stored, expiresDate)) return;
        sessions.note(idHash, stored, expiresDate);
        // Writing the use of a session must not restore the session if it was ended meanwhile.
        if (cached) return void (await pool.query({ name: "identity change", text: change, values }));
      }
      await pool.query({ name: "identity insert", text: insert, values });
    },

    async find(id) {
      const along = model === "Grant" ? requestReads.getStore()?.grants.get(id) : undefined;
      if (along) return along;
      const idHash = hash(id);
      const values = [siteId, model, idHash, ...(model === "Grant" ? [id] : [])];
      if (id.includes("\0")) return undefined;
      const { rows } = await pool.query<PayloadWithGrantRow>({ name, text: find, values });
      const [row] = rows;
      if (!row) return undefined;
      if (model === "Session") sessions.note(idHash, row.payload, row.expires_date);
      rememberReads(row, id);
      return { ...restored(row), jti: id };
    },

    async findByUid(uid) {
      const { rows } = await pool.query<PayloadRow>({
        name: "identity find by uid",
        text: findByUid,
        values: [siteId, model, uid],
      });
      return rows[0] && restored(rows[0]);
    },

    // The device flow is disabled.
    async findByUserCode() {},

    /**
     * Marks a code or token as consumed. Exactly one of many simultaneous uses succeeds. The others
     * revoke everything issued from the code or token.
     */
    async consume(id) {
      const idHash = hash(id);
      const first = await pool.query({
        name: "identity consume",
        text: consumeOne,
        values: [siteId, model, idHash, now()],
      });
      if (first.rowCount) return;
      const { rows } = await pool.query<PayloadRow>({
        name: "identity find",
        text: findOne,
        values: [siteId, model, idHash],
      });
      const [row] = rows;
      if (row?.consumed_date && isInOverlap(row.consumed_date)) return;
      if (row?.payload.grantId) await deleteGrant(db, siteId, row.payload.grantId);
      throw new errors.InvalidGrant("already used");
    },

    async destroy(id) {
      const rows = db.deleteFrom("identityPayload").where("siteId", "=", siteId).where("model", "=", model);
      await rows.where("idHash", "=", hash(id)).execute();
    },

    async revokeByGrantId(grantId) {
      const rows = db.deleteFrom("identityPayload").where("siteId", "=", siteId).where("model", "=", model);
      await rows.where("grantId", "=", grantId).execute();
    },
  };
}

const personIn = (row: PersonRow): Person => ({
  id: row.of_id,
  email: row.of_email,
  emailVerified: row.of_email_verified,
  firstName: row.of_first_name,
  lastName: row.of_last_name,
  language: row.of_language,
  updatedDate: row.of_updated_date,
  status: row.of_status,
  role: row.of_role,
  hasCodeApp: row.of_has_code_app,
});

const sessionsRemembered = 10_000;

/**
 * Caches sessions as this process last read or wrote them, so that a session that is used but not
 * changed is not written each time.
 */
function sessionCache(saveEveryMs: number) {
  const cache = new Map<string, { text: string; expires: number }>();
  return {
    find: (idHash: Buffer) => cache.get(idHash.toString("base64")),

    note(idHash: Buffer, payload: AdapterPayload, expiresDate: Date) {
      const key = idHash.toString("base64");
      cache.delete(key);
      cache.set(key, { text: contentOf(payload), expires: expiresDate.getTime() });
      const [oldest] = cache.size > sessionsRemembered ? cache.keys() : [];
      if (oldest !== undefined) cache.delete(oldest);
    },

    isSame: (cached: { text: string; expires: number }, payload: AdapterPayload, expiresDate: Date) =>
      expiresDate.getTime() - cached.expires < saveEveryMs && cached.text === contentOf(payload),
  };
}

/**
 * Serializes the content with sorted keys, so that the result does not depend on the order in which
 * jsonb returns them.
 */
function contentOf({ iat: _, exp: __, jti: ___, ...content }: AdapterPayload): string {
  const sorted = (_key: string, value: unknown) =>
    value !== null && typeof value === "object" && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value;
  return JSON.stringify(content, sorted);
}

const clientStorage = (clients: Clients): Adapter => ({
  find: clients.metadata,
  async findByUid() {},
  async findByUserCode() {},
  upsert: readOnly,
  consume: readOnly,
  destroy: readOnly,
  revokeByGrantId: readOnly,
});

const readOnly = async () => {
  throw new Error("Clients are added by addClient.");
};

const hash = (id: string) => createHash("sha256").update(id).digest();
const epochSeconds = (date: Date) => Math.floor(date.getTime() / 1000);

/**
 * The id is the bearer's secret, so it is not stored; nor is the session id inside a sign-in in
 * progress.
 */
function withoutSecrets({ jti: _, consumed: __, session, ...rest }: AdapterPayload): AdapterPayload {
  if (!session) return rest;
  const { cookie: ___, ...stored } = session;
  return { ...rest, session: stored };
}
