-- Passes: entries that were paid before, and what the gym sells of them.

-- The price list has the name and the price of a kind; `price_id` is the line's id.
create table pass_kind (
  site_id uuid not null references site,
  id uuid not null,
  price_id text not null,
  terms jsonb not null,
  on_sale boolean not null,
  created_date timestamptz not null,
  updated_date timestamptz not null,
  revision int not null default 1,
  primary key (site_id, id),
  unique (site_id, price_id)
);

-- The number of the last pass. It is taken in the transaction that issues, so that no number is missing.
create table pass_number (
  site_id uuid primary key references site,
  last int not null
);

create table pass (
  site_id uuid not null references site,
  id uuid not null,
  number int not null,
  -- The code is sealed with the installation's secret, so that its holder can be shown it again. Its end finds it.
  last4 text not null,
  sealed_code bytea not null,
  code_version int not null default 1,
  kind_id uuid not null,
  name text not null,
  -- As it was sold: a kind that changes later changes no pass.
  terms jsonb not null,
  price bigint not null check (price >= 0),
  payment jsonb,
  order_id uuid,
  order_line_id uuid,
  member_id uuid,
  holder_name text not null,
  holder_email text not null,
  language text not null,
  -- Null where entries are not counted.
  balance int check (balance >= 0),
  visits int not null default 0 check (visits >= 0),
  -- Of one that waits for its first use: the day on which it begins at the latest.
  valid_from date not null,
  valid_until date not null,
  frozen_from date,
  frozen_until date,
  -- Days of freezes that began in this year.
  frozen_year int,
  frozen_days int not null default 0 check (frozen_days >= 0),
  transferred_date timestamptz,
  refunded_date timestamptz,
  -- The last day that its holder was reminded of.
  reminded_of date,
  created_date timestamptz not null,
  updated_date timestamptz not null,
  revision int not null default 1,
  primary key (site_id, id),
  unique (site_id, number),
  foreign key (site_id, kind_id) references pass_kind (site_id, id),
  check ((frozen_from is null) = (frozen_until is null)),
  check (valid_until >= valid_from)
);
create index pass_by_code on pass (site_id, last4);
create index pass_by_member on pass (site_id, member_id) where member_id is not null;
create index pass_by_email on pass (site_id, lower(holder_email));
create index pass_by_last_day on pass (site_id, valid_until) where refunded_date is null;
-- A line of an order gives a pass once.
create unique index pass_once on pass (site_id, order_line_id) where order_line_id is not null;

-- The ledger. Its deltas sum to the balance of the pass, whose revision is the number of its lines.
create table pass_entry (
  site_id uuid not null,
  pass_id uuid not null,
  sequence int not null,
  kind text not null,
  delta int not null default 0,
  visits int not null default 0,
  days int not null default 0,
  balance int,
  day date,
  booking_id uuid,
  payment jsonb,
  about text,
  reason text,
  request_id uuid,
  actor jsonb not null,
  created_date timestamptz not null,
  primary key (site_id, pass_id, sequence),
  foreign key (site_id, pass_id) references pass (site_id, id)
);
create unique index pass_entry_once on pass_entry (site_id, request_id) where request_id is not null;
create index pass_entry_by_booking on pass_entry (site_id, booking_id) where booking_id is not null;
create trigger pass_entry_stays before update or delete on pass_entry
  for each row execute function ledger_stays();

-- A pass is sold in the cart, and pays for places in it.
alter table cart_line drop constraint cart_line_kind_check;
alter table cart_line add check (kind in ('BOOKING', 'VOUCHER', 'GOODS', 'DONATION', 'PASS'));
alter table cart_code add column pass_id uuid;
alter table cart_code drop constraint cart_code_check;
alter table cart_code add check (num_nonnulls(coupon_code, voucher_id, pass_id) = 1);
alter table order_line drop constraint order_line_kind_check;
alter table order_line add check (kind in ('BOOKING', 'VOUCHER', 'GOODS', 'DONATION', 'PASS'));
-- The pass that the line gave, or whose entries paid for it.
alter table order_line add column pass_id uuid;
alter table order_line add column pass_entries int not null default 0 check (pass_entries >= 0);
