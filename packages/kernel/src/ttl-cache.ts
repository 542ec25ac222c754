/** Caches loaded values by key. Concurrent callers share one load, and failed loads are not cached. */
export type TtlCache<Key, Value> = { get(key: Key): Promise<Value>; forget(key?: Key): void };

/**
 * Caches the result of `load` for at most `ttlMs` and for at most `sizeMax` keys. `forget` drops
 * one key or all of them, including loads in progress: later callers get fresh values.
 */
export function ttlCache<Key, Value>(
  load: (key: Key) => Promise<Value>,
  { ttlMs, sizeMax = 10_000 }: { ttlMs: number; sizeMax?: number },
): TtlCache<Key, Value> {
  const entries = new Map<Key, { value: Promise<Value>; until: number }>();
  return {
    get(key) {
      const now = performance.now();
      const found = entries.get(key);
      if (found && found.until > now) return found.value;
      if (entries.size >= sizeMax) entries.clear();
      const entry = { value: load(key), until: now + ttlMs };
      entries.set(key, entry);
      entry.value.catch(() => entries.get(key) === entry && entries.delete(key));
      return entry.value;
    },
    forget(key) {
      if (key === undefined) entries.clear();
      else entries.delete(key);
    },
  };
}
