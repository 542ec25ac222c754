import { required } from "@uola/contract/required";
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

/** The limits of holds. The number of holds is not limited for the owner's API keys. */
export const holdRules = {
  /** The duration of a hold, and of its single renewal. */
  minutes: 10,
  livePerCaller: 5,
  /**
   * A caller may exceed `livePerCaller` as long as all holds together have at most this many places
   * (such as a family's cart).
   */
  placesPerCaller: 20,
  /**
   * A whole school or gym may share one network: above this number of holds, each hold requires a
   * proof of work.
   */
  livePerNetwork: 40,
  /** Above this number of holds, people can only book without a hold. */
  livePerProvenNetwork: 200,
} as const;

/**
 * The result of a hold request. `held` contains the hold (the existing hold for a repeated
 * request); `full` contains the place counter, undefined if there is nothing to hold; `limit`
 * contains the maximum that may be held.
 */
export type HoldResult = { held: HoldRow } | { full: Counter | undefined } | { limit: HoldLimit };
/** The maximum that may be held at once; `unproven`: further holds require a proof of work. */
export type HoldLimit = number | "unproven";

/** A caller subject to limits; `proven`: it has solved a proof of work. */
type LimitedCaller = { proven: boolean };
/** `isKeyed`: the request has an idempotency key, so a retry has the same id. */
export type HoldRequest = { row: HoldRow; limited: LimitedCaller | undefined; isKeyed: boolean };
type QueuedHold = HoldRequest & { resolve(held: HoldResult): void; reject(error: unknown): void };

const batchMax = 200;

/**
 * Creates the queue that holds places in the order of the requests. A `limited` caller can have
 * only a limited number of holds and places at once. The next batch is collected while the current
 * one runs. Requests that certainly do not fit are rejected after a read; only the others wait for
 * the lock.
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
          resolve(required(all[index], "hold result"));
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
      const mayBeHeld = fitsCapacity(counter, request.row.totalParticipants) || counter?.expired || request.isKeyed;
      return mayBeHeld ? request : { full: counter };
    });
    const inLine = answers.filter((each) => "row" in each);
    if (inLine.length === 0) return answers as HoldResult[];
    const publish = (decided: readonly HoldResult[]) => (decided.some((each) => "held" in each) ? "availability" : []);
    const decided = await transact({ db, changes }, { publish }, (tx) => decide(tx, inLine));
    const next = decided.values();
    return answers.map((each) => ("row" in each ? required(next.next().value, "hold result") : each));
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
      ([id, counter]) => counter.expired && (over.has(id) || !fitsCapacity(counter, wanted(id))),
    );
    for (const [id] of expired) await releaseExpired(tx, siteId, id, now());
    if (expired.length > 0) counters = await read(tx, requests, true);

    const held: HoldRow[] = [];
    const all = requests.map(({ row, limited, isKeyed }): HoldResult => {
      const same = isKeyed ? earlier.get(row.id) : undefined;
      if (same && !isOver(same)) return { held: same };
      const counter = counters.get(row.placesId);
      if (!counter || !fitsCapacity(counter, row.totalParticipants)) return { full: counter && { ...counter } };
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

/** Returns the limit that a caller has reached, if any. */
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

/**
 * The same rule as in the SQL of `holdPlaces`: free places belong to the waiting list as long as
 * they are sufficient for one of its parties.
 */
function fitsCapacity(counter: Counter | undefined, count: number): boolean {
  if (!counter) return false;
  const { capacity, taken, held, waitingMin } = counter;
  if (capacity === null) return true;
  const free = capacity - taken - held;
  return count <= free && (waitingMin === null || waitingMin > free);
}

/**
 * Returns the limit that a caller has reached; undefined if the caller may hold more. Also exact
 * for simultaneous requests.
 */
export async function exceedsHoldLimit(
  tx: Database,
  siteId: string,
  owner: HoldOwner & LimitedCaller & Pick<HoldRow, "totalParticipants">,
  at: Date,
): Promise<HoldLimit | undefined> {
  await lockHoldOwners(tx, siteId, [owner]);
  return limitOf(await liveHolds(tx, siteId, [owner], at), owner);
}

/** Whether a caller would exceed the limit if one of their holds grew by `more` places. */
export async function exceedsHoldLimitAfterResize(
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
