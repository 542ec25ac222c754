import type { Database } from "@uola/database";
import { sql } from "kysely";

export type Person = { email: string | null; visitorId: string | null; memberId: string | null };

/** How many places each has booked ahead, or waits for: by address or by caller, whichever is more. What staff booked for them is apart. */
export async function placesAhead(
  db: Database,
  siteId: string,
  people: readonly Person[],
  now: Date,
): Promise<number[]> {
  const ahead = (column: "contact_email" | "visitor_id" | "member_id", value: string) => sql`(
    select sum(total_participants) from booking
    where booking.site_id = ${siteId} and ${sql.ref(`booking.${column}`)} = ${sql.ref(`person.${value}`)} and end_date > ${now}
      and status in ('CREATED', 'PENDING', 'CONFIRMED', 'WAITING_LIST') and app_id is null and not exists (
        select from account where account.site_id = booking.site_id and account.id = booking.member_id and role in ('owner', 'trainer')))`;
  const { rows } = await sql<{ count: number }>`
    select coalesce(greatest(${ahead("contact_email", "email")}, ${ahead("visitor_id", "visitor")}, ${ahead("member_id", "member")}), 0)::int as count
    from unnest(
      ${people.map(({ email }) => email)}::text[], ${people.map(({ visitorId }) => visitorId)}::uuid[],
      ${people.map(({ memberId }) => memberId)}::uuid[]
    ) with ordinality as person (email, visitor, member, ord) order by ord`.execute(db);
  return rows.map(({ count }) => count);
}
