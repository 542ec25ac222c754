-- Which code of a voucher or a pass was typed into a cart. One that got a new code since is opened by that only.
alter table cart_code add column code_version int;
update cart_code set code_version = voucher.code_version
  from voucher where voucher.site_id = cart_code.site_id and voucher.id = cart_code.voucher_id;
update cart_code set code_version = pass.code_version
  from pass where pass.site_id = cart_code.site_id and pass.id = cart_code.pass_id;
