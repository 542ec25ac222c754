import {
  type DaySpan,
  type PaymentKind,
  type PaymentMethod,
  paymentProviders,
  type RefundMethod,
} from "@uola/contract";
import { type Database, json } from "@uola/database";
import { type RawBuilder, sql } from "kysely";
import type { SoldAs } from "./rules.ts";

/** Each statement uses the index on the requested days. Days are in the gym's time zone. */
export type Asked = DaySpan & { siteId: string; timeZone: string };

const rowsOf = async <Row>(db: Database, query: RawBuilder<Row>): Promise<Row[]> => (await query.execute(db)).rows;
const within = (date: RawBuilder<unknown>, { from, to, timeZone }: Asked) => sql`
  ${date} >= (${from}::date::timestamp at time zone ${timeZone})
  and ${date} < ((${to}::date + 1)::timestamp at time zone ${timeZone})`;
const dayOf = (date: RawBuilder<unknown>, { timeZone }: Asked) =>
  sql<string>`to_char(${date} at time zone ${timeZone}, 'YYYY-MM-DD')`;
const buyerName = sql<string>`concat_ws(' ', buyer ->> 'firstName', buyer ->> 'lastName')`;

type DocumentPart = {
  id: string;
  day: string;
  kind: "INVOICE" | "CREDIT";
  series: string;
  number: number;
  orderNumber: string;
  who: string;
  soldAs: SoldAs;
  net: number;
  vat: number;
};

/** Totals of each document by kind of item. A proforma is only a request for payment and is excluded. */
export const documentParts = (db: Database, asked: Asked) =>
  rowsOf(
    db,
    sql<DocumentPart>`
      select document.id, to_char(issue_day, 'YYYY-MM-DD') as day, document.kind, series, document.number,
        order_number as "orderNumber", document.buyer as who,
        coalesce(order_line.kind, case when voucher_batch.id is not null then 'VOUCHER' end) as "soldAs",
        sum(line.net)::float8 as net, sum(line.vat)::float8 as vat
      from document
      cross join lateral jsonb_to_recordset(document.snapshot -> 'lines') as line ("lineId" uuid, net bigint, vat bigint)
      left join order_line on order_line.site_id = document.site_id and order_line.id = line."lineId"
      left join voucher_batch on voucher_batch.site_id = document.site_id and voucher_batch.id = line."lineId"
      where document.site_id = ${asked.siteId} and issue_day between ${asked.from}::date and ${asked.to}::date
        and document.kind <> 'PROFORMA'
      group by document.site_id, document.id, "soldAs"
      order by issue_day, series, document.number, "soldAs"`,
  );

type Paid = { day: string; by: PaymentKind; amount: number; orderNumber: string; who: string };

/** Payments received or charged back. */
const payments = (db: Database, asked: Asked, date: RawBuilder<unknown>) =>
  rowsOf(
    db,
    sql<Paid>`
      select ${dayOf(date, asked)} as day, payment.kind as by, payment.amount::float8 as amount,
        shop_order.number as "orderNumber", ${buyerName} as who
      from payment join shop_order on shop_order.site_id = payment.site_id and shop_order.id = payment.order_id
      where payment.site_id = ${asked.siteId} and ${within(date, asked)} order by ${date}, payment.id`,
  );
export const received = (db: Database, asked: Asked) => payments(db, asked, sql`payment.received_date`);
export const voided = (db: Database, asked: Asked) => payments(db, asked, sql`payment.voided_date`);

/** The payment providers whose refunds a person makes on the provider's own pages. */
const refundingThemselves = paymentProviders.filter((each) => each.refundedBy === "PROVIDER_PAGES").map(({ id }) => id);

/**
 * Refunds. A refund to the voucher that paid is in that voucher's ledger instead. A refund that a
 * provider did not accept was transferred by hand, unless it is always made on the provider's pages.
 */
export const refunds = (db: Database, asked: Asked) =>
  rowsOf(
    db,
    sql<{
      day: string;
      way: RefundMethod;
      byTransfer: boolean;
      amount: number;
      bonus: number;
      orderNumber: string;
      who: string;
    }>`
      select ${dayOf(sql`refund.done_date`, asked)} as day, refund.way,
        refund.failure is not null and coalesce(payment.kind, '') <> all(${refundingThemselves}::text[]) as "byTransfer",
        refund.amount::float8 as amount, refund.bonus::float8 as bonus,
        shop_order.number as "orderNumber", ${buyerName} as who
      from refund join shop_order on shop_order.site_id = refund.site_id and shop_order.id = refund.order_id
      left join payment on payment.site_id = refund.site_id and payment.id = refund.payment_id
      where refund.site_id = ${asked.siteId} and refund.state = 'DONE' and refund.way <> 'VOUCHER'
        and ${within(sql`refund.done_date`, asked)}
      order by refund.done_date, refund.id`,
  );

/**
 * Voucher payments, and money received for vouchers sold without an order. A voucher sold in an
 * order is a line of its invoice; a refund as a voucher is listed with the refunds.
 */
export const voucherMoves = (db: Database, asked: Asked) =>
  rowsOf(
    db,
    sql<{
      day: string;
      kind: string;
      delta: number;
      method: PaymentMethod | null;
      orderNumber: string | null;
      who: string;
      isInvoiced: boolean;
    }>`
      select ${dayOf(sql`entry.created_date`, asked)} as day, entry.kind, entry.delta::float8 as delta,
        coalesce(entry.payment, case when entry.kind = 'ISSUE' then voucher.payment end) ->> 'method' as method,
        shop_order.number as "orderNumber", 'Nr. ' || voucher.number as who,
        voucher_batch.invoice_id is not null as "isInvoiced"
      from voucher_entry as entry
      join voucher on voucher.site_id = entry.site_id and voucher.id = entry.voucher_id
      left join voucher_batch on voucher_batch.site_id = voucher.site_id and voucher_batch.id = voucher.batch_id
      left join shop_order on shop_order.site_id = entry.site_id and shop_order.number = entry.about
        and entry.kind in ('REDEEM', 'GIVE_BACK')
      where entry.site_id = ${asked.siteId} and ${within(sql`entry.created_date`, asked)} and entry.delta <> 0
        and (entry.kind in ('REDEEM', 'GIVE_BACK') or entry.kind = 'REFUND' and entry.payment is not null
          or entry.kind = 'ISSUE'
            and not exists (select from order_line
              where order_line.site_id = entry.site_id and order_line.voucher_id = entry.voucher_id)
            and not exists (select from refund
              where refund.site_id = entry.site_id and refund.voucher_id = entry.voucher_id))
      order by entry.created_date, entry.voucher_id, entry.sequence`,
  );

const name = "ledgerAccounts";

/** Returns the stored accounts; undefined if they were never changed. */
export async function readAccounts(on: Database, siteId: string, locks = false): Promise<unknown> {
  const row = on.selectFrom("setting").select("value").where("siteId", "=", siteId).where("name", "=", name);
  return (await (locks ? row.forUpdate() : row).executeTakeFirst())?.value;
}

/** Inserts the row that later changes lock, unless the row exists already. */
export const insertAccounts = (tx: Database, siteId: string, value: object, updatedDate: Date) =>
  tx
    .insertInto("setting")
    .values({ siteId, name, value: json(value), updatedDate })
    .onConflict((conflict) => conflict.columns(["siteId", "name"]).doNothing())
    .execute();

export const updateAccounts = (tx: Database, siteId: string, value: object, updatedDate: Date) =>
  tx
    .updateTable("setting")
    .set({ value: json(value), updatedDate })
    .where("siteId", "=", siteId)
    .where("name", "=", name)
    .execute();
