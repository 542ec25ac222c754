import type { Time } from "./times.ts";

/** Places kept for whoever fills in the form of this tab. `until` is this device's clock, in milliseconds. */
export type Held = { id: string; time: Time; participants: number; until: number; renewable: boolean };

/** `full`: there was no room for so many. `without`: places cannot be held just now, which keeps nobody from booking. */
export type Hold =
  | { at: "none" }
  | { at: "taking"; timeId: string; participants: number }
  | { at: "held"; held: Held }
  | { at: "over"; timeId: string }
  | { at: "full"; timeId: string; participants: number }
  | { at: "without"; timeId: string };

export type HoldHappening =
  | { event: "take"; timeId: string; participants: number }
  | { event: "hold"; held: Held }
  | { event: "refuse"; why: "full" | "without" }
  /** Its time is over, or somebody gave it back elsewhere. */
  | { event: "end"; id: string }
  | { event: "leave" };

export const unheld: Hold = { at: "none" };
/** How long a hold lasts. */
export const wholeMs = 10 * 60_000;
const renewMs = 3 * 60_000;
const soonMs = 2 * 60_000;

export function nextHold(hold: Hold, happening: HoldHappening): Hold {
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

/** What there is to do so that so many places of a time are held. A hold that ended is taken again only when asked for. */
export function toDo(hold: Hold, timeId: string, participants: number): "take" | "change" | "nothing" {
  if (hold.at === "none") return "take";
  if (hold.at === "held") {
    if (hold.held.time.id !== timeId) return "take";
    return hold.held.participants === participants ? "nothing" : "change";
  }
  if (hold.timeId !== timeId) return "take";
  return hold.at === "full" && hold.participants !== participants ? "take" : "nothing";
}

/**
 * When a hold ends by this device's clock. A clock that is wrong by more than a hold can last is not believed: the hold
 * is new, and lasts as long as holds do.
 */
export function deadlineOf(expires: Date, now: number): number {
  const left = expires.getTime() - now;
  return left > 0 && left <= wholeMs + 5000 ? expires.getTime() : now + wholeMs;
}

export type Countdown = {
  /** "9:31"; of an offer "23:09:31" */
  left: string;
  /** 0–1, of the whole time. */
  share: number;
  canRenew: boolean;
  /** What is said aloud, when it changes: at the start, two minutes before the end, at the end. */
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
    share: Math.min(1, leftMs / wholeMs),
    canRenew: renewable && leftMs > 0 && leftMs <= renewMs,
    phase: leftMs <= 0 ? "over" : leftMs <= soonMs ? "soon" : "start",
  };
}

/** The times as they are for whoever holds places of one: their own are free to them. */
export function withOwn(times: readonly Time[], hold: Hold): readonly Time[] {
  if (hold.at !== "held") return times;
  const { time, participants } = hold.held;
  if (!times.some(({ id }) => id === time.id)) return time.trainer ? [...times, time] : times;
  return times.map((each) =>
    each.id === time.id ? { ...each, open: Math.min(each.total, each.open + participants), bookable: true } : each,
  );
}
