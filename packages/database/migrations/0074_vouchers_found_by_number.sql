-- An accountant finds vouchers by their number and the end of their code only: whom a gift was sent to is no part of the books.
drop index voucher_by_email;
