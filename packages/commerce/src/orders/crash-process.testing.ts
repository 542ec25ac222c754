import { createAccounts } from "@uola/accounts";
import { newId, openDatabase } from "@uola/database";
import { createContext } from "@uola/kernel";
import type pg from "pg";
import { owner, partsOn, urls, visitor } from "../testing.ts";
import { buyer, consents } from "./orders.testing.ts";

/**
 * A shop process that sells in an endless loop until it kills itself. Arguments: database, site,
 * current time, the point at which it dies ("commit 60" or "statement 901"), slots.
 */
const [url = "", siteId = "", at = "", dies = "", slots = "[]"] = process.argv.slice(2);
const [kind, count] = dies.split(" ");
const connection = openDatabase({ url });
let left = Number(count);
const killed = (text: string) => {
  const isCounted = kind === "statement" || text.toLowerCase() === "commit";
  if (isCounted && --left === 0) process.kill(process.pid, "SIGKILL");
};
connection.pool.on("connect", (client) => {
  const query = client.query.bind(client) as (...given: unknown[]) => unknown;
  client.query = ((asked: string | pg.QueryConfig, ...more: unknown[]) => {
    killed(typeof asked === "string" ? asked : asked.text);
    return query(asked, ...more);
  }) as typeof client.query;
});
const now = () => new Date(at);
const accounts = createAccounts({ db: connection.db, siteId, now, secret: "a secret of the test" });
const context = createContext({ connection, siteId, accounts, urls, now, demo: true });
const { carts, orders, payments } = partsOn(context).commerce.handlers;

async function buy(turn: number) {
  const call = visitor();
  const all = JSON.parse(slots);
  await carts.add({ booking: { slot: all[turn % all.length], totalParticipants: 1 + (turn % 2) } }, call);
  if (turn % 3 === 0) await carts.add({ voucher: { face: 1500, design: "TAPE", language: "lt" } }, call);
  const { cart } = await carts.get({}, call);
  const asked = { requestId: newId(), buyer, consents: [...consents], way: "DEMO_BANK", language: "lt" } as const;
  const { key } = await orders.place({ ...asked, consents: [...consents], expectedToPay: cart.toPay }, call);
  if (turn % 5 === 0) return;
  const { redirectUrl } = await payments.start({ key, way: "DEMO_BANK" }, call);
  const attemptId = new URL(redirectUrl ?? "").searchParams.get("attempt") as string;
  await payments.demoDecide({ attemptId, pay: true }, visitor());
  if (turn % 4 > 1) return;
  const { order } = await orders.readByKey({ key }, call);
  const lines = order.lines.map(({ id: lineId }) => ({ lineId }));
  const back = { orderId: order.id, revision: order.revision, lines, way: "PROVIDER", reason: "susirgo" } as const;
  await orders.refund({ ...back, lines }, owner);
}
let turn = 0;
const busy = Array.from({ length: 6 }, async () => {
  for (;;) await buy(turn++).catch(() => undefined);
});
await Promise.all(busy);
