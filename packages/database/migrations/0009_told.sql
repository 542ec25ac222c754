-- Who is told of what: servers, calendars, people before their session.

-- Why it was done, where somebody had to say so.
alter table audit add column reason text;

-- Events are read in the order in which they became visible: by the transaction that wrote them, once it and all older ones have ended.
alter table event add column transaction_id xid8 not null default pg_current_xact_id();
create index event_by_transaction on event (site_id, transaction_id, id);

create table webhook (
  site_id uuid not null references site,
  id uuid not null,
  url text not null,
  -- none: all of them
  event_types text[] not null default '{}',
  enabled boolean not null default true,
  -- since when it is on: what happened before is not told
  enabled_date timestamptz not null,
  public_key text not null,
  sealed_private_key bytea not null,
  last_delivered_date timestamptz,
  created_date timestamptz not null,
  updated_date timestamptz not null,
  primary key (site_id, id)
);

-- How far events were turned into deliveries.
create table webhook_position (
  site_id uuid not null references site,
  transaction_id xid8 not null,
  event_id uuid not null,
  primary key (site_id)
);

create table webhook_delivery (
  site_id uuid not null references site,
  id uuid not null,
  webhook_id uuid not null,
  event_id uuid not null,
  event_type text not null,
  entity_id uuid not null,
  entity_sequence int not null,
  status text not null default 'WAITING' constraint delivery_status_is_known check (status in ('WAITING', 'DELIVERED', 'DEAD')),
  attempts int not null default 0,
  -- null while an earlier event of the entity is on its way
  next_attempt_date timestamptz,
  -- until then a process is at it; one that died holds nothing longer
  claimed_until timestamptz,
  response_status int,
  error text,
  created_date timestamptz not null,
  delivered_date timestamptz,
  primary key (site_id, id),
  constraint event_is_delivered_once unique (site_id, webhook_id, event_id),
  foreign key (site_id, webhook_id) references webhook on delete cascade,
  foreign key (site_id, event_id) references event
);
create index webhook_delivery_due on webhook_delivery (site_id, webhook_id, next_attempt_date)
  where status = 'WAITING' and next_attempt_date is not null;
create index webhook_delivery_in_order on webhook_delivery (site_id, webhook_id, entity_id, entity_sequence) where status = 'WAITING';
create index webhook_delivery_delivered on webhook_delivery (site_id, delivered_date) where status = 'DELIVERED';
create index webhook_delivery_dead on webhook_delivery (site_id, webhook_id) where status = 'DEAD';
create index webhook_delivery_by_webhook on webhook_delivery (site_id, webhook_id, id desc);

create table calendar_feed (
  site_id uuid not null references site,
  id uuid not null,
  account_id uuid not null,
  kind text not null constraint feed_kind_is_known check (kind in ('PERSON', 'TRAINER', 'GROUP')),
  subject_id uuid,
  key_hash bytea not null,
  created_date timestamptz not null,
  primary key (site_id, id),
  foreign key (site_id, account_id) references account,
  constraint feed_key_is_used_once unique (site_id, key_hash)
);
create index calendar_feed_by_account on calendar_feed (site_id, account_id);

-- What people were reminded of, so that a restart reminds nobody twice; a moved session is reminded of anew.
create table reminder (
  site_id uuid not null references site,
  booking_id uuid not null,
  by text not null constraint reminder_way_is_known check (by in ('MAIL', 'SMS')),
  minutes_before int not null,
  start_date timestamptz not null,
  created_date timestamptz not null,
  primary key (site_id, booking_id, by, minutes_before, start_date)
);

create table sms (
  site_id uuid not null references site,
  id uuid not null,
  recipient text not null,
  text text not null,
  booking_id uuid,
  status text not null default 'RENDERED' constraint sms_status_is_known check (status in ('RENDERED', 'SENT', 'FAILED', 'OUTDATED')),
  attempts int not null default 0,
  last_error text,
  created_date timestamptz not null,
  sent_date timestamptz,
  primary key (site_id, id)
);
