-- Who books, found by name, e-mail, phone or a booking's code, however long the history grows.

-- The digits of a phone number: "+370 600 00014" and "37060000014" are one.
create function phone_digits(text) returns text language sql immutable strict parallel safe
  return nullif(regexp_replace($1, '\D', '', 'g'), '');

-- What tells one guest from another: the address, else the phone number, else the name.
create function guest_key(email text, details jsonb) returns text language sql immutable parallel safe
  return coalesce(
    'e ' || email,
    'p ' || phone_digits(details ->> 'phone'),
    'n ' || nullif(trim(plain_text(concat_ws(' ', details ->> 'firstName', details ->> 'lastName'))), ''));
create function guest_id(site_id uuid, key text) returns uuid language sql immutable strict parallel safe
  return md5(site_id::text || ' ' || key)::uuid;

-- Text as people are searched in: words begin after a space.
create function person_text(first_name text, last_name text, email text, phones text) returns text
  language sql immutable parallel safe
  return ' ' || plain_text(concat_ws(' ', first_name, last_name, email, phones));

-- Each way somebody introduced themselves when booking, once: who comes back adds nothing.
create table contact (
  site_id uuid not null references site,
  person_id uuid not null,
  search_text text not null,
  key text not null,
  email text,
  phone text,
  first_name text,
  last_name text,
  created_date timestamptz not null,
  primary key (site_id, person_id, search_text)
);
create index contact_by_words on contact using gin (search_text gin_trgm_ops);

create function contacts_of(booking) returns table (
  site_id uuid, person_id uuid, search_text text, key text, email text, phone text, first_name text, last_name text, created_date timestamptz
) language sql stable as $$
  select $1.site_id, guest_id($1.site_id, key),
    person_text(details ->> 'firstName', details ->> 'lastName', $1.contact_email, phone_digits(details ->> 'phone')),
    key, $1.contact_email, details ->> 'phone', details ->> 'firstName', details ->> 'lastName', $1.created_date
  from (select guest_key($1.contact_email, $1.contact_details) as key, $1.contact_details as details) as told
  where key is not null
$$;

-- In the order of the key, so that of two batches with the same newcomers one waits for the other.
create function keep_contacts() returns trigger language plpgsql as $$
begin
  insert into contact
  select distinct on (told.site_id, told.person_id, told.search_text) told.*
  from added, contacts_of(added) as told
  where not exists (
    select from contact known
    where known.site_id = told.site_id and known.person_id = told.person_id and known.search_text = told.search_text
  )
  order by told.site_id, told.person_id, told.search_text
  on conflict do nothing;
  return null;
end
$$;
create trigger booking_keeps_contact after insert on booking
  referencing new table as added for each statement execute function keep_contacts();

insert into contact
  select distinct on (told.site_id, told.person_id, told.search_text) told.*
  from booking, contacts_of(booking) as told
  order by told.site_id, told.person_id, told.search_text, told.created_date
  on conflict do nothing;

create index account_by_words on account
  using gin (person_text(first_name, last_name, email, regexp_replace(profile ->> 'phones', '[^0-9 ]', '', 'g')) gin_trgm_ops)
  where status <> 'DELETED';

-- A booking by the code people read out, which is the end of its id; one of a guest without an address by who that is.
create index booking_by_code on booking (site_id, right(id::text, 10));
create index booking_by_guest on booking (site_id, guest_key(contact_email, contact_details)) where contact_email is null;

-- What the team writes down about a person. A guest who registers with the same address keeps theirs.
create table person_note (
  site_id uuid not null references site,
  id uuid not null,
  -- an account's id or a guest's
  person_id uuid not null,
  text text not null,
  author jsonb not null,
  revision int not null default 1,
  created_date timestamptz not null,
  updated_date timestamptz not null,
  primary key (site_id, id)
);
create index person_note_by_person on person_note (site_id, person_id, created_date desc, id);
