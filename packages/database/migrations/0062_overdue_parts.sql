-- Orders that were given and wait for later parts: few at any time.
create index shop_order_in_parts on shop_order (site_id, created_date desc, id desc) where state = 'PART_PAID';
