-- A bank repeats its references, so an entry is recognised by its reference together with its day, amount, direction and words.
alter table bank_entry
  -- Empty where the bank gives none; null for entries that were stored before references were.
  add column bank_reference text,
  -- Why a person has to compare the entry with the bank's statement before it pays an order.
  add column to_check text check (to_check in ('AMOUNT_UNCLEAR', 'SAME_REFERENCE'));
create index bank_entry_by_reference on bank_entry (site_id, bank_reference) where bank_reference <> '';
create index bank_entry_without_reference on bank_entry (site_id, booked_date) where bank_reference is null;
