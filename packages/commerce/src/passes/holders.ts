import { dateOf } from "@uola/booking";
import type { Participant } from "@uola/contract";
import type { Caller, Context } from "@uola/kernel";
import { isHeldOn } from "./rules.ts";
import * as store from "./store.ts";

export type PassHolders = ReturnType<typeof createPassHolders>;

/** Returns the passes of an account and of its verified email address. */
export async function ownRows({ db, siteId }: Pick<Context, "db" | "siteId">, { memberId }: Caller) {
  if (!memberId) return [];
  const member = await store.member(db, siteId, memberId);
  return store.ofMember(db, siteId, { memberId, email: member?.emailVerified ? member.email : undefined });
}

/**
 * Returns a function that checks whether a participant is a member, by comparing names with the
 * holders of the buyer's own passes.
 */
export function createPassHolders(context: Context) {
  return async (caller: Caller, timeZone: string): Promise<(person: Participant, at: Date) => boolean> => {
    const rows = await ownRows(context, caller);
    return ({ firstName, lastName }, at) => {
      const name = normalizedName([firstName, lastName].join(" "));
      return rows.some((row) => normalizedName(row.holderName) === name && isHeldOn(row, dateOf(at, timeZone)));
    };
  };
}

/** Normalizes a name for comparison, ignoring spacing, accents and case. */
const normalizedName = (name: string): string =>
  name.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().split(/\s+/).filter(Boolean).join(" ");
