import { networkOf } from "@uola/accounts";
import type { contract, Hold, Service } from "@uola/contract";
import { type Database, idFor, newId } from "@uola/database";
import {
  type BackgroundTask,
  batched,
  type Call,
  type Context,
  type Handlers,
  Refusal,
  recordChange,
  transact,
  Violation,
  workOnEach,
} from "@uola/kernel";
import { visitorSignedIn } from "@uola/members";
import { type BookingLimitGuard, captchaRequired, requesterOf } from "../limits/limits.ts";
import type { AvailabilityServices } from "./availability-services.ts";
import type { Offer } from "./bookable-offer.ts";
import {
  createHoldQueue,
  exceedsHoldLimit,
  exceedsHoldLimitAfterResize,
  type HoldLimit,
  holdRules,
} from "./hold-places.ts";
import {
  type Counter,
  type HoldRow,
  lockFreePlaces,
  lockHoldOwners,
  placesWithExpiredHolds,
  readHold,
  readHolds,
  transferHolds,
  updateHold,
} from "./hold-store.ts";
import { holdPlaces, lockHold, places, releaseExpired, releaseHold, resizeHold } from "./place-counter.ts";
import { refuseBeforeRegistration, refuseByPolicy } from "./refusals.ts";
import { holderOf } from "./rules.ts";
import { createAppointmentSession } from "./take-slot.ts";

const toHold = ({
  id,
  serviceId,
  scheduleId,
  sessionId,
  totalParticipants,
  expiresDate,
  renewed,
  state,
}: HoldRow): Hold => ({
  id,
  serviceId,
  scheduleId,
  sessionId,
  totalParticipants,
  expiresDate,
  renewable: state === "OPEN" && !renewed,
  state: state as Hold["state"],
});

/** Creates the operations on holds, which reserve places while a person fills in a form. */
export function holds(
  context: Context,
  { offerLookup }: AvailabilityServices,
  { checkMoreHeld }: Pick<BookingLimitGuard, "checkMoreHeld">,
): Handlers<typeof contract.holds> {
  const { db, siteId, now, events } = context;
  const enqueueHold = createHoldQueue(context);
  /** Returns the holds of earlier requests with the same ids; simultaneous look-ups are batched. */
  const existingHolds = batched(async (ids: readonly string[]) => {
    const found = await readHolds(db, siteId, ids);
    return ids.map((id) => found.get(id));
  });
  const inMinutes = (minutes: number) => new Date(now().getTime() + minutes * 60_000);
  events.subscribe(visitorSignedIn, { name: "holds" }, async (tx, { visitorId, memberId }) => {
    const holder = { visitor: `visitor ${visitorId}`, member: `member ${memberId}` };
    await transferHolds(tx, siteId, holder.visitor, holder.member);
  });

  /**
   * Returns the caller's own unexpired hold; the owner can access all holds. Excludes waiting-list
   * offers, which belong to the waiting list.
   */
  function requireOwnHold(hold: HoldRow | undefined, { caller }: Call): HoldRow {
    const isTheirs = hold && (hold.holder === holderOf(caller) || caller.role === "owner");
    if (hold && isTheirs && hold.state !== "OFFER" && hold.expiresDate > now()) return hold;
    throw new Refusal("HOLD_NOT_FOUND", "There is no such hold any more.", 404);
  }
  /**
   * Returns the service of a hold; rejects the request if the start of registration has since been
   * moved to a later time.
   */
  async function openService({ serviceId }: HoldRow, { caller }: Call): Promise<Service | undefined> {
    const service = await offerLookup.service(serviceId);
    if (service) refuseBeforeRegistration(service, caller, now());
    return service;
  }
  const locked = async (tx: Database, holdId: string, call: Call) =>
    requireOwnHold(await lockHold(tx, siteId, holdId), call);

  /**
   * Writes an audit entry when the owner changes somebody else's hold. Changes to one's own hold
   * are not recorded, because it lasts only minutes.
   */
  async function auditForeignHold(tx: Database, { caller }: Call, action: string, before: HoldRow, after?: HoldRow) {
    if (before.holder === holderOf(caller)) return;
    const audit = { actor: caller, action, before: toHold(before), ...(after && { after: toHold(after) }) };
    await recordChange(tx, { siteId, at: now(), entity: "hold", entityId: before.id, audit });
  }

  return {
    create: async ({ captchaTokens: tokens, ...input }, call) => {
      const { caller, from, idempotencyKey: key } = call;
      const { totalParticipants, slot, schedule } = input;
      const id = key ? idFor([holderOf(caller), key, JSON.stringify({ slot, schedule })].join("\n")) : newId();
      const earlier = key ? await existingHolds(id) : undefined;
      if (earlier && earlier.expiresDate > now()) return { hold: toHold(earlier) };
      const offer = await offerLookup.of(input, caller, { field: "slot", totalParticipants });
      const { service, sessionId, placesId } = offer;
      refuseTooLarge(service, totalParticipants);
      refuseByPolicy(service, offer, caller, now());
      const proven = await checkMoreHeld({ ...requesterOf(call), places: totalParticipants, tokens });
      const network = from.network ? networkOf(from.network) : null;
      const row: HoldRow = {
        siteId,
        id,
        placesId,
        serviceId: service.id,
        scheduleId: service.schedule.id,
        sessionId,
        totalParticipants,
        state: "OPEN",
        renewed: false,
        holder: holderOf(caller),
        network,
        bookingId: null,
        expiresDate: inMinutes(holdRules.minutes),
        createdDate: now(),
      };
      const limited = caller.role === "owner" ? undefined : { proven };
      if (!offer.appointment) {
        const result = await enqueueHold({ row, limited, isKeyed: key !== undefined });
        if ("limit" in result) throw tooManyHolds(result.limit);
        if ("full" in result) throw fullAt(result.full, row, totalParticipants);
        return { hold: toHold(result.held) };
      }
      const hold = await transact(context, { publish: "availability" }, async (tx) => {
        if (key) {
          await lockHoldOwners(tx, siteId, [row]);
          const same = await readHold(tx, siteId, id);
          if (same && same.expiresDate > now()) return same;
          if (same) await releaseExpired(tx, siteId, same.placesId, now());
        }
        const most = limited && (await exceedsHoldLimit(tx, siteId, { ...row, ...limited }, now()));
        if (most) throw tooManyHolds(most);
        const seated = await withSession(tx, row, offer);
        if (!(await holdPlaces(tx, seated))) throw await full(tx, seated, totalParticipants);
        return seated;
      });
      return { hold: toHold(hold) };
    },

    get: async ({ holdId }, call) => ({ hold: toHold(requireOwnHold(await readHold(db, siteId, holdId), call)) }),

    change: async ({ holdId, totalParticipants, captchaTokens: tokens }, call) => {
      let counted = 0;
      for (let attempt = 1; ; attempt++) {
        const seen = requireOwnHold(await readHold(db, siteId, holdId), call);
        const service = await openService(seen, call);
        refuseTooLarge(service, totalParticipants);
        const places = totalParticipants - seen.totalParticipants - counted;
        if (places > 0) {
          await checkMoreHeld({ ...requesterOf(call), places, tokens });
          counted += places;
        }
        const hold = await transact(context, { publish: "availability" }, async (tx) => {
          const more = totalParticipants - seen.totalParticipants;
          const isTooMuch =
            call.caller.role !== "owner" && (await exceedsHoldLimitAfterResize(tx, siteId, seen, more, now()));
          if (isTooMuch) throw tooManyHolds(holdRules.livePerCaller);
          const before = await locked(tx, holdId, call);
          // Another request has made the hold smaller in the meantime, so more places would be
          // added than were checked against the limit.
          if (totalParticipants - before.totalParticipants > counted && attempt < changeAttempts) return undefined;
          if (before.state !== "OPEN" || totalParticipants - before.totalParticipants > counted) {
            throw new Refusal("HOLD_NOT_CHANGEABLE", "The hold waits for its payment, or is being changed.");
          }
          if (!(await resizeHold(tx, before, totalParticipants))) {
            throw await full(tx, before, totalParticipants - before.totalParticipants);
          }
          const after = { ...before, totalParticipants };
          await auditForeignHold(tx, call, "hold.change", before, after);
          return after;
        });
        if (hold) return { hold: toHold(hold) };
      }
    },

    renew: async ({ holdId }, call) => {
      await openService(requireOwnHold(await readHold(db, siteId, holdId), call), call);
      const hold = await transact(context, { publish: "availability" }, async (tx) => {
        const before = await locked(tx, holdId, call);
        if (before.state !== "OPEN" || before.renewed) {
          throw new Refusal("HOLD_NOT_RENEWABLE", "The hold has been renewed already, or waits for its payment.");
        }
        const after = await updateHold(tx, before, { renewed: true, expiresDate: inMinutes(holdRules.minutes) });
        await auditForeignHold(tx, call, "hold.renew", before, after);
        return after;
      });
      return { hold: toHold(hold) };
    },

    freeze: async ({ holdId, seconds }, call) => {
      const hold = await transact(context, { publish: "availability" }, async (tx) => {
        const before = await locked(tx, holdId, call);
        const until = new Date(Math.max(inMinutes(seconds / 60).getTime(), before.expiresDate.getTime()));
        const after = await updateHold(tx, before, { state: "PAYING", expiresDate: until });
        await auditForeignHold(tx, call, "hold.freeze", before, after);
        return after;
      });
      return { hold: toHold(hold) };
    },

    release: async ({ holdId }, call) => {
      await transact(context, { publish: "availability" }, async (tx) => {
        const hold = await lockHold(tx, siteId, holdId);
        const isTheirs = hold?.holder === holderOf(call.caller) || call.caller.role === "owner";
        if (!hold || !isTheirs || hold.state === "OFFER") return;
        await releaseHold(tx, siteId, holdId);
        await auditForeignHold(tx, call, "hold.release", hold);
      });
      return {};
    },
  };

  /** Creates the session of an appointment time; it ends with the hold. */
  async function withSession(tx: Database, row: HoldRow, offer: Offer): Promise<HoldRow> {
    const { sessionId } = await createAppointmentSession(tx, context, offer, {
      totalParticipants: row.totalParticipants,
    });
    return { ...row, sessionId, placesId: sessionId };
  }
}

type HeldPlaces = Pick<HoldRow, "siteId" | "placesId" | "sessionId">;

function refuseTooLarge(service: Service | undefined, count: number) {
  const most = service?.bookingPolicy.participantsPolicy?.maxParticipantsPerBooking ?? 1000;
  if (count <= most) return;
  throw new Violation([{ field: "totalParticipants", description: `must be at most ${most}`, data: { max: most } }]);
}

const tooManyHolds = (most: HoldLimit) =>
  most === "unproven"
    ? captchaRequired("INVISIBLE")
    : new Refusal("TOO_MANY_HOLDS", `At most ${most} holds at once.`, 429, { max: most });

const full = async (db: Database, held: HeldPlaces, offerLookup: number): Promise<Refusal> =>
  fullAt(await places(db, held.siteId, held.placesId), held, offerLookup);

/**
 * Returns the reason why there are no places: nothing takes place, no places are left, or the
 * waiting list has priority.
 */
function fullAt(row: Counter | undefined, { sessionId }: Pick<HeldPlaces, "sessionId">, offerLookup: number): Refusal {
  if (!row) return new Refusal("SLOT_NOT_AVAILABLE", "It does not take place.");
  const code = sessionId === null ? "SCHEDULE_CAPACITY_EXCEEDED" : "SESSION_CAPACITY_EXCEEDED";
  const free = (row.capacity ?? 0) - row.taken - row.held;
  const locked = row.waitingMin !== null && row.waitingMin <= free;
  const openSpots = locked ? 0 : free;
  const data = { openSpots, ...(locked && { locked }) };
  return new Refusal(code, `${offerLookup} places are wanted and ${openSpots} are left.`, 409, data);
}

/** The number of attempts to change a hold while other requests change it at the same time. */
const changeAttempts = 5;

const placesAtOnce = 100;

/**
 * Releases expired holds. Any number of processes may run it concurrently; each processes a few
 * place counters at a time.
 */
export const holdExpiryTask = (context: Context): BackgroundTask => ({
  name: "holds: give back late ones",
  everyMs: 1000,
  async run() {
    const { db, siteId, now } = context;
    const due = await placesWithExpiredHolds(db, siteId, now(), placesAtOnce);
    let ended = 0;
    await workOnEach(due, async (placesId) => {
      ended += await transact(
        context,
        { publish: (count: number) => (count > 0 ? "availability" : []) },
        async (tx) => {
          // A transaction that is selling these places releases expired holds itself before it
          // rejects a request.
          const free = await lockFreePlaces(tx, siteId, placesId);
          return free ? releaseExpired(tx, siteId, placesId, now()) : 0;
        },
      );
    });
    return due.length === placesAtOnce && ended > 0;
  },
});
