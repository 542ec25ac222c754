import { type Database, retrying } from "@uola/database";
import type { Caller } from "../../kernel/callers.ts";
import type { Context } from "../../kernel/context.ts";
import { notFound, refuseImpossible, refuseStale, unauthorized } from "./refusals.ts";
import { isOwn, isOwner, type Move, seesAll } from "./rules.ts";
import * as store from "./store.ts";

type Row = store.BookingRow;
export type Wanted = { bookingId: string; revision?: string; move: Move; caller: Caller };

/** Who may move which booking: whoever cannot see it hears that there is none. */
export function createGuard({ db, siteId, changes }: Context) {
  const emailOf = async ({ memberId }: Caller) => (memberId ? store.verifiedEmail(db, siteId, memberId) : undefined);

  /** The booking, locked. Refuses with BOOKING_NOT_FOUND, UNAUTHORIZED_OPERATION, BOOKING_REVISION_MISMATCH, INVALID_BOOKING_STATUS. */
  const open = async (tx: Database, wanted: Wanted, email: string | undefined) =>
    checked(await store.lock(tx, siteId, wanted.bookingId), wanted, email);

  function checked(row: Row | undefined, { bookingId, revision, move, caller }: Wanted, email: string | undefined) {
    const own = row !== undefined && isOwn(caller, row, email);
    if (!row || !(own || seesAll(caller))) throw notFound(bookingId);
    if (!own && !isOwner(caller)) throw unauthorized(`Only the owner or whose booking it is may ${move} it.`);
    if (revision !== undefined) refuseStale(row, revision);
    refuseImpossible(row, move);
    return row;
  }

  /** The booking as it is now, not locked: for what has to be looked up before its transaction begins. */
  async function peek(wanted: Wanted): Promise<Row> {
    const row = await store.read(db, siteId, wanted.bookingId);
    return checked(row, wanted, await emailOf(wanted.caller));
  }

  /** Does something to bookings in one transaction, all of it or nothing; they are locked in the order of their ids. */
  async function moving<Result>(
    caller: Caller,
    wanted: readonly Omit<Wanted, "caller">[],
    make: (tx: Database, rows: Row[]) => Promise<Result>,
  ): Promise<Result> {
    const email = await emailOf(caller);
    const sorted = wanted.toSorted((a, b) => (a.bookingId < b.bookingId ? -1 : 1));
    const result = await retrying(() =>
      db.transaction().execute(async (tx) => {
        const rows: Row[] = [];
        for (const each of sorted) rows.push(await open(tx, { ...each, caller }, email));
        return make(tx, rows);
      }),
    );
    changes.publish("availability");
    return result;
  }

  return { emailOf, peek, moving };
}
export type Guard = ReturnType<typeof createGuard>;
