-- From now on sessions outside the opening hours are offered only when the owner has decided to keep them. What was offered
-- outside the weekly hours before stays offered: existing weekly times, their exceptions and single sessions ahead are marked as
-- kept. The mark does not reach closed days and other special hours: sessions there are listed for the owner to decide about.
-- A stretch over midnight is not looked into and is marked, which changes nothing where it is within the hours.
create function pg_temp.is_outside(hours jsonb, weekday int, start_minute int, minutes int) returns boolean
  language sql immutable as $$
  select jsonb_typeof(hours) = 'array' and jsonb_array_length(hours) > 0 and not exists (
    select from jsonb_array_elements(hours) as open
    where (open ->> 'weekday')::int = weekday
      and split_part(open ->> 'open', ':', 1)::int * 60 + split_part(open ->> 'open', ':', 2)::int <= start_minute
      and split_part(open ->> 'close', ':', 1)::int * 60 + split_part(open ->> 'close', ':', 2)::int >= start_minute + minutes
  )
$$;
create function pg_temp.minute_of(wall time) returns int
  language sql immutable as $$ select (extract(hour from wall) * 60 + extract(minute from wall))::int $$;

-- The hours that hold for each schedule: those of the location of its service, or those of the gym.
create temporary table schedule_hours on commit drop as
select service.site_id, service.schedule_id, site.time_zone, coalesce(location.opening_hours, site.business -> 'openingHours') as hours
from service
join site on site.id = service.site_id
left join location on location.site_id = service.site_id
  and location.id::text = service.locations -> 0 -> 'business' ->> 'id'
  and jsonb_typeof(location.opening_hours) = 'array';

update schedule_rule as rule set extra = rule.extra || '{"hoursDecision": "WEEKLY"}'
from schedule_hours as known
where known.site_id = rule.site_id and known.schedule_id = rule.schedule_id
  and coalesce(rule.valid_until, 'infinity') >= current_date - 1
  and pg_temp.is_outside(known.hours, rule.weekday, pg_temp.minute_of(rule.start_time), rule.duration_minutes);

update schedule_exception as differing set extra = coalesce(differing.extra, '{}') || '{"hoursDecision": "WEEKLY"}'
from schedule_rule as rule
join schedule_hours as known on known.site_id = rule.site_id and known.schedule_id = rule.schedule_id
where differing.site_id = rule.site_id and differing.rule_id = rule.id
  and coalesce(differing.moved_to, differing.date) >= current_date - 1
  and (differing.moved_to is not null or differing.start_time is not null or differing.duration_minutes is not null)
  and pg_temp.is_outside(
    known.hours,
    extract(isodow from coalesce(differing.moved_to, differing.date))::int,
    pg_temp.minute_of(coalesce(differing.start_time, rule.start_time)),
    coalesce(differing.duration_minutes, rule.duration_minutes)
  );

update session set extra = session.extra || '{"hoursDecision": "WEEKLY"}'
from schedule_hours as known
where known.site_id = session.site_id and known.schedule_id = session.schedule_id and session.start_date > now()
  and pg_temp.is_outside(
    known.hours,
    extract(isodow from session.start_date at time zone known.time_zone)::int,
    pg_temp.minute_of((session.start_date at time zone known.time_zone)::time),
    ceil(extract(epoch from session.end_date - session.start_date) / 60)::int
  );

drop function pg_temp.is_outside(jsonb, int, int, int);
drop function pg_temp.minute_of(time);
