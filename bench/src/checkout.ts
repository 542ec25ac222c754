import { findBookInconsistencies } from "@uola/commerce/consistency";
import type { ProviderSimulators } from "@uola/commerce/provider-simulators";
import type { Connection } from "@uola/database";
import { filledCarts, recordStatements, replay } from "./bare-statements.ts";
import { cpuOf } from "./cpu.ts";
import { origins, type Running } from "./harness.ts";
import { type Load, type LoadRequest, sendAtOnce } from "./load.ts";
import { heading, line, loadLine, ratio, requirement } from "./report.ts";
import { type Bookable, freshSessions, liftLimits, pricedService, visitorTokens } from "./sessions.ts";
import { addToCart, type Buyer, buyersOf, order, pay, start, untilAnswered } from "./shop.ts";

const carts = 1_000;
const sockets = 1_000;
/**
 * Minimum throughput relative to the bare statements: the statements are a third of the work if
 * HTTP, business rules and look-ups cost twice as much as the statements.
 */
const least = 0.33;

type BenchTargets = {
  uola: Running;
  /** Starts a second server on the same database. */
  another(): Promise<Running>;
  banks: ProviderSimulators;
  connection: Connection;
  siteId: string;
  clientId: string;
};

/**
 * Measures carts that are ordered and paid at the same moment, compared with the bare statements of
 * the same transactions in the same run.
 */
export async function checkout({ uola, another, banks, connection, siteId, clientId }: BenchTargets) {
  heading(`checkout: ${carts} carts at once, paid at a partner's server; baseline = the bare statements`);
  await liftLimits(connection, siteId);
  const of = await pricedService(banks);
  const sessions = await freshSessions(connection, siteId, Math.ceil((2 * carts) / 12) + 3, 12, of);
  const before = new Set(await findBookInconsistencies(connection.db));
  const tokens = await visitorTokens(clientId, 2 * carts);
  const buyers = buyersOf(tokens);
  const sessionOf = (index: number) => sessions[Math.floor(index / 12)] as Bookable;
  const send = (requests: LoadRequest[]): Promise<Load> =>
    sendAtOnce(origins.platform, requests.map(untilAnswered), sockets);
  const fillAll = async (those: readonly Buyer[], offset: number) =>
    send(those.map((buyer, index) => addToCart(sessionOf(offset + index), buyer)));

  const ours = buyers.slice(0, carts);
  const filled = await fillAll(ours, 0);
  const cpu = { node: cpuOf(uola.pid).node, postgres: cpuOf(process.pid).postgres };
  const spentSince = () => {
    const now = { node: cpuOf(uola.pid).node, postgres: cpuOf(process.pid).postgres };
    const spent = { node: now.node - cpu.node, postgres: now.postgres - cpu.postgres };
    Object.assign(cpu, now);
    return spent;
  };
  const orders = await send(filled.bodies.map((body, index) => order(body, ours[index] as Buyer)));
  loadLine("Uola: orders over HTTP", orders, spentSince(), carts);
  const started = await send(orders.bodies.map((body, index) => start(body, ours[index] as Buyer)));
  loadLine("Uola: payments begun at the partner", started, spentSince(), carts);
  const messages = await Promise.all(started.bodies.map((body) => pay(banks, body)));
  spentSince();
  const payments = await send(messages);
  loadLine("Uola: payments told by the partner", payments, spentSince(), carts);

  const [first, second] = sessions.slice(-2) as [Bookable, Bookable];
  const recorded = await recordStatements(connection, { siteId, banks, sessions: [first, second] });
  const others = buyers.slice(carts);
  await fillAll(others, carts + 12);
  const bareCarts = await filledCarts(connection, siteId);
  const bare = await replay(connection, recorded, bareCarts);
  loadLine("bare statements: orders", bare.orders, undefined, bareCarts.length);
  loadLine("bare statements: payments", bare.payments, undefined, bareCarts.length);
  for (const [what, one, limit] of [
    ["orders", orders, bare.orders],
    ["payments", payments, bare.payments],
  ] as const) {
    const share = ratio(one.perSecond, limit.perSecond);
    requirement(
      `${what}: ${one.perSecond.toFixed(0)} a second, ${share.toFixed(2)} of the bare statements (≥ ${least})`,
      share >= least,
    );
  }
  const isAnswered = (load: Load, count = carts) => load.statuses.get(200) === count;
  requirement(
    `every one of ${carts} carts was ordered and paid, the slowest hundredth in ${(orders.p99 / 1000).toFixed(1)} and ${(payments.p99 / 1000).toFixed(1)} s`,
    [filled, orders, started, payments].every((load) => isAnswered(load)),
  );
  requirement(
    `all ${bareCarts.length} bare carts as well`,
    bareCarts.length === carts && isAnswered(bare.orders) && isAnswered(bare.payments),
  );
  await killOneOfTwo(await another());
  const wrong = (await findBookInconsistencies(connection.db)).filter((each) => !before.has(each));
  for (const each of wrong.slice(0, 10)) line("  wrong", each);
  requirement("the books are exact: payments, documents, places", wrong.length === 0);

  /**
   * Half of the buyers order and pay at a server that is killed; those without a response retry at
   * the other one.
   */
  async function killOneOfTwo(other: Running) {
    const count = 300;
    const those = buyersOf(await visitorTokens(clientId, count));
    const made = await freshSessions(connection, siteId, count / 12, 12, of);
    const elsewhere = (request: LoadRequest, index: number): LoadRequest =>
      index % 2 ? { ...untilAnswered(request), origin: origins.second } : untilAnswered(request);
    const cartsOf = await send(those.map((buyer, index) => addToCart(made[Math.floor(index / 12)] as Bookable, buyer)));
    const ordering = sendAtOnce(
      origins.platform,
      cartsOf.bodies.map((body, index) => elsewhere(order(body, those[index] as Buyer), index)),
      sockets,
    );
    setTimeout(() => process.kill(other.pid, "SIGKILL"), 700);
    const ordered = await ordering;
    const led = await send(ordered.bodies.map((body, index) => start(body, those[index] as Buyer)));
    const notices = await Promise.all(led.bodies.map((body) => pay(banks, body)));
    // The payment partner sends every notification twice.
    const paid = await send([...notices, ...notices]);
    loadLine(`${count} orders, one of two processes is killed`, ordered, undefined, count);
    requirement(
      "every order was made and paid once",
      [ordered, led].every((load) => isAnswered(load, count)) && isAnswered(paid, 2 * count),
    );
  }
}
