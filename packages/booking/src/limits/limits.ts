import { networkOf } from "@uola/accounts";
import { type BookingLimits, hasPower } from "@uola/contract";
import { batched, type Call, type Caller, type Context, Refusal, ttlCache } from "@uola/kernel";
import type { CaptchaGate, CaptchaKind, CaptchaTokens } from "@uola/members";
import { readBookingLimits } from "../business/business.ts";
import { createKeyedQueue } from "./keyed-queue.ts";
import { limitDecision } from "./rules.ts";
import { upcomingPlaces } from "./store.ts";

/** The error codes of requests rejected because of a limit. */
export const limitCodes: readonly string[] = ["MEMBERS_ONLY", "TOO_MANY_PLACES", "-19971", "-19970"];

const day = { per: 86_400 };

/** A request that counts against the limits. */
export type LimitedRequest = {
  caller: Caller;
  /** The IP address of the connection. */
  network: string | undefined;
  email: string | null;
  places: number;
  /**
   * For a purchase: returns the number of the person's unpaid orders without places. Each counts as
   * one place.
   */
  waitingOrders?: () => Promise<number>;
  tokens: CaptchaTokens;
};

export type BookingLimitGuard = ReturnType<typeof createBookingLimitGuard>;

/**
 * Limits how many places a person or a network may take; the numbers are in docs/rules/limits.md.
 * Staff have no limits. Requests of one person are processed one after another, so that each sees
 * the places taken by earlier ones.
 */
export function createBookingLimitGuard(context: Context, gate: Pick<CaptchaGate, "requireProofOfWork">) {
  const { db, siteId, accounts, now, changes } = context;
  const { pool } = context.connection;
  const runInOrder = createKeyedQueue();
  /**
   * Captcha solutions that were already checked. One solution covers all holds made by the same
   * request.
   */
  const checked = new WeakSet<NonNullable<CaptchaTokens>>();
  const rules = ttlCache((id: string) => readBookingLimits(db, id), { ttlMs: 10_000 });
  changes.subscribe(["business"], () => rules.forget());

  const upcomingOf = batched((people: readonly Parameters<typeof upcomingPlaces>[2][number][]) =>
    upcomingPlaces(pool, siteId, people, now()),
  );
  /**
   * Adds the requested places to each network's count for today. Returns the count after each
   * request, in request order.
   */
  const networkCounter = (kind: string) =>
    batched(async (requests: readonly { network: string; places: number }[]) => {
      const sums = new Map<string, number>();
      const before = requests.map(({ network, places }) => {
        const sum = (sums.get(network) ?? 0) + places;
        sums.set(network, sum);
        return sum;
      });
      const totals = await accounts.limits.countAll(kind, sums, day);
      return requests.map(
        ({ network }, index) => (totals.get(network) ?? 0) - (sums.get(network) ?? 0) + (before[index] ?? 0),
      );
    });
  const [booking, holding] = [networkCounter("places booked"), networkCounter("places held")];
  const countedFrom = async (count: typeof booking, network: string | undefined, places: number) =>
    network ? count({ network: networkOf(network), places }) : undefined;

  async function mustBeMember({ kind }: Caller): Promise<BookingLimits> {
    const limits = await rules.get(siteId);
    if (limits.membersOnly && kind === "visitor") {
      throw new Refusal("MEMBERS_ONLY", "Only members may book; sign in first.", 403);
    }
    return limits;
  }

  return {
    /**
     * Runs `take` if the places may be taken. Rejects with MEMBERS_ONLY, TOO_MANY_PLACES, -19971
     * and -19970.
     */
    async withinLimits<Done>(request: LimitedRequest, take: () => Promise<Done>): Promise<Done> {
      const { caller, network, email, waitingOrders, tokens } = request;
      if (isStaff(caller)) return take();
      // A request without places is open to everybody. It counts as one place because, like a
      // booking, it sends a mail.
      const limits = request.places > 0 ? await mustBeMember(caller) : await rules.get(siteId);
      const places = Math.max(1, request.places);
      const visitorId = caller.kind === "visitor" ? (caller.visitorId ?? caller.id) : null;
      const person = { email, visitorId, memberId: caller.memberId ?? null };
      const names = Object.entries(person).flatMap(([name, id]) => (id ? [`${name} ${id}`] : []));
      return runInOrder(names, async () => {
        const [upcoming, waiting, total] = await Promise.all([
          upcomingOf(person),
          waitingOrders?.() ?? 0,
          countedFrom(booking, network, places),
        ]);
        const ahead = upcoming + waiting;
        const decision = limitDecision({ person: ahead + places, network: total }, limits);
        if (decision === "tooMany") {
          const { atMost: max } = limits.placesPerPerson;
          throw new Refusal("TOO_MANY_PLACES", `One person books ${max} places ahead at most.`, 429, { max, ahead });
        }
        if (decision !== "go") await gate.requireProofOfWork({ network, tokens }, decision);
        return take();
      });
    },

    /**
     * Like `withinLimits`, but for `places` additional places that are held for some minutes, in a
     * new or a growing hold. Every place held by a visitor or member is first counted here. Returns
     * true if a captcha was solved for the request.
     */
    async checkMoreHeld({ caller, network, places, tokens }: Omit<LimitedRequest, "email">): Promise<boolean> {
      if (isStaff(caller)) return true;
      const { placesPerNetwork } = await mustBeMember(caller);
      const total = (await countedFrom(holding, network, places)) ?? 0;
      // Most bookings begin with a hold, and some holds are released unused. The limit for holds is
      // therefore three times as high.
      const required: CaptchaKind | undefined = total > 3 * placesPerNetwork.withoutProof ? "INVISIBLE" : undefined;
      if (!required && !tokens?.length) return false;
      if (tokens && checked.has(tokens)) return true;
      await gate.requireProofOfWork({ network, tokens }, required ?? "INVISIBLE");
      if (tokens) checked.add(tokens);
      return true;
    },
  };
}

export { captchaRequired } from "@uola/members";
export { limitDecision } from "./rules.ts";

/** Whether the caller works with bookings and therefore has no limits. */
export const isStaff = (caller: Caller) => hasPower("seesBookings", caller);

/** Returns the caller and the network in the format of the limit guard. */
export const requesterOf = ({ caller, from }: Call) => ({ caller, network: from.network });
