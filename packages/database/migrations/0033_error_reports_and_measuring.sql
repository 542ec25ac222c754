-- What broke in browsers and on the server: one row for all reports with the same fingerprint, with the latest of them.
-- Reports are scrubbed before they come here: nothing in a row is about a person.
create table error_group (
  site_id uuid not null references site,
  id uuid not null,
  fingerprint bytea not null,
  source text not null check (source in ('BROWSER', 'SERVER')),
  name text not null,
  message text not null,
  -- [{function, file, line, column}], innermost first
  frames jsonb not null,
  -- The path of the page as the table of pages has it, or what the server was doing.
  place text,
  release text not null,
  browser text,
  report_count int8 not null default 1,
  first_date timestamptz not null,
  last_date timestamptz not null,
  resolved_date timestamptz,
  primary key (site_id, id),
  unique (site_id, fingerprint)
);
create index error_group_by_last on error_group (site_id, last_date, id);

-- What the owner chose to measure. A site without a row measures nothing foreign.
create table measuring (
  site_id uuid primary key references site,
  tag_manager_id text,
  web_vitals boolean not null default false,
  -- Grows when people have to be asked again.
  consent_version int not null default 1,
  revision int not null default 1,
  updated_date timestamptz not null
);

-- Each choice about foreign scripts. The browser made up its id, which stands nowhere else: it proves a choice and names nobody.
create table consent (
  site_id uuid not null references site,
  id uuid not null,
  browser_id uuid not null,
  version int not null,
  choice text not null check (choice in ('ACCEPTED', 'REFUSED')),
  created_date timestamptz not null,
  primary key (site_id, id)
);
create index consent_by_date on consent (site_id, created_date);

-- Page views, one row for each page, language and day: no address, no browser, no visit.
create table page_view (
  site_id uuid not null references site,
  day date not null,
  path text not null,
  language text not null,
  views int8 not null,
  primary key (site_id, day, path, language)
);

-- How quick pages were, counted by the rating that the measurement has.
create table web_vital (
  site_id uuid not null references site,
  day date not null,
  path text not null,
  metric text not null check (metric in ('LCP', 'CLS', 'INP')),
  rating text not null check (rating in ('GOOD', 'MIDDLING', 'POOR')),
  samples int8 not null,
  primary key (site_id, day, path, metric, rating)
);
