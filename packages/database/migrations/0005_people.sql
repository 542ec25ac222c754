-- People in full: profiles, what proves an address, second factors, devices, organizations, keys that change in use.

alter table account
  -- what `IdentityProfile` of the contract holds beside first name, last name and language
  add column profile jsonb not null default '{}',
  -- a password that was right and may be used no more: a new one has to be chosen
  add column password_expired boolean not null default false;

-- A letter that proves who reads an address: a link or a code, good once. A newer one of a purpose ends the older ones.
create table email_proof (
  site_id uuid not null references site,
  id uuid not null,
  account_id uuid not null,
  purpose text not null constraint email_proof_purpose_is_known
    check (purpose in ('VERIFY_LINK', 'VERIFY_CODE', 'RESET_PASSWORD', 'ACTIVATE', 'CHANGE_EMAIL')),
  -- the address that is proved
  email text not null,
  -- the secret itself is made when the letter is written and stands nowhere else
  secret_hash bytea,
  -- where the person goes on afterwards: an address of a known client
  return_to text,
  tries int not null default 0,
  created_date timestamptz not null,
  expires_date timestamptz not null,
  used_date timestamptz,
  primary key (site_id, id),
  foreign key (site_id, account_id) references account
);
create index email_proof_by_account on email_proof (site_id, account_id, purpose) where used_date is null;
create index email_proof_by_secret on email_proof (site_id, secret_hash) where secret_hash is not null;
create index email_proof_by_expiry on email_proof (expires_date);

create table passkey (
  site_id uuid not null references site,
  id uuid not null,
  account_id uuid not null,
  -- base64url, as the browser names it
  credential_id text not null,
  public_key bytea not null,
  sign_count bigint not null,
  transports text[] not null default '{}',
  name text not null,
  backed_up boolean not null default false,
  created_date timestamptz not null,
  used_date timestamptz,
  primary key (site_id, id),
  foreign key (site_id, account_id) references account,
  constraint passkey_is_used_once unique (site_id, credential_id)
);
create index passkey_by_account on passkey (site_id, account_id);

-- A person's app that shows codes (TOTP). It counts once a first code was given.
create table authenticator (
  site_id uuid not null references site,
  account_id uuid not null,
  sealed_secret bytea not null,
  -- the newest step whose code was used; a code works once
  last_step bigint not null default 0,
  created_date timestamptz not null,
  confirmed_date timestamptz,
  primary key (site_id, account_id),
  foreign key (site_id, account_id) references account
);

create table recovery_code (
  site_id uuid not null references site,
  account_id uuid not null,
  hash bytea not null,
  created_date timestamptz not null,
  used_date timestamptz,
  primary key (site_id, account_id, hash),
  foreign key (site_id, account_id) references account
);

-- A browser signed in at the provider: what its person may see of it and end.
create table identity_session (
  site_id uuid not null references site,
  uid text not null,
  account_id uuid not null,
  device text,
  -- shortened: enough to recognise one's own, not to follow anybody
  network text,
  methods text[] not null default '{}',
  created_date timestamptz not null,
  used_date timestamptz not null,
  primary key (site_id, uid),
  foreign key (site_id, account_id) references account
);
create index identity_session_by_account on identity_session (site_id, account_id);
create index identity_session_by_use on identity_session (used_date);

alter table member_session
  add column device text,
  add column network text,
  add column used_date timestamptz,
  -- the session at the provider that it began from, so that both end together
  add column identity_session text;
create index member_session_by_expiry on member_session (expires_date);

create table organization (
  site_id uuid not null references site,
  -- `org_…`
  id text not null,
  -- lower case, as requests and tokens name it
  name text not null constraint organization_name_is_lower_case check (name = lower(name)),
  display_name text not null,
  created_date timestamptz not null,
  primary key (site_id, id),
  constraint organization_name_is_used_once unique (site_id, name)
);

create table organization_member (
  site_id uuid not null,
  organization_id text not null,
  account_id uuid not null,
  created_date timestamptz not null,
  primary key (site_id, organization_id, account_id),
  foreign key (site_id, organization_id) references organization on delete cascade,
  foreign key (site_id, account_id) references account
);
create index organization_member_by_account on organization_member (site_id, account_id);

-- Which organization a grant of the provider is for; one grant is for one.
create table identity_grant_organization (
  site_id uuid not null references site,
  grant_id text not null,
  organization_id text not null,
  created_date timestamptz not null,
  primary key (site_id, grant_id),
  foreign key (site_id, organization_id) references organization on delete cascade
);
create index identity_grant_organization_by_age on identity_grant_organization (created_date);

-- Keys change in use: a new one is published first, signs from a date on, and the one before is kept until nothing
-- it signed can still be valid. Which one signs follows from the clock, so every process agrees.
alter table identity_key
  add column signs_from_date timestamptz,
  add column retire_date timestamptz;
update identity_key set signs_from_date = created_date;
alter table identity_key alter column signs_from_date set not null;

-- Wrong guesses are counted for second factors too.
alter table sign_in_failure drop constraint sign_in_failure_kind_is_known;
alter table sign_in_failure add constraint sign_in_failure_kind_is_known
  check (kind in ('ACCOUNT', 'NETWORK', 'SECOND_FACTOR'));

-- How often something was asked for in a window of time, for every process alike. Losing it in a crash costs nothing.
create unlogged table rate_window (
  site_id uuid not null,
  kind text not null,
  subject_hash bytea not null,
  window_date timestamptz not null,
  count int not null,
  primary key (site_id, kind, subject_hash, window_date)
);
create index rate_window_by_age on rate_window (window_date);
