-- Images, documents, audio and video that the owner keeps; their bytes are in the storage, by id.

create table media_file (
  site_id uuid not null references site,
  id uuid not null,
  kind text not null constraint media_kind_is_known check (kind in ('IMAGE', 'DOCUMENT', 'AUDIO', 'VIDEO')),
  name text not null,
  alt text not null default '',
  mime_type text not null,
  size_bytes bigint not null,
  width int,
  height int,
  -- false while its bytes are on their way into the storage or out of it
  stored boolean not null default false,
  revision int not null default 1,
  created_date timestamptz not null,
  updated_date timestamptz not null,
  -- since when it is in the bin
  deleted_date timestamptz,
  primary key (site_id, id),
  constraint images_have_an_extent check ((kind = 'IMAGE') = (width is not null and height is not null))
);
create index media_file_by_kind on media_file (site_id, kind, id desc) where stored and deleted_date is null;
create index media_file_in_bin on media_file (site_id, deleted_date) where stored and deleted_date is not null;
create index media_file_on_its_way on media_file (site_id, updated_date) where not stored;

-- How much room a site takes, so that uploads at the same time stay within the quota together.
create table media_usage (
  site_id uuid primary key references site,
  used_bytes bigint not null constraint usage_is_not_negative check (used_bytes >= 0)
);
