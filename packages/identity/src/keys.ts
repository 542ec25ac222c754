import { createHash, randomBytes } from "node:crypto";
import { createSealer } from "@uola/accounts";
import { type Database, type Schema, transact } from "@uola/database";
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from "jose";
import type { Selectable } from "kysely";
import { ttl } from "./lifetimes.ts";

export type Keys = {
  /** Private keys for tokens. The first one signs, all of them are published. */
  jwks: { keys: JWK[] };
  /** Secrets for signed cookies. The first one signs, all of them verify. */
  cookies: string[];
  /** Changes when the signing key or the set of published keys changes. */
  fingerprint: string;
  /** When the fingerprint will change without any new key being added. */
  changesDate: Date | undefined;
};
type KeyPurpose = "TOKENS" | "COOKIES";
export type KeyInfo = {
  purpose: KeyPurpose;
  /** For a token key, its `kid`; for a cookie key, the beginning of its hash. */
  id: string;
  signs: boolean;
  signsFromDate: Date;
  /** When the key stops being published. Undefined until a newer key follows it. */
  retireDate: Date | undefined;
};

export type KeyOptions = { db: Database; siteId: string; secret: string; now: () => Date };
type Row = Selectable<Schema["identityKey"]>;

const hour = 3600;
/** How long a signature remains valid, in seconds: of an id token or JWT, or of a cookie. */
const validFor: Record<KeyPurpose, number> = {
  TOKENS: Math.max(ttl.idToken, ttl.accessTokenForAudience),
  COOKIES: ttl.session,
};
/** Other processes notice a new key with a delay, and clocks differ. */
const slack = hour;

const createKey: Record<KeyPurpose, () => Promise<string>> = {
  TOKENS: async () => JSON.stringify(await newSigningKey()),
  COOKIES: async () => randomBytes(32).toString("base64url"),
};

/**
 * Returns the site's current keys, created on the first call. Processes that start at the same time
 * end up with the same keys.
 */
export async function loadKeys(options: KeyOptions): Promise<Keys> {
  const { db, siteId, secret, now } = options;
  const seal = sealer(secret, siteId);
  const at = now();
  const rows = { TOKENS: await ensureKeys("TOKENS"), COOKIES: await ensureKeys("COOKIES") };

  async function ensureKeys(purpose: KeyPurpose): Promise<Row[]> {
    const found = await published(options, purpose);
    if (found.length > 0) return found;
    // If another process inserts its key first, that key is used.
    await db
      .insertInto("identityKey")
      .values({
        siteId,
        purpose,
        position: 0,
        sealed: seal.close(await createKey[purpose]()),
        createdDate: at,
        signsFromDate: at,
      })
      .onConflict((conflict) => conflict.columns(["siteId", "purpose", "position"]).doNothing())
      .execute();
    return published(options, purpose);
  }

  const open = (purpose: KeyPurpose) => rows[purpose].map(({ sealed }) => seal.open(sealed));
  const all = [...rows.TOKENS, ...rows.COOKIES];
  const dates = all.flatMap(({ signsFromDate, retireDate }) => [signsFromDate, retireDate ?? at]);
  const next = Math.min(...dates.map(Number).filter((date) => date > at.getTime()));
  return {
    jwks: { keys: open("TOKENS").map((text) => JSON.parse(text)) },
    cookies: open("COOKIES"),
    fingerprint: all.map(({ purpose, position }) => `${purpose} ${position}`).join(),
    changesDate: Number.isFinite(next) ? new Date(next) : undefined,
  };
}

/** Returns the keys that are not retired: first the one that signs, then newer ones, then older ones. */
async function published({ db, siteId, now }: KeyOptions, purpose: KeyPurpose): Promise<Row[]> {
  const at = now();
  const rows = await db
    .selectFrom("identityKey")
    .selectAll()
    .where("siteId", "=", siteId)
    .where("purpose", "=", purpose)
    .where((eb) => eb.or([eb("retireDate", "is", null), eb("retireDate", ">", at)]))
    .orderBy("signsFromDate", "desc")
    .orderBy("position", "desc")
    .execute();
  const signs = rows.find(({ signsFromDate }) => signsFromDate <= at) ?? rows.at(-1);
  return signs ? [signs, ...rows.filter((row) => row !== signs)] : [];
}

/**
 * Adds a key that is published at once and used for signing after `leadSeconds` (default one hour),
 * when every verifier has it. Older keys stay published until all their signatures have expired.
 * With `onlyAfterDays`, does nothing while the newest key is younger than that number of days.
 * Returns whether a key was added. If several processes call this at the same time, only one of
 * them adds a key.
 */
export async function rotateKeys(
  options: KeyOptions,
  purpose: KeyPurpose,
  { leadSeconds = hour, onlyAfterDays }: { leadSeconds?: number; onlyAfterDays?: number } = {},
): Promise<boolean> {
  const { db, siteId, secret, now } = options;
  const isYoung = (newest: Row) =>
    onlyAfterDays !== undefined && now().getTime() - newest.createdDate.getTime() < onlyAfterDays * 24 * hour * 1000;
  const [newestNow] = await newestFirst(db, options, purpose).execute();
  if (newestNow && isYoung(newestNow)) return false;
  // Checks the secret: a key that is encrypted with a different secret than the other keys would
  // break every process.
  await loadKeys(options);
  const sealed = sealer(secret, siteId).close(await createKey[purpose]());
  return transact({ db }, async (tx) => {
    const rows = await newestFirst(tx, options, purpose).forUpdate().execute();
    // A transaction that waited for the lock sees the rows it locked, but not a row added in the
    // meantime.
    const [newest] = await newestFirst(tx, options, purpose).execute();
    if (!newest || isYoung(newest) || newest.position !== rows[0]?.position) return false;
    const at = now();
    const signsFromDate = new Date(at.getTime() + leadSeconds * 1000);
    const retireDate = new Date(signsFromDate.getTime() + (validFor[purpose] + slack) * 1000);
    await tx
      .updateTable("identityKey")
      .set({ retireDate })
      .where("siteId", "=", siteId)
      .where("purpose", "=", purpose)
      .where("retireDate", "is", null)
      .execute();
    await tx
      .insertInto("identityKey")
      .values({ siteId, purpose, position: newest.position + 1, sealed, createdDate: at, signsFromDate })
      .execute();
    return true;
  });
}

const newestFirst = (db: Database, { siteId }: KeyOptions, purpose: KeyPurpose) =>
  db
    .selectFrom("identityKey")
    .selectAll()
    .where("siteId", "=", siteId)
    .where("purpose", "=", purpose)
    .orderBy("position", "desc");

/** Lists the keys without secrets, for display. Errors: the secret does not decrypt the keys. */
export async function listKeys(options: KeyOptions): Promise<KeyInfo[]> {
  await loadKeys(options);
  const seal = sealer(options.secret, options.siteId);
  const lists = await Promise.all(
    (["TOKENS", "COOKIES"] as const).map(async (purpose) =>
      (await published(options, purpose)).map(({ sealed, signsFromDate, retireDate }, index) => {
        const text = seal.open(sealed);
        const id =
          purpose === "TOKENS"
            ? (JSON.parse(text) as { kid: string }).kid
            : createHash("sha256").update(text).digest("hex").slice(0, 12);
        return { purpose, id, signs: index === 0, signsFromDate, retireDate: retireDate ?? undefined };
      }),
    ),
  );
  return lists.flat();
}

/** Deletes keys that are no longer published. */
export const sweepKeys = ({ db, siteId, now }: Omit<KeyOptions, "secret">) =>
  db.deleteFrom("identityKey").where("siteId", "=", siteId).where("retireDate", "<", now()).execute();

async function newSigningKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair("RS256", { modulusLength: 2048, extractable: true });
  const jwk = await exportJWK(privateKey);
  return { ...jwk, kid: await calculateJwkThumbprint(jwk), alg: "RS256", use: "sig" };
}

/** Each site has its own encryption key. */
const sealer = (secret: string, siteId: string) => createSealer(secret, siteId, "uola identity keys");
