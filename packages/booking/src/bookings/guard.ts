import type { Database } from "@uola/database";
import { type Caller, type Context, LookUpOutdated, transact } from "@uola/kernel";
import { notFound, refuseImpossible, refuseStale, unauthorized } from "./refusals.ts";
import { isOwn, isOwner, type Move, seesAll } from "./rules.ts";
import * as store from "./store.ts";

type Row = store.BookingRow;
export type Wanted = { bookingId: string; revision?: string; move: Move; caller: Caller };
type Named = Omit<Wanted, "caller">;
type Make<Result> = (tx: Database, rows: Row[]) => Promise<Result>;

/** Who may move which booking: whoever cannot see it hears that there is none. */
export function createGuard(context: Context) {
  const { db, siteId } = context;
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

  const inOrder = <Each extends { bookingId: string }>(wanted: readonly Each[]) =>
    wanted.toSorted((a, b) => (a.bookingId < b.bookingId ? -1 : 1));

  async function lockAll(tx: Database, wanted: Wanted[], email: string | undefined): Promise<Row[]> {
    const rows: Row[] = [];
    for (const each of wanted) rows.push(await open(tx, each, email));
    return rows;
  }

  /** Does something to bookings in one transaction, all of it or nothing; they are locked in the order of their ids. */
  async function moving<Result>(caller: Caller, named: readonly Named[], make: Make<Result>): Promise<Result> {
    const email = await emailOf(caller);
    const wanted = inOrder(named).map((each) => ({ ...each, caller }));
    return transact(context, { publish: "availability" }, async (tx) => make(tx, await lockAll(tx, wanted, email)));
  }

  /**
   * The same where more has to be known than bookings tell: it is looked up before the transaction, which may ask for no
   * second connection, and anew where somebody changed a booking in between.
   */
  async function movingWith<Known, Result>(
    caller: Caller,
    named: readonly Named[],
    lookUp: (row: Row) => Promise<Known>,
    make: (tx: Database, rows: Row[], known: ReadonlyMap<string, Known>) => Promise<Result>,
  ): Promise<Result> {
    const email = await emailOf(caller);
    const wanted = inOrder(named).map((each) => ({ ...each, caller }));
    const ids = wanted.map(({ bookingId }) => bookingId);
    async function lookUpAll() {
      const seen = await store.readAll(db, siteId, ids);
      const known = new Map<string, Known>();
      for (const each of wanted) {
        const row = checked(seen.get(each.bookingId), each, email);
        known.set(row.id, await lookUp(row));
      }
      return { seen, known };
    }
    return transact(context, { publish: "availability", lookUp: lookUpAll }, async (tx, { seen, known }) => {
      const rows = await lockAll(tx, wanted, email);
      if (rows.some(({ id, revision }) => revision !== seen.get(id)?.revision)) throw new LookUpOutdated();
      return make(tx, rows, known);
    });
  }

  return { emailOf, peek, moving, movingWith };
}
export type Guard = ReturnType<typeof createGuard>;
