-- Places kept for somebody who has not booked yet, and what else a booking remembers.

-- `held`: places of holds and offers. `waiting_min`: the smallest party on the waiting list; as long as it would fit into what is
-- free, the list has first claim and nobody else gets in.
alter table places
  add column held int not null default 0,
  add column waiting_min int;
alter table places drop constraint places_never_exceed_capacity;
alter table places add constraint places_never_exceed_capacity
  check (taken >= 0 and held >= 0 and (capacity is null or taken + held <= capacity));

create table hold (
  site_id uuid not null references site,
  id uuid not null,
  places_id uuid not null,
  service_id uuid not null,
  schedule_id uuid not null,
  session_id uuid,
  total_participants int not null check (total_participants between 1 and 1000),
  state text not null default 'OPEN' constraint hold_state_is_known check (state in ('OPEN', 'PAYING', 'OFFER')),
  renewed boolean not null default false,
  -- the caller whose hold it is: kind and id; an offer is its waiting list entry's
  holder text not null,
  -- where the caller is, as far as needed to tell one who holds everything
  network text,
  -- a booking that waits for its payment
  booking_id uuid,
  expires_date timestamptz not null,
  created_date timestamptz not null,
  primary key (site_id, id)
);
create index hold_by_places on hold (site_id, places_id);
create index hold_by_expiry on hold (site_id, expires_date);
create index hold_by_holder on hold (site_id, holder);
create index hold_by_network on hold (site_id, network) where network is not null;
create index hold_by_booking on hold (site_id, booking_id) where booking_id is not null;

alter table booking
  -- [{id, firstName, lastName, birthYear}]
  add column participants jsonb,
  add column multi_service_booking_id uuid,
  add column multi_service_booking_type text constraint multi_service_type_is_known
    check (multi_service_booking_type in ('SEQUENTIAL_BOOKINGS', 'SEPARATE_BOOKINGS', 'PARALLEL_BOOKINGS')),
  -- the flags it was made with: what was passed over then is not held against it later
  add column flow_control jsonb,
  add column contact_id uuid,
  add column sms_reminder boolean not null default false,
  add column resource_id uuid;
create index booking_by_multi_service on booking (site_id, multi_service_booking_id) where multi_service_booking_id is not null;

-- One mark per booking and session: a course has a session a week.
create table attendance (
  site_id uuid not null references site,
  booking_id uuid not null,
  session_id uuid not null,
  id uuid not null,
  status text not null constraint attendance_status_is_known check (status in ('NOT_SET', 'ATTENDED', 'NOT_ATTENDED')),
  number_of_attendees int not null default 0,
  -- ids of the participants who came, where names are known
  present uuid[] not null default '{}',
  updated_date timestamptz not null,
  primary key (site_id, booking_id, session_id),
  foreign key (site_id, booking_id) references booking on delete cascade
);
create index attendance_by_session on attendance (site_id, session_id);
insert into attendance (site_id, booking_id, session_id, id, status, number_of_attendees, updated_date)
  select site_id, id, session_id, attendance_id, attendance_status, number_of_attendees, updated_date
  from booking where attendance_id is not null and session_id is not null;
alter table booking drop column attendance_id, drop column attendance_status, drop column number_of_attendees;

create table waitlist_entry (
  site_id uuid not null references site,
  id uuid not null,
  booking_id uuid not null,
  places_id uuid not null,
  service_id uuid not null,
  schedule_id uuid not null,
  session_id uuid,
  total_participants int not null check (total_participants between 1 and 1000),
  state text not null default 'WAITING' constraint waitlist_state_is_known
    check (state in ('WAITING', 'OFFERED', 'ACCEPTED', 'DECLINED', 'LEFT', 'LAPSED', 'CLOSED')),
  -- the order; the owner may put somebody between two
  rank double precision not null,
  hold_id uuid,
  offer_expires_date timestamptz,
  language text not null default 'lt',
  start_date timestamptz,
  joined_date timestamptz not null,
  updated_date timestamptz not null,
  primary key (site_id, id),
  foreign key (site_id, booking_id) references booking on delete cascade
);
create unique index waitlist_by_booking on waitlist_entry (site_id, booking_id);
create index waitlist_in_line on waitlist_entry (site_id, places_id, rank) where state in ('WAITING', 'OFFERED');
create index waitlist_offers on waitlist_entry (site_id, offer_expires_date) where state = 'OFFERED';
