import { type Database, newId } from "@uola/database";
import { type BackgroundTask, type Context, transact } from "@uola/kernel";
import { sql } from "kysely";
import { e164 } from "./sms.ts";

/** So many minutes before a session somebody is reminded of it. */
type ReminderRule = { minutesBefore: number; by: "MAIL" | "SMS" };

const everyMs = 30_000;
const leadsForMs = 15 * 60_000;
const batch = 200;
/** What is late by no more than this is on time; later ones go out only while it is of use. */
const onTimeMinutes = 5;
const usefulMinutes = 30;
/** What `sendSmsReminder` asks for. */
const wished: ReminderRule = { minutesBefore: 1440, by: "SMS" };

type Due = { bookingId: string; revision: number; start: Date; language: string };

/**
 * Bookings whose moment has come and that were not reminded of that start. They are found by their start within the lead, so
 * what is past costs nothing. Nobody is reminded of what was booked nearer than that, or settled after the moment; who was
 * reminded of another start is reminded of the new one.
 */
function due(siteId: string, now: Date, { minutesBefore, by }: ReminderRule) {
  const moment = (start: string) => sql`(${sql.ref(start)} - make_interval(mins => ${minutesBefore}::int))`;
  const onTime = (start: string) =>
    sql`${moment(start)} > ${now}::timestamptz - make_interval(mins => ${onTimeMinutes})`;
  const asks = sql`service.extra -> 'reminders' @> ${JSON.stringify([{ minutesBefore, by }])}::jsonb`;
  const isWished = minutesBefore === wished.minutesBefore && by === wished.by;
  const reachable =
    by === "MAIL" ? sql`booking.contact_email is not null` : sql`booking.contact_details ->> 'phone' ~ ${e164}`;
  const told = (start: string, same: "=" | "<>") => sql`exists (
    select 1 from reminder where reminder.site_id = booking.site_id and reminder.booking_id = booking.id and reminder.by = ${by}
      and reminder.minutes_before = ${minutesBefore} and reminder.start_date ${sql.raw(same)} ${sql.ref(start)})`;
  const within = (start: string) => sql`${sql.ref(start)} > ${now}::timestamptz
    and ${sql.ref(start)} <= ${now}::timestamptz + make_interval(mins => ${minutesBefore}::int)
    and (${onTime(start)} or ${sql.ref(start)} >= ${now}::timestamptz + make_interval(mins => ${usefulMinutes}))`;
  const settled = (start: string) => sql`booking.created_date <= ${moment(start)}
    and (${onTime(start)} or booking.updated_date <= ${moment(start)})`;
  const columns = (start: string) => sql`booking.id as booking_id, booking.revision, ${sql.ref(start)} as start,
    coalesce(account.language, 'lt') as language`;
  const around = sql`join service on service.site_id = booking.site_id and service.id = booking.service_id
    left join account on account.site_id = booking.site_id and account.id = booking.member_id`;
  const confirmed = sql`booking.site_id = ${siteId} and booking.status = 'CONFIRMED' and ${reachable}`;

  // By themselves, so that nobody looks through what was ever booked of a class to find that none of it is of a course.
  const dates = sql`
    select session.* from session
    join service on service.site_id = session.site_id and service.id = session.service_id and service.type = 'COURSE'
    where session.site_id = ${siteId} and session.status = 'CONFIRMED' and ${within("session.start_date")} offset 0`;

  return sql`
    select ${columns("booking.start_date")} from booking ${around}
    where ${confirmed} and booking.session_id is not null and ${within("booking.start_date")}
      and (${asks} or (${isWished} and booking.sms_reminder))
      and (${settled("booking.start_date")} or ${told("booking.start_date", "<>")}) and not ${told("booking.start_date", "=")}
    union all
    select ${columns("session.start_date")}
    from (${dates}) as session
    join booking on booking.site_id = session.site_id and booking.schedule_id = session.schedule_id ${around}
    where ${confirmed} and booking.session_id is null and ${settled("session.start_date")} and not ${told("session.start_date", "=")}
      and (${asks} or (${isWished} and booking.sms_reminder and not exists (
        select 1 from session as before where before.site_id = session.site_id and before.schedule_id = session.schedule_id
          and before.status = 'CONFIRMED' and before.start_date < session.start_date)))`;
}

/** Notes who is reminded now and orders it, in one transaction; whoever another process has noted is left to it. */
const remind = ({ db, siteId, now }: Context, lead: ReminderRule): Promise<number> =>
  transact({ db }, async (tx) => {
    const at = now();
    const { minutesBefore, by } = lead;
    const { rows } = await sql<Due>`
        with due as materialized (${due(siteId, at, lead)} order by start, booking_id limit ${batch}),
        told as (
          insert into reminder (site_id, booking_id, by, minutes_before, start_date, created_date)
          select ${siteId}, booking_id, ${by}, ${minutesBefore}, start, ${at} from due
          on conflict do nothing returning booking_id, start_date)
        select due.* from due join told on told.booking_id = due.booking_id and told.start_date = due.start`.execute(
      tx,
    );
    if (rows.length === 0) return 0;
    const orders = rows.map(({ bookingId, revision, start, language }) => {
      const order = { bookingId, startDate: start.toISOString(), language };
      const payload = by === "SMS" ? { ...order, minutesBefore } : { ...order, template: "booking-reminder", revision };
      const kind = by === "SMS" ? "sms" : "mail";
      return { siteId, id: newId(), kind, payload: JSON.stringify(payload), createdDate: at };
    });
    await tx.insertInto("outbox").values(orders).execute();
    return rows.length;
  });

/** Every way and time services remind by. */
async function readLeads(db: Database, siteId: string): Promise<ReminderRule[]> {
  const { rows } = await sql<ReminderRule>`
    select distinct (each ->> 'minutesBefore')::int as minutes_before, each ->> 'by' as by
    from service, jsonb_array_elements(service.extra -> 'reminders') as each
    where site_id = ${siteId} and jsonb_typeof(service.extra -> 'reminders') = 'array'`.execute(db);
  const others = rows.filter(({ minutesBefore, by }) => minutesBefore !== wished.minutesBefore || by !== wished.by);
  return [wished, ...others];
}

/** Reminds people before their sessions; `pass` reminds whoever is to be reminded by now, and returns how many. */
export type ReminderTask = BackgroundTask & { pass(): Promise<number> };

/** Any number of processes may remind at once, and one that was down catches up. */
export function reminderTask(context: Context): ReminderTask {
  const { db, siteId, changes } = context;
  let leads: ReminderRule[] = [];
  let freshUntil = 0;
  changes.subscribe(["services"], () => {
    freshUntil = 0;
  });

  async function pass(): Promise<number> {
    if (freshUntil < performance.now()) {
      // Before it is read: what changes meanwhile is read again.
      freshUntil = performance.now() + leadsForMs;
      leads = await readLeads(db, siteId).catch((error) => {
        freshUntil = 0;
        throw error;
      });
    }
    let told = 0;
    for (const lead of leads) {
      for (let round = batch; round === batch; told += round) round = await remind(context, lead);
    }
    return told;
  }

  return {
    name: "notifications: remind",
    everyMs,
    pass,
    async run() {
      await pass();
    },
  };
}
