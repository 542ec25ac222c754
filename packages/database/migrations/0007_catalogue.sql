-- What services may be searched by and paid with, and long work on many of them.

create table pricing_plan (
  site_id uuid not null references site,
  id uuid not null,
  name text not null,
  description text,
  -- the `Money` of the contract
  price jsonb not null,
  archived boolean not null default false,
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

create unique index booking_policy_default on booking_policy (site_id) where is_default;
create index service_by_policy on service (site_id, policy_id);
create index service_by_category on service (site_id, category_id);
create index service_by_created on service (site_id, created_date, id);
