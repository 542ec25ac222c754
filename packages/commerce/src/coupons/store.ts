import type { CouponRule } from "@uola/contract";
import { type Database, json, type Schema } from "@uola/database";
import { type Insertable, type Selectable, sql } from "kysely";

type Row<Table extends keyof Schema> = Selectable<Schema[Table]>;
export type CouponRow = Row<"coupon">;
export type SummedCoupon = CouponRow & {
  code: string | null;
  codes: number;
  discount: number;
  income: number;
  newPeople: number;
};
export type RedemptionRow = Row<"couponRedemption"> & { couponName: string; rule: CouponRule; serviceName: string };

declare module "@uola/database/columns" {
  interface ColumnTypes {
    "coupon.rule": CouponRule;
  }
}

const coupons = (db: Database, siteId: string) => db.selectFrom("coupon").where("coupon.siteId", "=", siteId);

export const find = async (db: Database, siteId: string, id: string): Promise<CouponRow | undefined> =>
  await coupons(db, siteId).selectAll().where("id", "=", id).executeTakeFirst();

/** Locks and returns the coupon, so that its uses are counted one at a time. */
export const lock = async (tx: Database, siteId: string, id: string): Promise<CouponRow | undefined> =>
  await coupons(tx, siteId).selectAll().where("id", "=", id).forUpdate().executeTakeFirst();

/** Coupons with the totals of their uses. */
const summed = (db: Database, siteId: string) =>
  coupons(db, siteId)
    .selectAll("coupon")
    .select([
      sql<number>`(select count(*)::int from coupon_code code
        where code.site_id = coupon.site_id and code.coupon_id = coupon.id)`.as("codes"),
      sql<string | null>`(select code.code from coupon_code code
        where code.site_id = coupon.site_id and code.coupon_id = coupon.id and not code.once)`.as("code"),
      sumOf(sql`coalesce(sum(discount), 0)::float8`).as("discount"),
      sumOf(sql`coalesce(sum(price - discount), 0)::float8`).as("income"),
      sumOf(sql`count(*) filter (where first_booking)::int`).as("newPeople"),
    ]);
const sumOf = (what: ReturnType<typeof sql>) => sql<number>`(select ${what} from coupon_redemption redemption
  where redemption.site_id = coupon.site_id and redemption.coupon_id = coupon.id and redemption.released_date is null)`;

export const one = async (db: Database, siteId: string, id: string): Promise<SummedCoupon | undefined> =>
  await summed(db, siteId).where("coupon.id", "=", id).executeTakeFirst();

export const list = async (db: Database, siteId: string, archived: boolean): Promise<SummedCoupon[]> => {
  const found = summed(db, siteId).where("archivedDate", archived ? "is not" : "is", null);
  return await found.orderBy("coupon.createdDate", "desc").orderBy("coupon.id", "desc").limit(500).execute();
};

type Written = Pick<CouponRow, "name" | "rule" | "totalLimit">;

export const insert = (tx: Database, { rule, ...row }: Omit<Insertable<Schema["coupon"]>, "rule"> & Written) =>
  tx
    .insertInto("coupon")
    .values({ ...row, rule: json(rule) })
    .execute();

export const update = (
  tx: Database,
  { siteId, id, revision }: CouponRow,
  { rule, ...set }: Partial<Written & Pick<CouponRow, "stopped" | "archivedDate" | "used">>,
  updatedDate: Date,
) =>
  tx
    .updateTable("coupon")
    .set({ ...set, ...(rule && { rule: json(rule) }), updatedDate, revision: revision + 1 })
    .where("siteId", "=", siteId)
    .where("id", "=", id)
    .execute();

export const remove = (tx: Database, siteId: string, id: string) =>
  tx.deleteFrom("coupon").where("siteId", "=", siteId).where("id", "=", id).execute();

export const wasUsed = async (tx: Database, siteId: string, couponId: string): Promise<boolean> => {
  const uses = tx.selectFrom("couponRedemption").select("id").where("siteId", "=", siteId);
  return (await uses.where("couponId", "=", couponId).limit(1).executeTakeFirst()) !== undefined;
};

/** Adds codes in one statement and returns those that were not yet taken. */
export async function addCodes(
  tx: Database,
  { siteId, couponId, once }: { siteId: string; couponId: string; once: boolean },
  codes: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ code: string }>`
    insert into coupon_code (site_id, code, coupon_id, once)
    select ${siteId}::uuid, code, ${couponId}::uuid, ${once} from unnest(${codes}::text[]) as code order by code
    on conflict do nothing returning code`.execute(tx);
  return new Set(rows.map(({ code }) => code));
}

export const dropSharedCode = (tx: Database, siteId: string, couponId: string) =>
  tx
    .deleteFrom("couponCode")
    .where("siteId", "=", siteId)
    .where("couponId", "=", couponId)
    .where("once", "=", false)
    .execute();

export const codesOf = (db: Database, siteId: string, couponId: string) =>
  db
    .selectFrom("couponCode")
    .select(["code", "used"])
    .where("siteId", "=", siteId)
    .where("couponId", "=", couponId)
    .orderBy("code")
    .execute();

export const code = (db: Database, siteId: string, typed: string) =>
  db
    .selectFrom("couponCode")
    .select(["code", "couponId", "once", "used"])
    .where("siteId", "=", siteId)
    .where("code", "=", typed)
    .executeTakeFirst();

export const countUse = (tx: Database, siteId: string, typed: string, by: 1 | -1) =>
  tx
    .updateTable("couponCode")
    .set({ used: sql`greatest(used + ${by}, 0)` })
    .where("siteId", "=", siteId)
    .where("code", "=", typed)
    .execute();

type BookingRow = Row<"booking">;
/** The data of a booking needed to apply a coupon. */
export type BookingFacts = {
  id: string;
  serviceId: string;
  startDate: Date | null;
  totalParticipants: number;
  participantsChoices: BookingRow["participantsChoices"];
  participants: BookingRow["participants"];
  bookedEntity: BookingRow["bookedEntity"];
  email: string | null;
  phone: string | null;
  createdDate: Date;
};

/**
 * Returns the booking. In a transaction it is locked, so that concurrent coupons for it are applied
 * one at a time.
 */
export async function booking(
  db: Database,
  siteId: string,
  id: string,
  locks: boolean,
): Promise<BookingFacts | undefined> {
  const found = db
    .selectFrom("booking")
    .select([
      "id",
      "serviceId",
      "startDate",
      "totalParticipants",
      "participantsChoices",
      "participants",
      "bookedEntity",
      "createdDate",
    ])
    .select("contactEmail as email")
    .select(sql<string | null>`phone_digits(contact_details ->> 'phone')`.as("phone"))
    .where("siteId", "=", siteId)
    .where("id", "=", id);
  return (locks ? found.forNoKeyUpdate() : found).executeTakeFirst();
}

/**
 * Whether a person had no valid booking before a point in time, excluding the given bookings. A
 * person without an email address cannot be identified.
 */
export async function isFirst(
  db: Database,
  siteId: string,
  { email, until, except }: { email: string | null; until: Date; except: readonly string[] },
): Promise<boolean> {
  if (!email) return true;
  const earlier = db
    .selectFrom("booking")
    .select("id")
    .where("siteId", "=", siteId)
    .where("contactEmail", "=", email)
    .where(sql<boolean>`id <> all(${except}::uuid[])`)
    .where("createdDate", "<=", until)
    .where("status", "in", ["CREATED", "PENDING", "CONFIRMED"]);
  return (await earlier.limit(1).executeTakeFirst()) === undefined;
}

/**
 * Counts the uses of a coupon by this person (same email address) and by this family (same email
 * address or phone number).
 */
export async function uses(
  db: Database,
  siteId: string,
  couponId: string,
  { email, phone }: Pick<BookingFacts, "email" | "phone">,
): Promise<{ person: number; family: number }> {
  const { rows } = await sql<{ person: number; family: number }>`
    select count(*) filter (where email = ${email} or (${email}::text is null and phone = ${phone}))::int as person,
      count(*) filter (where email = ${email} or phone = ${phone})::int as family
    from coupon_redemption
    where site_id = ${siteId} and coupon_id = ${couponId} and released_date is null
      and (email = ${email} or phone = ${phone})`.execute(db);
  return rows[0] ?? { person: 0, family: 0 };
}

const redemptions = (db: Database, siteId: string) =>
  db
    .selectFrom("couponRedemption")
    .innerJoin("coupon", (join) =>
      join.onRef("coupon.siteId", "=", "couponRedemption.siteId").onRef("coupon.id", "=", "couponRedemption.couponId"),
    )
    .leftJoin("service", (join) =>
      join
        .onRef("service.siteId", "=", "couponRedemption.siteId")
        .onRef("service.id", "=", "couponRedemption.serviceId"),
    )
    .selectAll("couponRedemption")
    .select(["coupon.name as couponName", "coupon.rule"])
    .select(sql<string>`coalesce(service.name, '')`.as("serviceName"))
    .where("couponRedemption.siteId", "=", siteId);

export const ofBooking = (db: Database, siteId: string, bookingId: string): Promise<RedemptionRow[]> =>
  redemptions(db, siteId)
    .where("bookingId", "=", bookingId)
    .where("releasedDate", "is", null)
    .orderBy("couponRedemption.createdDate")
    .orderBy("couponRedemption.id")
    .execute();

/**
 * Returns the rules of the coupons that reduced the price of a booking, at the front desk or in its
 * order.
 */
export const couponRulesOfBooking = async (tx: Database, siteId: string, bookingId: string): Promise<CouponRule[]> => {
  const { rows } = await sql<{ rule: CouponRule }>`
    select coupon.rule from coupon_redemption used
    join coupon on coupon.site_id = used.site_id and coupon.id = used.coupon_id
    where used.site_id = ${siteId} and used.released_date is null and used.discount > 0 and (used.booking_id = ${bookingId}
      or used.order_id = (select order_id from order_line
        where site_id = ${siteId} and booking_id = ${bookingId} and discount > 0))`.execute(tx);
  return rows.map(({ rule }) => rule);
};

/** Returns the active coupon uses of an order, in locking order. */
export const ofOrder = (tx: Database, siteId: string, orderId: string) =>
  tx
    .selectFrom("couponRedemption")
    .selectAll()
    .where("siteId", "=", siteId)
    .where("orderId", "=", orderId)
    .where("releasedDate", "is", null)
    .orderBy("couponId")
    .execute();

/** Returns the coupon uses of an order that were released when it ended. */
export const releasedOfOrder = (tx: Database, siteId: string, orderId: string) =>
  tx
    .selectFrom("couponRedemption")
    .selectAll()
    .where("siteId", "=", siteId)
    .where("orderId", "=", orderId)
    .where("releasedDate", "is not", null)
    .orderBy("couponId")
    .orderBy("createdDate")
    .execute();

export const ofCoupon = (db: Database, siteId: string, couponId: string) =>
  redemptions(db, siteId).where("couponId", "=", couponId).where("releasedDate", "is", null);

export const redemption = (db: Database, siteId: string, id: string): Promise<RedemptionRow | undefined> =>
  redemptions(db, siteId).where("couponRedemption.id", "=", id).executeTakeFirst();

export const listColumns = {
  id: sql.ref("couponRedemption.id"),
  createdDate: sql.ref("couponRedemption.createdDate"),
};

type NewRedemption = Omit<Insertable<Schema["couponRedemption"]>, "actor" | "shares"> & {
  actor: object;
  shares?: readonly object[] | null;
};

export const insertRedemption = (tx: Database, { actor, shares, ...row }: NewRedemption) =>
  tx
    .insertInto("couponRedemption")
    .values({ ...row, actor: json(actor), shares: shares ? json(shares) : null })
    .execute();

/** Releases a coupon use; idempotent. */
export async function releaseRedemption(
  tx: Database,
  siteId: string,
  id: string,
  releasedDate: Date,
): Promise<boolean> {
  const released = tx.updateTable("couponRedemption").set({ releasedDate }).where("siteId", "=", siteId);
  const done = released.where("id", "=", id).where("releasedDate", "is", null).returning("id");
  return (await done.executeTakeFirst()) !== undefined;
}

const sums = [
  sql<number>`count(*)::int`.as("uses"),
  sql<number>`sum(discount)::float8`.as("discount"),
  sql<number>`sum(price - discount)::float8`.as("income"),
] as const;

export const byDay = (db: Database, siteId: string, couponId: string, timeZone: string) =>
  db
    .selectFrom("couponRedemption")
    .select(sql<string>`to_char(created_date at time zone ${timeZone}, 'YYYY-MM-DD')`.as("day"))
    .select(sums)
    .where("siteId", "=", siteId)
    .where("couponId", "=", couponId)
    .where("releasedDate", "is", null)
    .groupBy("day")
    .orderBy("day", "desc")
    .limit(400)
    .execute();

type OfService = { serviceId: string; name: string; uses: number; discount: number; income: number };

/** An order may include several services; each has its own share. */
export async function byService(db: Database, siteId: string, couponId: string): Promise<OfService[]> {
  const { rows } = await sql<OfService>`
    select share.service_id as "serviceId", coalesce(service.name, '') as name, count(*)::int as uses,
      sum(share.discount)::float8 as discount, sum(share.price - share.discount)::float8 as income
    from coupon_redemption used
    cross join lateral (
      select (part ->> 'serviceId')::uuid as service_id, (part ->> 'price')::bigint as price,
        (part ->> 'discount')::bigint as discount
      from jsonb_array_elements(used.shares) as part
      union all
      select used.service_id, used.price, used.discount where used.shares is null and used.service_id is not null
    ) as share
    left join service on service.site_id = used.site_id and service.id = share.service_id
    where used.site_id = ${siteId} and used.coupon_id = ${couponId} and used.released_date is null
    group by share.service_id, service.name
    order by uses desc, share.service_id`.execute(db);
  return rows;
}

export const timeZone = async (db: Database, siteId: string): Promise<string> => {
  const site = db.selectFrom("site").select("timeZone").where("id", "=", siteId);
  return (await site.executeTakeFirstOrThrow()).timeZone;
};
