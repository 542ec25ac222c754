import { createHash, createSecretKey, type KeyObject, randomBytes } from "node:crypto";
import type { Accounts, Sealer } from "@uola/accounts";
import { dayMs } from "@uola/contract/durations";
import { type Database, json } from "@uola/database";
import { sql } from "kysely";
import { z } from "zod";
import { transact } from "./transact.ts";

/** Stores secret keys in `setting`, encrypted with the installation's secret. */
export type KeyStore = { db: Database; siteId: string; accounts: Pick<Accounts, "sealer">; now: () => Date };

/** The site's secret keys for one purpose: one key signs, and every key that is not retired verifies. */
export type Keyring = { signing(): Promise<KeyObject>; all(): Promise<KeyObject[]> };

/** Older releases stored these keys unencrypted. */
const names = [
  "token_key",
  "captcha_key",
  "mediaBinSecret",
  "waitlist-link-secret",
  "calendar-link-secret",
  "booking-link-secret",
];

const reloadMs = 60_000;
/** After this time every process has loaded a new key. */
const rotationLeadMs = 3600_000;
/** The lifetime of the longest-lived signatures: refresh tokens of visitors, and links in e-mails. */
const validForMs = 366 * dayMs;

const Key = z.object({
  /** 32 bytes in base64url. */
  key: z.string().min(43),
  /** Unix time in milliseconds. */
  signsFrom: z.number(),
  retires: z.number().optional(),
});
const Keys = z.array(Key).min(1);
type Keys = z.infer<typeof Keys>;
const Sealed = z.object({ sealed: z.string() });
const text = z.string().min(43);
/**
 * The unencrypted formats of older releases: one key, or the signing key with the keys that only
 * verify.
 */
const UnencryptedKeys = z.union([
  text.transform((key) => [key]),
  z.object({ key: text }).transform(({ key }) => [key]),
  z.object({ keys: z.array(text).min(1) }).transform(({ keys }) => keys),
]);

/**
 * Returns the keyring with a name; its first key is created on first use. New keys from other
 * processes are loaded within a minute.
 */
export function createKeyring(store: KeyStore, name: string): Keyring {
  let loading: Promise<readonly (Keys[number] & { object: KeyObject })[]> | undefined;
  let loadedAt = 0;

  function load() {
    loadedAt = performance.now();
    // Keys are imported as `KeyObject`s once, because importing the bytes for every signature takes
    // five times as long as signing.
    return read(store, name).then((keys) =>
      keys.map((each) => ({ ...each, object: createSecretKey(each.key, "base64url") })),
    );
  }

  async function valid() {
    if (!loading) {
      const first = load();
      loading = first;
      first.catch(() => {
        if (loading === first) loading = undefined;
      });
    } else if (performance.now() - loadedAt > reloadMs) {
      // Reloads in the background; the cached keys are used meanwhile.
      const again = load();
      again.then(
        () => {
          loading = again;
        },
        () => {},
      );
    }
    const at = store.now().getTime();
    return { at, keys: (await loading).filter(({ retires }) => retires === undefined || retires > at) };
  }

  return {
    async signing() {
      const { keys, at } = await valid();
      const begun = keys.filter(({ signsFrom }) => signsFrom <= at);
      const newest = (begun.length > 0 ? begun : keys).toSorted((a, b) => b.signsFrom - a.signsFrom)[0];
      if (!newest) throw new Error(`No key of ${name} is good any more.`);
      return newest.object;
    },
    all: async () => (await valid()).keys.map(({ object }) => object),
  };
}

/**
 * Encrypts keys that older releases stored unencrypted. After that, access to the database alone is
 * not enough to sign.
 */
export async function sealKeys(store: KeyStore): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select name from setting where site_id = ${store.siteId} and name = any(${names}) and not value ? 'sealed'
  `.execute(store.db);
  for (const { name } of rows) await read(store, name);
}

async function read(store: KeyStore, name: string): Promise<Keys> {
  const { db, siteId, now } = store;
  const sealer = sealerOf(store);
  const made = sealed(sealer, [{ key: newKey(), signsFrom: now().getTime() }]);
  // If several processes start at once, one inserts the key and all of them read it.
  await db
    .insertInto("setting")
    .values({ siteId, name, value: made, updatedDate: now() })
    .onConflict((conflict) => conflict.columns(["siteId", "name"]).doNothing())
    .execute();
  const { value } = await readSetting(db, siteId, name);
  const stored = Sealed.safeParse(value).data;
  if (stored) return opened(sealer, stored);
  const keys = UnencryptedKeys.parse(value).map((key, position) => ({ key, signsFrom: -position }));
  await db
    .updateTable("setting")
    .set({ value: sealed(sealer, keys), updatedDate: now() })
    .where("siteId", "=", siteId)
    .where("name", "=", name)
    .where(sql<boolean>`not value ? 'sealed'`)
    .execute();
  return keys;
}

/**
 * Adds a new key to every keyring. It is accepted for verification at once and used for signing
 * after an hour. Older keys are accepted for another year.
 */
export async function rotateKeyrings(store: KeyStore): Promise<void> {
  const { siteId, now } = store;
  await sealKeys(store);
  const sealer = sealerOf(store);
  await transact(store, async (tx) => {
    const at = now().getTime();
    const signsFrom = at + rotationLeadMs;
    for (const { name, value } of await settings(tx, siteId).forUpdate().execute()) {
      const before = opened(sealer, Sealed.parse(value))
        .filter(({ retires }) => retires === undefined || retires > at)
        .map((each) => ({ ...each, retires: each.retires ?? signsFrom + validForMs }));
      await tx
        .updateTable("setting")
        .set({ value: sealed(sealer, [{ key: newKey(), signsFrom }, ...before]), updatedDate: now() })
        .where("siteId", "=", siteId)
        .where("name", "=", name)
        .execute();
    }
  });
}

export type ListedKey = {
  name: string;
  /** The beginning of the key's hash. */
  id: string;
  signs: boolean;
  signsFromDate: Date;
  retireDate: Date | undefined;
};

/** Lists the keys without their secrets, for display. */
export async function listKeyrings(store: KeyStore): Promise<ListedKey[]> {
  await sealKeys(store);
  const at = store.now().getTime();
  return (await settings(store.db, store.siteId).orderBy("name").execute()).flatMap(({ name, value }) => {
    const keys = opened(sealerOf(store), Sealed.parse(value))
      .filter(({ retires }) => retires === undefined || retires > at)
      .toSorted((a, b) => b.signsFrom - a.signsFrom);
    const signing = keys.find(({ signsFrom }) => signsFrom <= at);
    return keys.map((each) => ({
      name,
      id: createHash("sha256").update(each.key).digest("hex").slice(0, 12),
      signs: each === signing,
      signsFromDate: new Date(Math.max(each.signsFrom, 0)),
      retireDate: each.retires === undefined ? undefined : new Date(each.retires),
    }));
  });
}

const settings = (db: Database, siteId: string) =>
  db
    .selectFrom("setting")
    .select(["name", "value"])
    .where("siteId", "=", siteId)
    .where(sql<boolean>`jsonb_typeof(value) = 'object' and value ? 'sealed'`);

const readSetting = (db: Database, siteId: string, name: string) =>
  db
    .selectFrom("setting")
    .select("value")
    .where("siteId", "=", siteId)
    .where("name", "=", name)
    .executeTakeFirstOrThrow();

const newKey = () => randomBytes(32).toString("base64url");
const sealerOf = ({ accounts }: KeyStore): Sealer => accounts.sealer("uola platform keys");
const sealed = (sealer: Sealer, keys: Keys) => json({ sealed: sealer.close(JSON.stringify(keys)).toString("base64") });
const opened = (sealer: Sealer, stored: z.infer<typeof Sealed>): Keys =>
  Keys.parse(JSON.parse(sealer.open(Buffer.from(stored.sealed, "base64"))));
