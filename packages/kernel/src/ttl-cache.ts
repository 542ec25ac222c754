/** What was loaded lately, by key. Askers at the same moment share one load; a failed load is not kept. */
export type TtlCache<Key, Value> = { get(key: Key): Promise<Value>; forget(key?: Key): void };

/**
 * Remembers what `load` gave for at most `ttlMs`, for at most `sizeMax` keys. `forget` drops one key or everything, loads
 * under way included: whoever asks after it gets what is true after it.
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
