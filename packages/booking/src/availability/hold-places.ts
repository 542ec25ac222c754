import type { Database } from "@uola/database";
import { type Context, transact } from "@uola/kernel";
import {
  type Counter,
  type Held,
  type HoldOwner,
  type HoldRow,
  holdOwnersOf,
  insertHolds,
  liveHolds,
  lockHoldOwners,
  readCounters,
  readHolds,
} from "./hold-store.ts";
import { releaseExpired } from "./place-counter.ts";

/** The limits of holds. The owner's API keys have no limit of number. */
export const holdRules = {
  /** How long a hold lasts, and its one renewal. */
  minutes: 10,
  livePerCaller: 5,
  /** More holds than that are held as long as they are of so few places together: a family's cart. */
  placesPerCaller: 20,
  /** A school or a gym is one network: above this number each hold costs a proof of work, */
  livePerNetwork: 40,
  /** and above this one people book without a hold. */
  livePerProvenNetwork: 200,
} as const;

/**
 * The result of a request to hold. `held` has the hold, of a repeated request the one there is; `full` has the counter,
 * undefined where nothing can be held; `limit` has the most that may be held.
 */
export type HoldResult = { held: HoldRow } | { full: Counter | undefined } | { limit: HoldLimit };
/** The most that may be held at once; `unproven`: more needs a proof of work. */
export type HoldLimit = number | "unproven";

/** A caller with limits: whether it has solved a proof of work. */
type LimitedCaller = { proven: boolean };
/** `isKeyed`: a request that may have been sent before, and then has the same id. */
export type HoldRequest = { row: HoldRow; limited: LimitedCaller | undefined; isKeyed: boolean };
type QueuedHold = HoldRequest & { resolve(held: HoldResult): void; reject(error: unknown): void };

const batchMax = 200;

/**
 * Holds places in the order of the requests; a `limited` caller holds only so many at once. While one batch is on its
 * way, the next one gathers. Those for whom there is certainly no room are refused after a read; only others wait for the lock.
 */
export function createHoldQueue({ db, siteId, now, changes }: Pick<Context, "db" | "siteId" | "now" | "changes">) {
  let queue: QueuedHold[] = [];
  let running = false;

  async function run() {
    running = true;
    while (queue.length > 0) {
      const batch = queue.slice(0, batchMax);
      queue = queue.slice(batchMax);
      try {
        const all = await settle(batch);
        batch.forEach(({ resolve }, index) => {
          resolve(all[index] as HoldResult);
        });
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    running = false;
  }

  async function settle(requests: readonly HoldRequest[]): Promise<HoldResult[]> {
    const seen = await read(db, requests);
    const answers = requests.map((request): HoldResult | HoldRequest => {
      const counter = seen.get(request.row.placesId);
      const mayBeHeld = hasRoom(counter, request.row.totalParticipants) || counter?.expired || request.isKeyed;
      return mayBeHeld ? request : { full: counter };
    });
    const inLine = answers.filter((each) => "row" in each);
    if (inLine.length === 0) return answers as HoldResult[];
    const publish = (decided: readonly HoldResult[]) => (decided.some((each) => "held" in each) ? "availability" : []);
    const decided = await transact({ db, changes }, { publish }, (tx) => decide(tx, inLine));
    const next = decided.values();
    return answers.map((each) => ("row" in each ? (next.next().value as HoldResult) : each));
  }

  async function decide(tx: Database, requests: readonly HoldRequest[]): Promise<HoldResult[]> {
    const limited = requests.filter((request) => request.limited).map(({ row }) => row);
    const keyed = requests.filter(({ isKeyed }) => isKeyed).map(({ row }) => row);
    await lockHoldOwners(tx, siteId, [...limited, ...keyed]);
    const live = await liveHolds(tx, siteId, limited, now());
    let counters = await read(tx, requests, true);
    const wanted = (id: string) =>
      requests.reduce((sum, { row }) => sum + (row.placesId === id ? row.totalParticipants : 0), 0);
    const earlier = await readHolds(
      tx,
      siteId,
      keyed.map(({ id }) => id),
    );
    const isOver = ({ expiresDate }: HoldRow) => expiresDate <= now();
    const over = new Set([...earlier.values()].filter(isOver).map(({ placesId }) => placesId));
    const expired = [...counters].filter(
      ([id, counter]) => counter.expired && (over.has(id) || !hasRoom(counter, wanted(id))),
    );
    for (const [id] of expired) await releaseExpired(tx, siteId, id, now());
    if (expired.length > 0) counters = await read(tx, requests, true);

    const held: HoldRow[] = [];
    const all = requests.map(({ row, limited, isKeyed }): HoldResult => {
      const same = isKeyed ? earlier.get(row.id) : undefined;
      if (same && !isOver(same)) return { held: same };
      const counter = counters.get(row.placesId);
      if (!counter || !hasRoom(counter, row.totalParticipants)) return { full: counter && { ...counter } };
      const limit = limited && limitOf(live, { ...row, ...limited });
      if (limit) return { limit };
      if (limited) {
        for (const owner of holdOwnersOf(row)) {
          const { holds, places } = live.get(owner) ?? nothingHeld;
          live.set(owner, { holds: holds + 1, places: places + row.totalParticipants });
        }
      }
      counter.held += row.totalParticipants;
      held.push(row);
      if (isKeyed) earlier.set(row.id, row);
      return { held: row };
    });
    if (held.length > 0) await insertHolds(tx, siteId, held);
    return all;
  }

  const read = (of: Database, requests: readonly HoldRequest[], lock = false) => {
    const ids = [...new Set(requests.map(({ row }) => row.placesId))];
    return readCounters(of, siteId, ids, { now: now(), lock });
  };

  return (request: HoldRequest): Promise<HoldResult> =>
    new Promise((resolve, reject) => {
      queue.push({ ...request, resolve, reject });
      if (!running) void run();
    });
}

const nothingHeld: Held = { holds: 0, places: 0 };

/** The limit that a caller has reached, if any. */
function limitOf(
  live: ReadonlyMap<string, Held>,
  { holder, network, proven, totalParticipants }: HoldOwner & LimitedCaller & Pick<HoldRow, "totalParticipants">,
): HoldLimit | undefined {
  const { holds, places } = live.get(holder) ?? nothingHeld;
  const isMuch = places + totalParticipants > holdRules.placesPerCaller;
  if (holds >= holdRules.livePerCaller && isMuch) return holdRules.livePerCaller;
  const near = (network && live.get(`network ${network}`)?.holds) || 0;
  if (near >= holdRules.livePerProvenNetwork) return holdRules.livePerProvenNetwork;
  return near >= holdRules.livePerNetwork && !proven ? "unproven" : undefined;
}

/** The same rule as in the SQL of `holdPlaces`: free places belong to the waiting list as long as a party on it fits. */
function hasRoom(counter: Counter | undefined, count: number): boolean {
  if (!counter) return false;
  const { capacity, taken, held, waitingMin } = counter;
  if (capacity === null) return true;
  const free = capacity - taken - held;
  return count <= free && (waitingMin === null || waitingMin > free);
}

/** The limit that a caller has reached; undefined when it may hold more. Exact also for simultaneous requests. */
export async function exceedsHoldLimit(
  tx: Database,
  siteId: string,
  owner: HoldOwner & LimitedCaller & Pick<HoldRow, "totalParticipants">,
  at: Date,
): Promise<HoldLimit | undefined> {
  await lockHoldOwners(tx, siteId, [owner]);
  return limitOf(await liveHolds(tx, siteId, [owner], at), owner);
}

/** Whether a caller would hold too much if a hold of theirs were of so many more places. */
export async function exceedsByChange(
  tx: Database,
  siteId: string,
  { holder }: Pick<HoldRow, "holder">,
  more: number,
  at: Date,
): Promise<boolean> {
  const owner = { holder, network: null };
  await lockHoldOwners(tx, siteId, [owner]);
  const { holds, places } = (await liveHolds(tx, siteId, [owner], at)).get(holder) ?? nothingHeld;
  return more > 0 && holds > holdRules.livePerCaller && places + more > holdRules.placesPerCaller;
}
