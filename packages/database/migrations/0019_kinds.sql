-- What a category is, whatever its heading says, and what a service is for: facts that rules and pages go by.
alter table category add column kind text not null default 'other'
  constraint category_kind_is_known check (kind in ('firstTime', 'children', 'trainings', 'ropes', 'bouldering', 'other'));
update category set kind = case lower(name)
  when 'pirmą kartą' then 'firstTime'
  when 'vaikams' then 'children'
  when 'treniruotės' then 'trainings'
  when 'virvės' then 'ropes'
  when 'boulderingas' then 'bouldering'
  else 'other' end;

update service set extra = extra || jsonb_build_object('role', known.role)
from (values
  ('saugojimo-testas', 'belayTest'),
  ('virsutine-sauga', 'belayCourse'),
  ('saugojimo-pagrindai', 'belayCourse'),
  ('individuali-treniruote', 'individual'),
  ('maza-grupe', 'group'),
  ('gimtadienis', 'birthday'),
  ('imones-renginys', 'company'),
  ('klases-isvyka', 'school')
) known (slug, role)
where known.slug = any(slug_names(service.slugs));
