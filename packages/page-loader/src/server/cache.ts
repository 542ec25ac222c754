import type { Topic } from "../page.ts";

type Entry<Value> = {
  value?: Value;
  topics: readonly Topic[];
  /** When the value became stale (ms since the epoch). */
  staleSince: number;
  /** When the underlying data last changed. */
  changedAt: number;
  /** When the last attempt to build the value began. */
  begunAt: number;
  failing: boolean;
  wrongFrom: number;
  making?: Promise<void>;
};

export type Made<Value> = {
  value: Value;
  topics: readonly Topic[];
  until: number;
  /**
   * The moment from which the value is wrong, not only stale: it is then never served while its
   * replacement is being built.
   */
  wrongFrom?: number | undefined;
};

type Options<Value> = {
  make: (key: string) => Promise<Made<Value>>;
  /** Milliseconds since the epoch. */
  now: () => number;
  onError: (error: unknown, key: string) => void;
  /**
   * Whether anybody can make up a key like the given one, in contrast to the keys of the site's own
   * pages; `limits` apply to such keys.
   */
  isUnboundedKey?: (key: string) => boolean;
  limits?: Partial<InventedLimits>;
  /** The minimum time between two builds of a value during frequent changes. */
  gapMs?: number;
};

/** Limits for made-up keys, so that the site's own pages always stay cached and are rendered at once. */
export type InventedLimits = {
  /** The number of cached values; the oldest is evicted first. */
  kept: number;
  /** The number of values being built at the same time. */
  making: number;
  /** The number of queued builds; any more are rejected with `Busy`. */
  waiting: number;
};
const inventedLimits: InventedLimits = { kept: 300, making: 2, waiting: 60 };

/** Too many values are being built; the client may retry shortly. */
export class Busy extends Error {
  override name = "Busy";
}

/**
 * How long a stale value may be served while the next one is built; later requests wait for the new
 * one.
 */
const staleMs = 1000;
/** How long an old value is served while rebuilding fails. */
const failingMs = 300_000;

/**
 * A cache of values that are built once for everybody: one build at a time per key, stale values
 * served meanwhile, invalidated by topic or time.
 */
export function createCache<Value>({
  make,
  now,
  onError,
  isUnboundedKey = () => false,
  limits = {},
  gapMs = 1000,
}: Options<Value>) {
  const entries = new Map<string, Entry<Value>>();
  const { kept, making, waiting } = { ...inventedLimits, ...limits };
  const invented = new Set<string>();
  const inTurn = boundedQueue(making, waiting);

  /** Starts or joins the build of a value, observing the minimum gap. */
  const renew = (key: string, entry: Entry<Value>): Promise<void> => {
    entry.making ??= remake(key, entry).finally(() => {
      entry.making = undefined;
    });
    return entry.making;
  };

  const remake = async (key: string, entry: Entry<Value>) => {
    const pause = entry.begunAt + gapMs - now();
    if (pause > 0 && entry.value !== undefined) await new Promise((resolve) => setTimeout(resolve, pause).unref());
    entry.begunAt = now();
    try {
      const made = await (isUnboundedKey(key) ? inTurn(() => make(key)) : make(key));
      entry.value = made.value;
      entry.topics = made.topics;
      entry.staleSince = entry.changedAt >= entry.begunAt ? entry.changedAt : made.until;
      entry.wrongFrom = made.wrongFrom ?? Number.POSITIVE_INFINITY;
      entry.staleSince = Math.min(entry.staleSince, entry.wrongFrom);
      entry.failing = false;
      keep(key, entry);
    } catch (error) {
      entry.failing = true;
      throw error;
    }
  };

  const keep = (key: string, entry: Entry<Value>) => {
    entries.set(key, entry);
    if (!isUnboundedKey(key)) return;
    invented.delete(key);
    invented.add(key);
    const [oldest] = invented;
    if (invented.size <= kept || oldest === undefined) return;
    invented.delete(oldest);
    entries.delete(oldest);
  };

  /** Returns the value if it can be served now. Kept short, because every cached request runs it. */
  const peek = (key: string): Value | undefined => {
    const entry = entries.get(key);
    if (entry?.value === undefined) return undefined;
    const time = now();
    if (time < entry.staleSince) return entry.value;
    if (!entry.making) renew(key, entry).catch((error) => onError(error, key));
    if (time >= entry.wrongFrom && !entry.failing) return undefined;
    return time - entry.staleSince <= (entry.failing ? failingMs : staleMs) ? entry.value : undefined;
  };

  const beginning = new Map<string, Entry<Value>>();
  return {
    peek,
    /**
     * Returns the value, waiting for it if necessary. A value built from another value requests
     * that one with `fresh`, so that it does not contain an outdated part.
     */
    async get(key: string, fresh = false): Promise<Value> {
      const known = entries.get(key);
      const ready = fresh ? (known && now() < known.staleSince ? known.value : undefined) : peek(key);
      if (ready !== undefined) return ready;
      let entry = known ?? beginning.get(key);
      if (!entry) {
        entry = {
          topics: [],
          staleSince: 0,
          changedAt: 0,
          begunAt: 0,
          failing: false,
          wrongFrom: Number.POSITIVE_INFINITY,
        };
        beginning.set(key, entry);
      }
      try {
        await renew(key, entry);
      } catch (error) {
        const usable = entry.value !== undefined && now() - entry.staleSince <= failingMs;
        if (!usable) throw error;
      } finally {
        beginning.delete(key);
      }
      return entry.value as Value;
    },
    /** Invalidates the values that depend on a topic, including builds in progress. */
    invalidate(topic: Topic) {
      const time = now();
      for (const entry of entries.values()) {
        if (!entry.topics.includes(topic)) continue;
        entry.changedAt = time;
        entry.staleSince = Math.min(entry.staleSince, time);
      }
      for (const entry of beginning.values()) entry.changedAt = time;
    },
  };
}

/**
 * Runs at most `atOnce` tasks at a time and queues the others in order of arrival; rejects with
 * `Busy` if too many are waiting.
 */
export function boundedQueue(atOnce: number, waitingMax: number) {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async <Done>(work: () => Promise<Done>): Promise<Done> => {
    if (running >= atOnce) {
      if (waiting.length >= waitingMax) throw new Busy("Too many pages are being made.");
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else running++;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}
