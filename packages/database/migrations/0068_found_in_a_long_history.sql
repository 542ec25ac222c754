-- What a long history would be read through for: the coupons of an order, and how often somebody has used one, which is
-- counted while the coupon is locked.
create index coupon_redemption_by_order on coupon_redemption (site_id, order_id) where order_id is not null;
create index coupon_redemption_by_email on coupon_redemption (site_id, coupon_id, email) where released_date is null;
create index coupon_redemption_by_phone on coupon_redemption (site_id, coupon_id, phone)
  where released_date is null and phone is not null;

-- What orders, documents and passes are found by, as people type it.
create function order_words(number text, buyer jsonb, company jsonb) returns text language sql immutable parallel safe
  return plain_text(number || ' ' || coalesce(buyer ->> 'firstName', '') || ' ' || coalesce(buyer ->> 'lastName', '')
    || ' ' || coalesce(buyer ->> 'email', '') || ' ' || coalesce(company ->> 'name', ''));
create index shop_order_by_words on shop_order using gin (order_words(number, buyer, company) gin_trgm_ops);
create function document_words(buyer text, order_number text) returns text language sql immutable parallel safe
  return plain_text(buyer || ' ' || order_number);
create index document_by_words on document using gin (document_words(buyer, order_number) gin_trgm_ops);
create function pass_words(holder_name text, holder_email text) returns text language sql immutable parallel safe
  return plain_text(holder_name || ' ' || coalesce(holder_email, ''));
create index pass_by_words on pass using gin (pass_words(holder_name, holder_email) gin_trgm_ops);

-- The list of documents begins with the newest.
create index document_by_created on document (site_id, created_date desc, id);
