-- The team sold it to whoever stood at the desk: that is no distance contract.
alter table shop_order add column sold_at_desk boolean not null default false;
