import type { WaitlistEntry } from "@uola/contract";
import { isMissing } from "../../errors.ts";

/** What the link in a mail leads to: an entry, or why it cannot be read. */
export type Reading =
  | { at: "loading" }
  | { at: "unknown" }
  | { at: "failed" }
  | ({ at: "read"; entry: WaitlistEntry } & Answering);

export type Answer = "ACCEPT" | "DECLINE" | "LEAVE";

/** The last answer: the one that is being sent, or the sentence that says why it was not taken. */
export type Answering = { sending?: Answer; unsent?: string };

/** What is known stays while it is looked at again; an answer that does not arrive leaves everything as it was, and says so. */
export function readingOf(
  { data, error }: { data: WaitlistEntry | undefined; error: unknown },
  answering: Answering,
): Reading {
  if (error && isMissing(error)) return { at: "unknown" };
  if (data) return { at: "read", entry: data, ...answering };
  return { at: error ? "failed" : "loading" };
}

/** What can be done about an entry, the main thing first. `pay` accepts by ordering, `again` is joining anew, `account` seeing the booking. */
export type Action = "accept" | "pay" | "decline" | "leave" | "again" | "others" | "account";

/** An offer whose time is over is a lapsed one, whether or not the platform has noticed. */
export function stateOf({ state, offerExpiresDate }: WaitlistEntry, now: Date): WaitlistEntry["state"] {
  return state === "OFFERED" && offerExpiresDate && offerExpiresDate <= now ? "LAPSED" : state;
}

/** `meant`: the answer that the link in the mail was for; whoever came to refuse is not led to accept. */
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
