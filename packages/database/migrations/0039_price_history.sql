-- The lowest price of each line of the price list on each day. Whoever announces a reduction says the lowest of thirty days.
create table price_history (
  site_id uuid not null references site,
  price_id text not null,
  day date not null,
  cents bigint not null check (cents >= 0),
  primary key (site_id, price_id, day)
);
