import type { CategoryKind, contract, Input } from "@uola/contract";
import { readStored, writeStored } from "../tab-storage.ts";
import type { Key } from "./attempt.ts";
import { type Draft, emptyDraft } from "./draft.ts";
import type { Held } from "./hold.ts";
import type { Time } from "./times.ts";

export const draftName = "uola.booking";
const keyName = "uola.booking.key";
const doneName = "uola.booking.done";
/** Storage keys for this tab's hold and for a hold request that has not been answered yet. */
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
  /** Set if this is a waiting-list entry instead of a booking. */
  waiting?: { position: number; interest: boolean };
};

export const keptDraft = (): Draft => ({ ...emptyDraft, ...readStored<Partial<Draft>>(draftName) });
export const keepDraft = (draft: Draft) => writeStored(draftName, draft);
export const keptKey = () => readStored<Key>(keyName);
export const keepKey = (key: Key) => writeStored(keyName, key);
export const keptDone = (bookingId: string): Done | null => {
  const done = readStored<Done>(doneName);
  return done?.bookingId === bookingId ? done : null;
};

export const keptHold = () => readStored<Held>(holdName);
export const keepHold = (held: Held) => writeStored(holdName, held);
export const forgetHold = () => writeStored(holdName, null);

/**
 * A hold request that has not been answered yet. After a reload, the tab sends it again with the
 * same idempotency key.
 */
export type HoldRequest = { key: string; time: Time; participants: number; sentAt: number; places: PlacesOfHold };
/** The places to hold, either for a time or for a whole course. */
export type PlacesOfHold = Pick<Input<(typeof contract)["holds"]["create"]>, "slot" | "schedule">;
export const keptHoldRequest = () => readStored<HoldRequest>(holdRequestName);
export const keepHoldRequest = (request: HoldRequest) => writeStored(holdRequestName, request);
export function forgetHoldRequest({ key }: HoldRequest) {
  if (keptHoldRequest()?.key === key) writeStored(holdRequestName, null);
}

/** Stores the completed booking and deletes the draft. */
export function storeDone(done: Done) {
  writeStored(doneName, done);
  for (const name of [draftName, keyName]) writeStored(name, null);
}
