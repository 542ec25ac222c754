import type { contract } from "@uola/contract";
import { type Caller, type Context, type Handlers, Refusal, transact } from "@uola/kernel";
import { withheld } from "../availability/availability.ts";
import {
  type Actor,
  type BookingRow,
  type BookingServices,
  isOwn,
  managesBookings,
  toBooking,
} from "../bookings/bookings.ts";
import { waitlistLinks } from "./offer-links.ts";
import { type Answer, isTooLate, outcome } from "./rules.ts";
import * as store from "./store.ts";
import { toEntry } from "./to-entry.ts";
import { entryNotFound, type WaitingList } from "./waiting-list.ts";

type AnswerHandlers = Handlers<
  Pick<typeof contract.waitlist, "accept" | "decline" | "leave" | "readByLink" | "answerByLink">
>;

const byLink = { kind: "system", id: "link in a mail" } as const;
const linkAnswers = { ACCEPT: "accept", DECLINE: "decline", LEAVE: "leave" } as const;

/**
 * Handlers for answering an offer or leaving the waiting list: as the person, as the owner, or with
 * the link from the mail.
 */
export function answerHandlers(
  context: Context,
  { lock, view, shown, isOrdered, refuseUnopened, finish }: WaitingList,
  { offerLookup, store: { verifiedEmail } }: Pick<BookingServices, "offerLookup" | "store">,
): AnswerHandlers {
  const { db, siteId, now } = context;
  const links = waitlistLinks(context);

  /** Idempotent: a repeated answer gets the same result. */
  async function respond(
    entryId: string,
    answer: Answer,
    {
      actor,
      confirms,
      isPermitted,
    }: { actor: Actor; confirms: boolean; isPermitted: (booking: BookingRow) => boolean },
  ) {
    const found = await store.find(db, siteId, entryId);
    const isNew = answer === "accept" && found?.state === "OFFERED";
    if (isNew && !confirms) await refuseUnopened(found, { role: "visitor" });
    const mustOrder = found !== undefined && !confirms && (await isOrdered(found.serviceId));
    const isWithheld = found !== undefined && !confirms && (await offerLookup.isWithheld(found));
    return transact(context, { publish: "availability" }, async (tx) => {
      const locked = await lock(tx, entryId);
      if (!locked || !isPermitted(locked.booking)) throw entryNotFound();
      const { state, offerExpiresDate, start } = await view(tx, entryId);
      const to = outcome(state, isTooLate(offerExpiresDate, start, now()), answer);
      if (to === "OFFER_EXPIRED") throw new Refusal(to, "The time to answer is over.");
      if (to === "NOT_OFFERED") throw new Refusal(to, "There is no offer to answer.", 409, { state });
      if (to === "ACCEPTED" && isWithheld) throw withheld();
      if (to === "ACCEPTED" && mustOrder) {
        throw new Refusal("PAYMENT_REQUIRED", "These places are paid for first: the cart takes them.");
      }
      const row = to === "as it is" ? locked.booking : await finish(tx, locked, { state: to, actor });
      return { entry: toEntry(await view(tx, entryId)), booking: toBooking(row) };
    });
  }

  const bySelf =
    (answer: Answer) =>
    async ({ entryId }: { entryId: string }, { caller }: { caller: Caller }) => {
      const email = await verifiedEmail(caller);
      // Staff confirm without payment, as with every booking.
      const confirms = managesBookings(caller);
      const isPermitted = (booking: BookingRow) => confirms || isOwn(caller, booking, email);
      return respond(entryId, answer, { actor: caller, confirms, isPermitted });
    };

  const entryOfLink = async (key: string) => {
    const entryId = await links.opens(key);
    if (!entryId) throw entryNotFound();
    return entryId;
  };

  return {
    accept: bySelf("accept"),
    decline: bySelf("decline"),
    leave: bySelf("leave"),
    readByLink: async ({ key }) => ({ entry: await shown(await view(db, await entryOfLink(key))) }),
    answerByLink: async ({ key, answer }, { caller }) =>
      respond(await entryOfLink(key), linkAnswers[answer], {
        actor: caller ?? byLink,
        confirms: false,
        isPermitted: () => true,
      }),
  };
}
