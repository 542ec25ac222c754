-- Prices, redirects and documents (the terms) are written by the owner only: the server sells, taxes and forwards by them.
-- Only lists that still have the former default change; permissions that an owner chose stay.
create temporary table list_closed on commit drop as
select site_id, key, id, definition as before,
  jsonb_set(definition, '{permissions}', '{"read": "ANYONE", "insert": "ADMIN", "update": "ADMIN", "remove": "ADMIN"}') as after
from collection
where id in ('Prices', 'Redirects', 'Documents')
  and definition->'permissions'
    = '{"read": "ANYONE", "insert": "CMS_EDITOR", "update": "CMS_EDITOR", "remove": "CMS_EDITOR"}'::jsonb;

update collection set definition = list_closed.after, revision = revision + 1, updated_date = now()
from list_closed
where collection.site_id = list_closed.site_id and collection.key = list_closed.key;

-- A uuidv7, as the app makes them: history is sorted by it.
insert into audit (site_id, id, actor, action, entity, entity_id, before, after, created_date)
select site_id,
  encode(
    set_byte(overlay(uuid_send(gen_random_uuid())
      placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6), 6,
      112 | (get_byte(uuid_send(gen_random_uuid()), 6) & 15)),
    'hex')::uuid,
  '{"kind": "system", "id": "content"}', 'collection.update', 'data_collection', key, before, after, now()
from list_closed;

-- A planned publication is not asked again whether its author may publish, so those of editors are called off.
update item_draft set publish_date = null
from list_closed
where item_draft.site_id = list_closed.site_id and item_draft.collection_key = list_closed.key
  and publish_date is not null
  and updated_by->>'kind' = 'member'
  and not exists (
    select from account
    where account.site_id = item_draft.site_id and account.id::text = updated_by->>'id' and account.role = 'owner'
  );

drop table list_closed;
