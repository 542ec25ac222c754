import { type Reason, reasonOf } from "@uola/browser/error-messages.ts";
import { servicesOf } from "@uola/browser/gym/services.ts";
import { usePlatformAction, usePlatformQuery } from "@uola/browser/use-platform.ts";
import { type Client, readAllPages } from "@uola/client";
import { withCaptcha } from "@uola/client/captcha-retry";
import type { Booking, ExtendedBooking, Identity, Service } from "@uola/contract";
import { useMemo } from "react";
import { slotOf } from "./move-choices.ts";
import { type OwnBooking, ownBookingOf, splitUpcomingAndPast } from "./own-booking.ts";
import type { Moved } from "./use-changes.tsx";

type Known = { all: OwnBooking[]; services: Service[]; identity: Identity; at: Date };

/**
 * For trainers and the owner the platform returns everybody's bookings; this page shows only their
 * own.
 */
const ownOf = ({ id, email }: Identity): { $or: Record<string, string>[] } => ({
  $or: [{ "createdBy.memberId": id }, ...(email ? [{ "contactDetails.email": email.address.toLowerCase() }] : [])],
});

const bookingsOf = async ({ bookings }: Client, identity: Identity): Promise<ExtendedBooking[]> => {
  const { items } = await readAllPages(async ({ limit, cursor }) => {
    const sort = [{ fieldName: "startDate", order: "DESC" as const }];
    const query = cursor
      ? { cursorPaging: { limit, cursor } }
      : { filter: ownOf(identity), sort, cursorPaging: { limit } };
    const wanted = { query, withBookingAllowedActions: true, withBookingAttendanceInfo: true };
    const { extendedBookings, pagingMetadata } = await bookings.queryExtended(wanted);
    return { items: extendedBookings, next: pagingMetadata.cursors?.next };
  });
  return items;
};

const pricesMax = 500;

/**
 * Returns the prices paid for bookings, which may differ from the current price because of coupons
 * or price changes. If the prices cannot be read, the service's price is shown.
 */
async function pricesOf({ orders }: Client, ids: readonly string[]): Promise<Map<string, number>> {
  const prices = new Map<string, number>();
  for (let at = 0; at < ids.length; at += pricesMax) {
    const found = await orders.bookingPrices({ bookingIds: ids.slice(at, at + pricesMax) }).catch(() => undefined);
    for (const { bookingId, price } of found?.prices ?? []) prices.set(bookingId, price);
  }
  return prices;
}

const serviceIdOf = ({ bookedEntity: { slot, schedule } }: Booking): string | null | undefined =>
  slot?.serviceId ?? schedule?.serviceId;

async function read(client: Client): Promise<Known> {
  const { identity } = await client.members.me({});
  const bookings = await bookingsOf(client, identity);
  const [services, prices] = await Promise.all([
    servicesOf(
      client,
      bookings.flatMap(({ booking }) => serviceIdOf(booking) ?? []),
    ),
    pricesOf(
      client,
      bookings.map(({ booking }) => booking.id),
    ),
  ]);
  const at = new Date();
  const all = bookings.map((each) => ownBookingOf(each, services, at, prices.get(each.booking.id)));
  return { all, services, identity, at };
}

/** `stale`: bookings were loaded before, but refreshing failed. */
type MineState = "loading" | "ready" | "stale" | "failed";

/** The signed-in user's bookings, refreshed whenever the user returns to the tab. */
export function useOwnBookings() {
  const { data: known, isError, refetch } = usePlatformQuery(["mine"], read, { refetch: true });
  const act = usePlatformAction("myOrders");
  const ask = usePlatformAction();
  const load = async () => void (await refetch());

  const quote = async ({ id: bookingId }: OwnBooking) =>
    (await ask(({ orders }) => orders.quoteBooking({ bookingId }))).quote;

  /**
   * Cancels a booking; returns the reason if it was rejected. Afterwards the bookings are reloaded
   * from the platform.
   */
  const cancel = async ({ id: bookingId, revision }: OwnBooking): Promise<Reason<"cancel"> | undefined> => {
    const refusal = await act(({ bookings }) => bookings.cancel({ bookingId, revision })).then(
      () => undefined,
      (error: unknown) => reasonOf(error, "cancel"),
    );
    if (refusal !== "offline" && refusal !== "broken") await load();
    return refusal;
  };

  /** Moves a booking to another time; returns the reason if it was rejected. `back` undoes the move. */
  const move = async (mine: OwnBooking, slot: ReturnType<typeof slotOf>): Promise<Moved> => {
    try {
      const { id: bookingId, revision } = mine;
      const { booking } = await act((client) =>
        withCaptcha(client, (proof) => client.bookings.reschedule({ bookingId, revision, slot, ...proof })),
      );
      // The move has succeeded even if the new deadlines cannot be read.
      const { data, isError } = await refetch();
      const read = isError ? undefined : data?.all.find(({ id }) => id === bookingId);
      const moved = read ?? ownBookingOf({ booking }, known?.services ?? [], new Date(), mine.cents ?? undefined);
      return { moved, back: () => move(moved, slotOf(mine)) };
    } catch (error) {
      const refusal = reasonOf(error, "move");
      if (refusal === "changed" || refusal === "over") await load();
      return { refusal };
    }
  };

  const turns = useMemo(() => splitUpcomingAndPast(known?.all ?? [], known?.at ?? new Date()), [known]);
  const state: MineState = known ? (isError ? "stale" : "ready") : isError ? "failed" : "loading";
  return { identity: known?.identity, state, load, quote, cancel, move, ...turns };
}
