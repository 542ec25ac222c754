-- Collections: what each is made of, and what is kept beside its items. The items themselves stand in tables of their
-- own, one for each collection and environment, made and dropped by the feature `collections` (docs/decisions/0013).

create schema items;

create table collection (
  site_id uuid not null references site,
  -- as its owner named it
  id text not null,
  -- what its tables are named by; another one when a removed collection's name is used again
  key uuid not null,
  -- displayName, displayField, fields, permissions, plugins: as the contract has them
  definition jsonb not null,
  -- {"price": {"column": "f1", "type": "number"}}: the fields whose values stand in columns too
  columns jsonb not null default '{}',
  -- how many columns there ever were: a number is not used again, as PostgreSQL counts those that are gone too
  columns_made int not null default 0,
  -- the collections that fields refer to
  refers_to text[] not null default '{}',
  has_sandbox boolean not null default false,
  revision int not null default 1,
  created_date timestamptz not null,
  updated_date timestamptz not null,
  -- for thirty days it can be restored
  removed_date timestamptz,
  primary key (site_id, key)
);
create unique index collection_by_id on collection (site_id, id) where removed_date is null;
create index collection_removed on collection (site_id, id, removed_date) where removed_date is not null;
create index collection_refers_to on collection using gin (refers_to) where removed_date is null;

create table collection_index (
  site_id uuid not null,
  collection_key uuid not null,
  name text not null,
  -- fields, unique, caseInsensitive: as the contract has them
  definition jsonb not null,
  status text not null default 'BUILDING'
    constraint index_status_is_known check (status in ('BUILDING', 'ACTIVE', 'DROPPING', 'DROPPED', 'FAILED', 'INVALID')),
  failure jsonb,
  -- until then a process is at it
  claimed_until timestamptz,
  created_date timestamptz not null,
  updated_date timestamptz not null,
  primary key (site_id, collection_key, name),
  foreign key (site_id, collection_key) references collection on delete cascade
);

-- What fields of type MULTI_REFERENCE refer to, in the order of `id`.
create table item_reference (
  site_id uuid not null,
  collection_key uuid not null,
  sandbox boolean not null,
  field text not null,
  item_id text not null,
  referenced_id text not null,
  id uuid not null,
  primary key (site_id, collection_key, sandbox, field, item_id, referenced_id),
  foreign key (site_id, collection_key) references collection on delete cascade
);
create index item_reference_in_order on item_reference (site_id, collection_key, sandbox, field, item_id, id);
create index item_reference_backwards on item_reference (site_id, collection_key, sandbox, field, referenced_id);

-- What items were before they were changed or removed; who wrote a version stands with it.
create table item_version (
  site_id uuid not null,
  collection_key uuid not null,
  item_id text not null,
  revision int not null,
  data jsonb not null,
  owner text,
  status text,
  created_date timestamptz not null,
  written_date timestamptz not null,
  written_by jsonb not null,
  removed_date timestamptz,
  removed_by jsonb,
  primary key (site_id, collection_key, item_id, revision),
  foreign key (site_id, collection_key) references collection on delete cascade
);
create index item_version_removed on item_version (site_id, collection_key, removed_date, item_id)
  where removed_date is not null;

-- Changes nobody sees before they are published.
create table item_draft (
  site_id uuid not null,
  collection_key uuid not null,
  item_id text not null,
  data jsonb not null,
  revision int not null default 1,
  item_revision int,
  publish_date timestamptz,
  -- why it could not be published when its time had come: {code, description}
  failure jsonb,
  updated_date timestamptz not null,
  updated_by jsonb not null,
  primary key (site_id, collection_key, item_id),
  foreign key (site_id, collection_key) references collection on delete cascade
);
create index item_draft_due on item_draft (site_id, publish_date) where publish_date is not null;

-- A value as the type it is compared as; null when it is of another one. Columns, indexes and filters all read by these.
create function item_number(value jsonb) returns float8 language sql immutable parallel safe
  return case when jsonb_typeof(value) = 'number' then value::float8 end;

create function item_text(value jsonb) returns text language sql immutable parallel safe
  return case when jsonb_typeof(value) = 'string' then value #>> '{}' end;

create function item_boolean(value jsonb) returns boolean language sql immutable parallel safe
  return case when jsonb_typeof(value) = 'boolean' then value::boolean end;

-- ISO 8601 text, or {"$date": text}; without an offset it is UTC. Immutable because the text always carries its offset.
create function item_moment(value jsonb) returns timestamptz language plpgsql immutable parallel safe as $$
declare
  given text := case jsonb_typeof(value) when 'string' then value #>> '{}' when 'object' then value ->> '$date' end;
begin
  -- As nearly all are written; telling so without a pattern takes a third of the time.
  if given like '____-__-__T__:__:__.___Z' and translate(given, '0123456789', '') = '--T::.Z'
    and substr(given, 1, 4) > '0000' and substr(given, 6, 2) between '01' and '12'
    and substr(given, 9, 2) between '01' and '28' and substr(given, 12, 2) < '24'
    and substr(given, 15, 2) < '60' and substr(given, 18, 2) < '60'
  then
    return given::timestamptz;
  end if;
  if given is null or given !~
    '^(?!0000)\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])(T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?(Z|[+-](0\d|1[0-4]):[0-5]\d)?)?$'
  then
    return null;
  end if;
  -- the 31st of June is no date
  if substr(given, 9, 2)::int > 28 and substr(given, 9, 2)::int > extract(day from
    (substr(given, 1, 7) || '-01')::date + interval '1 month - 1 day') then
    return null;
  end if;
  if length(given) = 10 then
    return (given || 'T00:00Z')::timestamptz;
  end if;
  return (case when given ~ '(Z|[+-]\d\d:\d\d)$' then given else given || 'Z' end)::timestamptz;
end $$;
