-- Whence a booking came: {platform, actor, staff}; null where nobody noted it. What its cancelling costs: {amount, status}.
alter table booking add column source jsonb;
alter table booking add column cancellation_fee jsonb;

-- An image of the media library, as its reference.
alter table staff add column picture text;
