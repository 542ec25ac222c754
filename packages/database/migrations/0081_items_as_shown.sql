-- Items without a value are the lowest in every order now, and PostgreSQL uses an index only where it places them alike. The
-- background task drops these indexes and builds them again. A unique index is kept, because its rule would not hold meanwhile:
-- it still finds values, and orders by it again once it is dropped and created.
update collection_index set status = 'BUILDING', claimed_until = null
where status = 'ACTIVE' and not coalesce((definition ->> 'unique')::boolean, false);

-- The value of a field in a language: its translation, or its own value where the translation is missing or blank.
create function item_shown(own jsonb, translation jsonb) returns jsonb language sql immutable parallel safe
  return case
    when coalesce(translation, 'null') = 'null' then own
    when jsonb_typeof(translation) = 'string' and translation #>> '{}' !~ '[^ \t\n\r]' then own
    else translation
  end;
