-- What the bank's statements say came in, each entry once, and which order each was noted for.
create table bank_entry (
  site_id uuid not null references site,
  id uuid not null,
  -- The same entry has the same key in every file that has it.
  entry_key text not null,
  booked_date date not null,
  amount bigint not null check (amount > 0),
  currency text not null,
  -- Money that came back to us, or that the bank took back: nobody's payment.
  reversal boolean not null,
  payer_name text not null,
  payer_iban text not null,
  text text not null,
  reference text not null,
  -- NOTED is for ever. ASIDE: it is for no order, as the owner says.
  state text not null check (state in ('OPEN', 'NOTED', 'ASIDE')),
  payment_id uuid,
  created_date timestamptz not null,
  decided_date timestamptz,
  primary key (site_id, id),
  unique (site_id, entry_key),
  foreign key (site_id, payment_id) references payment (site_id, id),
  check ((state = 'NOTED') = (payment_id is not null))
);
create index bank_entry_by_state on bank_entry (site_id, state, booked_date, id);
create unique index bank_entry_by_payment on bank_entry (site_id, payment_id) where payment_id is not null;
