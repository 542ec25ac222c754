-- What services may be searched by and paid with, and long work on many of them.

create table pricing_plan (
  site_id uuid not null references site,
  id uuid not null,
  name text not null,
  description text,
  -- the `Money` of the contract
  price jsonb not null,
  archived boolean not null default false,
  revision int not null default 1,
  created_date timestamptz not null,
  updated_date timestamptz not null,
  primary key (site_id, id)
);

-- What a booking asks for beyond name and address: [{id, label, valueType, required}]
create table booking_form (
  site_id uuid not null references site,
  id uuid not null,
  name text not null,
  fields jsonb not null default '[]',
  revision int not null default 1,
  created_date timestamptz not null,
  updated_date timestamptz not null,
  primary key (site_id, id)
);

-- Work on many rows that goes on after the answer: who asked, how far it is, what failed.
create table job (
  site_id uuid not null references site,
  id uuid not null,
  kind text not null,
  status text not null default 'WAITING' constraint job_status_is_known check (status in ('WAITING', 'RUNNING', 'DONE', 'FAILED')),
  input jsonb not null,
  actor jsonb not null,
  total int,
  done int not null default 0,
  failed int not null default 0,
  -- the first failures: [{id, code, description}]
  failures jsonb not null default '[]',
  -- the last id worked on, so that work goes on where it stopped
  position text,
  created_date timestamptz not null,
  updated_date timestamptz not null,
  primary key (site_id, id)
);
create index job_under_way on job (site_id, created_date) where status in ('WAITING', 'RUNNING');

-- Counts the changes of what two people may edit at once.
alter table site add column revision int not null default 1;
alter table booking_policy add column revision int not null default 1;
alter table category add column revision int not null default 1;
create unique index booking_policy_default on booking_policy (site_id) where is_default;

-- Text as it is searched: lower case, without diacritics, so that „Zirmunai“ finds „Žirmūnai“.
create extension if not exists pg_trgm;
create function plain_text(text) returns text language sql immutable strict parallel safe
  return lower(regexp_replace(normalize($1, NFD), '[\u0300-\u036f]', '', 'g'));
create function slug_names(slugs jsonb) returns text[] language sql immutable strict parallel safe
  return array(select jsonb_array_elements(slugs) ->> 'name');
alter table service add column search_text text not null generated always as
  (plain_text(name || ' ' || coalesce(tag_line, '') || ' ' || coalesce(description, ''))) stored;

-- What services are usually found and ordered by.
create index service_by_words on service using gin (search_text gin_trgm_ops);
create index service_by_staff on service using gin (staff_ids);
create index service_by_slug on service using gin (slug_names(slugs));
create index service_by_main_slug on service (site_id, (slugs -> -1 ->> 'name'));
create index service_by_policy on service (site_id, policy_id, created_date, id);
create index service_by_category on service (site_id, category_id, created_date, id);
create index service_by_created on service (site_id, created_date, id);
create index service_by_updated on service (site_id, updated_date, id);
create index service_by_name on service (site_id, name, id);
create index service_in_order on service (site_id, sort_order, id);

-- A deleted service is no longer found, but past sessions and bookings go on naming it.
alter table service add column deleted_date timestamptz;

-- Every address a service has or had: no two share one, however many are made at once.
create table service_slug (
  site_id uuid not null references site,
  name text collate "C" not null,
  service_id uuid not null,
  primary key (site_id, name),
  -- claimed before the service is there
  foreign key (site_id, service_id) references service deferrable initially deferred
);
create index service_slug_by_service on service_slug (site_id, service_id);
insert into service_slug (site_id, name, service_id)
  select site_id, slug ->> 'name', id from service, jsonb_array_elements(slugs) slug
  on conflict do nothing;
