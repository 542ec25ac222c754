-- A reversal that brings money is of a payment out, and takes no payment of an order back.
alter table bank_entry add column returned boolean not null default false;
-- What the bank took back is noted for the payment that another entry stands for.
drop index bank_entry_by_payment;
create unique index bank_entry_by_payment on bank_entry (site_id, payment_id, reversal) where payment_id is not null;
