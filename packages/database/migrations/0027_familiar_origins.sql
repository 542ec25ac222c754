-- Where somebody has signed in from before, a browser or a network, by hashes: whoever comes from there is not held up by
-- what strangers do to the account.
create table familiar_origin (
  site_id uuid not null,
  account_id uuid not null,
  kind text not null constraint familiar_origin_kind_is_known check (kind in ('BROWSER', 'NETWORK')),
  origin_hash bytea not null,
  used_date timestamptz not null,
  primary key (site_id, account_id, kind, origin_hash),
  foreign key (site_id, account_id) references account
);
create index familiar_origin_by_age on familiar_origin (used_date);

-- Wrong guesses at an account are counted, and paused, for each place they come from; those from everywhere together only
-- make strangers work for a try.
alter table sign_in_failure
  drop constraint sign_in_failure_kind_is_known,
  add constraint sign_in_failure_kind_is_known
    check (kind in ('ACCOUNT', 'ACCOUNT_ORIGIN', 'NETWORK', 'SECOND_FACTOR')),
  -- whose address, so that a new password forgets what was guessed at the old one
  add column account_hash bytea;
create index sign_in_failure_by_account on sign_in_failure (site_id, account_hash);
