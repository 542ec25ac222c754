import { type BookingSales, dateOf, holderOf, type PlacesNow } from "@uola/booking";
import type { Cart, CartBooking, CartCode, CartLine, CartProblem, CouponRule, TaxClass, VatPart } from "@uola/contract";
import type { Caller, Context } from "@uola/kernel";
import { type CouponOfCode, type CouponPerson, lineOf, type OrderCoupons } from "../coupons/coupons.ts";
import type { Documents } from "../documents/documents.ts";
import { type Tax, taxLines, taxOf } from "../vat/vat.ts";
import { availableOf, type VoucherLedger } from "../vouchers/vouchers.ts";
import { blocks, type PricedLine, type Reckoning, reckon } from "./cart-rules.ts";
import * as store from "./cart-store.ts";
import type { Priced } from "./price-list.ts";

type VoucherRow = Awaited<ReturnType<VoucherLedger["read"]>>;

/** A line of a cart with what was found about it. */
export type SeenLine = {
  row: store.LineRow;
  name: string;
  quantity: number;
  /** Null where participants pay different prices. */
  unitPrice: number | null;
  gross: number;
  taxClass: TaxClass;
  tax: Tax;
  problem: CartProblem | undefined;
  places: PlacesNow | undefined;
};

/** A cart as it is now, with all that ordering it needs. */
export type SeenCart = {
  row: store.CartRow | undefined;
  lines: SeenLine[];
  coupons: (store.CodeRow & { coupon: CouponOfCode | undefined })[];
  vouchers: (store.CodeRow & { voucher: VoucherRow })[];
  reckoning: Reckoning;
  firstBooking: boolean;
  vat: VatPart[];
  today: string;
};

export type CartViews = ReturnType<typeof createCartViews>;

type Situation = { prices: ReadonlyMap<string, Priced>; today: string; ofVouchers: TaxClass; vatPayer: boolean };

type Parts = {
  sales: BookingSales;
  coupons: OrderCoupons;
  ledger: VoucherLedger;
  documents: Pick<Documents, "seller">;
  pricesOn(today: string): Promise<ReadonlyMap<string, Priced>>;
  voucherClass(): Promise<TaxClass>;
};

/** Reads carts at the prices of this moment. Nothing that a browser sent decides a price. */
export function createCartViews(
  { db, siteId, now }: Context,
  { sales, coupons, ledger, documents, pricesOn, voucherClass }: Parts,
) {
  /** Without a person nobody is known: limits of coupons are checked when the buyer is. */
  async function personOf({ memberId }: Caller): Promise<CouponPerson> {
    const member = memberId ? await store.member(db, siteId, memberId) : undefined;
    return { email: member?.emailVerified ? member.email.toLowerCase() : null, phone: null };
  }

  async function lookAt(
    row: store.LineRow,
    caller: Caller,
    { prices, today, ofVouchers, vatPayer }: Situation,
  ): Promise<SeenLine> {
    const seen = (found: Omit<SeenLine, "row" | "tax" | "problem" | "places"> & Partial<SeenLine>): SeenLine => {
      const { problem, places, ...line } = found;
      const isDearer = !problem && row.seenGross !== line.gross;
      const changed: CartProblem = { code: "PRICE_CHANGED", blocks: false, before: row.seenGross };
      const tax = taxOf(line.taxClass, today, { vatPayer });
      return { row, ...line, tax, places, problem: problem ?? (isDearer ? changed : undefined) };
    };
    switch (row.kind) {
      case "VOUCHER": {
        const { face } = row.detail;
        return seen({ name: "", quantity: 1, unitPrice: face, gross: face, taxClass: ofVouchers });
      }
      case "DONATION": {
        const { amount } = row.detail;
        return seen({ name: "", quantity: 1, unitPrice: amount, gross: amount, taxClass: "OUT_OF_SCOPE" });
      }
      case "GOODS": {
        const { priceId, quantity } = row.detail;
        const price = prices.get(priceId);
        const unitPrice = price?.cents ?? 0;
        const gross = unitPrice * quantity;
        const problem = price ? undefined : wrong("GONE");
        return seen({ name: price?.name ?? "", quantity, unitPrice, gross, taxClass: "STANDARD", problem });
      }
      case "BOOKING": {
        const { detail } = row;
        const places = await sales.look(detail, caller, row.holdId);
        const gross = places?.price ?? 0;
        const quantity = detail.totalParticipants;
        const isEven = gross % quantity === 0 && !detail.participantsChoices;
        return seen({
          ...{ name: places?.service.name ?? "", quantity, unitPrice: isEven ? gross / quantity : null, gross },
          ...{ taxClass: "STANDARD", places, problem: problemOf(detail, places) },
        });
      }
    }
  }

  async function see(caller: Caller, known?: CouponPerson): Promise<SeenCart> {
    const today = dateOf(now(), await store.timeZone(db, siteId));
    const row = await store.find(db, siteId, holderOf(caller));
    const [rows, codes] = row
      ? await Promise.all([store.lines(db, siteId, row.id), store.codes(db, siteId, row.id)])
      : [[], []];
    const hasGoods = rows.some(({ kind }) => kind === "GOODS");
    const [prices, ofVouchers, timeZone, person] = await Promise.all([
      hasGoods ? pricesOn(today) : new Map<string, Priced>(),
      voucherClass(),
      store.timeZone(db, siteId),
      known ?? personOf(caller),
    ]);
    // Before it is known who sells, prices are shown as those of a VAT payer.
    const seller = await documents.seller();
    const situation = { prices, today, ofVouchers, vatPayer: !seller || seller.vatCode !== null };
    const lines: SeenLine[] = [];
    for (const each of rows) lines.push(await lookAt(each, caller, situation));
    const typed = [];
    const vouchers = [];
    for (const code of codes) {
      if (code.couponCode) typed.push({ ...code, coupon: await coupons.read(db, code.couponCode, person) });
      if (code.voucherId) vouchers.push({ ...code, voucher: await ledger.read(code.voucherId) });
    }
    const firstBooking = typed.length === 0 || (await coupons.isFirst(db, person));
    const reckoning = reckon(
      lines.map((line) => pricedOf(line, timeZone)),
      {
        today,
        coupons: typed.map(({ id, coupon }) => ({
          ...{ id, couponId: coupon?.couponId ?? id, rule: coupon?.rule ?? noRule, firstBooking },
          refused: coupon ? coupon.refused : { code: "COUPON_STOPPED" },
        })),
        vouchers: vouchers.map(({ id, voucher }) => ({ id, voucher })),
      },
    );
    const taxed = lines.map(({ row, gross, tax }) => ({
      ...{ gross: gross - (reckoning.discounts.get(row.id) ?? 0), tax },
    }));
    const vat = taxLines(taxed.filter(({ gross }) => gross > 0)).rows.map(({ rate, gross, net, vat }) => ({
      ...{ rate, gross, net, vat },
    }));
    return { row, lines, coupons: typed, vouchers, reckoning, firstBooking, vat, today };
  }

  return {
    see,
    read: async (caller: Caller): Promise<Cart> => toCart(await see(caller)),

    /** What something costs now; undefined where it is not sold. */
    async grossOf(asked: store.Detail, holdId: string | null, caller: Caller): Promise<number | undefined> {
      if (asked.kind === "VOUCHER") return asked.detail.face;
      if (asked.kind === "DONATION") return asked.detail.amount;
      if (asked.kind === "BOOKING") return (await sales.look(asked.detail, caller, holdId))?.price;
      const today = dateOf(now(), await store.timeZone(db, siteId));
      const price = (await pricesOn(today)).get(asked.detail.priceId);
      return price && price.cents * asked.detail.quantity;
    },
  };
}

/** Of a coupon that was deleted: it does nothing. */
const noRule: CouponRule = {
  ...{ kind: "PERCENT", percent: 1, serviceIds: [], weekdays: [], firstBookingOnly: false, stacking: "ALONE" },
};

const wrong = (code: CartProblem["code"], left?: number): CartProblem => ({
  ...{ code, blocks: blocks(code) },
  ...(left !== undefined && { left }),
});

function problemOf(detail: CartBooking, places: PlacesNow | undefined): CartProblem | undefined {
  if (!places) return wrong("GONE");
  if (places.price === undefined) return wrong("NOT_FOR_SALE");
  if (places.left !== null && places.left < detail.totalParticipants)
    return wrong("SOLD_OUT", Math.max(0, places.left));
  return places.hold ? undefined : wrong("HOLD_ENDED");
}

function pricedOf({ row, gross, places }: SeenLine, timeZone: string): PricedLine {
  const serviceId = places?.service.id;
  if (!serviceId) return { id: row.id, kind: row.kind, gross };
  const { session } = lineOf({ serviceId, price: gross, startDate: places.startDate }, timeZone);
  return { id: row.id, kind: row.kind, gross, serviceId, ...(session && { session }) };
}

/** A cart as it is answered. */
export function toCart({ row, lines, coupons, vouchers, reckoning, vat }: SeenCart): Cart {
  const holds = lines.flatMap(({ places }) => places?.hold ?? []);
  const deadline = holds.map(({ expiresDate }) => expiresDate).toSorted((a, b) => a.getTime() - b.getTime())[0];
  const { gross, discount, total, voucherPays, toPay } = reckoning;
  return {
    lines: lines.map((line) => toLine(line, reckoning)),
    codes: [
      ...coupons.map(
        ({ id, couponCode, coupon }): CartCode => ({
          ...{
            id,
            kind: "COUPON",
            text: couponCode ?? "",
            name: coupon?.name ?? "",
            thing: coupon?.rule.thing ?? null,
          },
          ...effectOf(id, reckoning),
        }),
      ),
      ...vouchers.map(({ id, voucher }): CartCode => {
        const effect = effectOf(id, reckoning);
        const left = availableOf(voucher) - effect.amount;
        return { id, kind: "VOUCHER", text: voucher.last4, name: voucher.serviceName ?? "", ...effect, left };
      }),
    ],
    ...{ gross, discount, total, vat, voucherPays, toPay },
    deadline: deadline ?? null,
    renewable: lines.some(({ places, problem }) => places?.hold?.renewable || problem?.code === "HOLD_ENDED"),
    orderable: lines.length > 0 && !lines.some(({ problem }) => problem?.blocks),
    revision: String(row?.revision ?? 0),
  };
}

function effectOf(id: string, { codes }: Reckoning) {
  const effect = codes.find((code) => code.id === id);
  return { amount: effect?.amount ?? 0, problem: effect?.problem?.code ?? null };
}

function toLine(
  { row, name, quantity, unitPrice, gross, tax, places, problem }: SeenLine,
  reckoning: Reckoning,
): CartLine {
  const discount = reckoning.discounts.get(row.id) ?? 0;
  return {
    ...{ id: row.id, kind: row.kind, name, quantity, unitPrice, gross, discount, total: gross - discount },
    booking: row.kind === "BOOKING" ? row.detail : null,
    voucher: row.kind === "VOUCHER" ? voucherDetail(row.detail) : null,
    goods: row.kind === "GOODS" ? row.detail : null,
    donation: row.kind === "DONATION" ? row.detail : null,
    serviceId: places?.service.id ?? null,
    startDate: places?.startDate ?? null,
    endDate: places?.endDate ?? null,
    vatRate: tax.rate,
    holdExpiresDate: places?.hold?.expiresDate ?? null,
    cancelableUntil: places?.cancelableUntil ?? null,
    problem: problem ?? null,
  };
}

/** JSON keeps dates as text. */
export const voucherDetail = <Detail extends { sendDate?: Date | string | null | undefined }>(
  detail: Detail,
): Omit<Detail, "sendDate"> & { sendDate: Date | null } => ({
  ...detail,
  sendDate: detail.sendDate ? new Date(detail.sendDate) : null,
});
