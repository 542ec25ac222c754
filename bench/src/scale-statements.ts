/** A hand-written statement for each measured query; $1 is the site. */
export const statements = {
  week: `select session.id, session.service_id, session.schedule_id, session.start_date, session.end_date, session.staff_ids,
      places.capacity, places.taken
    from session left join places on places.site_id = session.site_id and places.id = session.id
    where session.site_id = $1 and session.service_id = $2 and session.start_date >= $3 and session.start_date < $4
    order by session.start_date`,
  bookingsOfSession: `select * from booking where site_id = $1 and session_id = $2 order by created_date desc, id limit 50`,
  bookingsOfService: `select * from booking where site_id = $1 and service_id = $2 and status = 'CONFIRMED'
    order by created_date desc, id limit 50`,
  bookingsOfDay: `select * from booking where site_id = $1 and start_date >= $2 and start_date < $3 order by start_date, id limit 50`,
  bookingsOfPerson: `select * from booking where site_id = $1 and contact_email = $2 order by created_date desc, id limit 50`,
  newestBookings: `select * from booking where site_id = $1 order by created_date desc, id limit 50`,
  services: `select *, count(*) over () as total from service where site_id = $1 and category_id = $2 order by created_date, id limit 50`,
  searched: `select * from service where site_id = $1 and search_text like '%' || $2 || '%' and search_text like '%' || $3 || '%'
    order by created_date, id limit 50`,
  byType: `select type, count(*) from service where site_id = $1 group by type order by count(*) desc limit 10`,
  byCapacity: `select count(*) filter (where default_capacity < 10) as few, count(*) filter (where default_capacity >= 10) as many,
      avg(default_capacity), max(default_capacity) from service where site_id = $1`,
  byMonth: `select date_trunc('month', created_date, 'Europe/Vilnius'), count(*) from service where site_id = $1 group by 1 order by 1`,
} as const;
export type Statement = { name: keyof typeof statements; values: unknown[] };
