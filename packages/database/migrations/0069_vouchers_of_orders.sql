-- A voucher that an order or a refund paid for was said to be paid by transfer, whatever the order was paid with.
alter table voucher alter column payment drop not null;
update voucher set payment = null
where exists (select from order_line where order_line.site_id = voucher.site_id and order_line.voucher_id = voucher.id)
  or exists (select from refund where refund.site_id = voucher.site_id and refund.voucher_id = voucher.id);
