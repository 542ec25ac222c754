import { networkOf } from "@uola/accounts";
import { type BookingLimits, hasPower } from "@uola/contract";
import { batched, type Call, type Caller, type Context, Refusal, ttlCache } from "@uola/kernel";
import type { CaptchaGate, CaptchaKind, CaptchaTokens } from "@uola/members";
import { readBookingLimits } from "../business/business.ts";
import { createKeyedQueue } from "./keyed-queue.ts";
import { limitDecision } from "./rules.ts";
import { upcomingPlaces } from "./store.ts";

/** The codes of refusals because of a limit. */
export const limitCodes: readonly string[] = ["MEMBERS_ONLY", "TOO_MANY_PLACES", "-19971", "-19970"];

const day = { per: 86_400 };

/** A request that counts against limits. */
export type LimitedRequest = {
  caller: Caller;
  /** The network address of the connection. */
  network: string | undefined;
  email: string | null;
  places: number;
  /** Of a purchase: how many orders without places the person has that wait for their money. Each counts as one place. */
  waitingOrders?: () => Promise<number>;
  tokens: CaptchaTokens;
};

export type BookingLimitGuard = ReturnType<typeof createBookingLimitGuard>;

/**
 * How many places one person or one network may take; docs/rules/limits.md has the numbers. Staff have no limits. Requests of
 * one person are decided one after another, so that each sees what the earlier ones took.
 */
export function createBookingLimitGuard(context: Context, gate: Pick<CaptchaGate, "prove">) {
  const { db, siteId, accounts, now, changes } = context;
  const { pool } = context.connection;
  const runInOrder = createKeyedQueue();
  /** The captcha solutions of requests that were checked already: one serves all the holds that its request makes. */
  const checked = new WeakSet<NonNullable<CaptchaTokens>>();
  const rules = ttlCache((id: string) => readBookingLimits(db, id), { ttlMs: 10_000 });
  changes.subscribe(["business"], () => rules.forget());

  const upcomingOf = batched((people: readonly Parameters<typeof upcomingPlaces>[2][number][]) =>
    upcomingPlaces(pool, siteId, people, now()),
  );
  /** Adds to the places that networks requested today; returns the sum after each request, in the order they came. */
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
    /** Runs `take` if the places may be taken. Refuses with MEMBERS_ONLY, TOO_MANY_PLACES, -19971 and -19970. */
    async withinLimits<Done>(request: LimitedRequest, take: () => Promise<Done>): Promise<Done> {
      const { caller, network, email, waitingOrders, tokens } = request;
      if (isStaff(caller)) return take();
      // What has no places is for everybody, and counts as one place: it writes to an address as a booking does.
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
        if (decision !== "go") await gate.prove({ network, tokens }, decision);
        return take();
      });
    },

    /**
     * The same for `places` more places that are held for some minutes, in a new hold or in one that grows. Every place that a
     * visitor or member holds is counted here first. True when a captcha was solved for it.
     */
    async checkMoreHeld({ caller, network, places, tokens }: Omit<LimitedRequest, "email">): Promise<boolean> {
      if (isStaff(caller)) return true;
      const { placesPerNetwork } = await mustBeMember(caller);
      const total = (await countedFrom(holding, network, places)) ?? 0;
      // Most bookings begin with a hold, and some holds are released unused. Holds therefore have three times the limit.
      const required: CaptchaKind | undefined = total > 3 * placesPerNetwork.withoutProof ? "INVISIBLE" : undefined;
      if (!required && !tokens?.length) return false;
      if (tokens && checked.has(tokens)) return true;
      await gate.prove({ network, tokens }, required ?? "INVISIBLE");
      if (tokens) checked.add(tokens);
      return true;
    },
  };
}

export { captchaRequired } from "@uola/members";
export { limitDecision } from "./rules.ts";

/** Whoever works with bookings has no limits. */
export const isStaff = (caller: Caller) => hasPower("seesBookings", caller);

/** Who calls and from where, in the form the limit guard takes. */
export const requesterOf = ({ caller, from }: Call) => ({ caller, network: from.network });
