import type { contract } from "@uola/contract";
import { newId } from "@uola/database";
import type { Context } from "../../kernel/context.ts";
import { Violation } from "../../kernel/errors.ts";
import type { Handlers } from "../../kernel/serve.ts";
import { recordChange } from "../../kernel/trail.ts";
import { toAttendance } from "./booking.ts";
import { notFound, refuseImpossible } from "./refusals.ts";
import * as store from "./store.ts";

/** Who came: one mark per booking and session. It changes no revision and tells nobody. */
export function attendance({ db, siteId, now }: Context): Handlers<Pick<typeof contract.bookings, "setAttendance">> {
  return {
    setAttendance: ({ bookingId, sessionId: named, status, numberOfAttendees, present }, { caller }) =>
      db.transaction().execute(async (tx) => {
        const booking = await store.lock(tx, siteId, bookingId);
        if (!booking) throw notFound(bookingId);
        refuseImpossible(booking, "attendance");
        const sessionId = named ?? booking.sessionId;
        if (!sessionId) throw new Violation([{ field: "sessionId", description: "is required for a course" }]);
        const count = numberOfAttendees ?? (status === "ATTENDED" ? booking.totalParticipants : 0);
        if (count > booking.totalParticipants) {
          const description = `must be at most ${booking.totalParticipants}, as many as were booked for`;
          throw new Violation([{ field: "numberOfAttendees", description }]);
        }
        const before = await store.attendance(tx, siteId, bookingId, sessionId);
        const row = {
          siteId,
          bookingId,
          sessionId,
          id: before?.id ?? newId(),
          status,
          numberOfAttendees: count,
          present: present ?? [],
          updatedDate: now(),
        };
        await store.putAttendance(tx, row);
        await recordChange(tx, {
          siteId,
          at: now(),
          entity: "booking",
          entityId: bookingId,
          audit: {
            actor: caller,
            action: "booking.attendance",
            before: before && toAttendance(before),
            after: toAttendance(row),
          },
        });
        return { attendance: { ...toAttendance(row), bookingId, sessionId, present: row.present } };
      }),
  };
}
