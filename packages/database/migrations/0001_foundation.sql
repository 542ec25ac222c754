-- What every feature stands on: the site, its people, and what is written beside every change.
-- Every table is keyed (site_id, id); ids are uuidv7 made in the app; nothing refers across sites.

create table site (
  id uuid primary key,
  name text not null,
  time_zone text not null default 'Europe/Vilnius',
  currency text not null default 'EUR',
  -- address, phone, e-mail, opening hours, price list: the `Business` of the contract without its name
  business jsonb not null default '{}',
  demo boolean not null default false,
  created_date timestamptz not null
);

-- One person, one record, whichever door they came in by.
create table account (
  site_id uuid not null references site,
  id uuid not null,
  email text not null,
  email_verified boolean not null default false,
  password_hash text,
  first_name text,
  last_name text,
  language text not null default 'lt',
  role text not null default 'member' constraint account_role_is_known check (role in ('member', 'trainer', 'owner')),
  status text not null default 'ACTIVE'
    constraint account_status_is_known check (status in ('PENDING', 'ACTIVE', 'DELETED', 'BLOCKED', 'OFFLINE')),
  status_reasons text[] not null default '{}',
  revision int not null default 1,
  created_date timestamptz not null,
  updated_date timestamptz not null,
  primary key (site_id, id),
  constraint account_email_is_lower_case check (email = lower(email)),
  constraint account_email_is_used_once unique (site_id, email)
);

-- Small secrets and switches of the running system, such as the key that signs tokens.
create table setting (
  site_id uuid not null references site,
  name text not null,
  value jsonb not null,
  updated_date timestamptz not null,
  primary key (site_id, name)
);

create table api_key (
  site_id uuid not null references site,
  id uuid not null,
  key_hash bytea not null,
  name text not null,
  created_date timestamptz not null,
  revoked_date timestamptz,
  primary key (site_id, id),
  constraint api_key_is_used_once unique (site_id, key_hash)
);

-- Public clients of the platform: the site itself, and sites that moved here.
create table app_client (
  site_id uuid not null references site,
  id uuid not null,
  name text not null,
  -- exact addresses people may be brought back to
  redirect_uris text[] not null default '{}',
  created_date timestamptz not null,
  primary key (site_id, id)
);

-- Identity providers whose tokens this platform accepts.
create table idp_connection (
  site_id uuid not null references site,
  id uuid not null,
  issuer text not null,
  jwks_uri text not null,
  audiences text[] not null,
  enabled boolean not null default true,
  created_date timestamptz not null,
  primary key (site_id, id)
);

-- A person of a foreign provider; for our own provider the subject is the account's id.
create table external_identity (
  site_id uuid not null,
  issuer text not null,
  subject text not null,
  account_id uuid not null,
  created_date timestamptz not null,
  primary key (site_id, issuer, subject),
  foreign key (site_id, account_id) references account
);

-- A member's stay on the platform; its id stands in the refresh token, so ending it ends the stay.
create table member_session (
  site_id uuid not null,
  id uuid not null,
  account_id uuid not null,
  client_id uuid,
  created_date timestamptz not null,
  expires_date timestamptz not null,
  ended_date timestamptz,
  primary key (site_id, id),
  foreign key (site_id, account_id) references account
);
create index member_session_by_account on member_session (site_id, account_id);

-- Secrets that work once: session tokens, sign-in codes, used identity tokens. Only a hash is kept.
create table one_time_secret (
  site_id uuid not null references site,
  purpose text not null,
  hash bytea not null,
  payload jsonb not null,
  expires_date timestamptz not null,
  used_date timestamptz,
  primary key (site_id, purpose, hash)
);
create index one_time_secret_by_expiry on one_time_secret (expires_date);

-- Who changed what, from what to what; written in the transaction of the change.
create table audit (
  site_id uuid not null references site,
  id uuid not null,
  actor jsonb not null,
  action text not null,
  entity text not null,
  entity_id uuid not null,
  before jsonb,
  after jsonb,
  created_date timestamptz not null,
  primary key (site_id, id)
);
create index audit_by_entity on audit (site_id, entity_id, id);

-- What happened, for those who want to be told; written in the transaction of the change.
create table event (
  site_id uuid not null references site,
  id uuid not null,
  type text not null,
  slug text not null,
  entity_id uuid not null,
  entity_sequence int not null,
  body jsonb not null,
  created_date timestamptz not null,
  primary key (site_id, id),
  constraint event_follows_its_entity unique (site_id, entity_id, entity_sequence)
);

-- Effects on the outside that a change calls for. The relay hands each to the queue and removes it here in one transaction.
create table outbox (
  site_id uuid not null references site,
  id uuid not null,
  kind text not null,
  payload jsonb not null,
  created_date timestamptz not null,
  primary key (site_id, id)
);

-- Every mail that was rendered: what the development mailbox shows and what support can look up.
create table mail (
  site_id uuid not null references site,
  id uuid not null,
  recipient text not null,
  subject text not null,
  html text not null,
  text text not null,
  attachments jsonb not null default '[]',
  created_date timestamptz not null,
  sent_date timestamptz,
  attempts int not null default 0,
  last_error text,
  primary key (site_id, id)
);
