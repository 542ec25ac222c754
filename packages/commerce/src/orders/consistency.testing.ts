import type { Database } from "@uola/database";
import { sql } from "kysely";

/**
 * Returns the inconsistencies in the records of a shop. It compares orders with their lines,
 * payments, refunds and documents; payment attempts with the payments that resulted from them;
 * places with bookings and holds; and coupons, vouchers and passes with their ledgers. It runs as a
 * single statement, so that it reads a consistent snapshot despite concurrent writes.
 */
export async function findBookInconsistencies(db: Database): Promise<string[]> {
  const { rows } = await sql<{ wrong: string }>`
    with orders as (
      select site_id, id, number || ' ' || state as name, state, way, paid, refunded, voucher_pays, paid_date, gross - discount as total
      from shop_order
    ), money as (
      select orders.*,
        (select coalesce(sum(amount), 0) from payment
          where (payment.site_id, order_id) = (orders.site_id, orders.id) and voided_date is null) as came,
        (select coalesce(sum(amount), 0) from refund where (refund.site_id, order_id) = (orders.site_id, orders.id)) as went,
        (select coalesce(sum(line.gross - line.discount), 0) from order_line line
          where (line.site_id, order_id) = (orders.site_id, orders.id) and line.state <> 'CALLED_OFF') as lines,
        (select coalesce(sum(document.gross), 0) from document
          where (document.site_id, order_id) = (orders.site_id, orders.id) and kind <> 'PROFORMA') as documents,
        case when paid_date is null then 0 else paid + voucher_pays - refunded end as kept
      from orders
    ), sold as (
      select orders.name, orders.state as order_state, orders.way, line.name as line, line.state, booking.status,
        -- Promised for the desk, and not called off while a bank is tried.
        selected_payment_option = 'OFFLINE' and booking.status <> 'CANCELED' as promised
      from orders join order_line line on (line.site_id, line.order_id) = (orders.site_id, orders.id)
        join booking on (booking.site_id, booking.id) = (line.site_id, line.booking_id)
    ), counters as (
      select id, capacity, taken, held,
        (select coalesce(sum(total_participants), 0) from booking where (booking.site_id, places_id) = (places.site_id, places.id)
          and status in ('CONFIRMED', 'PENDING') and not double_booked) as booked,
        (select coalesce(sum(total_participants), 0) from hold
          where (hold.site_id, places_id) = (places.site_id, places.id)) as kept
      from places
    ), attempts as (
      select id, state, amount,
        array(select payment.amount from payment
          where (payment.site_id, attempt_id) = (attempt.site_id, attempt.id)) as brought
      from payment_attempt attempt
    ), coupons as (
      select id, used, total_limit,
        (select count(*) from coupon_redemption
          where (coupon_redemption.site_id, coupon_id) = (coupon.site_id, coupon.id) and released_date is null) as uses
      from coupon
    ), vouchers as (
      select last4, balance, reserved,
        (select coalesce(sum(delta), 0) from voucher_entry
          where (voucher_entry.site_id, voucher_id) = (voucher.site_id, voucher.id)) as ledger,
        (select coalesce(sum(reserved_delta), 0) from voucher_entry
          where (voucher_entry.site_id, voucher_id) = (voucher.site_id, voucher.id)) as reserving,
        (select coalesce(sum(amount), 0) from voucher_reservation
          where (voucher_reservation.site_id, voucher_id) = (voucher.site_id, voucher.id) and ended is null) as open
      from voucher
    ), passes as (
      select number, balance,
        (select coalesce(sum(delta), 0) from pass_entry where (pass_entry.site_id, pass_id) = (pass.site_id, pass.id)) as ledger
      from pass
    )
    select format('%s: payments are %s, paid is %s', name, came, paid) as wrong from money where came <> paid
    union all select format('%s: refunds are %s, refunded is %s', name, went, refunded) from money where went <> refunded
    union all select format('%s: lines are %s, the total is %s', name, lines, total) from money where lines <> total
    union all select format('%s: documents are %s, kept is %s', name, documents, kept) from money where documents <> kept
    union all select format('%s: %s is %s, its booking %s', name, line, state, status) from sold
      where (state = 'DONE' or (state = 'WAITING' and (way = 'AT_DESK' or promised))) <> (status = 'CONFIRMED')
    union all select format('%s: a booking of %s waits', name, line) from sold
      where status = 'CREATED' and order_state <> 'AWAITING_PAYMENT'
    union all select format('places %s: %s taken, %s booked', id, taken, booked) from counters where taken <> booked
    union all select format('places %s: %s held, holds are %s', id, held, kept) from counters where held <> kept
    union all select format('places %s: %s of %s', id, taken + held, capacity) from counters where taken + held > capacity
    union all select format('attempt %s of %s is %s and brought %s', id, amount, state, brought) from attempts
      where brought <> case when state = 'SUCCEEDED' or (state = 'VOIDED' and brought <> '{}') then array[amount] else '{}' end
    union all select format('coupon %s: used %s of %s, uses are %s', id, used, total_limit, uses) from coupons
      where used <> uses or used > total_limit
    union all select format('voucher %s: balance %s and %s, reserved %s, %s and %s', last4, balance, ledger, reserved, reserving, open)
      from vouchers where balance <> ledger or reserved <> reserving or reserved <> open
    union all select format('pass %s: balance %s, ledger %s', number, balance, ledger) from passes where balance <> ledger
  `.execute(db);
  return rows.map(({ wrong }) => wrong);
}
