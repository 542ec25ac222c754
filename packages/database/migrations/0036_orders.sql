-- Carts, orders, and the money that comes in and goes back. Amounts are whole cents.

create table cart (
  site_id uuid not null references site,
  id uuid not null,
  -- Whose it is, as the holder of a hold: "visitor <id>" or "member <id>". Whoever has the token has the cart.
  holder text not null,
  created_date timestamptz not null,
  updated_date timestamptz not null,
  revision int not null default 1,
  primary key (site_id, id),
  unique (site_id, holder)
);
create index cart_by_date on cart (site_id, updated_date);

create table cart_line (
  site_id uuid not null,
  cart_id uuid not null,
  id uuid not null,
  kind text not null check (kind in ('BOOKING', 'VOUCHER', 'GOODS', 'DONATION')),
  -- What was asked for, as the contract has it.
  detail jsonb not null,
  -- The price when it was added: whoever reads the cart is told when it has changed.
  seen_gross bigint not null check (seen_gross >= 0),
  hold_id uuid,
  created_date timestamptz not null,
  primary key (site_id, id),
  foreign key (site_id, cart_id) references cart (site_id, id) on delete cascade
);
create index cart_line_by_cart on cart_line (site_id, cart_id, created_date, id);

-- A coupon's code as it was typed, or a voucher.
create table cart_code (
  site_id uuid not null,
  cart_id uuid not null,
  id uuid not null,
  coupon_code text,
  voucher_id uuid,
  created_date timestamptz not null,
  primary key (site_id, id),
  foreign key (site_id, cart_id) references cart (site_id, id) on delete cascade,
  check ((coupon_code is null) <> (voucher_id is null))
);
create index cart_code_by_cart on cart_code (site_id, cart_id, created_date, id);

create table shop_order (
  site_id uuid not null references site,
  id uuid not null,
  number text not null,
  holder text not null,
  member_id uuid,
  visitor_id uuid,
  -- Of whoever placed it, so that a repeated call places once.
  request_id uuid not null,
  state text not null check (state in ('AWAITING_PAYMENT', 'PAID', 'PART_REFUNDED', 'REFUNDED', 'EXPIRED', 'CANCELED')),
  way text not null,
  language text not null,
  buyer jsonb not null,
  company jsonb,
  consents jsonb not null,
  gross bigint not null,
  discount bigint not null,
  voucher_pays bigint not null,
  to_pay bigint not null,
  paid bigint not null default 0,
  -- In money and onto vouchers.
  refunded bigint not null default 0,
  -- VAT of each rate, as documents have it.
  vat jsonb not null,
  due_date timestamptz,
  paid_date timestamptz,
  created_date timestamptz not null,
  updated_date timestamptz not null,
  revision int not null default 1,
  primary key (site_id, id),
  unique (site_id, number),
  unique (site_id, holder, request_id),
  check (discount >= 0 and discount <= gross),
  check (voucher_pays >= 0 and to_pay >= 0 and gross - discount = voucher_pays + to_pay),
  check (refunded >= 0 and refunded <= paid + voucher_pays)
);
create index shop_order_by_date on shop_order (site_id, created_date desc, id desc);
create index shop_order_by_member on shop_order (site_id, member_id, created_date desc, id desc) where member_id is not null;
create index shop_order_due on shop_order (site_id, due_date) where state = 'AWAITING_PAYMENT';

create table order_line (
  site_id uuid not null,
  order_id uuid not null,
  id uuid not null,
  position int not null,
  kind text not null check (kind in ('BOOKING', 'VOUCHER', 'GOODS', 'DONATION')),
  name text not null,
  detail jsonb not null,
  service_id uuid,
  start_date timestamptz,
  end_date timestamptz,
  quantity int not null check (quantity > 0),
  unit_price bigint,
  gross bigint not null check (gross >= 0),
  discount bigint not null check (discount >= 0 and discount <= gross),
  tax_class text,
  vat_rate int,
  state text not null check (state in ('WAITING', 'DONE', 'NOT_DONE', 'CANCELED')),
  refunded bigint not null default 0 check (refunded >= 0),
  booking_id uuid,
  voucher_id uuid,
  -- The policy of the purchase decides what comes back, not a later one.
  policy jsonb,
  primary key (site_id, id),
  foreign key (site_id, order_id) references shop_order (site_id, id),
  check (refunded <= gross - discount)
);
create unique index order_line_by_order on order_line (site_id, order_id, position);
create index order_line_by_booking on order_line (site_id, booking_id) where booking_id is not null;

-- Vouchers that pay a part of an order. RESERVED until it is paid.
create table order_voucher (
  site_id uuid not null,
  order_id uuid not null,
  voucher_id uuid not null,
  -- Of the voucher's ledger.
  reservation_id uuid not null,
  last4 text not null,
  amount bigint not null check (amount > 0),
  state text not null check (state in ('RESERVED', 'REDEEMED', 'RELEASED')),
  given_back bigint not null default 0 check (given_back >= 0 and given_back <= amount),
  primary key (site_id, order_id, voucher_id),
  foreign key (site_id, order_id) references shop_order (site_id, id),
  foreign key (site_id, voucher_id) references voucher (site_id, id)
);

create table payment_attempt (
  site_id uuid not null,
  id uuid not null,
  order_id uuid not null,
  way text not null,
  amount bigint not null check (amount > 0),
  state text not null check (state in ('CREATED', 'OPEN', 'PENDING', 'SUCCEEDED', 'FAILED', 'EXPIRED', 'CANCELED', 'VOIDED')),
  -- What the provider calls it, and what we call it there.
  provider_ref text,
  merchant_ref text not null,
  redirect_url text,
  expires_date timestamptz,
  -- When it is asked about next, and how often it was.
  poll_date timestamptz,
  polls int not null default 0,
  failure text,
  created_date timestamptz not null,
  updated_date timestamptz not null,
  primary key (site_id, id),
  unique (site_id, merchant_ref),
  foreign key (site_id, order_id) references shop_order (site_id, id)
);
create unique index payment_attempt_by_provider on payment_attempt (site_id, way, provider_ref) where provider_ref is not null;
create index payment_attempt_by_order on payment_attempt (site_id, order_id, created_date);
create index payment_attempt_to_poll on payment_attempt (site_id, poll_date) where poll_date is not null;

-- Money that came in. An attempt brings it once.
create table payment (
  site_id uuid not null,
  id uuid not null,
  order_id uuid not null,
  attempt_id uuid,
  kind text not null,
  amount bigint not null check (amount > 0),
  -- What it is called where it came from: the provider's number, the till's receipt, the request of the desk.
  reference text not null,
  receipt_number text,
  received_date timestamptz not null,
  created_date timestamptz not null,
  voided_date timestamptz,
  primary key (site_id, id),
  unique (site_id, kind, reference),
  foreign key (site_id, order_id) references shop_order (site_id, id),
  foreign key (site_id, attempt_id) references payment_attempt (site_id, id)
);
create unique index payment_once on payment (site_id, attempt_id) where attempt_id is not null;
create index payment_by_order on payment (site_id, order_id);

-- Money that goes back. A task hands REQUESTED ones to their provider; a person pays out the others.
create table refund (
  site_id uuid not null,
  id uuid not null,
  order_id uuid not null,
  payment_id uuid,
  way text not null check (way in ('PROVIDER', 'TRANSFER', 'DESK', 'CREDIT', 'VOUCHER')),
  state text not null check (state in ('REQUESTED', 'SENT', 'DONE', 'TO_PAY_OUT')),
  amount bigint not null check (amount > 0),
  bonus bigint not null default 0 check (bonus >= 0),
  -- The provider does the same one once.
  idempotency_key uuid not null,
  provider_ref text,
  receipt_number text,
  iban text,
  receiver_name text,
  voucher_id uuid,
  reason text not null,
  failure text,
  tries int not null default 0,
  next_date timestamptz,
  created_date timestamptz not null,
  done_date timestamptz,
  primary key (site_id, id),
  unique (site_id, idempotency_key),
  foreign key (site_id, order_id) references shop_order (site_id, id),
  foreign key (site_id, payment_id) references payment (site_id, id)
);
create index refund_by_order on refund (site_id, order_id);
create index refund_to_send on refund (site_id, next_date) where state in ('REQUESTED', 'SENT');
create index refund_to_pay_out on refund (site_id, created_date) where state = 'TO_PAY_OUT';

-- What providers told us, each thing once, as it came.
create table provider_event (
  site_id uuid not null references site,
  way text not null,
  event_key text not null,
  attempt_id uuid,
  message jsonb not null,
  outcome text not null,
  received_date timestamptz not null,
  primary key (site_id, way, event_key)
);
create index provider_event_by_date on provider_event (site_id, received_date);

-- A coupon is used for an order, as it is for a booking at the desk.
alter table coupon_redemption alter column booking_id drop not null;
alter table coupon_redemption alter column service_id drop not null;
alter table coupon_redemption add column order_id uuid;
alter table coupon_redemption add check ((booking_id is null) <> (order_id is null));
create unique index coupon_redemption_once_for_order on coupon_redemption (site_id, coupon_id, order_id)
  where released_date is null and order_id is not null;
