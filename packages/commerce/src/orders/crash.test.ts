import { spawn } from "node:child_process";
import { once } from "node:events";
import { type Database, newId } from "@uola/database";
import { createBackground, createContext } from "@uola/kernel";
import { urls } from "@uola/kernel/testing";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { killedBefore } from "../crash-simulation.testing.ts";
import { owner, partsOn, type TestGym, visitor } from "../testing.ts";
import { buyer, consents, createShop, findLostMoney, places, type Sold } from "./orders.testing.ts";
import {
  deliver,
  type Message,
  type ProviderSimulators,
  startProviderSimulators,
} from "./payment-providers/provider-simulators.testing.ts";

/** The process is killed before every n-th statement; `SHOP_STATEMENTS=1` kills it before each one. */
const stride = Number(process.env.SHOP_STATEMENTS ?? 18);

let gym: TestGym;
let banks: ProviderSimulators;
let service: Sold;
let alive: ReturnType<typeof processOn>;
beforeAll(async () => {
  banks = await startProviderSimulators(() => gym.clock.now);
  gym = await createShop({ connections: 5 }, { providerUrls: banks.providerUrls });
  await banks.switchOn(gym.as(gym.key));
  service = await gym.service();
  alive = processOn(gym.db);
});
afterAll(async () => {
  await gym.close();
  await banks.close();
});

/** Creates the operations and tasks of a process. */
function processOn(db: Database) {
  const context = createContext({
    connection: { ...gym.connection, db },
    siteId: gym.siteId,
    accounts: gym.accounts,
    urls,
    now: () => gym.clock.now,
    demo: true,
  });
  const { commerce } = partsOn(context, { providerUrls: banks.providerUrls });
  const run = async (name: string) => {
    await commerce.tasks.find((task) => task.name === name)?.run({} as never);
  };
  return { ...commerce.handlers, run, hear: (message: Message) => deliver(commerce.pages, message) };
}

/**
 * Runs the work in a process that is killed before its nth statement, then once more in one that is
 * not killed. Returns whether the first one was killed.
 */
async function killedOnce(statement: number, work: (of: ReturnType<typeof processOn>) => Promise<unknown>) {
  const connection = gym.secondConnection();
  const { db, isKilled } = killedBefore(connection, statement);
  await work(processOn(db)).catch(() => undefined);
  // The connection of the killed process is closed without a clean shutdown.
  void connection.close();
  await expect.poll(async () => (await openTransactions()).length).toBe(0);
  expect(await findLostMoney(gym)).toEqual([]);
  await work(alive);
  expect(await findLostMoney(gym)).toEqual([]);
  return isKilled();
}

test("an order, its payment and its refund take effect once even if the process is killed at any statement", async () => {
  const client = gym.as(gym.key);
  const bank = banks.of.MONTONIO;
  const rule = { serviceIds: [], weekdays: [], firstBookingOnly: false, stacking: "ALONE" as const };
  const percent = { ...rule, kind: "PERCENT" as const, percent: 10 };
  const { coupon } = await client.coupons.create({ name: "Dešimt", rule: percent, code: "DESIMT" });
  const gift = { face: 1000, vatType: "MULTI", design: "ROUTE", language: "lt" } as const;
  let orders = 0;
  for (let [statement, killed] = [1, true]; killed; statement += stride) {
    killed = false;
    orders++;
    const { voucher } = await client.vouchers.issue({ ...gift, payment: { method: "TRANSFER" } });
    const code = (await client.vouchers.print({ voucherId: voucher.id })).vouchers[0]?.code as string;
    const sessionId = await gym.session({ service, capacity: 2 });
    const call = visitor();
    let deed = 0;
    const step = async (work: (of: ReturnType<typeof processOn>) => Promise<unknown>) => {
      // Each step of an order is interrupted at a different statement.
      killed = (await killedOnce(statement + (deed++ % stride), work)) || killed;
    };
    await alive.carts.add({ booking: places(sessionId, service, 2) }, call);
    await alive.carts.add({ voucher: { face: 1500, design: "TAPE", language: "lt" } }, call);
    for (const each of [code, "DESIMT"]) await alive.carts.addCode({ code: each }, call);
    const { cart } = await alive.carts.get({}, call);

    const requestId = newId();
    const asked = { requestId, buyer, consents: [...consents], way: "MONTONIO", language: "lt" } as const;
    await step((of) => of.orders.place({ ...asked, consents: [...consents], expectedToPay: cart.toPay }, call));
    const placed = await alive.orders.place({ ...asked, consents: [...consents], expectedToPay: 0 }, call);
    const { key } = placed;
    const orderId = placed.order.id;
    const start = (of: typeof alive) => of.payments.start({ key, way: "MONTONIO" }, call);
    await step(start);
    const payment = bank.paymentAt((await start(alive)).redirectUrl as string);
    bank.pay(payment);
    const message = (await bank.says(payment, "paid")) as Message;
    await step((of) => of.hear(message));
    const paid = (await alive.orders.readByKey({ key }, call)).order;
    expect(paid).toMatchObject({ state: "PAID", paid: 5000, voucherPays: 1000, documents: [{ kind: "INVOICE" }] });

    const lines = [{ lineId: paid.lines[0]?.id as string }];
    const back = { orderId, revision: paid.revision, lines, way: "PROVIDER", reason: "susirgo" } as const;
    await step((of) => of.orders.refund({ ...back, lines: [...lines] }, owner).catch(unlessStale));
    await step((of) => of.run("refunds: hand to providers"));
    const { order } = await alive.orders.readByKey({ key }, call);
    expect(order).toMatchObject({
      state: "PART_REFUNDED",
      paid: 5000,
      refunded: 4500,
      documents: [{ kind: "INVOICE" }, { kind: "CREDIT" }],
      refunds: [{ way: "PROVIDER", state: "DONE", amount: 4500 }],
    });
    expect(bank.refunds(payment)).toEqual([4500]);
    expect((await mailsAbout(orderId)).toSorted()).toEqual(["paid", "refunded"]);
    expect(await gym.placesOf(sessionId)).toMatchObject({ taken: 0 });
  }
  expect(orders * stride).toBeGreaterThan(40);
  expect((await client.coupons.report({ couponId: coupon.id })).coupon.used).toBe(orders);
});

/** Ignores a stale revision: the killed process has already made the refund. */
const unlessStale = (error: unknown) => {
  if ((error as { code?: string }).code !== "REVISION_MISMATCH") throw error;
};

const mailsAbout = async (orderId: string) => {
  const rows = await gym.db.selectFrom("outbox").select("payload").where("kind", "=", "mail").execute();
  const mails = rows.map(({ payload }) => payload as { orderId?: string; about?: string });
  return mails.filter((mail) => mail.orderId === orderId).map(({ about }) => about);
};

test("orders remain consistent if the shop process is killed at a statement or before a commit", async () => {
  const sessions = await Promise.all(Array.from({ length: 4 }, () => gym.session({ service, capacity: 400 })));
  const slots = sessions.map((sessionId) => places(sessionId, service).slot);
  for (const at of ["commit 60", "statement 1500", "commit 25", "statement 901"]) {
    const child = spawn(
      process.execPath,
      [
        `${import.meta.dirname}/crash-process.testing.ts`,
        gym.connection.url,
        gym.siteId,
        gym.clock.now.toISOString(),
        at,
        JSON.stringify(slots),
      ],
      { stdio: ["ignore", "ignore", "inherit"] },
    );
    const [, signal] = await once(child, "exit");
    expect(signal).toBe("SIGKILL");
    await expect.poll(async () => (await openTransactions()).length).toBe(0);
    expect(await findLostMoney(gym)).toEqual([]);
  }
  const states = async () => {
    const found = await gym.db.selectFrom("shopOrder").select("state").distinct().execute();
    return found.map(({ state }) => state);
  };
  expect(await states()).toEqual(expect.arrayContaining(["AWAITING_PAYMENT", "PAID", "REFUNDED"]));

  // A surviving process completes the unfinished work.
  gym.clock.now = gym.hours(20);
  const { booking, commerce } = partsOn(gym.context, { providerUrls: banks.providerUrls });
  await createBackground(gym.context, [...booking.tasks, ...commerce.tasks]).drain();
  expect(await findLostMoney(gym)).toEqual([]);
  expect(await states()).not.toContain("AWAITING_PAYMENT");
  const counters = await gym.db.selectFrom("places").select("held").where("id", "in", sessions).execute();
  expect(counters.map(({ held }) => held)).toEqual([0, 0, 0, 0]);
});

/** Connections of killed processes whose transaction has not been rolled back yet. */
const openTransactions = async () =>
  (
    await sql<{ pid: number }>`select pid from pg_stat_activity where datname = current_database()
      and pid <> pg_backend_pid() and xact_start is not null`.execute(gym.db)
  ).rows;
