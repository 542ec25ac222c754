-- Since when the payer's bank disputes a payment. Until that is decided, its provider is asked for no refund of it.
alter table payment add column disputed_date timestamptz;
create index payment_disputed on payment (site_id) where disputed_date is not null;
create index refund_at_provider on refund (site_id, created_date) where reason_code = 'AT_PROVIDER';
