-- A company's vouchers are issued with their invoice. Those from before have none.
alter table voucher_batch
  add invoice_id uuid,
  add foreign key (site_id, invoice_id) references document (site_id, id);
