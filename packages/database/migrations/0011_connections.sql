-- Databases that are not ours, spoken to through adapters.
create table external_database_connection (
  site_id uuid not null references site,
  name text not null,
  -- also who an adapter of protocol 3 is, as requests name it
  id uuid not null,
  type text not null constraint connection_type_is_known check (type in ('STANDALONE', 'WIX_SPI')),
  endpoint text,
  -- holds the adapter's secret
  sealed_configuration bytea,
  -- null: not found out yet
  protocol_version text constraint protocol_version_is_known check (protocol_version in ('V1', 'V2', 'V3')),
  public_key text,
  sealed_private_key bytea,
  revision int not null default 1,
  created_date timestamptz not null,
  updated_date timestamptz not null,
  primary key (site_id, name),
  constraint endpoint_is_set check (endpoint is not null or type = 'WIX_SPI'),
  constraint key_of_a_signing_connection check ((type = 'WIX_SPI') = (public_key is not null and sealed_private_key is not null))
);
