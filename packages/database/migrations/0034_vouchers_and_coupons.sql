-- Vouchers, which are money that was paid before, and coupons, which are discounts.

-- Vouchers of a company that were issued together.
create table voucher_batch (
  site_id uuid not null references site,
  id uuid not null,
  company text not null,
  face bigint not null,
  valid_until date not null,
  created_date timestamptz not null,
  primary key (site_id, id)
);

-- The number of the last voucher. It is taken in the transaction that issues, so that no number is missing.
create table voucher_number (
  site_id uuid primary key references site,
  last int not null
);

create table voucher (
  site_id uuid not null references site,
  id uuid not null,
  number int not null,
  -- The code is sealed with the installation's secret, so that it can be printed again. Its end finds it.
  last4 text not null,
  sealed_code bytea not null,
  code_version int not null default 1,
  face bigint not null check (face > 0),
  balance bigint not null,
  reserved bigint not null default 0,
  service_id uuid,
  service_name text,
  vat_type text not null check (vat_type in ('SINGLE', 'MULTI')),
  vat_rate int,
  valid_until date not null,
  blocked boolean not null default false,
  refunded_date timestamptz,
  design text not null,
  language text not null,
  greeting text not null,
  recipient_name text not null,
  giver_name text not null,
  recipient_email text,
  send_date timestamptz,
  sent_date timestamptz,
  payment jsonb not null,
  batch_id uuid,
  created_date timestamptz not null,
  updated_date timestamptz not null,
  revision int not null default 1,
  primary key (site_id, id),
  unique (site_id, number),
  foreign key (site_id, batch_id) references voucher_batch (site_id, id),
  -- Whatever a program gets wrong, nobody takes more than there is.
  check (reserved >= 0 and reserved <= balance and balance <= face)
);
create index voucher_by_code on voucher (site_id, last4);
create index voucher_by_batch on voucher (site_id, batch_id) where batch_id is not null;
create index voucher_to_send on voucher (site_id, send_date) where send_date is not null and sent_date is null;

create table voucher_reservation (
  site_id uuid not null,
  id uuid not null,
  voucher_id uuid not null,
  amount bigint not null check (amount > 0),
  expires_date timestamptz not null,
  -- Null while it is kept; then REDEEMED or RELEASED.
  ended text,
  primary key (site_id, id),
  foreign key (site_id, voucher_id) references voucher (site_id, id)
);
create index voucher_reservation_open on voucher_reservation (site_id, expires_date) where ended is null;

-- The ledger. Its deltas sum to the balance of the voucher, whose revision is the number of its lines.
create table voucher_entry (
  site_id uuid not null,
  voucher_id uuid not null,
  sequence int not null,
  kind text not null,
  delta bigint not null default 0,
  reserved_delta bigint not null default 0,
  balance bigint not null,
  booking_id uuid,
  payment jsonb,
  about text,
  reason text,
  request_id uuid,
  actor jsonb not null,
  created_date timestamptz not null,
  primary key (site_id, voucher_id, sequence),
  foreign key (site_id, voucher_id) references voucher (site_id, id)
);
create unique index voucher_entry_once on voucher_entry (site_id, request_id) where request_id is not null;
create index voucher_entry_by_date on voucher_entry (site_id, created_date);

create function ledger_stays() returns trigger language plpgsql as $$
begin
  raise exception 'a line of the ledger is never changed or deleted';
end
$$;
create trigger voucher_entry_stays before update or delete on voucher_entry
  for each row execute function ledger_stays();

-- A discount: what it gives and under which conditions (`rule`), and how often.
create table coupon (
  site_id uuid not null references site,
  id uuid not null,
  name text not null,
  rule jsonb not null,
  total_limit int check (total_limit > 0),
  used int not null default 0 check (used >= 0),
  stopped boolean not null default false,
  archived_date timestamptz,
  created_date timestamptz not null,
  updated_date timestamptz not null,
  revision int not null default 1,
  primary key (site_id, id),
  check (used <= total_limit)
);

-- What people type. A coupon has one code that all share, or many of which each works once.
create table coupon_code (
  site_id uuid not null,
  code text not null,
  coupon_id uuid not null,
  once boolean not null,
  used int not null default 0 check (used >= 0),
  primary key (site_id, code),
  foreign key (site_id, coupon_id) references coupon (site_id, id) on delete cascade,
  check (not once or used <= 1)
);
create index coupon_code_by_coupon on coupon_code (site_id, coupon_id, code);

create table coupon_redemption (
  site_id uuid not null,
  id uuid not null,
  coupon_id uuid not null,
  code text not null,
  booking_id uuid not null,
  service_id uuid not null,
  email text,
  phone text,
  price bigint not null,
  discount bigint not null check (discount >= 0 and discount <= price),
  first_booking boolean not null,
  released_date timestamptz,
  actor jsonb not null,
  created_date timestamptz not null,
  primary key (site_id, id),
  foreign key (site_id, coupon_id) references coupon (site_id, id)
);
create unique index coupon_redemption_once on coupon_redemption (site_id, coupon_id, booking_id) where released_date is null;
create index coupon_redemption_by_booking on coupon_redemption (site_id, booking_id);
create index coupon_redemption_by_date on coupon_redemption (site_id, coupon_id, created_date desc, id desc);
