-- What vouchers are found by, as people type it; an accountant finds them by the address only.
create function voucher_words(recipient_name text, giver_name text, recipient_email text) returns text
  language sql immutable parallel safe
  return plain_text(recipient_name || ' ' || giver_name || ' ' || coalesce(recipient_email, ''));
create index voucher_by_words on voucher using gin (voucher_words(recipient_name, giver_name, recipient_email) gin_trgm_ops);
create index voucher_by_email on voucher using gin (plain_text(recipient_email) gin_trgm_ops);
