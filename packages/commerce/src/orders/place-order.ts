import { randomBytes } from "node:crypto";
import { type BookingSales, causeOf, holderOf, isStaff, type Prepared, wrongNames } from "@uola/booking";
import { type contract, type Input, isPaidOnline, type LessonsLeft, type OrderPaymentMethod } from "@uola/contract";
import { type Database, newId } from "@uola/database";
import {
  type Call,
  type Caller,
  type Context,
  type Handlers,
  LookUpOutdated,
  Refusal,
  transact,
  Violation,
} from "@uola/kernel";
import type { CouponShare, OrderCoupons } from "../coupons/coupons.ts";
import type { Documents } from "../documents/documents.ts";
import { sumOf } from "../money/money.ts";
import type { PassLedger } from "../passes/passes.ts";
import type { VoucherLedger } from "../vouchers/vouchers.ts";
import * as cartStore from "./carts/cart-store.ts";
import type { CartLineView, CartView, CartViews } from "./carts/cart-view.ts";
import { toCart } from "./carts/to-cart.ts";
import type { Fulfilment } from "./fulfil.ts";
import { instalmentRows, laterOf } from "./instalments.ts";
import type { OrderReading } from "./order-reading.ts";
import { dueOf, graceMs, orderNumberFrom } from "./order-rules.ts";
import * as store from "./order-store.ts";
import { type Known, type OrderWriting, personOf } from "./order-writing.ts";
import type { Ways } from "./payment-methods.ts";
import type { Settings } from "./settings.ts";

type Placed = Input<typeof contract.orders.place>;
type Parts = {
  sales: BookingSales;
  coupons: OrderCoupons;
  ledger: VoucherLedger;
  passes: PassLedger;
  documents: Documents;
  views: CartViews;
  reading: OrderReading;
  writing: OrderWriting;
  fulfilment: Fulfilment;
  settings: Settings;
  ways: Ways;
};
/** A cart line for places, with its prepared booking. */
type PreparedLine = { line: CartLineView; prepared: Prepared };

/** The maximum length of a name, as in a booking. */
const nameMax = 50;

/** Places an order for a whole cart; it either succeeds completely or writes nothing. */
export function placeOrderHandler(
  context: Context,
  { sales, coupons, ledger, passes, documents, views, reading, writing, fulfilment, settings, ways }: Parts,
): Pick<Handlers<typeof contract.orders>, "place"> {
  const { db, siteId, now } = context;

  const changed = (code: "TOTAL_CHANGED" | "LINES_NOT_AVAILABLE", message: string, seen: CartView) =>
    new Refusal(code, message, 409, { cart: JSON.parse(JSON.stringify(toCart(seen))) });

  /**
   * Returns whether staff place the order for another person, for example at the front desk. The
   * order then belongs to that person, and no email about how to pay is sent.
   */
  async function isForOthers(email: string | null | undefined, caller: Caller): Promise<boolean> {
    if (!isStaff(caller) || !caller.memberId) return false;
    if (!email) return true;
    return (await cartStore.member(db, siteId, caller.memberId))?.email?.toLowerCase() !== email.toLowerCase();
  }

  /**
   * Reads the current cart and prepares its bookings. Rejects everything that can be rejected
   * before writing.
   */
  async function prepare({ buyer, expectedToPay, way, parts }: Placed, call: Call) {
    const seen = await views.see(call.caller, personOf({ buyer }));
    if (seen.lines.length === 0) throw new Refusal("CART_EMPTY", "There is nothing in the cart.");
    if (seen.lines.some(({ problem }) => problem?.blocks)) {
      throw changed("LINES_NOT_AVAILABLE", "Something in the cart cannot be bought any more.", seen);
    }
    const { maxTotal: max } = seen;
    if (max !== undefined) {
      throw new Refusal("SUM_TOO_LARGE", `At most ${max} cents are ordered without the gym's people.`, 409, { max });
    }
    const { toPay } = seen.reckoning;
    if (toPay !== expectedToPay) throw changed("TOTAL_CHANGED", `There are ${toPay} cents to pay.`, seen);
    if (parts && !isSame(parts, seen.parts)) throw changed("TOTAL_CHANGED", "It is paid in other parts now.", seen);
    // The first instalment is paid immediately, online; the others by any method.
    if (parts && !isPaidOnline(way)) throw notOffered(way);
    const { partReminderDays } = await settings.read();
    const starts = seen.lines.flatMap(({ places }) => places?.startDate ?? []);
    const chosen: OrderPaymentMethod = toPay === 0 ? "ZERO" : way;
    const due = dueOf(chosen, { at: now(), starts });
    // Staff may always choose payment at the front desk, even if customers may not.
    const isOffered = toPay === 0 || (way === "AT_DESK" && isStaff(call.caller)) || (await ways.isOffered(way));
    if (!due || !isOffered) throw notOffered(way);
    refuseWithoutAddress(buyer, way, call.caller);
    const forOthers = await isForOthers(buyer.email, call.caller);
    const prepared: PreparedLine[] = [];
    for (const line of seen.lines) {
      if (line.row.kind !== "BOOKING") continue;
      const hold = await sales.liveHold(line.row.holdId, call.caller);
      const { participants } = line.places ?? {};
      const detail = { ...line.row.detail, ...(participants && { participants }) };
      const one = await sales.prepare(detail, buyer, call, hold).catch((error: unknown) => {
        if (error instanceof Refusal) throw changed("LINES_NOT_AVAILABLE", `${line.name}: ${error.message}`, seen);
        throw error;
      });
      prepared.push({ line, prepared: one });
    }
    // Counters are locked in the order of their ids.
    prepared.sort((a, b) => (a.prepared.booking.placesId < b.prepared.booking.placesId ? -1 : 1));
    return { seen, prepared, due, way: chosen, forOthers, parts: (parts && seen.parts) ?? [], partReminderDays };
  }
  type Ready = Awaited<ReturnType<typeof prepare>>;

  async function write(tx: Database, input: Placed, call: Call, ready: Ready): Promise<string> {
    const { seen, prepared, due, way, forOthers, parts, partReminderDays: reminderDays } = ready;
    const { caller } = call;
    const [holder, at, id] = [holderOf(caller), now(), newId()];
    const cart = await cartStore.lockExisting(tx, siteId, holder, at);
    const earlier = await store.byRequest(tx, siteId, holder, input.requestId);
    if (earlier) return earlier.id;
    // The cart has changed since it was read, so it is read again.
    if (!cart || cart.revision - 1 !== seen.row?.revision) throw new LookUpOutdated();
    const { gross, discount, voucherPays, toPay } = seen.reckoning;
    const row = {
      siteId,
      id,
      holder,
      requestId: input.requestId,
      state: "AWAITING_PAYMENT" as const,
      way,
      memberId: (!forOthers && caller.memberId) || null,
      visitorId: caller.visitorId ?? null,
      language: input.language,
      soldAtDesk: forOthers && way === "AT_DESK",
      buyer: input.buyer,
      company: input.company ?? null,
      consents: input.consents,
      vat: seen.vat,
      later: sumOf(parts.slice(1).map(({ amount }) => amount)),
      gross,
      discount,
      voucherPays,
      toPay,
      dueDate: due,
      paidDate: null,
      createdDate: at,
      updatedDate: at,
    };
    await insertNumbered(tx, row);
    await usePasses(tx, prepared, seen, call);
    const bookings = new Map<string, string>();
    const known: Known = new Map();
    for (const { line, prepared: one } of prepared) {
      const until = new Date(due.getTime() + graceMs);
      const booking = await sales.storeUnpaid(tx, one, { holdId: line.row.holdId, until });
      if (!booking) throw changed("LINES_NOT_AVAILABLE", `${line.name}: there are not enough places.`, seen);
      bookings.set(line.row.id, booking.id);
      known.set(booking.id, { service: one.offer.service, offer: undefined, placesId: booking.placesId });
    }
    const lines = seen.lines.map((line, position) =>
      toRow(line, position, id, bookings.get(line.row.id), input.language, seen),
    );
    const shares = laterOf(lines, row.later);
    await store.insertLines(
      tx,
      lines.map((line, index) => ({ ...line, later: shares[index] ?? 0 })),
    );
    await store.insertParts(tx, instalmentRows(row, parts, { today: seen.today, reminderDays }));
    await useCoupons(tx, { id, bookingIds: [...known.keys()] }, input, seen, call);
    await reserveVouchers(tx, id, seen, due, call);
    await cartStore.remove(tx, siteId, cart.id);
    let order = (await store.lock(tx, siteId, id)) as store.OrderRow;
    const facts = { number: order.number, toPay, voucherPays, way, consents: input.consents, parts };
    const isFree = toPay === 0;
    const mails = !isFree && (way === "BANK_TRANSFER" || (way === "AT_DESK" && !forOthers));
    const toPayBy = way === "BANK_TRANSFER" ? await fulfilment.proforma(tx, order, due) : undefined;
    const { caused: cause } = causeOf(caller, call.from.network);
    await writing.record(tx, order, {
      actor: caller,
      action: "order.place",
      after: facts,
      slug: "created",
      ...(mails && { mail: "placed", documentIds: toPayBy ? [toPayBy.id] : [] }),
      cause,
    });
    // If the customer pays at the front desk, the booking is confirmed before payment.
    if (way === "AT_DESK") {
      for (const [bookingId, facts] of known) await sales.confirm(tx, bookingId, facts, { actor: caller, paid: null });
    }
    if (isFree) {
      const free = { known, actor: caller, late: false, kind: "ZERO" as const };
      order = await fulfilment.fulfil(tx, order, { ...free, cause });
    }
    return order.id;
  }

  /** Inserts an order with a random number; a number already in use is not used again. */
  async function insertNumbered(tx: Database, row: Omit<Parameters<typeof store.insert>[1], "number">): Promise<void> {
    for (let tries = 0; tries < 5; tries++) {
      if (await store.insert(tx, { ...row, number: orderNumberFrom(randomBytes(8)) })) return;
    }
    throw new Error("Five numbers of orders in a row are there already.");
  }

  async function useCoupons(
    tx: Database,
    { id: orderId, bookingIds }: { id: string; bookingIds: readonly string[] },
    input: Placed,
    seen: CartView,
    { caller: actor }: Call,
  ) {
    const person = personOf(input);
    for (const { id, coupon } of seen.coupons.toSorted(byCoupon)) {
      const share = seen.reckoning.shares.get(id);
      if (!coupon || !share) continue;
      const parts = [...share].filter(([, amount]) => amount > 0);
      const services = new Set(parts.map(([lineId]) => serviceOf(seen, lineId)));
      const [serviceId] = services;
      const lines = seen.lines.filter(({ row }) => share.has(row.id));
      const discount = sumOf(parts.map(([, amount]) => amount));
      const all = sumOf(lines.map(({ row }) => seen.reckoning.discounts.get(row.id) ?? 0));
      const { code, couponId } = coupon;
      const refused = await coupons.use(tx, {
        code,
        couponId,
        orderId,
        bookingIds,
        person,
        actor,
        firstBooking: seen.firstBooking,
        // Discounts of other coupons do not count towards the revenue of this one.
        price: sumOf(lines.map(({ gross }) => gross)) - (all - discount),
        discount,
        serviceId: services.size === 1 ? (serviceId ?? null) : null,
        shares: sharesOf(seen, share),
      });
      if (refused) throw changed("TOTAL_CHANGED", `The coupon does not apply: ${refused.code}.`, seen);
    }
  }

  /**
   * Uses pass entries to pay for places. The entries are returned together with the places if the
   * order is not paid.
   */
  async function usePasses(tx: Database, prepared: readonly PreparedLine[], seen: CartView, { caller: actor }: Call) {
    const paid = prepared.flatMap(({ line, prepared: { booking } }) =>
      line.passPays ? [{ ...line.passPays, at: line.places?.startDate ?? now(), bookingId: booking.id }] : [],
    );
    for (const { pass, visit, at, bookingId } of paid.toSorted((a, b) => (a.pass.id < b.pass.id ? -1 : 1))) {
      const { people, service } = visit;
      await passes.ofOrder
        .use(tx, pass.id, { people, at, service, bookingId, requestId: bookingId, actor })
        .catch((error: unknown) => {
          if (!(error instanceof Refusal)) throw error;
          throw changed("TOTAL_CHANGED", `The pass does not let in: ${error.code}.`, seen);
        });
    }
  }

  async function reserveVouchers(tx: Database, orderId: string, seen: CartView, due: Date, { caller: actor }: Call) {
    const expiresDate = new Date(due.getTime() + graceMs);
    const rows = [];
    for (const { id, voucher } of seen.vouchers.toSorted((a, b) => (a.voucher.id < b.voucher.id ? -1 : 1))) {
      const amount = seen.reckoning.codes.find((code) => code.id === id)?.amount ?? 0;
      if (amount === 0) continue;
      const reservationId = newId();
      await ledger.ofOrder
        .reserve(tx, voucher.id, { id: reservationId, amount, expiresDate, actor })
        .catch((error: unknown) => {
          if (!(error instanceof Refusal)) throw error;
          throw changed("TOTAL_CHANGED", `The voucher does not pay: ${error.code}.`, seen);
        });
      const { last4, id: voucherId } = voucher;
      rows.push({ siteId, orderId, voucherId, reservationId, last4, amount, state: "RESERVED" as const });
    }
    await store.insertVouchers(tx, rows);
  }

  function toRow(
    line: CartLineView,
    position: number,
    orderId: string,
    bookingId: string | undefined,
    language: "lt" | "en",
    { reckoning }: CartView,
  ): store.LineRow {
    const { row, name, english, quantity, unitPrice, gross, taxClass, laterTax, tax, places } = line;
    const { terms, passPays } = line;
    return {
      siteId,
      orderId,
      id: newId(),
      position,
      kind: row.kind,
      detail: row.kind === "PASS" && terms ? { ...row.detail, terms } : row.detail,
      name: withLessonsLeft(
        (language === "en" && english) || name || names[row.kind as "VOUCHER" | "DONATION"][language],
        places?.lessons,
        language,
      ),
      serviceId: places?.service.id ?? null,
      startDate: places?.startDate ?? null,
      endDate: places?.endDate ?? null,
      quantity,
      unitPrice,
      gross,
      taxClass,
      vatRate: tax.rate,
      laterTax: laterTax ?? null,
      discount: reckoning.discounts.get(row.id) ?? 0,
      later: 0,
      state: "WAITING",
      refunded: 0,
      bookingId: bookingId ?? null,
      voucherId: null,
      withdrawalId: null,
      passId: passPays?.pass.id ?? null,
      passEntries: passPays?.entries ?? 0,
      policy: places ? sales.policyOf(places.service) : null,
    };
  }

  return {
    async place(input, call) {
      const holder = holderOf(call.caller);
      const answer = async (id: string) => ({ ...(await reading.answer(id)), key: await reading.keyOf(id) });
      const earlier = await store.byRequest(db, siteId, holder, input.requestId);
      if (earlier) return answer(earlier.id);
      refuseMessages(input, call);
      if (!input.consents.some(({ kind }) => kind === "TERMS")) {
        throw new Refusal("CONSENT_REQUIRED", "The terms have to be agreed to.", 409, { kind: "TERMS" });
      }
      if (!(await documents.isReady())) throw new Refusal("SELLER_NOT_SET", "The gym has not said yet who sells.");
      try {
        const first = await prepare(input, call);
        let ready: Ready | undefined = first;
        // The cart that was read for the rate limits is also used for the first attempt. If it has
        // changed since, it is read again.
        const lookUp = async () => {
          const seen = ready ?? (await prepare(input, call));
          ready = undefined;
          return seen;
        };
        const take = () =>
          transact(context, { publish: "availability", lookUp }, (tx, seen) => write(tx, input, call, seen));
        const places = sumOf(first.prepared.map(({ prepared }) => prepared.booking.totalParticipants));
        const email = input.buyer.email ?? null;
        const waitingOrders = () => store.waitingWithoutPlaces(db, siteId, { email, holder });
        const limited = { email, places, waitingOrders, tokens: input.captchaTokens };
        return await answer(await sales.withinLimits(call, limited, take));
      } catch (error) {
        // The same request was processed concurrently and finished first.
        const other = await store.byRequest(db, siteId, holder, input.requestId);
        if (other) return answer(other.id);
        throw error;
      }
    },
  };
}

/**
 * Rejects names that could carry a message, because emails about an order contain the buyer's name
 * and are sent to an unverified address.
 */
function refuseMessages({ buyer }: Placed, { caller }: Call) {
  const names = [["buyer.firstName", buyer.firstName] as const, ["buyer.lastName", buyer.lastName] as const];
  const wrongs = wrongNames(caller, names, nameMax);
  if (wrongs.length > 0) throw new Violation(wrongs);
}

/** Names on documents for lines that have no name of their own. */
const names = {
  VOUCHER: { lt: "Dovanų kuponas", en: "Gift voucher" },
  DONATION: { lt: "Parama", en: "Donation" },
} as const;

/**
 * Adds the number of remaining lessons to the name of a course that was joined late, so that
 * documents show which part of the course is paid.
 */
const withLessonsLeft = (name: string, lessons: LessonsLeft | undefined, language: "lt" | "en"): string => {
  if (!lessons) return name;
  const { left, all } = lessons;
  return `${name} (${language === "en" ? `lessons: ${left} of ${all}` : `užsiėmimai: ${left} iš ${all}`})`;
};

const byCoupon = (a: CartView["coupons"][number], b: CartView["coupons"][number]): number =>
  (a.coupon?.couponId ?? "") < (b.coupon?.couponId ?? "") ? -1 : 1;

const serviceOf = ({ lines }: CartView, lineId: string): string | undefined =>
  lines.find(({ row }) => row.id === lineId)?.places?.service.id;

/**
 * Divides the discount of a coupon among the services in a cart. A coupon for a free item applies
 * to all of them.
 */
function sharesOf({ lines, reckoning }: CartView, share: ReadonlyMap<string, number>): CouponShare[] {
  const parts = lines.flatMap(({ row, gross, places }) => {
    const discount = share.get(row.id);
    if (discount === undefined || !places) return [];
    const others = (reckoning.discounts.get(row.id) ?? 0) - discount;
    return [{ serviceId: places.service.id, price: gross - others, discount }];
  });
  const takes = parts.some(({ discount }) => discount > 0);
  const byService = Map.groupBy(
    parts.filter(({ discount }) => !takes || discount > 0),
    ({ serviceId }) => serviceId,
  );
  return [...byService].map(([serviceId, own]) => ({
    serviceId,
    price: sumOf(own.map(({ price }) => price)),
    discount: sumOf(own.map(({ discount }) => discount)),
  }));
}

const isSame = (seen: readonly number[], parts: readonly { amount: number }[] = []): boolean =>
  seen.length === parts.length && seen.every((amount, index) => amount === parts[index]?.amount);

/**
 * Rejects a missing email address. It is not required for sales by staff at the front desk, because
 * the documents are handed over on paper.
 */
function refuseWithoutAddress({ email }: Placed["buyer"], way: OrderPaymentMethod, caller: Caller): void {
  if (email || (way === "AT_DESK" && isStaff(caller))) return;
  throw new Violation([{ field: "buyer.email", description: "is required" }]);
}

const notOffered = (way: OrderPaymentMethod) =>
  new Refusal("WAY_NOT_OFFERED", `One cannot pay by ${way} for this now.`, 409, { way });
