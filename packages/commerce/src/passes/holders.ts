import { dateOf } from "@uola/booking";
import type { Participant } from "@uola/contract";
import type { Caller, Context } from "@uola/kernel";
import { isHeldOn } from "./rules.ts";
import * as store from "./store.ts";

export type PassHolders = ReturnType<typeof createPassHolders>;

/** Passes of an account, and of the address that its person has proved. */
export async function ownRows({ db, siteId }: Pick<Context, "db" | "siteId">, { memberId }: Caller) {
  if (!memberId) return [];
  const member = await store.member(db, siteId, memberId);
  return store.ofMember(db, siteId, { memberId, email: member?.emailVerified ? member.email : undefined });
}

/** Who of those for whom somebody buys is a member: the holders of the buyer's own passes, by their names. */
export function createPassHolders(context: Context) {
  return async (caller: Caller, timeZone: string): Promise<(person: Participant, at: Date) => boolean> => {
    const rows = await ownRows(context, caller);
    return ({ firstName, lastName }, at) => {
      const name = plain([firstName, lastName].join(" "));
      return rows.some((row) => plain(row.holderName) === name && isHeldOn(row, dateOf(at, timeZone)));
    };
  };
}

/** Names are the same however they are spaced, accented and capitalized. */
const plain = (name: string): string =>
  name.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().split(/\s+/).filter(Boolean).join(" ");
