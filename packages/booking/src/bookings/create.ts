import type { Booking, contract } from "@uola/contract";
import { batched, type Call, type Handlers, Refusal, toErrorResponse, transact } from "@uola/kernel";
import { createClaims, type Decision, holdNotFound } from "../availability/availability.ts";
import { type BookingLimitGuard, limitCodes, requesterOf } from "../limits/limits.ts";
import type { BookingServices } from "./booking-services.ts";
import { lacksSession as isSessionMissing } from "./create-session.ts";
import { enforceOneRequestLimit } from "./one-request-rule.ts";
import { type CreateBookingInput, refuseUnauthorized, scopedKey } from "./prepare-booking.ts";
import { full, notFound } from "./refusals.ts";
import { needsCapacityCheck } from "./rules.ts";
import { byKeys, type Prepared, read } from "./store.ts";
import { type BookingRow, toBooking } from "./to-booking.ts";

/**
 * Returns the handlers that create bookings. Places of sessions and courses are claimed in order of
 * arrival.
 */
export function createHandlers(
  { context, prepare, store }: BookingServices,
  { withinLimits }: BookingLimitGuard,
): Handlers<Pick<typeof contract.bookings, "create" | "bulkCreate">> {
  const { db, siteId } = context;
  const claim = createClaims(context);
  // During a rush, many requests look up their idempotency key: simultaneous look-ups share a
  // statement.
  const rowByKey = batched((keys: readonly string[]) => byKeys(db, siteId, keys));
  const bookingByIdempotencyKey = async (key: string | null | undefined) => {
    const row = key && (await rowByKey(key));
    return row ? toBooking(row) : undefined;
  };

  async function createOne(input: CreateBookingInput, call: Call): Promise<Booking> {
    const { holdId } = input;
    // A hold ends when it is used, so the booking of a repeated request is returned before the hold
    // is looked up.
    const key = holdId && call.idempotencyKey ? scopedKey(call.caller, call.idempotencyKey) : undefined;
    const earlier = await bookingByIdempotencyKey(key);
    if (earlier) return earlier;
    const prepared = await prepare(input, call);
    try {
      return await withinLimits(limitedRequestOf(prepared, input, call), () => claimPlaces(prepared, holdId));
    } catch (error) {
      // A booking already made with this key is returned, even if the limit would reject it now.
      const made = isLimit(error) && (await bookingByIdempotencyKey(prepared.booking.idempotencyKey));
      if (made) return made;
      throw error;
    }
  }

  async function claimPlaces(prepared: Prepared, holdId: string | null | undefined): Promise<Booking> {
    const { booking, actor, notification: mail } = prepared;
    if (isSessionMissing(booking)) return insertWithoutClaim(prepared);
    await enforceOneRequestLimit(db, prepared);
    const entity = toBooking(booking);
    const decision = await claim({
      booking,
      entity,
      actor,
      mail,
      needsRoom: needsCapacityCheck(booking),
      ...(holdId && { holdId }),
    });
    if (decision.outcome === "made") return entity;
    if (decision.outcome === "noHold") throw holdNotFound();
    if (decision.outcome === "duplicate") {
      return duplicateAnswer(await read(db, siteId, decision.bookingId), decision.bookingId);
    }
    const overbooks = booking.flowControl?.skipAvailabilityValidation && decision.left !== undefined;
    if (overbooks) return insertWithoutClaim({ ...prepared, booking: { ...booking, doubleBooked: true } });
    throw refusalOf(prepared, decision);
  }

  /** Stores a booking that claims no places in its own transaction; idempotent by its key. */
  async function insertWithoutClaim(prepared: Prepared): Promise<Booking> {
    const { idempotencyKey } = prepared.booking;
    const earlier = await bookingByIdempotencyKey(idempotencyKey);
    if (earlier) return earlier;
    try {
      return toBooking(await transact(context, { publish: "availability" }, (tx) => store.insert(tx, prepared)));
    } catch (error) {
      // An identical concurrent request was stored first.
      const other = await bookingByIdempotencyKey(idempotencyKey);
      if (other) return other;
      throw error;
    }
  }

  return {
    async create(input, call) {
      refuseUnauthorized(input, call.caller);
      return { booking: await createOne(input, call) };
    },

    async bulkCreate({ createBookingsInfo: inputs, returnFullEntity }, call) {
      for (const input of inputs) refuseUnauthorized(input, call.caller);
      const { idempotencyKey } = call;
      const made = await Promise.allSettled(
        inputs.map((input, index) =>
          createOne(input, { ...call, ...(idempotencyKey && { idempotencyKey: `${idempotencyKey} ${index}` }) }),
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

/** Returns the data with which a booking counts towards the limits of the person who books. */
const limitedRequestOf = (
  { booking: { contactEmail: email, totalParticipants: places } }: Prepared,
  { captchaTokens: tokens }: Pick<CreateBookingInput, "captchaTokens">,
  call: Call,
) => ({ ...requesterOf(call), email, places, tokens });
const isLimit = (error: unknown) => error instanceof Refusal && limitCodes.includes(error.code);

/** Returns the error of one rejected booking in a bulk call; unexpected errors are rethrown. */
function errorOf(error: unknown, { requestId }: Pick<Call, "requestId">) {
  const { body, unexpected } = toErrorResponse(error, requestId);
  if (unexpected) throw error;
  return body.details.applicationError ?? { code: "INVALID_ARGUMENT", description: body.message };
}

function duplicateAnswer(row: BookingRow | undefined, id: string): Booking {
  if (!row) throw notFound(id);
  return toBooking(row);
}

function refusalOf({ booking, offer }: Prepared, { left, locked }: Extract<Decision, { outcome: "full" }>): Refusal {
  if (left === undefined && !locked) return new Refusal("SLOT_NOT_AVAILABLE", "The session does not take place.");
  return full(offer.sessionId === null, booking.totalParticipants, locked ? 0 : left);
}
