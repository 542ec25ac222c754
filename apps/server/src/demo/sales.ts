import { createBooking, dateOf } from "@uola/booking";
import { createCommerce } from "@uola/commerce";
import { required } from "@uola/contract/required";
import { createData } from "@uola/data";
import { newId } from "@uola/database";
import { type Context, createEventRegistry, dayMs, hourMs } from "@uola/kernel";
import { createCaptchaGate } from "@uola/members";
import { sql } from "kysely";
import { climber } from "./people.ts";

/**
 * The period is long enough that the previous month always has sales, so that there is a month to
 * close.
 */
const days = 35;
/** Number of sales at the front desk per weekday, starting with Monday. */
const buyersOn = [1, 2, 2, 3, 3, 4, 3];
/** One in `oftenTwo` sales is for two pieces, and one in `seldomGift` sales is a gift voucher. */
const oftenTwo = 3;
const seldomGift = 8;
const gifts = [2500, 5000, 9500];
/** The cash in the drawer each morning, and the interval in days between day closes with a shortage. */
const drawer = 10_000;
const seldomEven = 12;

type SalesOptions = { random: () => number; timeZone: string; deskId: string | undefined; ownerId: string | undefined };

/**
 * Creates sales at the front desk from the price list, and of vouchers, day by day: with orders,
 * receipts and documents, and a day close each evening. Passes are used as soon as they are sold.
 * Sends no emails.
 */
export async function seedSales(context: Context, { random, timeZone, deskId, ownerId }: SalesOptions): Promise<void> {
  const { db, siteId } = context;
  const now = context.now();
  // A separate clock, so that past sales have consecutively numbered documents dated in the past.
  const clock = { at: now };
  const past: Context = { ...context, events: createEventRegistry(), now: () => clock.at };
  const { siteLists } = createData(past, {});
  const booking = createBooking(past, { captchaGate: createCaptchaGate(past) }, { siteLists });
  const { carts, coupons, orders, passes, payments, desk } = createCommerce(past, booking, { siteLists }).handlers;
  // Sales are never recreated, even after an interrupted creation of the demo: documents are never
  // deleted.
  const before = await db.selectFrom("shopOrder").select("id").where("siteId", "=", siteId).limit(1).executeTakeFirst();
  if (before) return;
  const call = { requestId: "demo", from: {} };
  const id = deskId ?? newId();
  const atDesk = { ...call, caller: { role: "desk", kind: "member", id, memberId: id } as const };
  const list = await (await siteLists.findAny("Prices")).items(db);
  const { kinds } = await passes.kinds({}, atDesk);
  const sold = list.flatMap(({ _id: priceId, price, from, validFrom }) => {
    if (typeof priceId !== "string" || typeof price !== "number" || price <= 0 || from === true) return [];
    return [
      { priceId, kindId: kinds.find((kind) => kind.priceId === priceId)?.id, validFrom: String(validFrom ?? "") },
    ];
  });
  let receipt = 4800;

  /** Chooses the item that a buyer purchases on a day; undefined if no price is valid yet. */
  function chooseItem(day: string): Parameters<typeof carts.add>[0] | undefined {
    const sells = sold.filter(({ validFrom }) => validFrom <= day);
    const one = sells[Math.floor(random() * sells.length)];
    if (!one) return undefined;
    if (random() < 1 / seldomGift) {
      const face = required(gifts[Math.floor(random() * gifts.length)], "amount of a gift");
      const { firstName } = climber(random);
      return { voucher: { face, design: "ROUTE", language: "lt", recipientName: firstName } };
    }
    const { priceId, kindId } = one;
    if (kindId) return { pass: { kindId } };
    return { goods: { priceId, quantity: random() < 1 / oftenTwo ? 2 : 1 } };
  }

  async function sell(at: Date): Promise<void> {
    clock.at = at;
    const id = newId();
    const visitor = { ...call, caller: { role: "visitor", kind: "visitor", id, visitorId: id } as const };
    const choice = chooseItem(dateOf(at, timeZone));
    if (!choice) return;
    const { cart } = await carts.add(choice, visitor);
    const buyer = { ...climber(random), email: `${id.slice(-8)}@uola.example` };
    const { order } = await orders.place(
      {
        requestId: newId(),
        buyer,
        consents: [{ kind: "TERMS", version: "demo" }],
        way: "AT_DESK",
        language: "lt",
        expectedToPay: cart.toPay,
      },
      visitor,
    );
    // The last order of today is not paid yet.
    if (at > new Date(now.getTime() - hourMs)) return;
    receipt += 1;
    const paid = await payments.receive(
      {
        orderId: order.id,
        kind: random() < 0.4 ? "CASH" : "CARD",
        amount: cart.toPay,
        requestId: newId(),
        receiptNumber: `00${receipt}`,
      },
      atDesk,
    );
    const [line] = paid.order.lines;
    if (line?.passId) await passes.use({ passId: line.passId, people: 1, requestId: newId() }, atDesk);
  }

  /**
   * Closes a day and leaves the opening float in the drawer. One day in `seldomEven` is 50 cents
   * short.
   */
  async function close(at: Date, ago: number): Promise<void> {
    clock.at = at;
    const { sums, last, expected: there } = await desk.takings({}, atDesk);
    const expected = last ? there : there + drawer;
    const isShort = ago % seldomEven === 0;
    const counted = expected - (isShort ? 50 : 0);
    await desk.close(
      {
        requestId: newId(),
        day: dateOf(at, timeZone),
        expected,
        counted,
        cardTotal: sums.card.received - sums.card.paidOut,
        takenAway: Math.max(0, counted - drawer),
        // On the day when the clocks go back, two day closes may have the same date.
        again: true,
        ...(!last && { opening: drawer }),
        ...(isShort && { note: "Trūksta 50 ct, grąža suskaičiuota per skubiai." }),
      },
      atDesk,
    );
  }

  for (let ago = days; ago >= 0; ago--) {
    const day = new Date(now.getTime() - ago * dayMs);
    const buyers = required(buyersOn[(day.getUTCDay() + 6) % 7], "number of buyers");
    for (let buyer = buyers; buyer > 0; buyer--) await sell(new Date(day.getTime() - (buyer - 0.5) * hourMs));
    // Today is left open, so that the user of the demo can close it.
    if (ago > 0) await close(day, ago);
  }
  const ofOwner = ownerId ?? newId();
  const owner = { ...call, caller: { role: "owner", kind: "member", id: ofOwner, memberId: ofOwner } as const };
  const rule = { serviceIds: [], weekdays: [], stacking: "ALONE" as const };
  const tenOff = { ...rule, kind: "PERCENT" as const, percent: 10, firstBookingOnly: false };
  await coupons.create({ name: "Rudens nuolaida", code: "RUDUO10", rule: tenOff }, owner);
  const fiveEuros = { ...rule, kind: "AMOUNT" as const, amount: 500, firstBookingOnly: true };
  await coupons.create({ name: "Pirmam kartui", code: "PIRMAS5", rule: fiveEuros }, owner);
  await db
    .updateTable("voucher")
    .set({ sentDate: sql.ref("createdDate") })
    .where("siteId", "=", siteId)
    .execute();
  await db
    .deleteFrom("outbox")
    .where("siteId", "=", siteId)
    .where("kind", "=", "mail")
    .where(sql<boolean>`payload ?| array['orderId', 'passId', 'voucherId']`)
    .execute();
}
