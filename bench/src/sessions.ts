import { createClient } from "@uola/client";
import type { ProviderSimulators } from "@uola/commerce/provider-simulators";
import { type Connection, newId } from "@uola/database";
import { origins, ownerKey } from "./harness.ts";

/** A session in the form used in booking requests. */
export type Bookable = { id: string; serviceId: string; scheduleId: string; startDate: string; endDate: string };

/**
 * Adds empty future sessions of a class (default: the demo's first one), each with a separate
 * counter.
 */
export async function freshSessions(
  { db, pool }: Connection,
  siteId: string,
  count: number,
  capacity: number,
  of?: { id: string; scheduleId: string },
): Promise<Bookable[]> {
  const service =
    of ??
    (await db
      .selectFrom("service")
      .select(["id", "scheduleId"])
      .where("siteId", "=", siteId)
      .where("type", "=", "CLASS")
      .orderBy("createdDate")
      .orderBy("id")
      .executeTakeFirstOrThrow());
  const made = Array.from({ length: count }, (_, index) => {
    const start = Date.now() + (48 + (index % 200)) * 3_600_000;
    return {
      id: newId(),
      serviceId: service.id,
      scheduleId: service.scheduleId,
      startDate: new Date(start).toISOString(),
      endDate: new Date(start + 3_600_000).toISOString(),
    };
  });
  const ids = made.map(({ id }) => id);
  await pool.query(
    `insert into session (site_id, id, schedule_id, service_id, start_date, end_date, created_date, updated_date)
     select $1, id, $2, $3, start_date, end_date, now(), now()
     from unnest($4::uuid[], $5::timestamptz[], $6::timestamptz[]) as made (id, start_date, end_date)`,
    [
      siteId,
      service.scheduleId,
      service.id,
      ids,
      made.map(({ startDate }) => startDate),
      made.map(({ endDate }) => endDate),
    ],
  );
  await pool.query(
    "insert into places (site_id, id, capacity) select $1, id, $3 from unnest($2::uuid[]) as made (id)",
    [siteId, ids, capacity],
  );
  return made;
}

/** Returns the number of places sold according to the counter and according to the bookings. */
export async function soldIn({ pool }: Connection, siteId: string, sessions: Bookable[]) {
  const { rows } = await pool.query<{ taken: number; booked: number; full: number; oversold: number }>(
    `select sum(taken)::int as taken, sum(booked)::int as booked,
       count(*) filter (where booked = capacity)::int as full, count(*) filter (where booked > capacity)::int as oversold
     from places cross join lateral (
       select coalesce(sum(total_participants), 0) as booked from booking
       where booking.site_id = places.site_id and session_id = places.id and status in ('CONFIRMED', 'PENDING')
     ) as bookings
     where places.site_id = $1 and places.id = any($2::uuid[])`,
    [siteId, sessions.map(({ id }) => id)],
  );
  const [sold] = rows;
  return {
    taken: sold?.taken ?? 0,
    booked: sold?.booked ?? 0,
    fullSessions: sold?.full ?? 0,
    oversold: sold?.oversold ?? 0,
  };
}

/** Returns tokens of `count` different visitors. */
export async function visitorTokens(clientId: string, count: number): Promise<string[]> {
  const tokens: string[] = [];
  const request = async () => {
    const answer = await fetch(`${origins.platform}/oauth2/token`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ clientId, grantType: "anonymous" }),
    });
    if (answer.status !== 200) throw new Error(`A visitor token was refused: ${answer.status} ${await answer.text()}`);
    return ((await answer.json()) as { access_token: string }).access_token;
  };
  while (tokens.length < count)
    tokens.push(...(await Promise.all(Array.from({ length: Math.min(32, count - tokens.length) }, request))));
  return tokens;
}

/**
 * All buyers share one machine and book in every round, so the limits are raised. The platform
 * still counts the requests.
 */
export const liftLimits = ({ pool }: Connection, siteId: string) => {
  const most = 100_000;
  const bookingLimits = {
    placesPerPerson: { withoutProof: most, atMost: most },
    placesPerNetwork: { withoutProof: most },
  };
  const change = "update site set business = business || $2::jsonb where id = $1";
  return pool.query(change, [siteId, JSON.stringify({ bookingLimits })]);
};

/**
 * Creates a class that costs 25 euros, in a shop that accepts payments through the simulated
 * partner servers.
 */
export async function pricedService(banks: ProviderSimulators): Promise<{ id: string; scheduleId: string }> {
  const owner = createClient({ url: origins.platform, tokens: ownerKey, timeoutMs: 60_000 });
  await banks.switchOn(owner);
  const { service } = await owner.services.create({
    service: {
      type: "CLASS",
      name: "Pirkimo treniruotė",
      defaultCapacity: 12,
      onlineBooking: { enabled: true },
      payment: {
        rateType: "FIXED",
        fixed: { price: { value: "25.00" } },
        options: { inPerson: true, online: true },
      },
    },
  });
  return { id: service.id, scheduleId: service.schedule.id };
}
