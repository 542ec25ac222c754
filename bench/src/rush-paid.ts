import { findBookInconsistencies } from "@uola/commerce/consistency";
import type { ProviderSimulators } from "@uola/commerce/provider-simulators";
import type { Connection } from "@uola/database";
import { filledCarts, recordStatements, replay } from "./bare-statements.ts";
import { type Cpu, cpuOf, spent } from "./cpu.ts";
import { origins, type Running } from "./harness.ts";
import { type LoadRequest, sendAtOnce } from "./load.ts";
import { heading, line, loadLine, ratio, requirement } from "./report.ts";
import { type Bookable, freshSessions, liftLimits, pricedService, soldIn, visitorTokens } from "./sessions.ts";
import { addToCart, type Buyer, buyersOf, chainRequests, order, paymentOf, says, start } from "./shop.ts";

/** `buyers` people want one place each, two and a half times as many as there are places. */
type Case = { name: string; buyers: number; sessions: number };
const cases: Case[] = [
  { name: "360 buyers, 12 sessions of 12", buyers: 360, sessions: 12 },
  { name: "3,000 buyers, 100 sessions of 12", buyers: 3_000, sessions: 100 },
];
const capacity = 12;
/** Time limit for the background work, which also has to send emails to every buyer. */
const patienceMs = 600_000;
const sockets = 2_000;
/**
 * The maximum PostgreSQL CPU time as a multiple of that for the bare statements of an order. The
 * extra covers carts, and buyers who find the sessions sold out.
 */
const most = 3;
/**
 * The number of carts the bare statements are replayed for. With fewer places a run ends before the
 * server has warmed up.
 */
const bareCarts = 1_000;

type BenchTargets = {
  uola: Running;
  /** Starts a second server on the same database, with background work. */
  another(): Promise<Running>;
  banks: ProviderSimulators;
  connection: Connection;
  siteId: string;
  clientId: string;
};
/** A buyer who was redirected to the payment partner. */
type RedirectedBuyer = { buyer: Buyer; session: Bookable; orderId: string; payment: string };

/**
 * Measures the morning on which a season opens, with payment: everyone adds a place to a cart,
 * orders and pays at the same time at a partner's server, which sends some payment messages twice
 * and some out of order. Every eighth buyer pays after the order has expired, while others take the
 * place.
 */
export async function paidRush({ uola, another, banks, connection, siteId, clientId }: BenchTargets) {
  heading("rush-paid: places ordered and paid at once; baseline = the bare statements");
  await liftLimits(connection, siteId);
  const of = await pricedService(banks);
  const before = new Set(await findBookInconsistencies(connection.db));
  const tokens = await visitorTokens(clientId, Math.max(...cases.map(({ buyers }) => buyers)));
  for (const one of cases) await oneCase(one);
  const wrong = (await findBookInconsistencies(connection.db)).filter((each) => !before.has(each));
  for (const each of wrong.slice(0, 10)) line("  wrong", each);
  requirement("the books are exact: payments, documents, places", wrong.length === 0);

  async function oneCase({ name, buyers, sessions }: Case) {
    const made = await freshSessions(connection, siteId, sessions, capacity, of);
    const people = buyersOf(tokens.slice(0, buyers));
    const led: RedirectedBuyer[] = [];
    const late: RedirectedBuyer[] = [];

    /** Returns the requests of a buyer, followed by the partner's messages. */
    const buy = (session: Bookable, buyer: Buyer, index: number, paysLate: boolean): LoadRequest =>
      chainRequests(addToCart(session, buyer), (filled) =>
        chainRequests(order(filled, buyer), (ordered) =>
          chainRequests(start(ordered, buyer), async (started) => {
            const { order } = JSON.parse(started) as { order: { id: string } };
            const one = { buyer, session, orderId: order.id, payment: paymentOf(banks, started) };
            led.push(one);
            if (paysLate) return void late.push(one);
            banks.of.MONTONIO.pay(one.payment);
            const paid = await says(banks, one.payment, "paid");
            if (index % 4 === 0) return chainRequests(paid, () => chainRequests(paid));
            if (index % 4 === 2) return chainRequests(paid);
            const working = await says(banks, one.payment, "working");
            return index % 4 === 1
              ? chainRequests(working, () => chainRequests(paid))
              : chainRequests(paid, () => chainRequests(working));
          }),
        ),
      );

    const cpu = cpuNow();
    const morning = await sendAtOnce(
      origins.platform,
      people.map((buyer, index) => buy(made[index % sessions] as Bookable, buyer, index, index % 8 === 5)),
      sockets,
    );
    const cost = spent(cpu, cpuNow());
    loadLine(`${name}: from cart to payment`, morning, cost, buyers);
    const answers = Math.round(morning.answersPerSecond * morning.seconds);
    line("  refused", `${refusalsIn(morning.bodies)}; ${answers} answers, with those of a busy server`);
    const paidAtOnce = led.length - late.length;

    await expireOrders(late);
    const background = await another();
    const seated = new Set(led.map(({ buyer }) => buyer));
    const others = people.filter((buyer) => !seated.has(buyer));
    const again = [...late, ...late].flatMap(({ session }, index) => {
      const buyer = others[index];
      if (!buyer) return [];
      return { ...buy(session, buyer, index, false), origin: index % 2 ? origins.second : origins.platform };
    });
    for (const { payment } of late) banks.of.MONTONIO.pay(payment);
    const messages = await Promise.all(
      late.map(async ({ payment }) => chainRequests(await says(banks, payment, "paid"))),
    );
    const mixed = messages.flatMap((message, index) => [message, ...again.slice(2 * index, 2 * index + 2), message]);
    const afternoon = await sendAtOnce(origins.platform, mixed, sockets);
    loadLine("  late money, and others who buy", afternoon, undefined, mixed.length);
    const open = await waitUntilSettled(led);
    await background.stop();

    requirement(
      `every one of ${buyers + again.length} was answered, the slowest hundredth in ${(morning.p99 / 1000).toFixed(1)} s`,
      [morning, afternoon].every(({ statuses }) =>
        [...statuses.keys()].every((each) => each === 200 || each === 409),
      ) && morning.statuses.get(200) === paidAtOnce + late.length,
    );
    requirement(`no order, attempt or refund is left open${open && `: ${open}`}`, open === "");
    const sold = await soldIn(connection, siteId, made);
    const places = sessions * capacity;
    requirement(
      `sold exactly what there was (${places} places)`,
      sold.booked === places && sold.taken === places && sold.fullSessions === sessions && sold.oversold === 0,
    );
    await requireBalancedMoney(led, places);
    if (places < bareCarts) return;
    const bare = await bareStatements(people.slice(0, bareCarts));
    line(
      "  beside the bare statements",
      `${(paidAtOnce / morning.seconds).toFixed(1)} sold a second, ${ratio(paidAtOnce / morning.seconds, bare.perSecond).toFixed(2)} of theirs`,
    );
    const times = ratio(cost.postgres / (paidAtOnce + late.length), bare.postgres);
    requirement(
      `PostgreSQL has ${times.toFixed(2)} times the CPU of the bare statements of an order (≤ ${most})`,
      bare.isDone && times <= most,
    );
  }

  function cpuNow(): Cpu {
    return { node: cpuOf(uola.pid).node, postgres: cpuOf(process.pid).postgres };
  }

  /** Expires these orders, as if half an hour had passed. */
  async function expireOrders(orders: readonly RedirectedBuyer[]) {
    const ids = [orders.map(({ orderId }) => orderId)];
    await connection.pool.query(
      `update hold set expires_date = now() from order_line line
       where hold.site_id = line.site_id and hold.booking_id = line.booking_id and line.order_id = any($1::uuid[])`,
      ids,
    );
    await connection.pool.query("update shop_order set due_date = now() where id = any($1::uuid[])", ids);
  }

  /**
   * Waits for the background work. Returns a description of the work still open after the time
   * limit, or an empty string.
   */
  async function waitUntilSettled(orders: readonly RedirectedBuyer[]): Promise<string> {
    const until = Date.now() + patienceMs;
    for (;;) {
      const { rows } = await connection.pool.query<{ open: string }>(
        `select 'order ' || state as open from shop_order where id = any($1::uuid[]) and state = 'AWAITING_PAYMENT'
         union all select 'attempt ' || state from payment_attempt
           where order_id = any($1::uuid[]) and state in ('CREATED', 'OPEN', 'PENDING')
         union all select 'refund ' || state || coalesce(': ' || failure, '') from refund
           where order_id = any($1::uuid[]) and state <> 'DONE'`,
        [orders.map(({ orderId }) => orderId)],
      );
      if (rows.length === 0 || Date.now() > until) return countsOf(rows.map(({ open }) => open));
      await new Promise((done) => setTimeout(done, 1000));
    }
  }

  /**
   * Requires that every buyer who paid has either the place or a full refund, also according to the
   * partner's records.
   */
  async function requireBalancedMoney(orders: readonly RedirectedBuyer[], places: number) {
    const { rows } = await connection.pool.query<{
      id: string;
      seated: boolean;
      paid: number;
      refunded: number;
      documents: number;
    }>(
      `select shop_order.id, shop_order.paid, shop_order.refunded, booking.status = 'CONFIRMED' as seated,
         (select coalesce(sum(gross), 0)::int from document where order_id = shop_order.id and kind <> 'PROFORMA') as documents
       from shop_order join order_line line on line.order_id = shop_order.id join booking on booking.id = line.booking_id
       where shop_order.id = any($1::uuid[])`,
      [orders.map(({ orderId }) => orderId)],
    );
    const paymentBy = new Map(orders.map(({ orderId, payment }) => [orderId, payment]));
    const sumOf = (sums: readonly number[]) => sums.reduce((sum, one) => sum + one, 0);
    const backAtPartner = (id: string) => sumOf(banks.of.MONTONIO.refunds(paymentBy.get(id) ?? ""));
    const wrong = rows.filter(
      ({ id, seated, paid, refunded }) => refunded !== (seated ? 0 : paid) || backAtPartner(id) !== refunded,
    );
    const withPlace = rows.filter(({ seated }) => seated).length;
    requirement(
      `${rows.length} paid: ${withPlace} have a place, ${rows.length - withPlace} all of their money, ${wrong.length} neither or both`,
      rows.length === orders.length && withPlace === places && wrong.length === 0,
    );
    const [paid, refunded, documents] = [
      sumOf(rows.map((row) => row.paid)),
      sumOf(rows.map((row) => row.refunded)),
      sumOf(rows.map((row) => row.documents)),
    ];
    requirement(
      `documents sum to payments less refunds: ${documents} = ${paid} − ${refunded} cents`,
      documents === paid - refunded && documents > 0,
    );
  }

  /** Measures the bare statements of orders and payments, all at once. */
  async function bareStatements(those: readonly Buyer[]) {
    const sessions = await freshSessions(connection, siteId, Math.ceil(those.length / capacity) + 2, capacity, of);
    const [first, second, ...rest] = sessions as [Bookable, Bookable, ...Bookable[]];
    const recorded = await recordStatements(connection, { siteId, banks, sessions: [first, second] });
    const requests = those.map((buyer, index) =>
      chainRequests(addToCart(rest[Math.floor(index / capacity)] as Bookable, buyer)),
    );
    await sendAtOnce(origins.platform, requests, sockets);
    const carts = await filledCarts(connection, siteId);
    const before = cpuNow();
    const loads = Object.values(await replay(connection, recorded, carts));
    const { postgres } = spent(before, cpuNow());
    return {
      perSecond: carts.length / loads.reduce((sum, { seconds }) => sum + seconds, 0),
      postgres: postgres / carts.length,
      isDone: loads.every(({ statuses }) => statuses.get(200) === those.length),
    };
  }
}

/** Counts the rejected requests by error code. */
const refusalsIn = (bodies: readonly string[]): string =>
  countsOf(bodies.flatMap((body) => (body.includes("Error") && /"code":"([A-Z_]+)"/.exec(body)?.[1]) || []));

const countsOf = (names: readonly string[]): string =>
  [...Map.groupBy(names, (name) => name)].map(([name, { length }]) => `${length} × ${name}`).join(", ");
