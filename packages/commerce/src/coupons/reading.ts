import { dateOf } from "@uola/booking";
import type { contract } from "@uola/contract";
import { type Context, type Handlers, type Listing, page, Refusal, Violation } from "@uola/kernel";
import { actorOf, namesOf } from "@uola/members";
import { csvFile } from "../documents/documents.ts";
import { sumOf } from "../money/money.ts";
import { lineOf } from "./lines.ts";
import { couponRuleErrors, discountOf } from "./rules.ts";
import * as store from "./store.ts";
import { toCoupon, toRedemption } from "./to-coupon.ts";

const listing: Listing = {
  fields: {
    id: { column: store.listColumns.id, type: "uuid", required: true },
    createdDate: { column: store.listColumns.createdDate, type: "date", required: true },
  },
  key: "id",
  sort: [{ fieldName: "createdDate", order: "DESC" }],
  limit: { default: 30, max: 100 },
  paging: "cursor",
};

export function readingHandlers({
  db,
  siteId,
  now,
}: Context): Handlers<Pick<typeof contract.coupons, "query" | "codes" | "report" | "redemptions" | "try">> {
  const zone = () => store.timeZone(db, siteId);

  async function read(couponId: string) {
    const row = await store.one(db, siteId, couponId);
    if (!row) throw new Refusal("COUPON_NOT_FOUND", `There is no coupon ${couponId}.`, 404);
    return row;
  }

  return {
    async query({ archived }) {
      const today = dateOf(now(), await zone());
      return { coupons: (await store.list(db, siteId, archived)).map((row) => toCoupon(row, today)) };
    },

    async codes({ couponId }) {
      const { name } = await read(couponId);
      const codes = await store.codesOf(db, siteId, couponId);
      const plain = name.normalize("NFD").replace(/[^A-Za-z0-9]+/g, "-");
      return csvFile(`coupon-${plain}.csv`, ["code;used", ...codes.map(({ code, used }) => `${code};${used}`)]);
    },

    async report({ couponId }) {
      const [row, timeZone] = await Promise.all([read(couponId), zone()]);
      const [days, services] = await Promise.all([
        store.byDay(db, siteId, couponId, timeZone),
        store.byService(db, siteId, couponId),
      ]);
      return { coupon: toCoupon(row, dateOf(now(), timeZone)), days, services };
    },

    async redemptions({ couponId, limit, cursor }) {
      await read(couponId);
      const cursorPaging = { ...(limit && { limit }), ...(cursor && { cursor }) };
      const { rows, pagingMetadata } = await page(store.ofCoupon(db, siteId, couponId), { cursorPaging }, listing);
      const names = await namesOf(
        db,
        siteId,
        rows.map(({ actor }) => actorOf(actor)),
      );
      return { redemptions: rows.map((row) => toRedemption(row, names)), pagingMetadata };
    },

    async try({ rule, lines, firstBooking }) {
      const wrong = couponRuleErrors(rule).map(({ field, description }) => ({ field: `rule.${field}`, description }));
      if (wrong.length > 0) throw new Violation(wrong);
      const timeZone = await zone();
      const cart = lines.map((line) => lineOf(line, timeZone));
      const decided = discountOf(rule, { lines: cart, today: dateOf(now(), timeZone), firstBooking });
      if ("code" in decided) {
        throw new Refusal(decided.code, `The coupon does not apply: ${decided.code}.`, 409, decided.data);
      }
      const { discounts } = decided;
      return { price: sumOf(cart.map(({ price }) => price)), discount: sumOf(discounts), discounts };
    },
  };
}
