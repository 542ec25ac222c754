import type { PurchasePolicy } from "@uola/booking";
import type {
  Buyer,
  BuyerCompany,
  CartPass,
  OrderConsent,
  OrderPaymentMethod,
  OrderState,
  PassTerms,
  ScheduledTaxClass,
  TaxClass,
  VatPart,
} from "@uola/contract";
import { type Database, json, type Schema } from "@uola/database";
import { type Insertable, type RawBuilder, type Selectable, type SqlBool, sql } from "kysely";
import type { Detail } from "./carts/cart-store.ts";

type Row<Table extends keyof Schema> = Selectable<Schema[Table]>;

export type OrderRow = Row<"shopOrder">;
/** A stored order line. The column `tax_class` is nullable, but every line is written with one. */
export type LineRow = Row<"orderLine"> & { taxClass: TaxClass };
/** A bought pass, with the terms that were valid when it was ordered. */
export type BoughtPass = CartPass & { terms: PassTerms };

declare module "@uola/database/columns" {
  interface ColumnTypes {
    "shopOrder.way": OrderPaymentMethod;
    "shopOrder.language": "lt" | "en";
    "shopOrder.buyer": Buyer;
    "shopOrder.company": BuyerCompany;
    "shopOrder.consents": OrderConsent[];
    "shopOrder.vat": VatPart[];
    "orderLine.detail": Detail["detail"] | BoughtPass;
    "orderLine.taxClass": TaxClass;
    "orderLine.laterTax": ScheduledTaxClass;
    "orderLine.policy": PurchasePolicy;
  }
}
export type VoucherRow = Row<"orderVoucher">;

const orders = (db: Database, siteId: string) => db.selectFrom("shopOrder").where("shopOrder.siteId", "=", siteId);

export const find = async (db: Database, siteId: string, id: string): Promise<OrderRow | undefined> =>
  await orders(db, siteId).selectAll().where("id", "=", id).executeTakeFirst();

/** Reads and locks the order, so that all decisions about its payments are made one after another. */
export const lock = async (tx: Database, siteId: string, id: string): Promise<OrderRow | undefined> =>
  await orders(tx, siteId).selectAll().where("id", "=", id).forUpdate().executeTakeFirst();

export const byRequest = async (db: Database, siteId: string, holder: string, requestId: string) =>
  await orders(db, siteId)
    .selectAll()
    .where("holder", "=", holder)
    .where("requestId", "=", requestId)
    .executeTakeFirst();

type Searched = {
  /** Limits the result to a member's own orders and those with the member's verified address. */
  member?: { memberId: string | undefined; email: string | undefined };
  states?: readonly OrderState[] | null | undefined;
  way?: OrderPaymentMethod | null | undefined;
  text?: string | null | undefined;
  from?: Date | null | undefined;
  until?: Date | null | undefined;
  /** Only orders with an instalment that is overdue on this day. */
  lateOn?: string | undefined;
};

/**
 * Returns the SQL for the overdue amount of an order on a day: the amount still due, without the
 * instalments that are due on that day or later.
 */
export const overdueOn = (day: string) => sql<number>`(shop_order.later - (
  select coalesce(sum(amount), 0) from order_part
  where order_part.site_id = shop_order.site_id and order_id = shop_order.id and due_day >= ${day}::date))`;
export const isOverdueOn = (day: string) => sql<SqlBool>`(shop_order.state = 'PART_PAID' and ${overdueOn(day)} > 0)`;

export function list(db: Database, siteId: string, { member, states, way, text, from, until, lateOn }: Searched) {
  let found = orders(db, siteId).selectAll("shopOrder");
  if (member) {
    const { memberId = null, email = null } = member;
    found = found.where((eb) =>
      eb.or([eb("memberId", "=", memberId), eb(sql`lower(buyer ->> 'email')`, "=", email?.toLowerCase() ?? null)]),
    );
  }
  if (states?.length) found = found.where("state", "in", states);
  if (way) found = found.where("way", "=", way);
  if (lateOn) found = found.where(isOverdueOn(lateOn));
  if (from) found = found.where("createdDate", ">=", from);
  if (until) found = found.where("createdDate", "<", until);
  if (!text) return found;
  const part = `%${text.replace(/[\\%_]/g, "\\$&")}%`;
  return found.where(sql<boolean>`order_words(number, buyer, company) like plain_text(${part})`);
}
/**
 * Counts a person's unpaid orders without places, by the address or by the holder, whichever count
 * is larger. Orders sold at the desk are not counted.
 */
export async function waitingWithoutPlaces(
  db: Database,
  siteId: string,
  { email, holder }: { email: string | null; holder: string },
): Promise<number> {
  const waiting = (whose: RawBuilder<SqlBool>) => sql`(
    select count(*) from shop_order where site_id = ${siteId} and state = 'AWAITING_PAYMENT' and not sold_at_desk and ${whose}
      and not exists (select from order_line where order_line.site_id = shop_order.site_id
        and order_line.order_id = shop_order.id and kind = 'BOOKING'))`;
  const { rows } = await sql<{ count: number }>`select greatest(
    ${waiting(sql`lower(buyer ->> 'email') = ${email?.toLowerCase() ?? null}`)},
    ${waiting(sql`holder = ${holder}`)})::int as count`.execute(db);
  return rows[0]?.count ?? 0;
}

export const listColumns = { id: sql.ref("shop_order.id"), createdDate: sql.ref("shop_order.created_date") };

type NewOrder = Omit<OrderRow, "paid" | "refunded" | "revision">;

/** Inserts an order. Returns false if its number or its request id already exists. */
export async function insert(tx: Database, { buyer, company, consents, vat, ...row }: NewOrder): Promise<boolean> {
  const texts = { buyer: json(buyer), consents: json(consents), vat: json(vat), company: company && json(company) };
  const made = await tx
    .insertInto("shopOrder")
    .values({ ...row, ...texts })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  return made !== undefined;
}

/** The sums of an order, which change only if a line is cancelled before the order is fully paid. */
export type Sum = "gross" | "discount" | "voucherPays" | "toPay" | "later" | "vat";

export async function update(
  tx: Database,
  { siteId, id, revision }: Pick<OrderRow, "siteId" | "id" | "revision">,
  { vat, ...set }: Partial<Pick<OrderRow, "state" | "way" | "paid" | "refunded" | "dueDate" | "paidDate" | Sum>>,
  updatedDate: Date,
): Promise<OrderRow> {
  return await tx
    .updateTable("shopOrder")
    .set({ ...set, ...(vat && { vat: json(vat) }), updatedDate, revision: revision + 1 })
    .where("siteId", "=", siteId)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export const insertLines = async (tx: Database, rows: readonly LineRow[]): Promise<void> => {
  const texts = rows.map(({ detail, policy, laterTax, ...row }) => ({
    ...row,
    detail: json(detail),
    policy: policy && json(policy),
    laterTax: laterTax && json(laterTax),
  }));
  await tx.insertInto("orderLine").values(texts).execute();
};

/** Lines with the current time of their places, which may have been moved since the order. */
const linesNow = (db: Database, siteId: string) =>
  db
    .selectFrom("orderLine")
    .leftJoin("booking", (join) =>
      join.onRef("booking.siteId", "=", "orderLine.siteId").onRef("booking.id", "=", "orderLine.bookingId"),
    )
    .selectAll("orderLine")
    .select([
      sql<Date | null>`coalesce(booking.start_date, order_line.start_date)`.as("startDate"),
      sql<Date | null>`coalesce(booking.end_date, order_line.end_date)`.as("endDate"),
    ])
    .where("orderLine.siteId", "=", siteId);

export const lines = async (db: Database, siteId: string, orderIds: readonly string[]): Promise<LineRow[]> =>
  orderIds.length === 0
    ? []
    : ((await linesNow(db, siteId)
        .where("orderId", "in", orderIds)
        .orderBy("orderId")
        .orderBy("position")
        .execute()) as LineRow[]);

/** Assigns a visitor's orders to the member who signed in. */
export const claim = (tx: Database, siteId: string, { visitorId, memberId }: { visitorId: string; memberId: string }) =>
  tx
    .updateTable("shopOrder")
    .set({ memberId })
    .where("siteId", "=", siteId)
    .where("visitorId", "=", visitorId)
    .where("memberId", "is", null)
    .execute();

/** Returns the line through which a booking was sold. */
export const lineOfBooking = async (db: Database, siteId: string, bookingId: string): Promise<LineRow | undefined> =>
  (await linesNow(db, siteId).where("bookingId", "=", bookingId).executeTakeFirst()) as LineRow | undefined;

/** Locks the orders through which these bookings were sold, in the order of their ids. */
export const lockOfBookings = (tx: Database, siteId: string, bookingIds: readonly string[]) =>
  orders(tx, siteId)
    .select("id")
    .where("id", "in", (db) =>
      db.selectFrom("orderLine").select("orderId").where("siteId", "=", siteId).where("bookingId", "in", bookingIds),
    )
    .orderBy("id")
    .forUpdate()
    .execute();

type LineColumns =
  | ("state" | "refunded" | "quantity" | "detail" | "taxClass" | "vatRate" | "gross" | "unitPrice" | "later")
  | ("voucherId" | "withdrawalId" | "passId");

export const updateLine = (
  tx: Database,
  { siteId, id }: Pick<LineRow, "siteId" | "id">,
  { detail, ...set }: Partial<Pick<LineRow, LineColumns>>,
) =>
  tx
    .updateTable("orderLine")
    .set({ ...set, ...(detail && { detail: json(detail) }) })
    .where("siteId", "=", siteId)
    .where("id", "=", id)
    .execute();

export const insertVouchers = async (tx: Database, rows: readonly Insertable<Schema["orderVoucher"]>[]) => {
  if (rows.length > 0) await tx.insertInto("orderVoucher").values(rows).execute();
};

/** Returns the vouchers of orders, in locking order. */
export const vouchers = async (db: Database, siteId: string, orderIds: readonly string[]): Promise<VoucherRow[]> =>
  orderIds.length === 0
    ? []
    : db
        .selectFrom("orderVoucher")
        .selectAll()
        .where("siteId", "=", siteId)
        .where("orderId", "in", [...orderIds])
        .orderBy("voucherId")
        .execute();

export const updateVoucher = (
  tx: Database,
  { siteId, orderId, voucherId }: VoucherRow,
  set: { state?: "REDEEMED" | "RELEASED"; givenBack?: number; amount?: number },
) =>
  tx
    .updateTable("orderVoucher")
    .set(set)
    .where("siteId", "=", siteId)
    .where("orderId", "=", orderId)
    .where("voucherId", "=", voucherId)
    .execute();

export const removeVoucher = (tx: Database, { siteId, orderId, voucherId }: VoucherRow) =>
  tx
    .deleteFrom("orderVoucher")
    .where("siteId", "=", siteId)
    .where("orderId", "=", orderId)
    .where("voucherId", "=", voucherId)
    .execute();

export const coupons = async (db: Database, siteId: string, orderIds: readonly string[]) => {
  if (orderIds.length === 0) return [];
  return db
    .selectFrom("couponRedemption")
    .innerJoin("coupon", (join) =>
      join.onRef("coupon.siteId", "=", "couponRedemption.siteId").onRef("coupon.id", "=", "couponRedemption.couponId"),
    )
    .select(["couponRedemption.orderId", "couponRedemption.code", "couponRedemption.discount", "coupon.name"])
    .select(sql<string | null>`coupon.rule ->> 'thing'`.as("thing"))
    .where("couponRedemption.siteId", "=", siteId)
    .where("couponRedemption.orderId", "in", orderIds)
    .orderBy("couponRedemption.createdDate")
    .orderBy("couponRedemption.id")
    .execute();
};

export type PartRow = Row<"orderPart">;

export const insertParts = async (tx: Database, rows: readonly Insertable<Schema["orderPart"]>[]): Promise<void> => {
  if (rows.length > 0) await tx.insertInto("orderPart").values(rows).execute();
};

/** Returns the instalments of orders, by due day. */
export const parts = async (db: Database, siteId: string, orderIds: readonly string[]): Promise<PartRow[]> =>
  orderIds.length === 0
    ? []
    : db
        .selectFrom("orderPart")
        .selectAll()
        .where("siteId", "=", siteId)
        .where("orderId", "in", orderIds)
        .orderBy("dueDay")
        .orderBy("position")
        .execute();

export const updatePart = (
  tx: Database,
  { siteId, orderId, position }: PartRow,
  set: Partial<Pick<PartRow, "dueDay" | "remindDay">>,
) =>
  tx
    .updateTable("orderPart")
    .set(set)
    .where("siteId", "=", siteId)
    .where("orderId", "=", orderId)
    .where("position", "=", position)
    .execute();

/** Returns orders with an instalment whose reminder is due by a day, the longest-waiting first. */
export const toRemind = async (db: Database, siteId: string, day: string, limit: number): Promise<string[]> => {
  const due = db.selectFrom("orderPart").select("orderId").where("siteId", "=", siteId).where("remindDay", "<=", day);
  const rows = await due.orderBy("remindDay").orderBy("orderId").limit(limit).execute();
  return [...new Set(rows.map(({ orderId }) => orderId))];
};

/** Returns orders whose deadline has passed. */
export const overdue = async (db: Database, siteId: string, at: Date, limit: number): Promise<string[]> => {
  const due = orders(db, siteId).select("id").where("state", "=", "AWAITING_PAYMENT").where("dueDate", "<=", at);
  return (await due.orderBy("dueDate").limit(limit).execute()).map(({ id }) => id);
};

/**
 * Returns the prices of bookings. If a booking was ordered, it is the price of the line less
 * refunds; if a coupon was redeemed at the front desk, the lowest discounted price. Bookings paid
 * by a pass are not included, and refunds are deducted only for fulfilled lines.
 */
export async function pricesOfBookings(
  db: Database,
  siteId: string,
  bookingIds: readonly string[],
): Promise<{ bookingId: string; price: number }[]> {
  if (bookingIds.length === 0) return [];
  const ids = [...bookingIds];
  const { rows } = await sql<{ bookingId: string; price: number }>`
    select booking_id, gross - discount - case when state = 'DONE' then refunded else 0 end as price from order_line
    where site_id = ${siteId} and booking_id = any(${ids}::uuid[]) and pass_entries = 0
    union all
    select booking_id, min(price - discount) from coupon_redemption
    where site_id = ${siteId} and booking_id = any(${ids}::uuid[]) and released_date is null
    group by booking_id`.execute(db);
  return rows;
}

export const steps = (db: Database, siteId: string, orderId: string) =>
  db
    .selectFrom("audit")
    .select(["action", "actor", "reason", "createdDate"])
    .where("siteId", "=", siteId)
    .where("entity", "=", "order")
    .where("entityId", "=", orderId)
    .orderBy("createdDate", "desc")
    .orderBy("id", "desc")
    .limit(200)
    .execute();
