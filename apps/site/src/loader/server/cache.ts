import type { Topic } from "../page.ts";

type Entry<Value> = {
  value?: Value;
  topics: readonly Topic[];
  /** From this moment the value is out of date (ms since the epoch). */
  staleSince: number;
  /** When something it shows last changed. */
  changedAt: number;
  /** When the last attempt to make it began. */
  begunAt: number;
  failing: boolean;
  wrongFrom: number;
  making?: Promise<void>;
};

export type Made<Value> = {
  value: Value;
  topics: readonly Topic[];
  until: number;
  /** The value is wrong, not only stale, after this moment: it is never served while it is being replaced. */
  wrongFrom?: number | undefined;
};

type Options<Value> = {
  make: (key: string) => Promise<Made<Value>>;
  /** Milliseconds since the epoch. */
  now: () => number;
  onError: (error: unknown, key: string) => void;
  /** Keys that anybody can make up, as opposed to those of our own table; `limits` bound them. */
  isInvented?: (key: string) => boolean;
  limits?: Partial<InventedLimits>;
  /** A rush of changes makes a value again at most once in this time. */
  gapMs?: number;
};

/** Bounds of what invented keys may cost, so that the site's own pages are always kept, and made at once. */
export type InventedLimits = {
  /** Values kept; the oldest goes first. */
  kept: number;
  /** Makings under way. */
  making: number;
  /** Makings that wait for their turn; one more is refused with `Busy`. */
  waiting: number;
};
const inventedLimits: InventedLimits = { kept: 300, making: 2, waiting: 60 };

/** Too many values are being made; whoever asks may come back in a moment. */
export class Busy extends Error {
  override name = "Busy";
}

/** So long an out-of-date value may be served while the next one is made; whoever comes later waits for that one. */
const staleMs = 1000;
/** So long an old value is better than none when it cannot be made anew. */
const failingMs = 300_000;

/** Values made once for everybody: one making at a time for each key, old values meanwhile, emptied by topic or time. */
export function createCache<Value>({
  make,
  now,
  onError,
  isInvented = () => false,
  limits = {},
  gapMs = 1000,
}: Options<Value>) {
  const entries = new Map<string, Entry<Value>>();
  const { kept, making, waiting } = { ...inventedLimits, ...limits };
  const invented = new Set<string>();
  const inTurn = turns(making, waiting);

  /** Starts or joins the making of a value, keeping the gap. */
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
      const made = await (isInvented(key) ? inTurn(() => make(key)) : make(key));
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
    if (!isInvented(key)) return;
    invented.delete(key);
    invented.add(key);
    const [oldest] = invented;
    if (invented.size <= kept || oldest === undefined) return;
    invented.delete(oldest);
    entries.delete(oldest);
  };

  /** The value if it can be served now. Kept short: every cached request passes here. */
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
    /** The value, waiting for it if need be. What is made from it asks for it `fresh`, so as not to keep an old part. */
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
    /** Something changed: what shows it is out of date, and what is being made right now may be. */
    empty(topic: Topic) {
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

/** Runs at most `atOnce` works at a time, the others in the order they came; refuses with `Busy` when too many wait. */
export function turns(atOnce: number, waitingMax: number) {
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
