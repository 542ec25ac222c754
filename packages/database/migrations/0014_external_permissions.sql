-- What may be done with collections of databases that are not ours, where the owner said it here.
create table external_collection_permissions (
  site_id uuid not null,
  connection text not null,
  collection_id text not null,
  -- insert, update, remove and read: as the contract has them
  permissions jsonb not null,
  primary key (site_id, connection, collection_id),
  foreign key (site_id, connection) references external_database_connection (site_id, name) on delete cascade
);
