import type { Connection } from "@uola/database";

export type Person = { email: string | null; visitorId: string | null; memberId: string | null };

/**
 * Returns the number of upcoming places each person has booked or waits for, counted by email
 * address and by caller; the higher count applies. Bookings made by staff for the person are not
 * counted.
 */
export async function upcomingPlaces(
  pool: Connection["pool"],
  siteId: string,
  people: readonly Person[],
  now: Date,
): Promise<number[]> {
  const columns = [
    people.map(({ email }) => email),
    people.map(({ visitorId }) => visitorId),
    people.map(({ memberId }) => memberId),
  ];
  // A named query is planned only once; this one runs with every booking.
  const query = { name: "places-ahead", text: statement, values: [siteId, now, ...columns], rowMode: "array" as const };
  return (await pool.query<[number]>(query)).rows.map(([count]) => count);
}

const ahead = (column: string, value: string) => `(
  select sum(total_participants) from booking
  where booking.site_id = $1 and booking.${column} = person.${value} and end_date > $2
    and status in ('CREATED', 'PENDING', 'CONFIRMED', 'WAITING_LIST') and app_id is null and not exists (
      select from account where account.site_id = booking.site_id and account.id = booking.member_id and role <> 'member'))`;

const statement = `
select coalesce(greatest(${ahead("contact_email", "email")}, ${ahead("visitor_id", "visitor")}, ${ahead("member_id", "member")}), 0)::int
from unnest($3::text[], $4::uuid[], $5::uuid[]) with ordinality as person (email, visitor, member, ord)
order by ord`;
