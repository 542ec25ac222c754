import type { Booking, contract } from "@uola/contract";
import type { Context } from "../../kernel/context.ts";
import { Refusal } from "../../kernel/errors.ts";
import type { Call, Handlers } from "../../kernel/serve.ts";
import { createClaims } from "../availability/availability.ts";
import { toBooking } from "./booking.ts";
import type { BookingMoves } from "./moves.ts";
import { refuseUnauthorized, type Wish } from "./prepare.ts";
import { full, notFound } from "./refusals.ts";
import * as store from "./store.ts";

type Creating = Handlers<Pick<typeof contract.bookings, "create">>;

/** Bookings as they are wished for; places of sessions and courses are claimed in the order of arrival. */
export function creating({ db, siteId, ...context }: Context, { prepare }: BookingMoves): Creating {
  const claim = createClaims({ ...context, siteId });

  async function make(wish: Wish, call: Call): Promise<Booking> {
    const { booking, offer, actor, letter: mail } = await prepare(wish, call);
    const { holdId } = wish;
    const entity = toBooking(booking);
    const decision = await claim({ booking, entity, actor, mail, ...(holdId && { holdId }) });
    if (decision.outcome === "made") return entity;
    if (decision.outcome === "noHold") throw new Refusal("HOLD_NOT_FOUND", "The hold has ended.");
    if (decision.outcome === "full") {
      if (decision.left === undefined && !("locked" in decision)) {
        throw new Refusal("SLOT_NOT_AVAILABLE", "The session does not take place.");
      }
      throw full(offer.sessionId === null, booking.totalParticipants, decision.left);
    }
    const made = await store.read(db, siteId, decision.bookingId);
    if (!made) throw notFound(decision.bookingId);
    return toBooking(made);
  }

  return {
    async create(wish, call) {
      refuseUnauthorized(wish, call.caller);
      return { booking: await make(wish, call) };
    },
  };
}
