-- Questions name the pages that show them by the collection of the page's texts; until now an owner wrote what the page is called.
create function page_keys(pages jsonb) returns jsonb language sql as $$
  select coalesce(jsonb_agg(key order by first), '[]')
  from (
    select coalesce(known.key, told.page) as key, min(told.n) as first
    from jsonb_array_elements_text(pages) with ordinality told (page, n)
    left join (values
      ('pradžia', 'HomePage'), ('home', 'HomePage'),
      ('tvarkaraštis', 'SchedulePage'), ('schedule', 'SchedulePage'),
      ('rezervacija', 'BookingPage'), ('booking', 'BookingPage'),
      ('kainos', 'PricesPage'), ('prices', 'PricesPage'),
      ('treneris tik jums', 'PrivatePage'), ('a trainer just for you', 'PrivatePage'),
      ('saugojimo testas', 'BelayTestPage'), ('belay test', 'BelayTestPage')
    ) known (name, key) on known.name = lower(trim(told.page))
    group by 1
  ) as keys
$$;

do $$
declare
  list record;
begin
  for list in
    select *, format('items.%I', 'l_' || replace(key::text, '-', '')) as items from collection where id = 'Questions'
  loop
    if to_regclass(list.items) is not null then
      execute format(
        'update %s set data = jsonb_set(data, ''{pages}'', page_keys(data -> ''pages'')) where jsonb_typeof(data -> ''pages'') = ''array''',
        list.items);
    end if;
    update item_draft set data = jsonb_set(data, '{pages}', page_keys(data -> 'pages'))
      where site_id = list.site_id and collection_key = list.key and jsonb_typeof(data -> 'pages') = 'array';
    update item_version set data = jsonb_set(data, '{pages}', page_keys(data -> 'pages'))
      where site_id = list.site_id and collection_key = list.key and jsonb_typeof(data -> 'pages') = 'array';
    -- The description told to write names.
    update collection set definition = jsonb_set(definition, '{fields}', (
        select jsonb_agg(case when field ->> 'key' = 'pages' then field - 'description' else field end order by n)
        from jsonb_array_elements(definition -> 'fields') with ordinality given (field, n)))
      where site_id = list.site_id and key = list.key;
  end loop;
end
$$;
drop function page_keys(jsonb);
