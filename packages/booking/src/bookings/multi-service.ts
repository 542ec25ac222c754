import type { contract, MultiServiceBooking } from "@uola/contract";
import { type Database, newId } from "@uola/database";
import { type Call, type Caller, type Context, type Handlers, Refusal, transact, Violation } from "@uola/kernel";
import { type BookingLimitGuard, requesterOf } from "../limits/limits.ts";
import type { Guard } from "./guard.ts";
import type { BookingMoves } from "./moves.ts";
import { refuseUnauthorized, scoped } from "./prepare-booking.ts";
import { isOwn, type Move, seesAll } from "./rules.ts";
import * as store from "./store.ts";
import { toBooking } from "./to-booking.ts";

type Row = store.BookingRow;
export type Group = ReturnType<typeof createGroups>;
type Making = Handlers<
  Pick<typeof contract.multiServiceBookings, "create" | "get" | "mark" | "addBookings" | "removeBookings">
>;

export const answerOf = (id: string, rows: readonly Row[], inFull: boolean | null | undefined) => ({
  multiServiceBooking: { id, bookings: resultsOf(rows, inFull) } satisfies MultiServiceBooking,
});
const resultsOf = (rows: readonly Row[], inFull: boolean | null | undefined) =>
  rows.map((row) => ({ bookingId: row.id, ...(inFull && { booking: toBooking(row) }) }));

const isOver = ({ status }: Row) => status === "CANCELED" || status === "DECLINED";

/** Refuses what does not fit together with VALIDATION_FAILURE: what is over does not count. */
export function refuseDisjoint(type: string, rows: readonly Pick<Row, "startDate" | "endDate" | "status">[]) {
  const times = rows
    .filter((row) => !isOver(row as Row))
    .map(({ startDate, endDate }) => [startDate?.getTime() ?? 0, endDate?.getTime() ?? 0] as const)
    .toSorted(([a], [b]) => a - b);
  const fits = {
    SEQUENTIAL_BOOKINGS: times.every(([start], index) => index === 0 || start === times[index - 1]?.[1]),
    PARALLEL_BOOKINGS: times.every(([start]) => start === times[0]?.[0]),
    SEPARATE_BOOKINGS: true,
  };
  if (fits[type as keyof typeof fits]) return;
  throw new Refusal("VALIDATION_FAILURE", `The times do not fit together as ${type}.`, 400, { type });
}

/** What belongs together, as far as the caller may see it. */
export function createGroups({ db, siteId }: Context, { emailOf, movingWith }: Guard) {
  async function find(ids: readonly string[], caller: Caller): Promise<Map<string, Row[]>> {
    const email = await emailOf(caller);
    const rows = await store.together(db, siteId, ids);
    const seen = rows.filter((row) => seesAll(caller) || isOwn(caller, row, email));
    return Map.groupBy(seen, (row) => row.multiServiceBookingId as string);
  }

  /** At least one booking. Refuses with MULTI_SERVICE_BOOKING_NOT_FOUND. */
  async function of(id: string, caller: Caller): Promise<Row[]> {
    const rows = (await find([id], caller)).get(id);
    if (!rows) throw noGroup(id);
    return rows;
  }

  /**
   * Moves bookings of one group, all or none; without any named, all that are not over. `known` is what was looked up for
   * each before the transaction.
   */
  async function moveAll<Known = undefined>(
    { id, move, caller, named, lookUp }: Moving<Known>,
    make: (tx: Database, row: Row, named: Named | undefined, known: Known | undefined) => Promise<Row>,
  ): Promise<Row[]> {
    const rows = await of(id, caller);
    const live = rows.filter((row) => !isOver(row));
    const wanted = named ?? (live.length > 0 ? live : rows).map((row) => ({ bookingId: row.id }));
    for (const { bookingId } of wanted) {
      if (!rows.some((row) => row.id === bookingId)) throw noMember(bookingId);
    }
    const infos = new Map<string, Named>(wanted.map((each) => [each.bookingId, each]));
    return movingWith(
      caller,
      [...infos.values()].map(({ bookingId, revision }) => ({ bookingId, move, ...(revision && { revision }) })),
      async (row) => lookUp?.(row),
      async (tx, locked, known) => {
        const done: Row[] = [];
        for (const row of locked) {
          if (row.multiServiceBookingId !== id) throw noMember(row.id);
          done.push(await make(tx, row, infos.get(row.id), known.get(row.id)));
        }
        return done;
      },
    );
  }
  return { find, of, moveAll };
}
type Moving<Known> = {
  id: string;
  move: Move;
  caller: Caller;
  named?: Named[] | null | undefined;
  lookUp?: (row: Row) => Promise<Known>;
};
export type Named = { bookingId: string; revision?: string; paymentStatus?: string | null | undefined };

export const noGroup = (id: string) =>
  new Refusal("MULTI_SERVICE_BOOKING_NOT_FOUND", `No bookings belong together as ${id}.`, 404);
const noMember = (id: string) => new Refusal("BOOKING_NOT_FOUND", `The booking ${id} does not belong to it.`, 404);

/** Several bookings that are made together, or come to belong together. */
export function grouping(
  context: Context,
  {
    moves,
    guard: { moving },
    groups,
    limitGuard: { withinLimits },
  }: { moves: BookingMoves; guard: Guard; groups: Group; limitGuard: BookingLimitGuard },
): Making {
  const { db, siteId } = context;

  /** What was made before with the same key. */
  async function made({ caller, idempotencyKey }: Call): Promise<Row[] | undefined> {
    const first = idempotencyKey ? await store.byKey(db, siteId, scoped(caller, keyed(idempotencyKey, 0))) : undefined;
    const id = first?.multiServiceBookingId;
    return id ? store.together(db, siteId, [id]) : undefined;
  }
  const again = (rows: Row[], inFull: boolean | null | undefined) =>
    answerOf(rows[0]?.multiServiceBookingId as string, rows, inFull);

  const join = (tx: Database, row: Row, actor: Caller, id: string | null, type: string | null) =>
    moves.change(tx, row, {
      name: id ? "group" : "ungroup",
      actor,
      set: { multiServiceBookingId: id, multiServiceBookingType: type },
      slug: "updated",
      template: null,
    });

  return {
    async create({ bookings, returnFullEntity, multiServiceBookingType, captchaTokens: tokens, ...rest }, call) {
      const type = multiServiceBookingType ?? "SEQUENTIAL_BOOKINGS";
      const earlier = await made(call);
      if (earlier) return again(earlier, returnFullEntity);
      const id = newId();
      const belonging = { multiServiceBookingId: id, multiServiceBookingType: type };
      const prepared = [];
      for (const [index, booking] of bookings.entries()) {
        const wish = { ...rest, booking };
        refuseUnauthorized(wish, call.caller);
        const key = call.idempotencyKey && { idempotencyKey: keyed(call.idempotencyKey, index) };
        const one = await moves.prepare(wish, { ...call, ...key });
        prepared.push({ ...one, booking: { ...one.booking, ...belonging } });
      }
      refuseDisjoint(
        type,
        prepared.map(({ booking }) => booking),
      );
      // Counters are locked in the order of their ids.
      const inOrder = prepared.toSorted((a, b) => (a.booking.placesId < b.booking.placesId ? -1 : 1));
      try {
        const places = prepared.reduce((sum, { booking }) => sum + booking.totalParticipants, 0);
        const email = prepared[0]?.booking.contactEmail ?? null;
        const write = () =>
          transact(context, { publish: "availability" }, async (tx) => {
            const rows: Row[] = [];
            for (const each of inOrder) {
              // One trainer may give them one after the other without a pause.
              const besides = type === "SEQUENTIAL_BOOKINGS" ? rows.flatMap(({ sessionId }) => sessionId ?? []) : [];
              rows.push(await moves.insert(tx, { ...each, besides }));
            }
            return rows;
          });
        const rows = await withinLimits({ ...requesterOf(call), email, places, tokens }, write);
        const order = new Map(prepared.map(({ booking }, index) => [booking.id, index]));
        const sorted = rows.toSorted((a, b) => (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0));
        return answerOf(id, sorted, returnFullEntity);
      } catch (error) {
        const other = await made(call);
        if (other) return again(other, returnFullEntity);
        throw error;
      }
    },

    get: async ({ multiServiceBookingId: id }, { caller }) => {
      const rows = await groups.of(id, caller);
      const totalNumberOfScheduledBookings = rows.filter((row) => !isOver(row)).length;
      return { ...answerOf(id, rows, true), metadata: { totalNumberOfScheduledBookings } };
    },

    async mark({ bookingIds, multiServiceBookingType }, { caller }) {
      const id = newId();
      const type = multiServiceBookingType ?? "SEQUENTIAL_BOOKINGS";
      const wanted = [...new Set(bookingIds)].map((bookingId) => ({ bookingId, move: "fields" as const }));
      await moving(caller, wanted, async (tx, rows) => {
        for (const row of rows) refuseElsewhere(row, id);
        refuseDisjoint(type, rows);
        for (const row of rows) await join(tx, row, caller, id, type);
      });
      return { multiServiceBookingId: id };
    },

    async addBookings({ multiServiceBookingId: id, bookings, returnFullEntity }, { caller }) {
      const there = await groups.of(id, caller);
      const type = there[0]?.multiServiceBookingType as string;
      if (there.length + bookings.length > groupMax) {
        throw new Violation([{ field: "bookings", description: `at most ${groupMax} belong together` }]);
      }
      const wanted = bookings.map((each) => ({ ...each, move: "fields" as const }));
      const rows = await moving(caller, wanted, async (tx, rows) => {
        for (const row of rows) refuseElsewhere(row, id);
        refuseDisjoint(type, [...there, ...rows]);
        const joined: Row[] = [];
        for (const row of rows) joined.push(await join(tx, row, caller, id, type));
        return joined;
      });
      return { bookings: resultsOf(rows, returnFullEntity) };
    },

    async removeBookings({ multiServiceBookingId: id, bookings: named, returnFullEntity }, { caller }) {
      const all = named ?? (await groups.of(id, caller)).map((row) => ({ bookingId: row.id }));
      const rows = await groups.moveAll({ id, move: "fields", caller, named: all }, (tx, row) =>
        join(tx, row, caller, null, null),
      );
      return { bookings: resultsOf(rows, returnFullEntity) };
    },
  };
}

const groupMax = 8;
const keyed = (key: string, index: number) => `${key} ${index}`;

function refuseElsewhere({ id, multiServiceBookingId }: Row, groupId: string) {
  if (!multiServiceBookingId || multiServiceBookingId === groupId) return;
  throw new Refusal("VALIDATION_FAILURE", `The booking ${id} belongs to others already.`, 400);
}
