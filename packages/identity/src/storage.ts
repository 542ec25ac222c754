import { createHash } from "node:crypto";
import type { Database, Schema } from "@uola/database";
import { type Selectable, sql } from "kysely";
import { type Adapter, type AdapterPayload, errors } from "oidc-provider";
import type { Clients } from "./clients.ts";

export type StorageOptions = {
  db: Database;
  siteId: string;
  clients: Clients;
  now: () => Date;
  /** For how long a rotated refresh token still works: the answer to its first use may have been lost on the way. */
  overlapSeconds: number;
};

/** What oidc-provider keeps, in one table; clients come from their own. */
export const createStorage = (options: StorageOptions) => (model: string) =>
  model === "Client" ? clientStorage(options.clients) : payloadStorage(model, options);

const sweepBatch = 5000;

/** Deletes what has expired, in batches so that no statement holds many rows for long. */
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

/** Everything that was handed out under a grant, and the grant itself. */
export async function deleteGrant(db: Database, siteId: string, grantId: string): Promise<void> {
  await db
    .deleteFrom("identityPayload")
    .where("siteId", "=", siteId)
    .where((eb) =>
      eb.or([eb("grantId", "=", grantId), eb.and({ model: "Grant", idHash: hash(grantId) as unknown as Buffer })]),
    )
    .execute();
}

function payloadStorage(model: string, { db, siteId, now, overlapSeconds }: StorageOptions): Adapter {
  const rows = () =>
    db.selectFrom("identityPayload").selectAll().where("siteId", "=", siteId).where("model", "=", model);
  const overlapMs = model === "RefreshToken" ? overlapSeconds * 1000 : 0;
  const isInOverlap = (consumed: Date) => now().getTime() - consumed.getTime() < overlapMs;

  /** Used artefacts are given back too, marked: that is how a second use is noticed. */
  function restored({ payload, consumedDate }: Selectable<Schema["identityPayload"]>): AdapterPayload {
    const used = consumedDate && !isInOverlap(consumedDate) ? epochSeconds(consumedDate) : undefined;
    return { ...(payload as AdapterPayload), ...(used && { consumed: used }) };
  }

  return {
    async upsert(id, payload, expiresInSeconds) {
      const row = {
        payload: JSON.stringify(withoutSecrets(payload)),
        grantId: payload.grantId ?? null,
        uid: payload.uid ?? null,
        accountId: payload.accountId ?? null,
        expiresDate: new Date(now().getTime() + (expiresInSeconds ?? 0) * 1000),
      };
      await db
        .insertInto("identityPayload")
        .values({ siteId, model, idHash: hash(id), ...row })
        .onConflict((conflict) => conflict.columns(["siteId", "model", "idHash"]).doUpdateSet(row))
        .execute();
    },

    async find(id) {
      const row = await rows().where("idHash", "=", hash(id)).executeTakeFirst();
      return row && { ...restored(row), jti: id };
    },

    async findByUid(uid) {
      const row = await rows().where("uid", "=", uid).executeTakeFirst();
      return row && restored(row);
    },

    // the device flow is off
    async findByUserCode() {},

    /** Of many who redeem one code at once exactly one gets through; the others undo what came of it. */
    async consume(id) {
      const first = await db
        .updateTable("identityPayload")
        .set({ consumedDate: now() })
        .where("siteId", "=", siteId)
        .where("model", "=", model)
        .where("idHash", "=", hash(id))
        .where("consumedDate", "is", null)
        .executeTakeFirst();
      if (first.numUpdatedRows > 0n) return;
      const row = await rows().where("idHash", "=", hash(id)).executeTakeFirst();
      if (row?.consumedDate && isInOverlap(row.consumedDate)) return;
      if (row?.grantId) await deleteGrant(db, siteId, row.grantId);
      throw new errors.InvalidGrant("already used");
    },

    async destroy(id) {
      const mine = db.deleteFrom("identityPayload").where("siteId", "=", siteId).where("model", "=", model);
      await mine.where("idHash", "=", hash(id)).execute();
    },

    async revokeByGrantId(grantId) {
      const mine = db.deleteFrom("identityPayload").where("siteId", "=", siteId).where("model", "=", model);
      await mine.where("grantId", "=", grantId).execute();
    },
  };
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

/** The id itself is what a bearer shows, so it is not written down; nor is the session's id inside a sign-in under way. */
function withoutSecrets({ jti: _, consumed: __, session, ...rest }: AdapterPayload): AdapterPayload {
  if (!session) return rest;
  const { cookie: ___, ...kept } = session;
  return { ...rest, session: kept };
}
