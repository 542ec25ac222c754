import type { WaitlistEntry } from "@uola/contract";

/** What the link in a mail leads to: an entry, or why it cannot be read. */
export type Reading =
  | { at: "loading" }
  | { at: "unknown" }
  | { at: "failed" }
  | { at: "read"; entry: WaitlistEntry; sending?: Answer; unsent?: true };

export type Answer = "ACCEPT" | "DECLINE" | "LEAVE";

type ReadHappening =
  | { event: "look" }
  | { event: "read"; entry: WaitlistEntry }
  | { event: "fail"; code: string | undefined }
  | { event: "answer"; answer: Answer };

/** One answer at a time; an answer that does not arrive leaves everything as it was, and says so. */
export function nextReading(reading: Reading, happening: ReadHappening): Reading {
  switch (happening.event) {
    case "look":
      return reading.at === "read" ? reading : { at: "loading" };
    case "read":
      return { at: "read", entry: happening.entry };
    case "answer":
      if (reading.at !== "read" || reading.sending) return reading;
      return { at: "read", entry: reading.entry, sending: happening.answer };
    case "fail":
      if (happening.code === "WAITLIST_ENTRY_NOT_FOUND") return { at: "unknown" };
      return reading.at === "read" ? { at: "read", entry: reading.entry, unsent: true } : { at: "failed" };
  }
}

/** What can be done about an entry, the main thing first. `again` is joining anew, `account` seeing the booking. */
export type Action = "accept" | "decline" | "leave" | "again" | "others" | "account";

/** An offer whose time is over is a lapsed one, whether or not the platform has noticed. */
export function stateOf({ state, offerExpiresDate }: WaitlistEntry, now: Date): WaitlistEntry["state"] {
  return state === "OFFERED" && offerExpiresDate && offerExpiresDate <= now ? "LAPSED" : state;
}

export function actionsOf(entry: WaitlistEntry, now: Date): Action[] {
  const isAhead = !entry.startDate || entry.startDate > now;
  switch (stateOf(entry, now)) {
    case "WAITING":
      return ["leave"];
    case "OFFERED":
      return ["accept", "decline"];
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
