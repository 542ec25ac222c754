-- The account that a transfer came from, as the bank's statement named it. A refund to another one needs a person's confirmation.
alter table refund add column payer_iban text;

-- Paysera takes no refund by request: somebody makes it on Paysera's pages. Until now such a refund waited for a transfer to an
-- account that anybody with the link of the order could name.
update refund set way = 'PROVIDER', iban = null, receiver_name = null
  from payment
  where payment.site_id = refund.site_id and payment.id = refund.payment_id and payment.kind = 'PAYSERA'
    and refund.state = 'TO_PAY_OUT' and refund.way = 'TRANSFER';
