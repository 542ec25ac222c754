import type { Booking, contract } from "@uola/contract";
import { type Call, type Context, type Handlers, Refusal, toErrorResponse, transact } from "@uola/kernel";
import { createClaims, type Decision, holdNotFound } from "../availability/availability.ts";
import { type BookingLimitGuard, limitCodes, requesterOf } from "../limits/limits.ts";
import { isUnseated } from "./create-session.ts";
import type { BookingMoves } from "./moves.ts";
import { refuseAnotherRequest } from "./one-request-rule.ts";
import type { Flags, Prepared, Wish } from "./prepare-booking.ts";
import { refuseUnauthorized, scoped } from "./prepare-booking.ts";
import { full, notFound } from "./refusals.ts";
import { needsRoom } from "./rules.ts";
import * as store from "./store.ts";
import { toBooking } from "./to-booking.ts";

type Creating = Handlers<Pick<typeof contract.bookings, "create" | "bulkCreate">>;

/** Bookings as they are wished for; places of sessions and courses are claimed in the order of arrival. */
export function creating(
  context: Context,
  { prepare, insert }: BookingMoves,
  { withinLimits }: BookingLimitGuard,
): Creating {
  const { db, siteId } = context;
  const claim = createClaims(context);

  async function make(wish: Wish, call: Call): Promise<Booking> {
    const { holdId } = wish;
    // The hold is gone once it was used: who asks again with the same key is told before it is looked for.
    const key = holdId && call.idempotencyKey ? scoped(call.caller, call.idempotencyKey) : undefined;
    const earlier = key && (await store.byKey(db, siteId, key));
    if (earlier) return toBooking(earlier);
    const prepared = await prepare(wish, call);
    try {
      return await withinLimits(askingOf(prepared, wish, call), () => decide(prepared, holdId));
    } catch (error) {
      // What was made with its key is made, however much there is by now.
      const { idempotencyKey } = prepared.booking;
      const before = isLimit(error) && idempotencyKey && (await store.byKey(db, siteId, idempotencyKey));
      if (before) return toBooking(before);
      throw error;
    }
  }

  async function decide(prepared: Prepared, holdId: string | null | undefined): Promise<Booking> {
    const { booking, actor, letter: mail } = prepared;
    if (isUnseated(booking)) return write(prepared);
    await refuseAnotherRequest(db, prepared);
    const entity = toBooking(booking);
    const decision = await claim({
      booking,
      entity,
      actor,
      mail,
      needsRoom: needsRoom(booking),
      ...(holdId && { holdId }),
    });
    if (decision.outcome === "made") return entity;
    if (decision.outcome === "noHold") throw holdNotFound();
    if (decision.outcome === "duplicate")
      return twin(await store.read(db, siteId, decision.bookingId), decision.bookingId);
    const overbooks = (booking.flowControl as Flags | null)?.skipAvailabilityValidation && decision.left !== undefined;
    if (overbooks) return write({ ...prepared, booking: { ...booking, doubleBooked: true } });
    throw refusalOf(prepared, decision);
  }

  /** What is not claimed from a counter: in a transaction of its own, once for its key. */
  async function write(prepared: Prepared): Promise<Booking> {
    const { idempotencyKey } = prepared.booking;
    const made = async () => (idempotencyKey ? store.byKey(db, siteId, idempotencyKey) : undefined);
    const earlier = await made();
    if (earlier) return toBooking(earlier);
    try {
      const row = await transact(context, { publish: "availability" }, (tx) => insert(tx, prepared));
      return toBooking(row);
    } catch (error) {
      // The same wish came in at the same time, and was made.
      const other = await made();
      if (other) return toBooking(other);
      throw error;
    }
  }

  return {
    async create(wish, call) {
      refuseUnauthorized(wish, call.caller);
      return { booking: await make(wish, call) };
    },

    async bulkCreate({ createBookingsInfo: wishes, returnFullEntity }, call) {
      for (const wish of wishes) refuseUnauthorized(wish, call.caller);
      const { idempotencyKey } = call;
      const made = await Promise.allSettled(
        wishes.map((wish, index) =>
          make(wish, { ...call, ...(idempotencyKey && { idempotencyKey: `${idempotencyKey} ${index}` }) }),
        ),
      );
      const results = made.map((each, originalIndex) => {
        if (each.status === "rejected") {
          return { itemMetadata: { originalIndex, success: false, error: errorOf(each.reason, call) } };
        }
        const { value: item } = each;
        return { itemMetadata: { id: item.id, originalIndex, success: true }, ...(returnFullEntity && { item }) };
      });
      const totalSuccesses = results.filter(({ itemMetadata }) => itemMetadata.success).length;
      const totalFailures = results.length - totalSuccesses;
      return { results, bulkActionMetadata: { totalSuccesses, totalFailures, undetailedFailures: 0 } };
    },
  };
}

/** What a prepared booking takes, for those who count it. */
export const askingOf = (
  { booking: { contactEmail: email, totalParticipants: places } }: Prepared,
  { captchaTokens: tokens }: Pick<Wish, "captchaTokens">,
  call: Call,
) => ({ ...requesterOf(call), email, places, tokens });
const isLimit = (error: unknown) => error instanceof Refusal && limitCodes.includes(error.code);

/** Why one of many was refused; what is our fault is thrown on. */
export function errorOf(error: unknown, { requestId }: Pick<Call, "requestId">) {
  const { body, unexpected } = toErrorResponse(error, requestId);
  if (unexpected) throw error;
  return body.details.applicationError ?? { code: "INVALID_ARGUMENT", description: body.message };
}

function twin(row: store.BookingRow | undefined, id: string): Booking {
  if (!row) throw notFound(id);
  return toBooking(row);
}

function refusalOf({ booking, offer }: Prepared, { left, locked }: Extract<Decision, { outcome: "full" }>): Refusal {
  if (left === undefined && !locked) return new Refusal("SLOT_NOT_AVAILABLE", "The session does not take place.");
  return full(offer.sessionId === null, booking.totalParticipants, locked ? 0 : left);
}
