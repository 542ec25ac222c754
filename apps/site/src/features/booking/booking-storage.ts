import type { CategoryKind, contract, Input } from "@uola/contract";
import type { Key } from "./attempt.ts";
import { type Draft, emptyDraft } from "./draft.ts";
import type { Held } from "./hold.ts";
import type { Time } from "./times.ts";

/**
 * Typed input is stored in the tab's session storage: it survives a reload, going back and signing
 * in, and never appears in an address. A browser that forbids storage loses only this.
 */
export const draftName = "uola.booking";
const keyName = "uola.booking.key";
const doneName = "uola.booking.done";
/** Storage keys of this tab's hold and of a hold request that has not been answered yet. */
export const holdName = "uola.booking.hold";
export const holdRequestName = "uola.booking.hold.request";

/** A completed booking as shown on the last page; enough to show it again after a reload. */
export type Done = {
  bookingId: string;
  pending: boolean;
  activity: string;
  slug: string;
  category: string;
  kind: CategoryKind;
  start: string;
  end: string;
  /** Number of sessions of a course. */
  lessons: number;
  /** Set for a course without dates. */
  undated?: true;
  staff: string[];
  participants: number;
  payAtGym: boolean;
  cents: number | null;
  email: string;
  cancelUntil: string | null;
  /** Set for a waiting-list entry instead of a booking. */
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

/**
 * A hold request that has not been answered yet. After a reload, the tab sends it again with the
 * same idempotency key.
 */
export type HoldRequest = { key: string; time: Time; participants: number; sentAt: number; places: PlacesOfHold };
/** The places to hold: those of a time, or of a whole course. */
export type PlacesOfHold = Pick<Input<(typeof contract)["holds"]["create"]>, "slot" | "schedule">;
export const keptHoldRequest = () => read<HoldRequest>(holdRequestName);
export const keepHoldRequest = (request: HoldRequest) => write(holdRequestName, request);
export function forgetHoldRequest({ key }: HoldRequest) {
  if (keptHoldRequest()?.key === key) attempt(() => sessionStorage.removeItem(holdRequestName));
}

/** Stores the completed booking and deletes the draft. */
export function storeDone(done: Done) {
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
