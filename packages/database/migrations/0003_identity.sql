-- What the identity provider keeps: who may send people to it, the keys it signs with, what it has handed out,
-- and how often somebody guessed wrongly.

create table identity_client (
  site_id uuid not null references site,
  id text not null,
  name text not null,
  -- exact addresses a person may be sent back to after signing in and after signing out
  redirect_uris text[] not null,
  logout_uris text[] not null default '{}',
  -- our own sites do not ask for consent
  first_party boolean not null default false,
  created_date timestamptz not null,
  updated_date timestamptz not null,
  primary key (site_id, id)
);

-- Position 0 signs; the others are still accepted. Private parts are sealed with a secret kept outside the database.
create table identity_key (
  site_id uuid not null references site,
  purpose text not null constraint identity_key_purpose_is_known check (purpose in ('TOKENS', 'COOKIES')),
  position int not null,
  sealed bytea not null,
  created_date timestamptz not null,
  primary key (site_id, purpose, position)
);

-- Sessions, grants, codes, tokens, sign-ins under way. The id is the bearer's secret, so only its hash is kept.
-- One unique index only: a second one breaks `on conflict` under concurrent silent sign-ins.
create table identity_payload (
  site_id uuid not null references site,
  model text not null,
  id_hash bytea not null,
  payload jsonb not null,
  grant_id text,
  uid text,
  account_id uuid,
  consumed_date timestamptz,
  expires_date timestamptz not null,
  primary key (site_id, model, id_hash)
);
create index identity_payload_by_grant on identity_payload (site_id, grant_id) where grant_id is not null;
create index identity_payload_by_uid on identity_payload (site_id, uid) where uid is not null;
create index identity_payload_by_account on identity_payload (site_id, account_id) where account_id is not null;
create index identity_payload_by_expiry on identity_payload (expires_date);

-- Wrong guesses in a row, per account and per network. The subject is hashed: this is no list of people.
create table sign_in_failure (
  site_id uuid not null references site,
  kind text not null constraint sign_in_failure_kind_is_known check (kind in ('ACCOUNT', 'NETWORK')),
  subject_hash bytea not null,
  failures int not null,
  paused_until_date timestamptz,
  last_failure_date timestamptz not null,
  primary key (site_id, kind, subject_hash)
);
create index sign_in_failure_by_age on sign_in_failure (last_failure_date);
