/** What was loaded lately, by key. Askers at the same moment share one load; a failed load is not kept. */
export type Recent<Key, Value> = { get(key: Key): Promise<Value>; forget(key?: Key): void };

/**
 * Remembers what `load` gave for at most `ttlMs`, for at most `sizeMax` keys. `forget` drops one key or everything, loads
 * under way included: whoever asks after it gets what is true after it.
 */
export function recent<Key, Value>(
  load: (key: Key) => Promise<Value>,
  { ttlMs, sizeMax = 10_000 }: { ttlMs: number; sizeMax?: number },
): Recent<Key, Value> {
  const known = new Map<Key, { value: Promise<Value>; until: number }>();
  return {
    get(key) {
      const now = performance.now();
      const found = known.get(key);
      if (found && found.until > now) return found.value;
      if (known.size >= sizeMax) known.clear();
      const entry = { value: load(key), until: now + ttlMs };
      known.set(key, entry);
      entry.value.catch(() => known.get(key) === entry && known.delete(key));
      return entry.value;
    },
    forget(key) {
      if (key === undefined) known.clear();
      else known.delete(key);
    },
  };
}
