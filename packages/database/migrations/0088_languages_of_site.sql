-- The site has its languages in folders and pages in Lithuanian and English only. Other values were stored without effect.
update site
set business = jsonb_set(
  business,
  '{multilingual}',
  jsonb_build_object(
    'urlStructure', 'SUBDIRECTORY',
    'languages', case
      when business -> 'multilingual' -> 'languages' ? 'en' then '["lt", "en"]'::jsonb
      else '["lt"]'::jsonb
    end
  )
)
where jsonb_typeof(business -> 'multilingual') = 'object';
