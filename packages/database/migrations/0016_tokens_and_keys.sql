-- Refresh tokens are replaced at each use where the client takes the new one; others' clients go on with the one they have.
alter table app_client add rotates boolean not null default false;

alter table member_session
  -- how often the refresh token was replaced, and when it last was
  add refresh_number integer not null default 0,
  add refreshed_date timestamptz;

-- A stay that nobody uses ends: expires_date moves along with its use, from now on.
update member_session as stay
set expires_date = least(stay.expires_date, coalesce(stay.used_date, stay.created_date)
  + case when account.role in ('owner', 'trainer') then interval '12 hours' else interval '7 days' end)
from account
where account.site_id = stay.site_id and account.id = stay.account_id and stay.ended_date is null;

alter table api_key
  add read_only boolean not null default false,
  -- groups of the contract; null: all of them
  add features text[],
  add expires_date timestamptz,
  add used_date timestamptz;
