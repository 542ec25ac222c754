-- Why money goes back, where it is a reason of ours; and what buyers withdraw from by the function the law wants.

alter table refund add column reason_code text;

-- A statement of withdrawal. Its lines name it, so that a line is withdrawn from once.
create table withdrawal (
  site_id uuid not null,
  id uuid not null,
  order_id uuid not null,
  -- As the buyer gave them: who withdraws, and where the receipt went.
  name text not null,
  email text not null,
  amount bigint not null check (amount >= 0),
  created_date timestamptz not null,
  primary key (site_id, id),
  foreign key (site_id, order_id) references shop_order (site_id, id)
);
create index withdrawal_by_order on withdrawal (site_id, order_id);

alter table order_line add column withdrawal_id uuid;
alter table order_line add foreign key (site_id, withdrawal_id) references withdrawal (site_id, id);
