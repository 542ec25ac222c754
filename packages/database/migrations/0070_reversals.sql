-- What a bank took back is looked for beside each statement; there are few among all entries.
create index bank_entry_by_reversal on bank_entry (site_id, booked_date) where reversal;
