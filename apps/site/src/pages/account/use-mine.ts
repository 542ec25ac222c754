import type { Identity, Service } from "@uola/contract";
import { useCallback, useEffect, useEffectEvent, useState } from "react";
import { useApp } from "../../loader/tree.tsx";
import { platform } from "../../platform.ts";
import { type CancelRefusal, cancelRefusalOf, inTurn, type Mine, mineOf } from "./mine.ts";

type Known = { all: Mine[]; services: Service[]; identity: Identity };

/** Bookings fetched in one page; who has more than this finds the rest by asking at the desk. */
const bookingsMax = 100;

/** Trainers and the owner see everybody's bookings elsewhere; here they see their own. */
const ownOf = ({ id, email }: Identity): { $or: Record<string, string>[] } => ({
  $or: [{ "createdBy.memberId": id }, ...(email ? [{ "contactDetails.email": email.address.toLowerCase() }] : [])],
});

/** `stale`: something is known, but looking again failed. */
export type MineState = "loading" | "ready" | "stale" | "failed";

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
      const query = {
        filter: ownOf(identity),
        sort: [{ fieldName: "startDate", order: "DESC" as const }],
        cursorPaging: { limit: bookingsMax },
      };
      const [{ extendedBookings }, { services }] = await Promise.all([
        client.bookings.queryExtended({ query, withBookingAllowedActions: true, withBookingAttendanceInfo: true }),
        client.services.query({ query: { paging: { limit: 100 } } }),
      ]);
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

  /** Calls a booking off; why not, when it was refused. What is shown afterwards is what the platform says. */
  const cancel = async (mine: Mine): Promise<CancelRefusal | undefined> => {
    try {
      const { bookings } = await platform(app);
      const { booking } = await bookings.cancel({ bookingId: mine.id, revision: mine.revision });
      setKnown(
        (before) =>
          before && {
            ...before,
            all: before.all.map((each) =>
              each.id === mine.id ? mineOf({ booking }, before.services, new Date()) : each,
            ),
          },
      );
      return undefined;
    } catch (error) {
      const refusal = cancelRefusalOf(error);
      if (refusal !== "offline" && refusal !== "broken") await load();
      return refusal;
    }
  };

  const state: MineState = known ? (failed ? "stale" : "ready") : failed ? "failed" : "loading";
  return { now, identity: known?.identity, state, load, cancel, ...inTurn(known?.all ?? [], now) };
}
