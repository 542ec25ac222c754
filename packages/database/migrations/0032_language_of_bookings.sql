-- The language of the page a booking was made on: mails about it are written in it. Without one they are in the account's language.
alter table booking add column language text;
