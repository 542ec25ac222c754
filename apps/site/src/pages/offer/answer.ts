import { isMissing } from "@uola/browser/errors.ts";
import type { WaitlistEntry } from "@uola/contract";

/**
 * State of the page behind the link in an e-mail: a waiting-list entry, or the reason why it cannot
 * be read.
 */
export type OfferPageState =
  | { at: "loading" }
  | { at: "unknown" }
  | { at: "failed" }
  | ({ at: "read"; entry: WaitlistEntry } & Answering);

export type Answer = "ACCEPT" | "DECLINE" | "LEAVE";

/** The last response to the offer: the one being sent, or the message that explains why it failed. */
export type Answering = { sending?: Answer; unsent?: string };

/**
 * Returns the state of the page. An entry already shown stays during a reload; if the response to
 * an offer could not be sent, only `unsent` is set.
 */
export function offerPageState(
  { data, error }: { data: WaitlistEntry | undefined; error: unknown },
  answering: Answering,
): OfferPageState {
  if (error && isMissing(error)) return { at: "unknown" };
  if (data) return { at: "read", entry: data, ...answering };
  return { at: error ? "failed" : "loading" };
}

/**
 * The actions available for an entry, the main one first. `pay` accepts by placing an order,
 * `again` joins the waiting list again, `account` shows the booking.
 */
export type Action = "accept" | "pay" | "decline" | "leave" | "again" | "others" | "account";

/**
 * Returns the effective state: an offer past its deadline counts as lapsed, even if the platform
 * has not processed that yet.
 */
export function stateOf({ state, offerExpiresDate }: WaitlistEntry, now: Date): WaitlistEntry["state"] {
  return state === "OFFERED" && offerExpiresDate && offerExpiresDate <= now ? "LAPSED" : state;
}

/**
 * Returns the actions available for an entry. `meant` is the response that the e-mail link was for:
 * a person who followed the decline link is not encouraged to accept.
 */
export function actionsOf(entry: WaitlistEntry, now: Date, meant?: string | null): Action[] {
  const isAhead = !entry.startDate || entry.startDate > now;
  switch (stateOf(entry, now)) {
    case "WAITING":
      return ["leave"];
    case "OFFERED": {
      const taking = entry.paidFirst ? "pay" : "accept";
      return meant === "decline" ? ["decline", taking] : [taking, "decline"];
    }
    case "ACCEPTED":
      return ["account"];
    case "CLOSED":
      return ["others"];
    case "DECLINED":
    case "LEFT":
    case "LAPSED":
      return isAhead ? ["again", "others"] : ["others"];
  }
}
