alter table voucher
  -- The last day that somebody was reminded of.
  add column reminded_of date,
  -- It was blocked with all of its batch, and is let go with it. One that was blocked by itself stays blocked.
  add column blocked_with_batch boolean not null default false;
alter table voucher add check (blocked or not blocked_with_batch);
create index voucher_by_last_day on voucher (site_id, valid_until)
  where refunded_date is null and not blocked and balance > 0 and sent_date is not null;
