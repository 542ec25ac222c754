-- Imports of items: what was sent, how far it is written, and what could not be.

create table item_import (
  site_id uuid not null references site,
  id uuid not null,
  collection_id text not null,
  collection_key uuid not null,
  file_name text not null,
  format text not null constraint import_format_is_known check (format in ('CSV', 'JSON')),
  mode text not null constraint import_mode_is_known check (mode in ('INSERT', 'SAVE')),
  -- the columns of a table, [{"name", "field"}]; text as they may hold what jsonb does not
  columns text not null,
  status text not null constraint import_status_is_known
    check (status in ('UPLOADING', 'WAITING', 'RUNNING', 'STOPPED', 'DONE', 'FAILED', 'UNDOING', 'UNDONE')),
  total int not null default 0,
  -- the batch that is next
  position int not null default 0,
  written int not null default 0,
  failed int not null default 0,
  -- when it is being undone: the batch after the one that is next
  undo_position int,
  removed int not null default 0,
  kept int not null default 0,
  failure jsonb,
  actor jsonb not null,
  created_date timestamptz not null,
  updated_date timestamptz not null,
  primary key (site_id, id)
);
create index item_import_to_do on item_import (site_id, created_date, id) where status in ('WAITING', 'RUNNING', 'UNDOING');

-- The rows of a file, in parts of which each is written in one transaction with the import's position.
create table item_import_batch (
  site_id uuid not null,
  import_id uuid not null,
  number int not null,
  -- [{"line", "cells" or "data"}] as text, as they may hold what jsonb does not; gone when they are written
  rows text,
  -- the items added, with their revisions: [[id, 1], …]
  added text,
  primary key (site_id, import_id, number),
  foreign key (site_id, import_id) references item_import on delete cascade
);

create table item_import_failure (
  site_id uuid not null,
  import_id uuid not null,
  -- of the row in the file
  number int not null,
  line int not null,
  field text,
  code text not null,
  description text not null,
  -- what stood there, as text
  row text not null,
  primary key (site_id, import_id, number),
  foreign key (site_id, import_id) references item_import on delete cascade
);
