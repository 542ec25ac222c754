import { type Client, readAllPages } from "@uola/client";
import type { Booking, ExtendedBooking, Identity, Service } from "@uola/contract";
import { useCallback, useEffect, useEffectEvent, useState } from "react";
import { servicesOf } from "../../features/services.ts";
import { useApp } from "../../loader/tree.tsx";
import { platform } from "../../platform.ts";
import { type MoveRefusal, moveRefusalOf, slotOf } from "./another-time.ts";
import { type CancelRefusal, cancelRefusalOf, inTurn, type Mine, mineOf } from "./mine.ts";

type Known = { all: Mine[]; services: Service[]; identity: Identity };

/** Trainers and the owner see everybody's bookings elsewhere; here they see their own. */
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

const serviceIdOf = ({ bookedEntity: { slot, schedule } }: Booking): string | null | undefined =>
  slot?.serviceId ?? schedule?.serviceId;

export type Moved = { moved: Mine; back: () => Promise<Moved>; refusal?: never } | { refusal: MoveRefusal };

/** `stale`: something is known, but looking again failed. */
type MineState = "loading" | "ready" | "stale" | "failed";

/** The bookings of who is signed in. Looked at again whenever they come back to the tab. */
export function useMine() {
  const app = useApp();
  const [known, setKnown] = useState<Known>();
  const [failed, setFailed] = useState(false);
  const [now, setNow] = useState(() => new Date());

  const load = useCallback(async () => {
    setFailed(false);
    try {
      const client = await platform(app);
      const { identity } = await client.members.me({});
      const extendedBookings = await bookingsOf(client, identity);
      const services = await servicesOf(
        client,
        extendedBookings.flatMap(({ booking }) => serviceIdOf(booking) ?? []),
      );
      const at = new Date();
      setNow(at);
      setKnown({ all: extendedBookings.map((each) => mineOf(each, services, at)), services, identity });
    } catch {
      setFailed(true);
    }
  }, [app]);

  const again = useEffectEvent(() => {
    if (document.visibilityState === "visible") void load();
  });
  useEffect(() => {
    void load();
    document.addEventListener("visibilitychange", again);
    return () => document.removeEventListener("visibilitychange", again);
  }, [load]);

  const put = (mine: Mine) =>
    setKnown((before) => before && { ...before, all: before.all.map((each) => (each.id === mine.id ? mine : each)) });

  /** A booking as it has become, with what may be done with it now. */
  const reread = async ({ bookings }: Client, booking: Booking): Promise<Mine> => {
    const asked = { query: { filter: { id: booking.id } }, withBookingAllowedActions: true };
    const { extendedBookings } = await bookings.queryExtended({ ...asked, withBookingAttendanceInfo: true });
    return mineOf(extendedBookings[0] ?? { booking }, known?.services ?? [], new Date());
  };

  /** Calls a booking off; why not, when it was refused. What is shown afterwards is what the platform says. */
  const cancel = async (mine: Mine): Promise<CancelRefusal | undefined> => {
    try {
      const { bookings } = await platform(app);
      const { booking } = await bookings.cancel({ bookingId: mine.id, revision: mine.revision });
      put(mineOf({ booking }, known?.services ?? [], new Date()));
      return undefined;
    } catch (error) {
      const refusal = cancelRefusalOf(error);
      if (refusal !== "offline" && refusal !== "broken") await load();
      return refusal;
    }
  };

  /** Gives a booking another time; why not, when it stayed. `back` is the way to undo it. */
  const move = async (mine: Mine, slot: ReturnType<typeof slotOf>): Promise<Moved> => {
    try {
      const client = await platform(app);
      const { booking } = await client.bookings.reschedule({ bookingId: mine.id, revision: mine.revision, slot });
      // It is moved whether or not its new deadlines can be read.
      const moved = await reread(client, booking).catch(() => mineOf({ booking }, known?.services ?? [], new Date()));
      put(moved);
      return { moved, back: () => move(moved, slotOf(mine)) };
    } catch (error) {
      const refusal = moveRefusalOf(error);
      if (refusal === "changed" || refusal === "over") await load();
      return { refusal };
    }
  };

  const state: MineState = known ? (failed ? "stale" : "ready") : failed ? "failed" : "loading";
  return { now, identity: known?.identity, state, load, cancel, move, ...inTurn(known?.all ?? [], now) };
}
