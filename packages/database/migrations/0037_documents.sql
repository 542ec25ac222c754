-- Documents of the shop: who sells, the series of numbers, what was issued, and which months are closed.

-- Who sells, as it stands on documents that are issued from now on.
create table seller (
  site_id uuid primary key references site,
  name text not null,
  code text not null,
  -- Only a VAT payer has one.
  vat_code text,
  address text not null,
  iban text,
  bank text,
  email text,
  phone text,
  invoice_series text not null,
  credit_series text not null,
  proforma_series text not null,
  -- So many days after an invoice its buyer may still give the company it is for.
  company_days int not null,
  created_date timestamptz not null,
  updated_date timestamptz not null,
  revision int not null default 1
);

-- The last number and day of each series. Both are taken in the transaction that issues, so that no number is missing or
-- used twice, and days never go back.
create table document_series (
  site_id uuid not null references site,
  series text not null,
  kind text not null check (kind in ('INVOICE', 'CREDIT', 'PROFORMA')),
  last int not null,
  last_day date not null,
  primary key (site_id, series)
);

create table document (
  site_id uuid not null references site,
  id uuid not null,
  kind text not null check (kind in ('INVOICE', 'CREDIT', 'PROFORMA')),
  series text not null,
  number int not null,
  issue_day date not null,
  order_id uuid not null,
  order_number text not null,
  -- For searching. The snapshot has what is printed.
  buyer text not null,
  refers_to uuid,
  -- Of a credit note the sums are negative.
  gross bigint not null,
  net bigint not null,
  vat bigint not null,
  snapshot jsonb not null,
  created_date timestamptz not null,
  primary key (site_id, id),
  unique (site_id, series, number),
  foreign key (site_id, series) references document_series (site_id, series),
  foreign key (site_id, refers_to) references document (site_id, id),
  check (net + vat = gross),
  check (kind <> 'CREDIT' or refers_to is not null)
);
create index document_by_day on document (site_id, issue_day desc, id desc);
create index document_by_order on document (site_id, order_id);
create index document_by_origin on document (site_id, refers_to) where refers_to is not null;

-- What a document has of each tax. Reports and the state's register read these, and nothing reckons them again.
create table document_tax (
  site_id uuid not null,
  document_id uuid not null,
  position int not null,
  code text,
  rate int,
  gross bigint not null,
  net bigint not null,
  vat bigint not null,
  primary key (site_id, document_id, position),
  foreign key (site_id, document_id) references document (site_id, id),
  check (net + vat = gross)
);

-- Months that the accountant has closed.
create table document_month (
  site_id uuid not null references site,
  -- Its first day.
  month date not null,
  actor jsonb not null,
  closed_date timestamptz not null,
  primary key (site_id, month)
);

create function document_stays() returns trigger language plpgsql as $$
begin
  raise exception 'a document that was issued is never changed or deleted';
end
$$;
create trigger document_stays before update or delete on document for each row execute function document_stays();
create trigger document_tax_stays before update or delete on document_tax for each row execute function document_stays();
create trigger document_month_stays before update or delete on document_month
  for each row execute function document_stays();

create function document_month_open() returns trigger language plpgsql as $$
begin
  if exists (select from document_month closed
      where closed.site_id = new.site_id and closed.month = date_trunc('month', new.issue_day)::date) then
    raise exception 'the month of % is closed', new.issue_day;
  end if;
  return new;
end
$$;
create trigger document_month_open before insert on document for each row execute function document_month_open();
