import { required } from "@uola/contract/required";
import { withRetry } from "@uola/database";
import { type Context, transact } from "@uola/kernel";
import { type Answer, type ClaimRequest, decideClaims } from "./claim-store.ts";
import { releaseExpired } from "./place-counter.ts";

export type { ClaimRequest } from "./claim-store.ts";

/**
 * The result of a claim. `duplicate`: an earlier claim with the same key was granted. `left` is
 * absent if there is nothing to claim; `locked`: the remaining places belong to the waiting list.
 * `noHold`: the hold has ended or belongs to somebody else.
 */
export type Decision =
  | { outcome: "made" }
  | { outcome: "duplicate"; bookingId: string }
  | { outcome: "full"; left?: number; locked?: true }
  | { outcome: "noHold" };

type QueuedClaim = { request: ClaimRequest; resolve(decision: Decision): void; reject(error: unknown): void };
type ClaimLane = { queue: QueuedClaim[]; running: boolean };

const batchMax = 500;
const laneCount = 2;

type ClaimDeps = Pick<Context, "siteId" | "now"> & {
  connection: Pick<Context["connection"], "pool" | "db">;
  changes: Pick<Context["changes"], "publish">;
};

/**
 * Creates the queue that processes claims in order of arrival. See docs/rules/places.md for how it
 * works and why it is exact.
 */
export function createClaims({ connection: { pool, db }, siteId, now, changes }: ClaimDeps) {
  const lanes: ClaimLane[] = Array.from({ length: laneCount }, () => ({ queue: [], running: false }));
  const underWay = new Map<string, { bookingId: string; decision: Promise<Decision> }>();

  /** Stores a booking and takes its places, or does neither. */
  async function claim(request: ClaimRequest): Promise<Decision> {
    const key = request.booking.idempotencyKey;
    if (!key) return enqueue(request);
    const duplicate = underWay.get(key);
    if (duplicate) {
      const decision = await duplicate.decision;
      return decision.outcome === "made" ? { outcome: "duplicate", bookingId: duplicate.bookingId } : decision;
    }
    const decision = enqueue(request);
    underWay.set(key, { bookingId: request.booking.id, decision });
    return decision.finally(() => underWay.delete(key));
  }

  function enqueue(request: ClaimRequest): Promise<Decision> {
    return new Promise((resolve, reject) => {
      const lane = required(lanes[request.booking.placesId.charCodeAt(35) % laneCount], "claim lane");
      lane.queue.push({ request, resolve, reject });
      if (!lane.running) void run(lane);
    });
  }

  /** There is no timer: the next batch collects while the current one runs. */
  async function run(lane: ClaimLane): Promise<void> {
    lane.running = true;
    while (lane.queue.length > 0) {
      const { batch, later } = oncePerHold(lane.queue.splice(0, batchMax));
      lane.queue.unshift(...(await settle(batch)), ...later);
    }
    lane.running = false;
  }

  /**
   * Processes a batch and returns the claims to retry, in order: those that were rejected but may
   * still fit.
   */
  async function settle(batch: QueuedClaim[]): Promise<QueuedClaim[]> {
    const again: QueuedClaim[] = [];
    try {
      const answers = await decide(batch.map(({ request }) => request));
      const late = new Set<string>();
      let sold = false;
      batch.forEach((waiting, index) => {
        const { request, resolve } = waiting;
        const [made, duplicate, left, note] = required(answers[index], "answer");
        if (duplicate) resolve({ outcome: "duplicate", bookingId: duplicate });
        else if (made) resolve({ outcome: "made" });
        else if (note === "noHold") resolve({ outcome: "noHold" });
        else if (note === "again" || note === "late") again.push(waiting);
        else resolve(full(left, note === "locked"));
        if (note === "late") late.add(request.booking.placesId);
        sold ||= made === true;
      });
      for (const placesId of late) await releaseExpiredHolds(placesId);
      if (sold || late.size > 0) changes.publish("availability");
    } catch (error) {
      if (batch.length === 1 || !isAboutData(error)) for (const { reject } of batch) reject(error);
      // One of the claims contains invalid data, so each claim is processed alone.
      else for (const waiting of batch) again.push(...(await settle([waiting])));
    }
    return again;
  }

  const releaseExpiredHolds = (placesId: string) =>
    transact({ db }, (tx) => releaseExpired(tx, siteId, placesId, now()));

  async function decide(requests: ClaimRequest[], attempt = 1): Promise<Answer[]> {
    try {
      return await withRetry(() => decideClaims(pool, siteId, now(), requests));
    } catch (error) {
      // Another process granted a claim with the same key after this statement began. The second
      // attempt finds its booking.
      const isKnownNext = attempt === 1 && isDuplicateElsewhere(error);
      // The capacity was lowered after this statement began. The next attempt reads the new
      // capacity.
      const isLowered = attempt < capacityAttempts && isOverCapacity(error);
      if (isKnownNext || isLowered) return decide(requests, attempt + 1);
      throw error;
    }
  }

  return claim;
}

const full = (left: number | null, locked: boolean): Decision => ({
  outcome: "full",
  ...(left !== null && { left: Math.max(0, left) }),
  ...(locked && { locked }),
});

/**
 * Claims that use the same hold are processed one after another, because a hold can be used only
 * once.
 */
function oncePerHold(queue: QueuedClaim[]): { batch: QueuedClaim[]; later: QueuedClaim[] } {
  const seen = new Set<string>();
  const [batch, later]: [QueuedClaim[], QueuedClaim[]] = [[], []];
  for (const waiting of queue) {
    const { holdId } = waiting.request;
    (holdId && seen.has(holdId) ? later : batch).push(waiting);
    if (holdId) seen.add(holdId);
  }
  return { batch, later };
}

/** How many times a batch of requests is processed if capacities are lowered at the same time. */
const capacityAttempts = 10;

const sqlState = (error: unknown) => (error instanceof Error && "code" in error ? String(error.code) : "");
const isAboutData = (error: unknown) => /^2[23]/.test(sqlState(error));
const violates = (error: unknown, constraint: string) =>
  error instanceof Error && "constraint" in error && error.constraint === constraint;
const isDuplicateElsewhere = (error: unknown) => sqlState(error) === "23505" && violates(error, "booking_is_made_once");
const isOverCapacity = (error: unknown) =>
  sqlState(error) === "23514" && violates(error, "places_never_exceed_capacity");
