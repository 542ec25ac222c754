-- The idempotency key of the request that added to a line last: one that is sent again adds nothing.
alter table cart_line add column added_by_key text;
