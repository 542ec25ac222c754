-- The catalogue, the timetable, places and bookings.

create table staff (
  site_id uuid not null references site,
  id uuid not null,
  name text not null,
  -- treneris / trenerė: how the site names the role
  title text not null default '',
  account_id uuid,
  sort_order int not null default 0,
  created_date timestamptz not null,
  primary key (site_id, id)
);

create table category (
  site_id uuid not null references site,
  id uuid not null,
  name text not null,
  sort_order int not null default 0,
  primary key (site_id, id)
);

create table booking_policy (
  site_id uuid not null references site,
  id uuid not null,
  name text not null,
  is_default boolean not null default false,
  -- the `BookingPolicy` of the contract without id, name, default and dates
  rules jsonb not null,
  created_date timestamptz not null,
  updated_date timestamptz not null,
  primary key (site_id, id)
);

create table service (
  site_id uuid not null references site,
  id uuid not null,
  type text not null constraint service_type_is_known check (type in ('APPOINTMENT', 'CLASS', 'COURSE')),
  name text not null,
  description text,
  tag_line text,
  default_capacity int not null constraint service_capacity_is_sane check (default_capacity between 1 and 1000),
  sort_order int not null default 0,
  hidden boolean not null default false,
  category_id uuid,
  policy_id uuid not null,
  schedule_id uuid not null,
  staff_ids uuid[] not null default '{}',
  payment jsonb not null,
  online_booking jsonb not null,
  locations jsonb not null default '[]',
  media jsonb,
  slugs jsonb not null default '[]',
  -- fields that are kept and given back as they came: form, conferencing, seoData, extendedFields, availabilityConstraints
  extra jsonb not null default '{}',
  revision int not null default 1,
  created_date timestamptz not null,
  updated_date timestamptz not null,
  primary key (site_id, id),
  foreign key (site_id, category_id) references category,
  foreign key (site_id, policy_id) references booking_policy
);
create unique index service_has_its_schedule on service (site_id, schedule_id);

-- Sessions recur in wall time: "Wednesdays at 18:00" stays 18:00 across a clock change.
create table schedule_rule (
  site_id uuid not null references site,
  id uuid not null,
  schedule_id uuid not null,
  -- 1 = Monday … 7 = Sunday
  weekday int not null check (weekday between 1 and 7),
  start_time time not null,
  duration_minutes int not null check (duration_minutes between 1 and 1440),
  capacity int check (capacity between 1 and 1000),
  staff_ids uuid[] not null default '{}',
  valid_from date not null,
  valid_until date,
  created_date timestamptz not null,
  primary key (site_id, id)
);
create index schedule_rule_by_schedule on schedule_rule (site_id, schedule_id);

-- A date on which a rule's session does not take place, or takes place otherwise.
create table schedule_exception (
  site_id uuid not null,
  rule_id uuid not null,
  date date not null,
  canceled boolean not null default false,
  start_time time,
  duration_minutes int,
  capacity int,
  staff_ids uuid[],
  primary key (site_id, rule_id, date),
  foreign key (site_id, rule_id) references schedule_rule on delete cascade
);

create table session (
  site_id uuid not null references site,
  id uuid not null,
  schedule_id uuid not null,
  service_id uuid not null,
  -- the rule and date this session was made from; a session made by hand has neither
  rule_id uuid,
  date date,
  start_date timestamptz not null,
  end_date timestamptz not null,
  status text not null default 'CONFIRMED' check (status in ('CONFIRMED', 'CANCELLED')),
  staff_ids uuid[] not null default '{}',
  created_date timestamptz not null,
  updated_date timestamptz not null,
  primary key (site_id, id),
  foreign key (site_id, service_id) references service,
  constraint session_is_made_once unique (site_id, rule_id, date),
  constraint session_ends_after_it_starts check (end_date > start_date)
);
create index session_by_start on session (site_id, start_date);
create index session_by_schedule on session (site_id, schedule_id, start_date);

-- The one counter of places. Its id is a session's id (classes, appointments) or a schedule's id (courses).
-- Hot rows: narrow, roomy pages and no index on what changes, so that updates stay within their page.
create table places (
  site_id uuid not null references site,
  id uuid not null,
  -- null = unlimited
  capacity int,
  taken int not null default 0,
  primary key (site_id, id),
  constraint places_never_exceed_capacity check (taken >= 0 and (capacity is null or taken <= capacity))
) with (fillfactor = 70);

create table booking (
  site_id uuid not null references site,
  id uuid not null,
  revision int not null default 1,
  status text not null
    constraint booking_status_is_known check (status in ('CREATED', 'CONFIRMED', 'CANCELED', 'PENDING', 'DECLINED', 'WAITING_LIST')),
  service_id uuid not null,
  schedule_id uuid not null,
  -- null when a whole course is booked
  session_id uuid,
  -- where its places are counted: session_id, or schedule_id for a course
  places_id uuid not null,
  total_participants int not null check (total_participants between 1 and 1000),
  start_date timestamptz,
  end_date timestamptz,
  -- the entity as the contract gives it back: slot or schedule, title, tags
  booked_entity jsonb not null,
  contact_details jsonb not null default '{}',
  contact_email text,
  participants_choices jsonb,
  additional_fields jsonb,
  extended_fields jsonb,
  external_user_id text,
  payment_status text not null default 'UNDEFINED',
  selected_payment_option text not null default 'UNDEFINED',
  double_booked boolean not null default false,
  visitor_id uuid,
  member_id uuid,
  app_id uuid,
  attendance_id uuid,
  attendance_status text not null default 'NOT_SET' check (attendance_status in ('NOT_SET', 'ATTENDED', 'NOT_ATTENDED')),
  number_of_attendees int not null default 0,
  -- the same wish sent twice with one key is one booking
  idempotency_key text,
  -- version of the calendar entry people were sent (SEQUENCE of RFC 5545)
  calendar_sequence int not null default 0,
  created_date timestamptz not null,
  updated_date timestamptz not null,
  canceled_date timestamptz,
  primary key (site_id, id),
  constraint booking_is_made_once unique (site_id, idempotency_key)
);
create index booking_by_session on booking (site_id, session_id) where session_id is not null;
create index booking_by_schedule on booking (site_id, schedule_id, start_date);
create index booking_by_start on booking (site_id, start_date);
create index booking_by_created on booking (site_id, created_date desc, id);
create index booking_by_member on booking (site_id, member_id) where member_id is not null;
create index booking_by_visitor on booking (site_id, visitor_id) where visitor_id is not null;
create index booking_by_email on booking (site_id, contact_email) where contact_email is not null;
