-- More roles of the team: whoever sells and lets in at the desk, writes the site, or keeps the books.
alter table account drop constraint account_role_is_known;
alter table account add constraint account_role_is_known
  check (role in ('member', 'trainer', 'desk', 'editor', 'accountant', 'owner'));
