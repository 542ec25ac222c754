import type { Database } from "@uola/database";
import { sql } from "kysely";
import { e164 } from "./sms-text.ts";

export type ReminderRule = { minutesBefore: number; by: "MAIL" | "SMS" };
export type DueReminder = { bookingId: string; revision: number; start: Date; language: string };

/**
 * A reminder at most `onTimeMinutes` late is on time. A later one is sent only while at least
 * `usefulMinutes` remain before the start.
 */
const onTimeMinutes = 5;
const usefulMinutes = 30;
/** The reminder rule that `sendSmsReminder` represents: a text message one day before the start. */
const smsReminderRule: ReminderRule = { minutesBefore: 1440, by: "SMS" };

const isSmsReminderRule = ({ minutesBefore, by }: ReminderRule) =>
  minutesBefore === smsReminderRule.minutesBefore && by === smsReminderRule.by;

/**
 * Bookings whose reminder is due and not yet recorded for this start. They are found by start date
 * within the rule's window, so past bookings are not scanned. Bookings made or changed after the
 * due time get no reminder. A booking that was reminded of a different start is reminded again.
 */
function due(siteId: string, now: Date, rule: ReminderRule) {
  const { minutesBefore, by } = rule;
  const moment = (start: string) => sql`(${sql.ref(start)} - make_interval(mins => ${minutesBefore}::int))`;
  const onTime = (start: string) =>
    sql`${moment(start)} > ${now}::timestamptz - make_interval(mins => ${onTimeMinutes})`;
  const hasRule = sql`service.extra -> 'reminders' @> ${JSON.stringify([{ minutesBefore, by }])}::jsonb`;
  const isSmsReminder = isSmsReminderRule(rule);
  const reachable =
    by === "MAIL" ? sql`booking.contact_email is not null` : sql`booking.contact_details ->> 'phone' ~ ${e164}`;
  const wasReminded = (start: string, same: "=" | "<>") => sql`exists (
    select 1 from reminder where reminder.site_id = booking.site_id and reminder.booking_id = booking.id and reminder.by = ${by}
      and reminder.minutes_before = ${minutesBefore} and reminder.start_date ${sql.raw(same)} ${sql.ref(start)})`;
  const within = (start: string) => sql`${sql.ref(start)} > ${now}::timestamptz
    and ${sql.ref(start)} <= ${now}::timestamptz + make_interval(mins => ${minutesBefore}::int)
    and (${onTime(start)} or ${sql.ref(start)} >= ${now}::timestamptz + make_interval(mins => ${usefulMinutes}))`;
  const settled = (start: string) => sql`booking.created_date <= ${moment(start)}
    and (${onTime(start)} or booking.updated_date <= ${moment(start)})`;
  const columns = (start: string) => sql`booking.id as booking_id, booking.revision, ${sql.ref(start)} as start,
    coalesce(booking.language, account.language, 'lt') as language`;
  const joins = sql`join service on service.site_id = booking.site_id and service.id = booking.service_id
    left join account on account.site_id = booking.site_id and account.id = booking.member_id`;
  const confirmed = sql`booking.site_id = ${siteId} and booking.status = 'CONFIRMED' and ${reachable}`;

  // Sessions of courses are selected first (`offset 0` prevents merging the queries), so that bookings of classes are
  // not scanned.
  const dates = sql`
    select session.* from session
    join service on service.site_id = session.site_id and service.id = session.service_id and service.type = 'COURSE'
    where session.site_id = ${siteId} and session.status = 'CONFIRMED' and ${within("session.start_date")} offset 0`;

  return sql`
    select ${columns("booking.start_date")} from booking ${joins}
    where ${confirmed} and booking.session_id is not null and ${within("booking.start_date")}
      and (${hasRule} or (${isSmsReminder} and booking.sms_reminder))
      and (${settled("booking.start_date")} or ${wasReminded("booking.start_date", "<>")}) and not ${wasReminded("booking.start_date", "=")}
    union all
    select ${columns("session.start_date")}
    from (${dates}) as session
    join booking on booking.site_id = session.site_id and booking.schedule_id = session.schedule_id ${joins}
    where ${confirmed} and booking.session_id is null and ${settled("session.start_date")} and not ${wasReminded("session.start_date", "=")}
      and (${hasRule} or (${isSmsReminder} and booking.sms_reminder and not exists (
        select 1 from session as before where before.site_id = session.site_id and before.schedule_id = session.schedule_id
          and before.status = 'CONFIRMED' and before.start_date < session.start_date)))`;
}

/** Records at most `limit` due reminders and returns them. Those recorded by another process are skipped. */
export async function recordDue(
  tx: Database,
  siteId: string,
  { rule, at, limit }: { rule: ReminderRule; at: Date; limit: number },
): Promise<DueReminder[]> {
  const { minutesBefore, by } = rule;
  const { rows } = await sql<DueReminder>`
    with due as materialized (${due(siteId, at, rule)} order by start, booking_id limit ${limit}),
    recorded as (
      insert into reminder (site_id, booking_id, by, minutes_before, start_date, created_date)
      select ${siteId}, booking_id, ${by}, ${minutesBefore}, start, ${at} from due
      on conflict do nothing returning booking_id, start_date)
    select due.* from due
    join recorded on recorded.booking_id = due.booking_id and recorded.start_date = due.start`.execute(tx);
  return rows;
}

/** The distinct reminder rules of all services, and the rule that `sendSmsReminder` represents. */
export async function readRules(db: Database, siteId: string): Promise<ReminderRule[]> {
  const { rows } = await sql<ReminderRule>`
    select distinct (rule ->> 'minutesBefore')::int as minutes_before, rule ->> 'by' as by
    from service, jsonb_array_elements(service.extra -> 'reminders') as rule
    where site_id = ${siteId} and jsonb_typeof(service.extra -> 'reminders') = 'array'`.execute(db);
  return [smsReminderRule, ...rows.filter((rule) => !isSmsReminderRule(rule))];
}
