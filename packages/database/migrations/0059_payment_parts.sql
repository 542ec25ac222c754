-- An order that is paid in parts: a deposit and the rest, or monthly. The first part gives what was bought.
create table order_part (
  site_id uuid not null,
  order_id uuid not null,
  position int not null,
  due_day date not null,
  amount bigint not null check (amount > 0),
  -- The next day on which its buyer is reminded of it. The runner looks at nothing else.
  remind_day date,
  primary key (site_id, order_id, position),
  foreign key (site_id, order_id) references shop_order (site_id, id)
);
create index order_part_to_remind on order_part (site_id, remind_day) where remind_day is not null;

-- What of its price is due after the first part, and not paid yet. An order's is the sum of its lines'.
alter table shop_order add column later bigint not null default 0 check (later >= 0 and later <= to_pay);
alter table order_line add column later bigint not null default 0 check (later >= 0 and later <= gross - discount);
alter table shop_order drop constraint shop_order_state_check;
alter table shop_order add constraint shop_order_state_check
  check (state in ('AWAITING_PAYMENT', 'PART_PAID', 'PAID', 'PART_REFUNDED', 'REFUNDED', 'EXPIRED', 'CANCELED'));
