-- A mail knows what it is about and how it ended; the bytes of its pictures and files are kept once, by their hash.

alter table mail
  add column booking_id uuid,
  add column template text not null default '',
  add column language text not null default 'lt',
  add column status text not null default 'RENDERED'
    constraint mail_status_is_known check (status in ('RENDERED', 'SENT', 'FAILED', 'OUTDATED'));
alter table mail add constraint mail_sent_has_a_date check ((status = 'SENT') = (sent_date is not null));
create index mail_by_booking on mail (site_id, booking_id) where booking_id is not null;
create index mail_by_recipient on mail (site_id, recipient);

-- The picture over a mail is the same in thousands of them; `mail.attachments` names each part by its hash.
create table mail_part (
  site_id uuid not null references site,
  hash text not null,
  content bytea not null,
  created_date timestamptz not null,
  primary key (site_id, hash)
);
