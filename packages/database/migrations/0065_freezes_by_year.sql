-- Days of freezes by the year in which they began: one that is planned for the next year forgets nothing of this one.
alter table pass add frozen_days_of_years jsonb not null default '{}';
update pass set frozen_days_of_years = jsonb_build_object(frozen_year, frozen_days) where frozen_year is not null;
alter table pass drop column frozen_year, drop column frozen_days;
