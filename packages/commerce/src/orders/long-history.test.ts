import { newId } from "@uola/database";
import { sql } from "kysely";
import { expect, test } from "vitest";
import * as coupons from "../coupons/store.ts";
import * as documents from "../documents/store.ts";
import { passKind } from "../passes/passes.testing.ts";
import * as passes from "../passes/store.ts";
import { createTestGym } from "../testing.ts";
import * as vouchers from "../vouchers/store.ts";
import * as orders from "./order-store.ts";

const many = 20_000;

test("queries for an order or a search do not scan all rows of a shop with many orders", async () => {
  const gym = await createTestGym();
  const { db, siteId } = gym;
  try {
    const owner = gym.as(gym.key);
    await gym.api.background.drain("business: follow the lists");
    const rule = { serviceIds: [], weekdays: [], firstBookingOnly: false, stacking: "ALONE" as const };
    const off = { ...rule, kind: "PERCENT" as const, percent: 10 };
    const { coupon } = await owner.coupons.create({ name: "Dešimt", rule: off, code: "DESIMT" });
    const kind = await passKind(owner);
    const orderId = newId();
    await sql`insert into shop_order (site_id, id, number, holder, request_id, state, way, language, buyer, consents, gross,
        discount, voucher_pays, to_pay, vat, created_date, updated_date)
      select ${siteId}, case n when 1 then ${orderId}::uuid else gen_random_uuid() end, 'N' || n, 'visitor ' || n, gen_random_uuid(), 'PAID',
        'AT_DESK', 'lt', jsonb_build_object('firstName', 'Ona' || n, 'email', n || '@example.lt'), '[]', 100, 0, 0, 100, '[]',
        now() - n * interval '1 hour', now() from generate_series(1, ${many}) n`.execute(db);
    await sql`insert into coupon_redemption (site_id, id, coupon_id, code, order_id, email, price, discount, first_booking, actor, created_date)
      select site_id, gen_random_uuid(), ${coupon.id}, 'DESIMT', id, buyer ->> 'email', 100, 10, false, '{}', created_date
      from shop_order`.execute(db);
    await sql`insert into document_series values (${siteId}, 'SF', 'INVOICE', ${many}, '2026-09-01')`.execute(db);
    await sql`insert into document (site_id, id, kind, series, number, issue_day, order_id, order_number, buyer, gross, net, vat, snapshot,
        created_date)
      select site_id, gen_random_uuid(), 'INVOICE', 'SF', substr(number, 2)::int, '2026-09-01', id, number, buyer ->> 'firstName', 100, 100, 0,
        '{}', created_date from shop_order`.execute(db);
    await sql`insert into pass (site_id, id, number, last4, sealed_code, kind_id, name, terms, price, holder_name, holder_email, language,
        valid_from, valid_until, created_date, updated_date)
      select ${siteId}, gen_random_uuid(), n, lpad(n::text, 5, '0'), '', ${kind.id}, '', ${JSON.stringify(kind.terms)}::jsonb, 100, 'Ona' || n,
        null, 'lt', '2026-09-01', '2026-09-30', now(), now() from generate_series(1, ${many}) n`.execute(db);
    await sql`insert into voucher (site_id, id, number, last4, sealed_code, face, balance, vat_type, valid_until, design, language, greeting,
        recipient_name, giver_name, recipient_email, created_date, updated_date)
      select site_id, gen_random_uuid(), number, last4, '', 100, 100, 'MULTI', '2027-09-01', 'ROUTE', 'lt', '', holder_name, 'Jonas',
        holder_name || '@example.lt', now(), now() from pass`.execute(db);
    await sql`vacuum analyze shop_order, coupon_redemption, document, pass, voucher`.execute(db);

    /** Returns the tables that are scanned sequentially during the work. */
    const readThrough = (work: (tx: typeof db) => Promise<unknown>) =>
      db.transaction().execute(async (tx) => {
        await work(tx);
        const { rows } = await sql<{ relname: string }>`select relname from pg_stat_xact_user_tables
          where seq_scan > 0 and relname in ('shop_order', 'coupon_redemption', 'document', 'pass', 'voucher')`.execute(
          tx,
        );
        return rows.map(({ relname }) => relname);
      });
    const email = `${many}@example.lt`;
    const facts = { email, phone: "37060000000" };
    expect(await coupons.uses(db, siteId, coupon.id, facts)).toEqual({ person: 1, family: 1 });
    expect(await readThrough((tx) => coupons.uses(tx, siteId, coupon.id, facts))).toEqual([]);
    expect(await readThrough((tx) => coupons.ofOrder(tx, siteId, orderId))).toEqual([]);
    const text = `ona${many}`;
    expect(await orders.list(db, siteId, { text }).execute()).toHaveLength(1);
    expect(await readThrough((tx) => orders.list(tx, siteId, { text }).execute())).toEqual([]);
    expect(await documents.list(db, siteId, { text }).execute()).toHaveLength(1);
    expect(await readThrough((tx) => documents.list(tx, siteId, { text }).execute())).toEqual([]);
    const newest = (on: typeof db) =>
      documents.list(on, siteId, {}).orderBy("document.createdDate", "desc").orderBy("document.id").limit(51);
    expect(await readThrough((tx) => newest(tx).execute())).toEqual([]);
    const found = { text, today: "2026-09-01" };
    expect(await passes.list(db, siteId, found).execute()).not.toEqual([]);
    expect(await readThrough((tx) => passes.list(tx, siteId, found).execute())).toEqual([]);
    const byNames = true;
    expect(await vouchers.list(db, siteId, { ...found, byNames }).execute()).not.toEqual([]);
    expect(await readThrough((tx) => vouchers.list(tx, siteId, { ...found, byNames }).execute())).toEqual([]);
  } finally {
    await gym.close();
  }
});
