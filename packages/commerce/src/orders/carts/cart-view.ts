import { type BookingSales, dateOf, holderOf, type IsMember, isStaff, type PlacesNow, wallTimeOf } from "@uola/booking";
import {
  type CartBooking,
  type CartLine,
  type CartProblem,
  type CouponRule,
  cartLimits,
  type Instalment,
  type PassTerms,
  type ScheduledTaxClass,
  type TaxClass,
  type VatPart,
} from "@uola/contract";
import { translatedText } from "@uola/contract/service-translation";
import { taxationOn } from "@uola/contract/tax-class";
import type { Caller, Context } from "@uola/kernel";
import { type CouponOfCode, type CouponPerson, lineOf, type OrderCoupons } from "../../coupons/coupons.ts";
import type { Documents } from "../../documents/documents.ts";
import type { PassHolders, PassKinds, PassLedger, SoldKind, Visit } from "../../passes/passes.ts";
import type { Priced } from "../../prices/prices.ts";
import { type Tax, taxLines, taxOf } from "../../vat/vat.ts";
import type { VoucherLedger } from "../../vouchers/vouchers.ts";
import { type PlannedLine, planInstalments } from "../instalment-rules.ts";
import { lastDayOf } from "../order-rules.ts";
import {
  applyPasses,
  blocks,
  type CartPrice,
  heldPrice,
  type PassesPay,
  type PricedLine,
  priceCart,
} from "./cart-rules.ts";
import * as store from "./cart-store.ts";

type VoucherRow = Awaited<ReturnType<VoucherLedger["read"]>>;
type PassRow = Awaited<ReturnType<PassLedger["read"]>>;

/** A line of a cart with its current data. */
export type CartLineView = {
  row: store.LineRow;
  name: string;
  /** The name in English, if there is one. */
  english?: string | undefined;
  quantity: number;
  /** The price for one person or item; null if participants pay different prices. */
  unitPrice: number | null;
  /** For places whose price depends on the person: how many people pay each price. */
  byPerson?: CartLine["byPerson"];
  gross: number;
  taxClass: TaxClass;
  /** The tax class that applies from a later day, if known. */
  laterTax?: ScheduledTaxClass | null | undefined;
  tax: Tax;
  problem: CartProblem | undefined;
  places: PlacesNow | undefined;
  /** The terms of the pass, if the line is a pass. */
  terms?: PassTerms | undefined;
  /** The pass that pays for the line's places, and the number of its entries that are used. */
  passPays?: { pass: PassRow; visit: Visit; entries: number } | undefined;
};

/** A cart in its current state, with all data needed to order it. */
export type CartView = {
  row: store.CartRow | undefined;
  lines: CartLineView[];
  coupons: (store.CodeRow & { coupon: CouponOfCode | undefined })[];
  vouchers: (store.CodeRow & { voucher: VoucherRow })[];
  passes: (store.CodeRow & { pass: PassRow })[];
  passEffects: PassesPay["codes"];
  reckoning: CartPrice;
  firstBooking: boolean;
  vat: VatPart[];
  /** The instalments in which it may be paid. */
  parts: Instalment[] | undefined;
  /** The maximum total that this caller may order. It is set only if the total of the cart exceeds it. */
  maxTotal: number | undefined;
  today: string;
};

export type CartViews = ReturnType<typeof createCartViews>;

/**
 * The price list as it applies to a line of the cart. `createdDate` is left out for an item that is
 * not in the cart yet.
 */
type ListNow = {
  price(id: string, createdDate?: Date): Priced | undefined;
  passKind(id: string, createdDate?: Date): SoldKind | undefined;
};

type Situation = {
  list: ListNow;
  today: string;
  ofVouchers: TaxClass;
  isMember: IsMember;
  vatPayer: boolean;
};

type Parts = {
  sales: BookingSales;
  coupons: OrderCoupons;
  ledger: VoucherLedger;
  passes: { kinds: PassKinds; ledger: PassLedger; holders: PassHolders };
  documents: Pick<Documents, "seller">;
  voucherClass(): Promise<TaxClass>;
  /** The number of days before the start when the rest after a deposit is due. */
  restDays(): Promise<number>;
};

/** Reads carts at current prices. No price depends on data from the browser. */
export function createCartViews(
  { db, siteId, now }: Context,
  { sales, coupons, ledger, passes, documents, voucherClass, restDays }: Parts,
) {
  /** For an anonymous caller, the limits of coupons per person are checked once the buyer is known. */
  async function personOf({ memberId }: Caller): Promise<CouponPerson> {
    const member = memberId ? await store.member(db, siteId, memberId) : undefined;
    return { email: member?.emailVerified ? member.email.toLowerCase() : null, phone: null };
  }

  async function lookAt(
    row: store.LineRow,
    caller: Caller,
    { list, today, ofVouchers, isMember, vatPayer }: Situation,
  ): Promise<CartLineView> {
    const seen = (
      found: Omit<CartLineView, "row" | "tax" | "problem" | "places"> & Partial<CartLineView>,
    ): CartLineView => {
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
        const price = list.price(priceId, row.createdDate);
        const unitPrice = price?.cents ?? 0;
        const gross = unitPrice * quantity;
        const problem = price ? undefined : wrong("GONE");
        const { name = "", english, taxClass = "STANDARD", laterTax } = price ?? {};
        const tax = taxationOn({ taxClass, laterTax }, today);
        return seen({ name, english, quantity, unitPrice, gross, ...tax, problem });
      }
      case "PASS": {
        const sold = list.passKind(row.detail.kindId, row.createdDate);
        const { name = "", english, taxClass = "STANDARD", laterTax, cents = 0 } = sold?.price ?? {};
        const problem = sold ? undefined : wrong("GONE");
        const price = { unitPrice: cents, gross: cents, ...taxationOn({ taxClass, laterTax }, today) };
        return seen({ name, english, quantity: 1, ...price, terms: sold?.row.terms, problem });
      }
      case "BOOKING": {
        const { detail } = row;
        const places = await sales.placesNow(detail, caller, row.holdId, isMember);
        const gross = places?.price ?? 0;
        const quantity = detail.totalParticipants;
        const byPerson = places?.byPerson && groupedByPrice(places.byPerson);
        const isEven = gross % quantity === 0 && !detail.participantsChoices && (byPerson?.length ?? 1) === 1;
        return seen({
          name: places?.service.name ?? "",
          english: places && translatedText(places.service, "en", "name"),
          quantity,
          unitPrice: isEven ? gross / quantity : null,
          gross,
          byPerson,
          ...taxationOn(places?.service.taxation ?? { taxClass: "STANDARD" }, today),
          places,
          problem: problemOf(detail, places),
        });
      }
    }
  }

  /** Memberships are read only if participants are named. */
  async function membersIn(asked: readonly store.Detail[], caller: Caller, timeZone: string): Promise<IsMember> {
    const isNamed = asked.some((line) => line.kind === "BOOKING" && line.detail.participants?.length);
    return isNamed ? passes.holders(caller, timeZone) : () => false;
  }

  /**
   * Returns today's price list. Lines that were already in the cart on the day when its holds began
   * keep a lower price of that day.
   */
  async function listFor(rows: readonly store.LineRow[], caller: Caller): Promise<ListNow> {
    const holdIds = rows.flatMap(({ holdId }) => holdId ?? []);
    const [timeZone, since] = await Promise.all([store.timeZone(db, siteId), sales.heldSince(holdIds, caller)]);
    const today = dateOf(now(), timeZone);
    const heldDay = since && dateOf(since, timeZone);
    const current = await passes.kinds.soldOn(today);
    const held = heldDay && heldDay < today ? await passes.kinds.soldOn(heldDay) : undefined;
    const heldFor = (added: Date | undefined) =>
      held && heldDay && added && dateOf(added, timeZone) <= heldDay ? held : undefined;
    return {
      price: (id, added) => heldPrice(current.goods.get(id), heldFor(added)?.goods.get(id)),
      passKind(id, added) {
        const [kind, before] = [current.kinds.get(id), heldFor(added)?.kinds.get(id)];
        return before && heldPrice(kind?.price, before.price) === before.price ? before : kind;
      },
    };
  }

  async function see(caller: Caller, known?: CouponPerson): Promise<CartView> {
    const today = dateOf(now(), await store.timeZone(db, siteId));
    const row = await store.find(db, siteId, holderOf(caller));
    const [rows, codes] = row
      ? await Promise.all([store.lines(db, siteId, row.id), store.codes(db, siteId, row.id)])
      : [[], []];
    const isListed = rows.some(({ kind }) => kind === "GOODS" || kind === "PASS");
    const [list, ofVouchers, timeZone, person] = await Promise.all([
      isListed ? listFor(rows, caller) : emptyList,
      voucherClass(),
      store.timeZone(db, siteId),
      known ?? personOf(caller),
    ]);
    // Until the seller's details are set, prices are shown as those of a VAT payer.
    const seller = await documents.seller();
    const isMember = await membersIn(rows, caller, timeZone);
    const situation = { list, today, ofVouchers, isMember, vatPayer: !seller || seller.vatCode !== null };
    const looked: CartLineView[] = [];
    for (const each of rows) looked.push(await lookAt(each, caller, situation));
    const typed = [];
    const vouchers = [];
    const typedPasses = [];
    for (const code of codes) {
      if (code.couponCode) typed.push({ ...code, coupon: await coupons.read(db, code.couponCode, person) });
      if (code.voucherId) vouchers.push({ ...code, voucher: await ledger.read(code.voucherId) });
      if (code.passId) typedPasses.push({ ...code, pass: await passes.ledger.read(code.passId) });
    }
    const { lines, effects } = await applyPassesToLines(looked, typedPasses, { timeZone, today });
    const firstBooking = typed.length === 0 || (await coupons.isFirst(db, person));
    const reckoning = priceCart(
      lines.map((line) => pricedOf(line, timeZone)),
      {
        today,
        coupons: typed.map(({ id, coupon }) => ({
          id,
          couponId: coupon?.couponId ?? id,
          rule: coupon?.rule ?? noRule,
          firstBooking,
          refused: coupon ? coupon.refused : { code: "COUPON_STOPPED" },
        })),
        vouchers: vouchers.map(({ id, voucher }) => ({ id, voucher })),
      },
    );
    const taxed = lines.map(({ row, gross, tax }) => ({
      gross: gross - (reckoning.discounts.get(row.id) ?? 0),
      tax,
    }));
    const vat = taxLines(taxed.filter(({ gross }) => gross > 0)).rows.map(({ rate, gross, net, vat }) => ({
      rate,
      gross,
      net,
      vat,
    }));
    const codesOf = { coupons: typed, vouchers, passes: typedPasses, passEffects: effects };
    const parts =
      reckoning.voucherPays === 0
        ? planInstalments(
            lines.map((line) => plannedOf(line, reckoning, timeZone)),
            { today, restDays: await restDays() },
          )
        : undefined;
    const maxTotal = reckoning.total > cartLimits.cents && !isStaff(caller) ? cartLimits.cents : undefined;
    return { row, lines, ...codesOf, reckoning, firstBooking, vat, parts, maxTotal, today };
  }

  /** Applies passes: places that a pass covers cost nothing. */
  async function applyPassesToLines(
    lines: readonly CartLineView[],
    typed: readonly (store.CodeRow & { pass: PassRow })[],
    { timeZone, today }: { timeZone: string; today: string },
  ): Promise<{ lines: CartLineView[]; effects: PassesPay["codes"] }> {
    const visits = lines.map((line) => ({ id: line.row.id, visit: visitOf(line, timeZone) }));
    const days = [...new Set(visits.flatMap(({ visit }) => visit?.day ?? []))];
    const asked = [];
    for (const { id, pass } of typed) {
      const used = new Map<string, number>();
      for (const day of days) used.set(day, await passes.ledger.visitsOn(pass.id, day));
      asked.push({ id, pass, used: (day: string) => used.get(day) ?? 0 });
    }
    const { codes: effects, paid } = applyPasses(visits, asked, today);
    const passOf = (codeId: string) => typed.find(({ id }) => id === codeId)?.pass;
    return {
      effects,
      lines: lines.map((line, index) => {
        const by = paid.get(line.row.id);
        const pass = by && passOf(by.codeId);
        const visit = visits[index]?.visit;
        if (!by || !pass || !visit) return line;
        return { ...line, gross: 0, unitPrice: null, passPays: { pass, visit, entries: by.entries } };
      }),
    };
  }

  return {
    see,

    /**
     * Returns the current price of an item; undefined if it is not for sale. `rows`: the lines of
     * its cart; `line`: the item's own line.
     */
    async grossOf(
      asked: store.Detail,
      holdId: string | null,
      caller: Caller,
      { rows, line }: { rows: readonly store.LineRow[]; line: store.LineRow | undefined },
    ): Promise<number | undefined> {
      if (asked.kind === "VOUCHER") return asked.detail.face;
      if (asked.kind === "DONATION") return asked.detail.amount;
      const timeZone = await store.timeZone(db, siteId);
      if (asked.kind === "BOOKING") {
        const isMember = await membersIn([asked], caller, timeZone);
        return (await sales.placesNow(asked.detail, caller, holdId, isMember))?.price;
      }
      const list = await listFor(rows, caller);
      if (asked.kind === "PASS") return list.passKind(asked.detail.kindId, line?.createdDate)?.price.cents;
      const price = list.price(asked.detail.priceId, line?.createdDate);
      return price && price.cents * asked.detail.quantity;
    },
  };
}

const emptyList: ListNow = { price: () => undefined, passKind: () => undefined };

/** The rule of a deleted coupon, which has no effect. */
const noRule: CouponRule = {
  kind: "PERCENT",
  percent: 1,
  serviceIds: [],
  weekdays: [],
  firstBookingOnly: false,
  stacking: "ALONE",
};

const wrong = (code: CartProblem["code"], left?: number): CartProblem => ({
  code,
  blocks: blocks(code),
  ...(left !== undefined && { left }),
});

/** Counts the people who pay each price, in the order of first occurrence. */
function groupedByPrice(prices: NonNullable<PlacesNow["byPerson"]>): NonNullable<CartLine["byPerson"]> {
  const groups = Map.groupBy(prices, ({ group, cents }) => `${group} ${cents}`);
  return [...groups.values()].map((same) => ({
    group: same[0]?.group ?? null,
    count: same.length,
    unitPrice: same[0]?.cents ?? 0,
  }));
}

function problemOf(detail: CartBooking, places: PlacesNow | undefined): CartProblem | undefined {
  if (!places) return wrong("GONE");
  if (places.opens) return { ...wrong("REGISTRATION_NOT_OPEN"), opens: places.opens };
  if (places.price === undefined) return wrong("NOT_FOR_SALE");
  if (places.left !== null && places.left < detail.totalParticipants)
    return wrong("SOLD_OUT", Math.max(0, places.left));
  return places.hold ? undefined : wrong("HOLD_ENDED");
}

/**
 * Returns the visit to check against a pass if the line is for places. A course does not take place
 * on a single day, so it has no visit.
 */
function visitOf({ row, places, quantity, problem }: CartLineView, timeZone: string): Visit | undefined {
  if (row.kind !== "BOOKING" || row.detail.schedule || !places?.startDate || problem?.blocks) return undefined;
  const { id, category } = places.service;
  const service = { id, categoryKind: category?.kind ?? ("other" as const) };
  const wall = wallTimeOf(places.startDate, timeZone);
  return { day: wall.slice(0, 10), time: wall.slice(11, 16), people: quantity, service };
}

function pricedOf({ row, gross, quantity, places }: CartLineView, timeZone: string): PricedLine {
  const serviceId = places?.service.id;
  if (!serviceId) return { id: row.id, kind: row.kind, gross, quantity };
  const { session } = lineOf({ serviceId, price: gross, startDate: places.startDate }, timeZone);
  const each = places.byPerson?.map(({ cents }) => cents);
  return { id: row.id, kind: row.kind, gross, quantity, serviceId, each, ...(session && { session }) };
}

function plannedOf(
  { row, gross, quantity, places }: CartLineView,
  { discounts }: CartPrice,
  timeZone: string,
): PlannedLine {
  const { startDate, endDate } = places ?? {};
  return {
    total: gross - (discounts.get(row.id) ?? 0),
    people: quantity,
    service: places?.service,
    firstDay: startDate ? dateOf(startDate, timeZone) : undefined,
    lastDay: endDate ? lastDayOf(endDate, timeZone) : undefined,
  };
}
