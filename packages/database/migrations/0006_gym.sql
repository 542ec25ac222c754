-- Who and what sessions need: places of the gym, trainers' hours, walls and rooms, times off.

create table location (
  site_id uuid not null references site,
  id uuid not null,
  name text not null,
  is_default boolean not null default false,
  -- the `Address` of the contract
  address jsonb not null default '{}',
  email text,
  phone text,
  -- BRANCH, OFFICES, RECEPTION, HEADQUARTERS, INVENTORY
  kinds text[] not null default '{}',
  -- [{weekday, open, close}] and [{date, name, closed, open, close}], as in the `Business` of the contract; null: the gym's
  opening_hours jsonb,
  special_hours jsonb,
  archived boolean not null default false,
  revision int not null default 1,
  created_date timestamptz not null,
  updated_date timestamptz not null,
  primary key (site_id, id)
);

alter table staff
  add column email text,
  add column phone text,
  add column description text,
  add column max_participants int constraint staff_takes_somebody check (max_participants between 1 and 1000),
  add column hidden boolean not null default false,
  add column removed_date timestamptz,
  add column updated_date timestamptz;

create table resource (
  site_id uuid not null references site,
  id uuid not null,
  type text not null constraint resource_type_is_known check (type in ('WALL', 'ROOM', 'AUTO_BELAY', 'EQUIPMENT', 'OTHER')),
  name text not null,
  -- used by so many sessions at once
  units int not null default 1 check (units between 1 and 1000),
  location_id uuid,
  hidden boolean not null default false,
  created_date timestamptz not null,
  updated_date timestamptz not null,
  primary key (site_id, id),
  foreign key (site_id, location_id) references location
);

-- Of a staff member or a resource; a break is the gap between two stretches of one day.
create table working_hours (
  site_id uuid not null references site,
  resource_id uuid not null,
  weekday int not null check (weekday between 1 and 7),
  start_time time not null,
  end_time time not null,
  primary key (site_id, resource_id, weekday, start_time),
  constraint working_hours_end_after_they_start check (end_time > start_time)
);

create table time_off (
  site_id uuid not null references site,
  id uuid not null,
  resource_id uuid not null,
  start_date timestamptz not null,
  end_date timestamptz not null,
  reason text not null default '',
  created_date timestamptz not null,
  primary key (site_id, id),
  constraint time_off_ends_after_it_starts check (end_date > start_date)
);
create index time_off_by_end on time_off (site_id, end_date);

-- A rule may leave out public holidays and breaks; 0 places make an interest list.
alter table schedule_rule drop constraint schedule_rule_capacity_check;
alter table schedule_rule
  add constraint schedule_rule_capacity_check check (capacity between 0 and 1000),
  add column resource_ids uuid[] not null default '{}',
  add column skip_holidays boolean not null default false,
  -- [{from, until, name}]
  add column breaks jsonb not null default '[]',
  -- what else its sessions have: note, transparency, capacityType, calendarConference, externalCalendar, location
  add column extra jsonb not null default '{}';

alter table schedule_exception
  add column resource_ids uuid[],
  -- another date than the rule's
  add column moved_to date,
  -- takes place although the rule has ended or leaves the date out
  add column restored boolean not null default false,
  -- what else differs, as of the rule
  add column extra jsonb;

-- Rules under way, in pages: the ended ones of years are passed over.
create index schedule_rule_by_end on schedule_rule (site_id, (coalesce(valid_until, 'infinity'::date)), id);

alter table session
  add column resource_ids uuid[] not null default '{}',
  -- made by somebody who booked a time with a trainer; ends with that booking
  add column appointment boolean not null default false,
  -- FREE sessions leave their trainers and rooms to others
  add column busy boolean not null default true,
  -- note, capacityType, calendarConference, externalCalendar, location; of one made by hand also its capacity
  add column extra jsonb not null default '{}';
