import { bookingRow } from "@uola/booking/booking-row";
import { createClaims } from "@uola/booking/claims";
import { type Connection, newId, openDatabase } from "@uola/database";
import { type Load, loadOf } from "./load.ts";
import type { Bookable } from "./sessions.ts";

type Body = {
  booking: {
    bookedEntity: {
      slot: { sessionId: string; serviceId: string; scheduleId: string; startDate: string; endDate: string };
    };
    contactDetails: { email: string };
    totalParticipants: number;
  };
};

export type DirectClaims = ReturnType<typeof createDirectClaims>;

/** The platform's batched claim of places, called without HTTP, business rules and look-ups. */
export function createDirectClaims(url: string, siteId: string) {
  const connection = openDatabase({ url });
  const claim = createClaims({ connection, siteId, now: () => new Date(), changes: { publish: () => {} } });
  return { claim: (body: Body) => claim(claimInputOf(body, siteId)), connection };
}

/** The input of a claim. The body is not validated. */
function claimInputOf({ booking: { bookedEntity, contactDetails, totalParticipants } }: Body, siteId: string) {
  const { sessionId, serviceId, scheduleId, startDate, endDate } = bookedEntity.slot;
  const id = newId();
  const booking = bookingRow({
    siteId,
    id,
    serviceId,
    scheduleId,
    sessionId,
    placesId: sessionId,
    totalParticipants,
    startDate: new Date(startDate),
    endDate: new Date(endDate),
    bookedEntity,
    contactDetails,
    contactEmail: contactDetails.email,
    visitorId: id,
    now: new Date(),
  });
  const mail = { template: "booking-confirmed", bookingId: id, revision: "1", language: "lt" };
  return {
    booking,
    entity: { id, bookedEntity, contactDetails },
    actor: { role: "visitor", id, kind: "visitor" } as const,
    mail,
  };
}

/**
 * Claims places for all of these sessions at once on a separate connection pool: the upper limit
 * set by PostgreSQL.
 */
export async function claimDirectly({ url }: Connection, siteId: string, sessions: Bookable[]): Promise<Load> {
  const claims = createDirectClaims(url, siteId);
  try {
    await claims.connection.pool.query("select 1");
    return await claimAll(claims, sessions);
  } finally {
    await claims.connection.close();
  }
}

/** Claims one place in each of these sessions at once. A session may be listed more than once. */
export async function claimAll({ claim }: Pick<DirectClaims, "claim">, sessions: Bookable[]): Promise<Load> {
  const began = performance.now();
  const statuses = new Map<number, number>();
  const times = await Promise.all(
    sessions.map(async ({ id, serviceId, scheduleId, startDate, endDate }) => {
      const { outcome } = await claim({
        booking: {
          bookedEntity: { slot: { sessionId: id, serviceId, scheduleId, startDate, endDate } },
          contactDetails: { email: "pirkeja@uola.example" },
          totalParticipants: 1,
        },
      });
      const status = outcome === "made" ? 200 : 409;
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      return performance.now() - began;
    }),
  );
  return loadOf({ statuses, seconds: (performance.now() - began) / 1000, times, bodies: [] });
}
