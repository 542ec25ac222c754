import type { Booking, CategoryKind, DaySpan, Service } from "@uola/contract";
import { required } from "@uola/contract/required";
import type { Database } from "@uola/database";
import { type RawBuilder, sql } from "kysely";
import { isOverdueOn, overdueOn } from "../orders/orders.ts";

/**
 * Every query reads one index range over the requested days, or a partial index over pending rows,
 * so none becomes slower over the years. Days are those of the gym's time zone.
 */
export type Asked = DaySpan & { siteId: string; timeZone: string };

const rowsOf = async <Row>(db: Database, query: RawBuilder<Row>): Promise<Row[]> => (await query.execute(db)).rows;
const rowOf = async <Row>(db: Database, query: RawBuilder<Row>): Promise<Row> =>
  required((await rowsOf(db, query))[0], "row");

/** The start and end of a span of days as timestamps. */
const begin = ({ from, timeZone }: Asked) => sql`(${from}::date::timestamp at time zone ${timeZone})`;
const end = ({ to, timeZone }: Asked) => sql`((${to}::date + 1)::timestamp at time zone ${timeZone})`;

/** Selects documents that count as income. A proforma is excluded because it only requests a payment. */
const counting = ({ siteId, from, to }: Asked) => sql`
  document.site_id = ${siteId} and document.issue_day between ${from}::date and ${to}::date and document.kind <> 'PROFORMA'`;

export const incomeByDay = (db: Database, asked: Asked) =>
  rowsOf(
    db,
    sql<{ day: string; documents: number; net: number; vat: number; gross: number }>`
      select to_char(issue_day, 'YYYY-MM-DD') as day, count(*)::int as documents,
        sum(net)::float8 as net, sum(vat)::float8 as vat, sum(gross)::float8 as gross
      from document where ${counting(asked)} group by issue_day order by issue_day`,
  );

export const incomeOf = async (db: Database, asked: Asked): Promise<number> =>
  (
    await rowOf(
      db,
      sql<{ gross: number }>`select coalesce(sum(gross), 0)::float8 as gross from document where ${counting(asked)}`,
    )
  ).gross;

/** Document lines as issued, with the service each was sold for. */
const soldLines = (asked: Asked) => sql`
  document cross join lateral jsonb_to_recordset(document.snapshot -> 'lines')
    as line ("lineId" uuid, name text, quantity int, net bigint, vat bigint, gross bigint)
  left join order_line on order_line.site_id = document.site_id and order_line.id = line."lineId"
  left join service on service.site_id = document.site_id and service.id = order_line.service_id
  left join category on category.site_id = document.site_id and category.id = service.category_id
  where ${counting(asked)}`;

export const incomeByKind = (db: Database, asked: Asked) =>
  rowsOf(
    db,
    sql<{ kind: CategoryKind | null; gross: number }>`
      select category.kind, sum(line.gross)::float8 as gross
      from ${soldLines(asked)} group by category.kind having sum(line.gross) <> 0 order by gross desc, kind`,
  );

/** A credit note reduces the number of pieces as well as the amount. */
export const incomeByProduct = (db: Database, asked: Asked) =>
  rowsOf(
    db,
    sql<{ name: string; pieces: number; net: number; vat: number; gross: number }>`
      select line.name, sum(line.quantity * case when document.kind = 'CREDIT' then -1 else 1 end)::int as pieces,
        sum(line.net)::float8 as net, sum(line.vat)::float8 as vat, sum(line.gross)::float8 as gross
      from ${soldLines(asked)} group by line.name order by gross desc, line.name`,
  );

// "offset 0" makes PostgreSQL look up taxes per document of the period; a join would read those of
// all years.
export const incomeByTax = (db: Database, asked: Asked) =>
  rowsOf(
    db,
    sql<{ code: string | null; rate: number | null; net: number; vat: number; gross: number }>`
      select tax.code, tax.rate, sum(tax.net)::float8 as net, sum(tax.vat)::float8 as vat, sum(tax.gross)::float8 as gross
      from document cross join lateral (
        select * from document_tax where site_id = document.site_id and document_id = document.id offset 0
      ) as tax where ${counting(asked)} group by tax.code, tax.rate order by tax.rate desc nulls last, tax.code`,
  );

/** Sessions with a capacity, and their taken places. All sessions of a course share one count. */
const sessionsOf = (asked: Asked) => sql`
  session
  join service on service.site_id = session.site_id and service.id = session.service_id
  left join places as own on own.site_id = session.site_id and own.id = session.id
  left join places as course on course.site_id = session.site_id and course.id = session.schedule_id
  where session.site_id = ${asked.siteId} and session.start_date >= ${begin(asked)} and session.start_date < ${end(asked)}
    and session.status = 'CONFIRMED' and not session.appointment and coalesce(own.capacity, course.capacity) is not null`;
const taken = sql`coalesce(own.taken, course.taken)`;
const capacity = sql`coalesce(own.capacity, course.capacity)`;

type Occupied = { taken: number; places: number };

/** A person present from 18:00 to 19:30 counts in two hours. */
export const occupancyByHour = (db: Database, asked: Asked) =>
  rowsOf(
    db,
    sql<Occupied & { weekday: number; hour: number }>`
      select extract(isodow from at)::int as weekday, extract(hour from at)::int as hour,
        sum(taken)::int as taken, sum(places)::int as places
      from (
        select ${taken} as taken, ${capacity} as places,
          session.start_date at time zone ${asked.timeZone} as begins, session.end_date at time zone ${asked.timeZone} as ends
        from ${sessionsOf(asked)}
      ) as held cross join lateral generate_series(date_trunc('hour', begins), ends - interval '1 second', interval '1 hour') as at
      group by 1, 2 order by 1, 2`,
  );

export const occupancyOf = (db: Database, asked: Asked) =>
  rowOf(
    db,
    sql<Occupied>`select coalesce(sum(${taken}), 0)::int as taken, coalesce(sum(${capacity}), 0)::int as places
      from ${sessionsOf(asked)}`,
  );

export const occupancyByService = (db: Database, asked: Asked) =>
  rowsOf(
    db,
    sql<Occupied & { name: string; sessions: number }>`
      select service.name, count(*)::int as sessions, sum(${taken})::int as taken, sum(${capacity})::int as places
      from ${sessionsOf(asked)} group by service.id, service.name order by service.name, service.id`,
  );

/** Expected and actual attendance of the sessions for which attendance was recorded. */
export const absences = (db: Database, asked: Asked) =>
  rowsOf(
    db,
    sql<{ name: string; expected: number; came: number }>`
      select service.name, sum(booking.total_participants)::int as expected,
        sum(case attendance.status when 'ATTENDED' then least(attendance.number_of_attendees, booking.total_participants) else 0 end)::int as came
      from session
      join attendance on attendance.site_id = session.site_id and attendance.session_id = session.id
      join booking on booking.site_id = attendance.site_id and booking.id = attendance.booking_id
      join service on service.site_id = session.site_id and service.id = session.service_id
      where session.site_id = ${asked.siteId} and session.start_date >= ${begin(asked)} and session.start_date < ${end(asked)}
        and attendance.status <> 'NOT_SET' and booking.status = 'CONFIRMED'
      group by service.id, service.name order by service.name, service.id`,
  );

/**
 * Selects each person whose first booking is in the period, with the number of visits since then,
 * limited to two.
 */
const newcomers = (asked: Asked, now: Date) => sql`
  select person.person_id, person.first_date, least(sum(visits.count), 2) as visits
  from (
    select new.person_id, earliest.first_date
    from (
      select distinct person_id from contact where site_id = ${asked.siteId}
        and created_date >= ${begin(asked)} and created_date < ${end(asked)}
    ) as new
    cross join lateral (
      select min(created_date) as first_date from contact where site_id = ${asked.siteId} and person_id = new.person_id
    ) as earliest
    where earliest.first_date >= ${begin(asked)}
  ) as person
  cross join lateral (
    select distinct on (key) key, email from contact where site_id = ${asked.siteId} and person_id = person.person_id
  ) as told
  cross join lateral (
    select count(*) from (
      select from booking where told.email is not null and site_id = ${asked.siteId} and contact_email = told.email
        and status = 'CONFIRMED' and start_date < ${now}
      union all
      select from booking where told.email is null and site_id = ${asked.siteId} and contact_email is null
        and guest_key(contact_email, contact_details) = told.key and status = 'CONFIRMED' and start_date < ${now}
      limit 2
    ) as held
  ) as visits
  group by person.person_id, person.first_date`;

export const newPeople = (db: Database, asked: Asked, now: Date) =>
  rowOf(
    db,
    sql<{ new: number; again: number }>`
      select count(*)::int as new, (count(*) filter (where visits = 2))::int as again
      from (${newcomers(asked, now)}) as newcomer`,
  );

export const cohorts = (db: Database, asked: Asked, now: Date) =>
  rowsOf(
    db,
    sql<{ month: string; people: number; once: number; again: number }>`
      select to_char(first_date at time zone ${asked.timeZone}, 'YYYY-MM') as month, count(*)::int as people,
        (count(*) filter (where visits > 0))::int as once, (count(*) filter (where visits = 2))::int as again
      from (${newcomers(asked, now)}) as newcomer group by 1 order by 1`,
  );

/** Returns the number and amount of unpaid orders for each age in days. */
export const unpaid = (db: Database, siteId: string, now: Date) =>
  rowsOf(
    db,
    sql<{ age: number; orders: number; amount: number }>`
      select floor(extract(epoch from ${now}::timestamptz - created_date) / 86400)::int as age,
        count(*)::int as orders, sum(to_pay - paid)::float8 as amount
      from shop_order where site_id = ${siteId} and state = 'AWAITING_PAYMENT' group by 1 order by 1`,
  );

/** Returns the number and amount of open orders that are due before a given time. */
export const openOrders = (db: Database, siteId: string, until: Date) =>
  rowOf(
    db,
    sql<{ count: number; amount: number }>`
      select count(*)::int as count, coalesce(sum(to_pay - paid), 0)::float8 as amount
      from shop_order where site_id = ${siteId} and state = 'AWAITING_PAYMENT' and due_date < ${until}`,
  );

/** Selects the data of each participant that affects the price, without names. */
const pricedBy = sql`(
  select jsonb_agg(jsonb_build_object('birthYear', each -> 'birthYear', 'member', each -> 'member') order by place)
  from jsonb_array_elements(booking.participants) with ordinality as listed(each, place))`;

/**
 * Returns active bookings to be paid at the gym that do not belong to an order. They are grouped by
 * service and the data that affects the price. Participants and the year are included only if the
 * price depends on them.
 */
export const unpaidAhead = (db: Database, siteId: string, { from, until }: { from: Date; until: Date }) =>
  rowsOf(
    db,
    sql<
      Pick<Service, "payment" | "optionsAndVariants" | "agePrices" | "memberPrice"> &
        Pick<Booking, "participantsChoices" | "participants" | "totalParticipants"> & {
          startDate: string | null;
          count: number;
        }
    >`
      select service.payment, service.extra -> 'optionsAndVariants' as "optionsAndVariants",
        service.extra -> 'agePrices' as "agePrices", service.extra -> 'memberPrice' as "memberPrice",
        booking.participants_choices as "participantsChoices", booking.total_participants as "totalParticipants",
        person.participants, person.day as "startDate", count(*)::int as count
      from booking join service on service.site_id = booking.site_id and service.id = booking.service_id
      left join lateral (
        select ${pricedBy} as participants, to_char(booking.start_date at time zone 'UTC', 'YYYY-01-01') as day
      ) as person on service.extra ?| array['agePrices', 'memberPrice']
      where booking.site_id = ${siteId} and booking.start_date >= ${from} and booking.start_date < ${until}
        and booking.status in ('CONFIRMED', 'PENDING') and booking.payment_status in ('NOT_PAID', 'UNDEFINED')
        and not exists (select from order_line where order_line.site_id = booking.site_id and order_line.booking_id = booking.id)
      group by service.id, service.payment, service.extra, booking.participants_choices, booking.total_participants,
        person.participants, person.day`,
  );

export const payouts = (db: Database, siteId: string) =>
  rowOf(
    db,
    sql<{ refunds: number; amount: number }>`
      select count(*)::int as refunds, coalesce(sum(amount), 0)::float8 as amount
      from refund where site_id = ${siteId} and state = 'TO_PAY_OUT'`,
  );

/**
 * Returns the number and amount of orders whose payments were changed by a provider without a
 * decision made here: disputed payments, payments voided since a given time, and refunds made on
 * the provider's own pages since then.
 */
export const movedAtProvider = (db: Database, siteId: string, since: Date) =>
  rowOf(
    db,
    sql<{ orders: number; amount: number }>`
      select count(distinct order_id)::int as orders, coalesce(sum(amount), 0)::float8 as amount from (
        select order_id, amount from payment
          where site_id = ${siteId} and (disputed_date is not null or voided_date >= ${since})
        union all select order_id, amount from refund
          where site_id = ${siteId} and reason_code = 'AT_PROVIDER' and created_date >= ${since}
      ) moved`,
  );

/** Returns the number of orders with overdue instalments, and the total overdue amount. */
export const overdueParts = (db: Database, siteId: string, today: string) =>
  rowOf(
    db,
    sql<{ orders: number; amount: number }>`
      select count(*)::int as orders, coalesce(sum(${overdueOn(today)}), 0)::float8 as amount
      from shop_order where site_id = ${siteId} and ${isOverdueOn(today)}`,
  );

export type WaitingList = {
  serviceId: string;
  sessionId: string | null;
  name: string;
  kind: CategoryKind;
  startDate: Date | null;
  waiting: number;
  taken: number;
  capacity: number | null;
};

/** Waiting lists of upcoming sessions and courses, longest first. */
export const waitingLists = (db: Database, siteId: string, now: Date) =>
  rowsOf(
    db,
    sql<WaitingList>`
      select entry.service_id as "serviceId", entry.session_id as "sessionId", service.name,
        coalesce(category.kind, 'other') as kind, entry.start_date as "startDate",
        entry.waiting, coalesce(places.taken, 0) as taken, places.capacity
      from (
        select service_id, session_id, places_id, min(start_date) as start_date, sum(total_participants)::int as waiting
        from waitlist_entry where site_id = ${siteId} and state in ('WAITING', 'OFFERED')
        group by service_id, session_id, places_id
        having min(start_date) is null or min(start_date) > ${now}
      ) as entry
      join service on service.site_id = ${siteId} and service.id = entry.service_id
      left join category on category.site_id = ${siteId} and category.id = service.category_id
      left join places on places.site_id = ${siteId} and places.id = entry.places_id
      order by entry.waiting desc, entry.start_date, entry.places_id`,
  );

/**
 * Upcoming sessions within a time span that have participants but no trainer, for services that
 * require one.
 */
export const sessionsWithoutTrainer = (db: Database, siteId: string, { now, until }: { now: Date; until: Date }) =>
  rowsOf(
    db,
    sql<{ id: string; name: string; startDate: Date; people: number }>`
      select session.id, service.name, session.start_date as "startDate", places.taken as people
      from session
      join service on service.site_id = session.site_id and service.id = session.service_id
      join places on places.site_id = session.site_id and places.id = session.id
      where session.site_id = ${siteId} and session.start_date > ${now} and session.start_date < ${until}
        and session.status = 'CONFIRMED' and session.staff_ids = '{}' and service.staff_ids <> '{}' and places.taken > 0
      order by session.start_date, session.id limit 5`,
  );

/** The number of bookings that wait for confirmation, and the start of the first. */
export const requests = (db: Database, siteId: string, now: Date): Promise<{ count: number; first: Date | null }> =>
  rowOf(
    db,
    sql<{ count: number; first: Date | null }>`
      select count(*)::int as count, min(start_date) as first
      from booking where site_id = ${siteId} and start_date > ${now} and status = 'PENDING'`,
  );

export const approvals = async (db: Database, siteId: string): Promise<number> =>
  (
    await rowOf(
      db,
      sql<{ count: number }>`
        select count(*)::int as count from account
        where site_id = ${siteId} and status = 'PENDING' and 'PENDING_ADMIN_APPROVAL_REQUIRED' = any(status_reasons)`,
    )
  ).count;
