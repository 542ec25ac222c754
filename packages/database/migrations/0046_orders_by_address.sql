-- What was ordered without signing in stands in the account of whoever has proved the address, as bookings do.
create index shop_order_by_address on shop_order (site_id, lower(buyer ->> 'email'), created_date desc, id desc);
