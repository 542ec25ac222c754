-- Of two who change the same trainer, wall or room, the later one is told.
alter table staff add column revision int not null default 1;
alter table resource add column revision int not null default 1;
