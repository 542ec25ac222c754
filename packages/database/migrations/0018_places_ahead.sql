-- What somebody has booked ahead is counted with each booking: by when it ends, so that what is past costs nothing. The same indexes
-- find what is a person's own.
drop index booking_by_member;
drop index booking_by_visitor;
drop index booking_by_email;
create index booking_by_member on booking (site_id, member_id, end_date) where member_id is not null;
create index booking_by_visitor on booking (site_id, visitor_id, end_date) where visitor_id is not null;
create index booking_by_email on booking (site_id, contact_email, end_date) where contact_email is not null;
