-- What reports and the search through changes read, so that they cost what their period holds and not what the years have gathered.

-- Who came for the first time in a time.
create index contact_by_date on contact (site_id, created_date);

-- Changes by when, by whom and of what.
create index audit_by_date on audit (site_id, created_date desc, id desc);
create index audit_by_actor on audit (site_id, (actor ->> 'id'), created_date desc, id desc);
create index audit_by_kind on audit (site_id, entity, created_date desc, id desc);
