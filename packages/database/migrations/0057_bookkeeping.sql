-- The journal reads what happened to money in some days.
create index payment_by_date on payment (site_id, received_date);
create index payment_by_void on payment (site_id, voided_date) where voided_date is not null;
create index refund_by_done on refund (site_id, done_date) where done_date is not null;

-- Vouchers that an order sold, or gave for money that went back, stand in the journal with that.
create index order_line_by_voucher on order_line (site_id, voucher_id) where voucher_id is not null;
create index refund_by_voucher on refund (site_id, voucher_id) where voucher_id is not null;
