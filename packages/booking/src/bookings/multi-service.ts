import type { contract } from "@uola/contract";
import { keysOf } from "@uola/contract/entries";
import { required } from "@uola/contract/required";
import { type Database, newId } from "@uola/database";
import { type Call, type Caller, type Handlers, Refusal, transact, Violation } from "@uola/kernel";
import { isViolated, places, placesTaken, policyViolations } from "../availability/availability.ts";
import { type BookingLimitGuard, requesterOf } from "../limits/limits.ts";
import type { BookingServices } from "./booking-services.ts";
import { type GroupType, groupAnswer, groupBookings, groupMax, requireCompatibleTimes } from "./groups.ts";
import { refuseUnauthorized, scopedKey } from "./prepare-booking.ts";
import { readGroups } from "./query-store.ts";
import { isOver } from "./rules.ts";
import { byKeys } from "./store.ts";
import type { BookingRow } from "./to-booking.ts";

type GroupHandlers = Handlers<
  Pick<
    typeof contract.multiServiceBookings,
    "create" | "get" | "getAvailability" | "mark" | "addBookings" | "removeBookings"
  >
>;

/** Creates the handlers for bookings that were made together as a group or grouped afterwards. */
export function multiServiceHandlers(
  { context, offerLookup, prepare, store, groups }: BookingServices,
  { withinLimits }: BookingLimitGuard,
): GroupHandlers {
  const { db, siteId, now } = context;

  /** Returns the bookings created earlier with the same idempotency key. */
  async function existingByIdempotencyKey({ caller, idempotencyKey }: Call): Promise<BookingRow[] | undefined> {
    const [first] = idempotencyKey ? await byKeys(db, siteId, [scopedKey(caller, keyOf(idempotencyKey, 0))]) : [];
    const id = first ? first.multiServiceBookingId : undefined;
    return id ? readGroups(db, siteId, [id]) : undefined;
  }
  const earlierAnswer = (rows: readonly BookingRow[], inFull: boolean | null | undefined) =>
    groupAnswer(required(rows[0]?.multiServiceBookingId, "multi service booking id"), rows, inFull);

  const setGroup = (tx: Database, row: BookingRow, actor: Caller, group: { id: string; type: GroupType } | undefined) =>
    store.transition(tx, row, {
      name: group ? "group" : "ungroup",
      actor,
      set: { multiServiceBookingId: group?.id ?? null, multiServiceBookingType: group?.type ?? null },
      slug: "updated",
      template: null,
    });

  return {
    async create({ bookings, returnFullEntity, multiServiceBookingType, captchaTokens: tokens, ...rest }, call) {
      const type = multiServiceBookingType ?? "SEQUENTIAL_BOOKINGS";
      const earlier = await existingByIdempotencyKey(call);
      if (earlier) return earlierAnswer(earlier, returnFullEntity);
      const id = newId();
      const belonging = { multiServiceBookingId: id, multiServiceBookingType: type };
      const prepared = [];
      for (const [index, booking] of bookings.entries()) {
        const input = { ...rest, booking };
        refuseUnauthorized(input, call.caller);
        const key = call.idempotencyKey && { idempotencyKey: keyOf(call.idempotencyKey, index) };
        const one = await prepare(input, { ...call, ...key });
        prepared.push({ ...one, booking: { ...one.booking, ...belonging } });
      }
      requireCompatibleTimes(
        type,
        prepared.map(({ booking }) => booking),
      );
      // Capacity counters are locked in the order of their ids, to avoid deadlocks.
      const inOrder = prepared.toSorted((a, b) => (a.booking.placesId < b.booking.placesId ? -1 : 1));
      try {
        const isSequence = type === "SEQUENTIAL_BOOKINGS";
        const places = prepared.reduce((sum, { booking }) => sum + booking.totalParticipants, 0);
        const email = prepared[0]?.booking.contactEmail ?? null;
        const insertAll = () =>
          transact(context, { publish: "availability" }, async (tx) => {
            const rows: BookingRow[] = [];
            for (const each of inOrder) {
              // The same trainer may give consecutive appointments of one sequence without a pause
              // between them.
              const excludeSessionIds = isSequence ? rows.flatMap(({ sessionId }) => sessionId ?? []) : [];
              rows.push(await store.insert(tx, { ...each, excludeSessionIds }));
            }
            return rows;
          });
        const rows = await withinLimits({ ...requesterOf(call), email, places, tokens }, insertAll);
        const order = new Map(prepared.map(({ booking }, index) => [booking.id, index]));
        const sorted = rows.toSorted((a, b) => (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0));
        return groupAnswer(id, sorted, returnFullEntity);
      } catch (error) {
        const other = await existingByIdempotencyKey(call);
        if (other) return earlierAnswer(other, returnFullEntity);
        throw error;
      }
    },

    get: async ({ multiServiceBookingId: id }, { caller }) => {
      const rows = await groups.read(id, caller);
      const totalNumberOfScheduledBookings = rows.filter((row) => !isOver(row)).length;
      return { ...groupAnswer(id, rows, true), metadata: { totalNumberOfScheduledBookings } };
    },

    async getAvailability({ multiServiceBookingId: id }, { caller }) {
      const rows = await groups.read(id, caller);
      const violations = { tooEarlyToBook: false, tooLateToBook: false, bookOnlineDisabled: false };
      const capacities: { total: number; left: number }[] = [];
      const limits: number[] = [];
      let fits = true;
      for (const row of rows) {
        const service = await offerLookup.service(row.serviceId);
        const counter = await places(db, siteId, row.placesId);
        if (counter?.capacity != null) {
          const left = counter.capacity - counter.taken - counter.held;
          capacities.push({ total: counter.capacity, left });
          fits &&= left >= row.totalParticipants - placesTaken(row);
        }
        if (!service || !row.startDate || !row.endDate) continue;
        const violated = policyViolations(
          service,
          { startDate: row.startDate, endDate: row.endDate },
          { now: now(), role: caller.role },
        );
        for (const name of keysOf(violations)) violations[name] ||= violated[name];
        limits.push(service.bookingPolicy.participantsPolicy?.maxParticipantsPerBooking ?? 1000);
      }
      const least = (numbers: number[]) => (numbers.length > 0 ? Math.min(...numbers) : null);
      return {
        bookable: fits && !isViolated(violations),
        totalCapacity: least(capacities.map(({ total }) => total)),
        remainingCapacity: least(capacities.map(({ left }) => left)),
        policyViolations: violations,
        policySettings: { maxParticipantsPerBooking: least(limits) },
        multiServiceBookingInfo: rows.map((row) => ({ bookingId: row.id })),
      };
    },

    async mark({ bookingIds, multiServiceBookingType }, { caller }) {
      const group = { id: newId(), type: multiServiceBookingType ?? "SEQUENTIAL_BOOKINGS" };
      const targets = [...new Set(bookingIds)].map((bookingId) => ({ bookingId }));
      await store.change(await store.selectionFor("fields", targets, caller), undefined, async (tx, locked) => {
        const rows = locked.map(({ before }) => before);
        for (const row of rows) refuseElsewhere(row, group.id);
        requireCompatibleTimes(group.type, rows);
        for (const row of rows) await setGroup(tx, row, caller, group);
      });
      return { multiServiceBookingId: group.id };
    },

    async addBookings({ multiServiceBookingId: id, bookings, returnFullEntity }, { caller }) {
      const there = await groups.read(id, caller);
      const group = { id, type: there[0]?.multiServiceBookingType ?? null };
      if (there.length + bookings.length > groupMax) {
        throw new Violation([{ field: "bookings", description: `at most ${groupMax} belong together` }]);
      }
      const rows = await store.change(
        await store.selectionFor("fields", bookings, caller),
        undefined,
        async (tx, locked) => {
          const rows = locked.map(({ before }) => before);
          for (const row of rows) refuseElsewhere(row, id);
          requireCompatibleTimes(group.type, [...there, ...rows]);
          const added: BookingRow[] = [];
          for (const row of rows) added.push(await setGroup(tx, row, caller, group));
          return added;
        },
      );
      return { bookings: groupBookings(rows, returnFullEntity) };
    },

    async removeBookings({ multiServiceBookingId: id, bookings: named, returnFullEntity }, { caller }) {
      const all = named ?? (await groups.read(id, caller)).map((row) => ({ bookingId: row.id }));
      const selection = await groups.selectionFor("fields", id, caller, all);
      const rows = await store.changeEach(selection, undefined, (tx, { before }) =>
        setGroup(tx, before, caller, undefined),
      );
      return { bookings: groupBookings(rows, returnFullEntity) };
    },
  };
}

const keyOf = (key: string, index: number) => `${key} ${index}`;

function refuseElsewhere({ id, multiServiceBookingId }: BookingRow, groupId: string) {
  if (!multiServiceBookingId || multiServiceBookingId === groupId) return;
  throw new Refusal("VALIDATION_FAILURE", `The booking ${id} belongs to others already.`, 400);
}
