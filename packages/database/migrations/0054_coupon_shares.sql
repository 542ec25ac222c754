-- What an order paid for each service that a coupon took something off, and what it took off. Null before, and at the desk.
alter table coupon_redemption add column shares jsonb;
