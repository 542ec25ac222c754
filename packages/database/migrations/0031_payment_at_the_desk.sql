-- What was paid at the desk, and how: {method, note, receivedDate, before}, where `before` is the payment status it is taken back to.
alter table booking add column payment jsonb;
