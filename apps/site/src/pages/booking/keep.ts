import type { CategoryKind, contract, Input } from "@uola/contract";
import type { Key } from "./attempt.ts";
import { type Draft, emptyDraft } from "./draft.ts";
import type { Held } from "./hold.ts";
import type { Time } from "./times.ts";

/**
 * What is typed lives in the tab's own storage: it survives a reload, going back and signing in, and never stands in
 * an address. A browser that forbids storage loses only that.
 */
export const draftName = "uola.booking";
const keyName = "uola.booking.key";
const doneName = "uola.booking.done";
/** Where this tab keeps the places it holds, and what it has asked for without an answer yet. */
export const holdName = "uola.booking.hold";
export const holdRequestName = "uola.booking.hold.request";

/** A booking just made, as the last page shows it; enough to show it again after a reload. */
export type Done = {
  bookingId: string;
  pending: boolean;
  activity: string;
  slug: string;
  category: string;
  kind: CategoryKind;
  start: string;
  end: string;
  /** Of a course, how many sessions it has. */
  lessons: number;
  /** A course that has no dates yet. */
  undated?: true;
  staff: string[];
  participants: number;
  payAtGym: boolean;
  cents: number | null;
  email: string;
  cancelUntil: string | null;
  /** Not booked: waiting, at this position. */
  waiting?: { position: number; interest: boolean };
};

export const keptDraft = (): Draft => ({ ...emptyDraft, ...read<Partial<Draft>>(draftName) });
export const keepDraft = (draft: Draft) => write(draftName, draft);
export const keptKey = () => read<Key>(keyName);
export const keepKey = (key: Key) => write(keyName, key);
export const keptDone = (bookingId: string): Done | null => {
  const done = read<Done>(doneName);
  return done?.bookingId === bookingId ? done : null;
};

export const keptHold = () => read<Held>(holdName);
export const keepHold = (held: Held) => write(holdName, held);
export const forgetHold = () => attempt(() => sessionStorage.removeItem(holdName));

/** A request for a hold without its answer yet. A tab that is reloaded meanwhile sends it once more, under the same key. */
export type HoldRequest = { key: string; time: Time; participants: number; sentAt: number; places: PlacesOfHold };
/** Which places: those of a time, or of a whole course. */
export type PlacesOfHold = Pick<Input<(typeof contract)["holds"]["create"]>, "slot" | "schedule">;
export const keptHoldRequest = () => read<HoldRequest>(holdRequestName);
export const keepHoldRequest = (request: HoldRequest) => write(holdRequestName, request);
export function forgetHoldRequest({ key }: HoldRequest) {
  if (keptHoldRequest()?.key === key) attempt(() => sessionStorage.removeItem(holdRequestName));
}

/** The booking is made: what was typed has done its work. */
export function finish(done: Done) {
  write(doneName, done);
  for (const name of [draftName, keyName]) attempt(() => sessionStorage.removeItem(name));
}

const read = <Value>(name: string): Value | null =>
  attempt(() => JSON.parse(sessionStorage.getItem(name) ?? "null") as Value | null) ?? null;
const write = (name: string, value: unknown) => attempt(() => sessionStorage.setItem(name, JSON.stringify(value)));
function attempt<Value>(action: () => Value): Value | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}
