import type { ConnectionCapabilities } from "@uola/contract";
import { AdapterError } from "./adapter-error.ts";
import type { ExternalCollection } from "./external-database.ts";

/** A collection definition and its lifetime in seconds, as reported by the database. */
export type SchemaWithTtl = { collection: ExternalCollection; ttl: number };
/** The reader of collection definitions for one protocol. */
export type SchemaReader = {
  all(): Promise<SchemaWithTtl[]>;
  /** Returns the definitions of the given collections. Ids that do not exist are left out. */
  some(ids: readonly string[]): Promise<SchemaWithTtl[]>;
  capabilities(): Promise<ConnectionCapabilities>;
};

export type SchemaCache = {
  all(): Promise<ExternalCollection[]>;
  find(id: string): Promise<ExternalCollection | undefined>;
  /** Rejects an unknown id with COLLECTION_NOT_FOUND. */
  get(id: string): Promise<ExternalCollection>;
  capabilities(): Promise<ConnectionCapabilities>;
  forget(): void;
  /** Optional calls that this database has already rejected, so they are not tried again. */
  unable: Set<string>;
};

const cacheSecondsMax = 60;
/** The cache time for missing collections is short, because a collection may be created at any moment. */
const missCacheMs = 3000;
/** After this many unknown ids per minute, any further id is looked up in the list of all collections. */
const missesMax = 20;
const collectionsMax = 1000;

/** Caches definitions for at most a minute. Concurrent callers share one read. */
export function createSchemaCache({ all, some, capabilities }: SchemaReader): SchemaCache {
  type Entry = { value: Promise<SchemaWithTtl[]>; until: number };
  const entries = new Map<string, Entry>();
  const unable = new Set<string>();
  let able: { value: Promise<ConnectionCapabilities>; until: number } | undefined;

  function read(key: string, load: () => Promise<SchemaWithTtl[]>): Promise<SchemaWithTtl[]> {
    const at = performance.now();
    const found = entries.get(key);
    if (found && found.until > at) return found.value;
    if (entries.size >= collectionsMax) entries.clear();
    const entry: Entry = { value: load(), until: at + cacheSecondsMax * 1000 };
    entries.set(key, entry);
    const drop = () => entries.get(key) === entry && entries.delete(key);
    entry.value.then((read) => {
      if (read.length === 0) entry.until = Math.min(entry.until, performance.now() + missCacheMs);
      for (const { ttl } of read) entry.until = Math.min(entry.until, performance.now() + ttl * 1000);
    }, drop);
    return entry.value;
  }

  let misses = { count: 0, until: 0 };
  function noteMiss() {
    const at = performance.now();
    if (misses.until <= at) misses = { count: 0, until: at + cacheSecondsMax * 1000 };
    misses.count++;
  }
  const isFlooded = () => misses.count >= missesMax && misses.until > performance.now();

  async function find(id: string): Promise<ExternalCollection | undefined> {
    const key = `one ${id}`;
    const cached = entries.get(key);
    if (isFlooded() && !(cached && cached.until > performance.now())) {
      return (await read("all", all)).find(({ collection }) => collection.id === id)?.collection;
    }
    const [found] = await read(key, async () => {
      const defined = await some([id]);
      if (defined.length === 0) noteMiss();
      return defined;
    });
    return found?.collection;
  }
  return {
    unable,
    find,
    all: async () => (await read("all", all)).map(({ collection }) => collection),
    async get(id) {
      const collection = await find(id);
      if (!collection) throw new AdapterError("COLLECTION_NOT_FOUND", `The database has no collection ${id}.`);
      return collection;
    },
    capabilities() {
      if (!able || able.until < performance.now()) {
        const entry = { value: capabilities(), until: performance.now() + cacheSecondsMax * 1000 };
        able = entry;
        entry.value.catch(() => {
          if (able === entry) able = undefined;
        });
      }
      return able.value;
    },
    forget() {
      entries.clear();
      able = undefined;
      misses = { count: 0, until: 0 };
    },
  };
}
