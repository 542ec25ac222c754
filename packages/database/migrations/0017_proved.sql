-- When the person of a stay last showed who they are; a stay that began without a word, or on somebody else's word, has none.
alter table member_session add column proved_date timestamptz;
