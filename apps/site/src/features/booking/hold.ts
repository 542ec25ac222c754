import type { Time } from "./times.ts";

/** Places held for the form in this tab. `until` is in milliseconds by the device's clock. */
export type Held = { id: string; time: Time; participants: number; until: number; renewable: boolean };

/**
 * The state of the hold. `full`: there were too few places. `without`: places cannot be held at
 * present, which does not prevent booking.
 */
export type Hold =
  | { at: "none" }
  | { at: "taking"; timeId: string; participants: number }
  | { at: "held"; held: Held }
  | { at: "over"; timeId: string }
  | { at: "full"; timeId: string; participants: number }
  | { at: "without"; timeId: string };

export type HoldEvent =
  | { event: "take"; timeId: string; participants: number }
  | { event: "hold"; held: Held }
  | { event: "refuse"; why: "full" | "without" }
  /** The hold has expired or was released elsewhere. */
  | { event: "end"; id: string }
  | { event: "leave" };

export const unheld: Hold = { at: "none" };
/** Duration of a hold in milliseconds. */
export const holdDurationMs = 10 * 60_000;
const renewMs = 3 * 60_000;
const soonMs = 2 * 60_000;

export function nextHold(hold: Hold, happening: HoldEvent): Hold {
  switch (happening.event) {
    case "take":
      return hold.at === "held" ? hold : { at: "taking", ...wishOf(happening) };
    case "hold": {
      const { held } = happening;
      if (hold.at === "held") return hold.held.id === held.id ? { at: "held", held } : hold;
      if (hold.at === "taking") return hold.timeId === held.time.id ? { at: "held", held } : hold;
      return hold.at === "none" ? { at: "held", held } : hold;
    }
    case "refuse":
      if (hold.at !== "taking") return hold;
      return happening.why === "full" ? { at: "full", ...wishOf(hold) } : { at: "without", timeId: hold.timeId };
    case "end":
      if (hold.at !== "held" || hold.held.id !== happening.id) return hold;
      return { at: "over", timeId: hold.held.time.id };
    case "leave":
      return hold.at === "none" ? hold : unheld;
  }
}

const wishOf = ({ timeId, participants }: { timeId: string; participants: number }) => ({ timeId, participants });

/**
 * Returns the action needed to hold this number of places at a time. A hold that has ended is
 * renewed only on request.
 */
export function holdActionFor(hold: Hold, timeId: string, participants: number): "take" | "change" | "nothing" {
  if (hold.at === "none") return "take";
  if (hold.at === "held") {
    if (hold.held.time.id !== timeId) return "take";
    return hold.held.participants === participants ? "nothing" : "change";
  }
  if (hold.timeId !== timeId) return "take";
  return hold.at === "full" && hold.participants !== participants ? "take" : "nothing";
}

/**
 * Returns the end of a hold according to the device's clock. If the clock must be wrong, because
 * more time than a full hold would remain, a full hold duration from now is assumed.
 */
export function deadlineOf(expires: Date, now: number): number {
  const left = expires.getTime() - now;
  return left > 0 && left <= holdDurationMs + 5000 ? expires.getTime() : now + holdDurationMs;
}

export type Countdown = {
  /** The time left, such as "9:31"; for an offer, "23:09:31". */
  left: string;
  /** The share of the total time that remains, from 0 to 1. */
  share: number;
  canRenew: boolean;
  /**
   * The phase of the hold, announced to screen readers when it changes: at the start, two minutes
   * before the end, and at the end.
   */
  phase: "start" | "soon" | "over";
};

const twoDigits = (number: number) => String(number).padStart(2, "0");
function leftOf(seconds: number): string {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return `${hours > 0 ? `${hours}:${twoDigits(minutes)}` : minutes}:${twoDigits(seconds % 60)}`;
}

export function countdown({ until, renewable }: Pick<Held, "until" | "renewable">, now: number): Countdown {
  const leftMs = Math.max(0, until - now);
  const seconds = Math.ceil(leftMs / 1000);
  return {
    left: leftOf(seconds),
    share: Math.min(1, leftMs / holdDurationMs),
    canRenew: renewable && leftMs > 0 && leftMs <= renewMs,
    phase: leftMs <= 0 ? "over" : leftMs <= soonMs ? "soon" : "start",
  };
}

/**
 * Returns the times from the point of view of the person who holds places: these places are
 * available to that person.
 */
export function withHeldPlaces(times: readonly Time[], hold: Hold): readonly Time[] {
  if (hold.at !== "held") return times;
  const { time, participants } = hold.held;
  if (!times.some(({ id }) => id === time.id)) return time.trainer ? [...times, time] : times;
  return times.map((each) =>
    each.id === time.id ? { ...each, open: Math.min(each.total, each.open + participants), bookable: true } : each,
  );
}
