-- Money at the desk, each line written in the transaction that took it. A close takes every line that no close has: what is committed
-- later belongs to the next one, whatever clocks say.
create table desk_money (
  site_id uuid not null references site,
  id uuid not null,
  kind text not null check (kind in ('ORDER', 'VOUCHER', 'PASS', 'MARK')),
  method text not null check (method in ('CASH', 'CARD')),
  -- Less than nothing where it was paid out.
  amount bigint not null,
  -- Of a booking that was marked as paid 1, of one whose mark was taken back -1. Nobody typed its sum.
  mark int not null default 0 check (mark between -1 and 1),
  receipt_number text,
  -- The number of what it was for.
  about text not null,
  actor jsonb not null,
  created_date timestamptz not null,
  close_id uuid,
  primary key (site_id, id),
  check ((kind = 'MARK') = (amount = 0)),
  check ((kind = 'MARK') = (mark <> 0))
);
create index desk_money_open on desk_money (site_id, created_date) where close_id is null;
create index desk_money_by_close on desk_money (site_id, close_id) where close_id is not null;

-- A day at the desk that was counted. A correction is a close of its own about the same money.
create table desk_close (
  site_id uuid not null references site,
  id uuid not null,
  number int not null,
  request_id uuid not null,
  day date not null,
  since timestamptz,
  -- The close that took the lines: itself, or the first one of those that correct each other.
  money_id uuid not null,
  corrects_id uuid,
  -- What came in and was paid out, by way and by person.
  sums jsonb not null,
  opening bigint not null check (opening >= 0),
  expected bigint not null,
  counted bigint not null check (counted >= 0),
  taken_away bigint not null check (taken_away between 0 and counted),
  note text not null,
  actor jsonb not null,
  created_date timestamptz not null,
  primary key (site_id, id),
  unique (site_id, number),
  unique (site_id, request_id),
  unique (site_id, corrects_id),
  foreign key (site_id, money_id) references desk_close (site_id, id),
  foreign key (site_id, corrects_id) references desk_close (site_id, id)
);
-- The lines are summed before the row with their sums is written.
alter table desk_money add foreign key (site_id, close_id) references desk_close (site_id, id) deferrable initially deferred;

create trigger desk_close_stays before update or delete on desk_close for each row execute function ledger_stays();
create trigger desk_money_stays before delete on desk_money for each row execute function ledger_stays();
create trigger desk_money_is_closed_once before update on desk_money for each row
  when (old.close_id is not null or to_jsonb(new) - 'close_id' is distinct from to_jsonb(old) - 'close_id')
  execute function ledger_stays();
