import { type Connection, newId } from "@uola/database";

/** A service with a hundred sessions in the coming week, used as the template for the other rows. */
export type WeekData = { serviceId: string; scheduleId: string; categoryId: string; from: string; to: string };

const serviceColumns = `site_id, type, description, tag_line, default_capacity, sort_order, hidden, category_id, policy_id,
  staff_ids, payment, online_booking, locations, media, slugs, extra, revision, updated_date`;

export async function fillWeek({ pool, db }: Connection, siteId: string): Promise<WeekData> {
  const model = await db
    .selectFrom("service")
    .select(["id", "categoryId"])
    .where("siteId", "=", siteId)
    .where("type", "=", "CLASS")
    .where("categoryId", "is not", null)
    .orderBy("createdDate")
    .executeTakeFirstOrThrow();
  const [serviceId, scheduleId] = [newId(), newId()];
  await pool.query(
    `insert into service (id, schedule_id, name, created_date, ${serviceColumns})
     select $2, $3, 'Matavimas', now(), ${serviceColumns} from service where site_id = $1 and id = $4`,
    [siteId, serviceId, scheduleId, model.id],
  );
  await pool.query(
    `with made as (
       insert into session (site_id, id, schedule_id, service_id, start_date, end_date, created_date, updated_date)
       select $1, uuidv7(), $2, $3, start, start + interval '1 hour', now(), now()
       from (select now() + interval '1 day' + n * interval '1 hour' as start from generate_series(1, 100) n) as times
       returning id
     ) insert into places (site_id, id, capacity) select $1, id, 12 from made`,
    [siteId, scheduleId, serviceId],
  );
  const day = 86_400_000;
  const [from, to] = [Date.now(), Date.now() + 7 * day].map((time) => new Date(time).toISOString());
  return { serviceId, scheduleId, categoryId: model.categoryId ?? "", from: from ?? "", to: to ?? "" };
}

/** Adds services named with a word and a number, created over the last three years. */
export async function fillServices({ pool }: Connection, siteId: string, { serviceId }: WeekData, count: number) {
  await indexedAfterwards(pool, "service", (client) =>
    client.query(
      `insert into service (id, schedule_id, name, created_date, ${serviceColumns
        .replace("type,", "")
        .replace("default_capacity,", "")
        .replace("category_id,", "")}, type, default_capacity, category_id)
     select uuidv7(), uuidv7(), (array['Žirmūnai', 'Antakalnis', 'Uola', 'Siena'])[1 + n % 4] || ' ' || n,
       now() - (n % 1000) * interval '1 day', ${serviceColumns
         .replace("type,", "")
         .replace("default_capacity,", "")
         .replace("category_id,", "")},
       case n % 3 when 0 then 'CLASS' else 'COURSE' end, 1 + n % 30,
       (select id from category where site_id = $1 order by id offset n % (select count(*) from category where site_id = $1) limit 1)
     from service, generate_series(1, $3::int) n where site_id = $1 and id = $2`,
      [siteId, serviceId, count],
    ),
  );
  await pool.query("analyze service");
}

/** Adds bookings of the last two years, twelve for each session, spread over services and people. */
export async function fillBookings(
  { pool }: Connection,
  siteId: string,
  { serviceId, scheduleId }: WeekData,
  count: number,
) {
  await indexedAfterwards(pool, "booking", (client) =>
    client.query(
      `with service as (select array_agg(id) as ids, array_agg(schedule_id) as schedules, count(*)::int as kinds
       from (select id, schedule_id from service where site_id = $1 order by id limit 2000) as chosen
     ), sessions as (
       select m, uuidv7() as id, now() - (m % 730) * interval '1 day' - (m % 10) * interval '1 hour' as start_date
       from generate_series(0, $4::int / 12) m
     )
     insert into booking (site_id, id, status, service_id, schedule_id, session_id, places_id, total_participants,
       start_date, end_date, booked_entity, contact_details, contact_email, visitor_id, created_date, updated_date)
     select $1, uuidv7(), (array['CONFIRMED', 'CONFIRMED', 'CONFIRMED', 'CANCELED'])[1 + n % 4],
       coalesce(ids[1 + m % kinds], $2), coalesce(schedules[1 + m % kinds], $3), sessions.id, sessions.id, 1,
       start_date, start_date + interval '1 hour',
       jsonb_build_object('slot', jsonb_build_object('sessionId', sessions.id, 'serviceId', ids[1 + m % kinds],
         'scheduleId', schedules[1 + m % kinds]), 'title', 'Matavimas', 'tags', jsonb_build_array('CLASS')),
       jsonb_build_object('firstName', 'Kas', 'email', 'kas' || n % 200000 || '@uola.example'), 'kas' || n % 200000 || '@uola.example',
       gen_random_uuid(), start_date - interval '3 days', start_date - interval '3 days'
     from service, sessions, lateral (select m * 12 + k as n from generate_series(0, 11) k) as seats`,
      [siteId, serviceId, scheduleId, count],
    ),
  );
  await vacuum(pool, "booking");
}

async function vacuum(pool: Connection["pool"], table: string) {
  const client = await pool.connect();
  try {
    await client.query("set statement_timeout = 0");
    await client.query(`vacuum analyze ${table}`);
  } finally {
    client.release(true);
  }
}

type Client = { query(text: string, values: unknown[]): Promise<unknown> };

/** Drops the indexes of a table, fills it and recreates them, which takes a fraction of the time. */
async function indexedAfterwards(pool: Connection["pool"], table: string, fill: (client: Client) => Promise<unknown>) {
  const client = await pool.connect();
  try {
    await client.query("begin");
    await client.query("set local maintenance_work_mem = '512MB'");
    // The timeout is meant for requests: inserting two million rows takes longer.
    await client.query("set local statement_timeout = 0");
    const { rows: indexes } = await client.query<{ name: string; made: string }>(
      `select indexname as name, indexdef as made from pg_indexes
       where schemaname = current_schema() and tablename = $1
         and indexname not in (select conname from pg_constraint where conrelid = to_regclass($1))`,
      [table],
    );
    for (const { name } of indexes) await client.query(`drop index ${name}`);
    await fill(client);
    for (const { made } of indexes) await client.query(made);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    throw error;
  } finally {
    client.release();
  }
}
