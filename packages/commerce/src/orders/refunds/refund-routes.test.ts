import type { Client } from "@uola/client";
import { PaymentKind, type PaymentProvider } from "@uola/contract";
import { newId } from "@uola/database";
import { describe, expect, test } from "vitest";
import type { TestGym } from "../../testing.ts";
import { statementOf } from "../bank-statements/bank-statements.testing.ts";
import { openShopWithProviders, testIn } from "../open-shop.testing.ts";
import { pay, place, places, type Sold } from "../orders.testing.ts";
import type { ProviderSimulator, ProviderSimulators } from "../payment-providers/provider-simulators.testing.ts";

let gym: TestGym;
let banks: ProviderSimulators;
let owner: Client;
let visitor: Client;
let service: Sold;
testIn(openShopWithProviders, (shop) => {
  ({ gym, banks, owner, visitor, service } = shop);
});

/** The account chosen by the buyer, and the account used for the payment. */
const iban = "LT601010012345678901";
const payerIban = "LT121000011101001000";
const reason = "susirgo";

/** The expected refund route of each payment kind. ZERO is omitted, since no order is paid with it. */
const routes = {
  DEMO_BANK: "PROVIDER",
  MONTONIO: "PROVIDER",
  PAYSERA: "PROVIDER",
  STRIPE: "PROVIDER",
  BANK_TRANSFER: "TRANSFER",
  CASH: "TRANSFER",
  CARD: "TRANSFER",
} as const satisfies Partial<Record<PaymentKind, string>>;
type Kind = keyof typeof routes;
const kinds = Object.keys(routes) as Kind[];

test("every payment kind has a refund route", () => {
  expect(new Set([...kinds, "ZERO"])).toEqual(new Set(PaymentKind.options));
});

const payAt = async (key: string, bank: ProviderSimulator) => {
  const { redirectUrl } = await visitor.payments.start({ key, way: bank.way });
  const payment = bank.paymentAt(redirectUrl as string);
  bank.pay(payment);
  return async () => {
    const message = await bank.says(payment, "paid");
    if (message) await gym.ask(message.path, message);
  };
};
const wayOf = (kind: Kind) => (kind === "CASH" || kind === "CARD" ? "AT_DESK" : kind);
const receive = (orderId: string, kind: "CASH" | "CARD" | "BANK_TRANSFER", amount: number) =>
  owner.payments.receive({ orderId, kind, amount, requestId: newId(), receiptNumber: "7" });

/** Places an order for a place and a gift voucher, 55.00 €. */
async function ordered(kind: Kind) {
  await visitor.carts.add({ booking: places(await gym.session({ service, inHours: 24 * 9 }), service) });
  await visitor.carts.add({ voucher: { face: 3000, design: "TAPE", language: "lt" } });
  return place(visitor, wayOf(kind));
}

async function paid(kind: Kind) {
  const { key, order } = await ordered(kind);
  if (kind === "DEMO_BANK") await pay(visitor, key);
  else if (kind === "BANK_TRANSFER" || kind === "CASH" || kind === "CARD") await receive(order.id, kind, 5500);
  else await (await payAt(key, banks.of[kind as PaymentProvider]))();
  const read = (await visitor.orders.readByKey({ key })).order;
  expect(read).toMatchObject({ state: "PAID", paid: 5500 });
  const [booking, voucher] = read.lines.map(({ id }) => id) as [string, string];
  return { key, order: read, booking, voucher };
}
type Paid = Awaited<ReturnType<typeof paid>>;

const refusedWay = { code: "WAY_NOT_OFFERED" };
const teamRefund = (way: "PROVIDER" | "TRANSFER" | "DESK", { order, booking }: Paid) =>
  owner.orders.refund({
    orderId: order.id,
    revision: order.revision,
    lines: [{ lineId: booking }],
    way,
    reason,
    ...(way === "TRANSFER" && { iban }),
    ...(way === "DESK" && { receiptNumber: "8" }),
  });

const cancelBooking = async (client: Client, bookingId: string) => {
  const { extendedBookings } = await client.bookings.queryExtended({ query: { filter: { id: bookingId } } });
  await client.bookings.cancel({ bookingId, revision: extendedBookings[0]?.booking.revision as string });
};

/**
 * All refunds that use the original payment method. The buyer chooses an account where that is
 * possible.
 */
const asPaid: Record<string, (sold: Paid) => Promise<unknown>> = {
  "the link of the order": ({ key, booking }) =>
    visitor.orders.refundByKey({ key, lineIds: [booking], expectedAmount: 2500, way: "PROVIDER", iban }),
  "a withdrawal": ({ key, voucher }) =>
    visitor.orders.withdraw({ key, lineIds: [voucher], name: "Kitas Žmogus", email: "kitas@example.lt", iban }),
  "a booking that is canceled in the account": async ({ order }) => {
    await cancelBooking(visitor, order.lines[0]?.bookingId as string);
  },
  "a booking that the gym cancels": async ({ order }) => {
    await cancelBooking(owner, order.lines[0]?.bookingId as string);
  },
};

describe.each(kinds)("%s", (kind) => {
  const route = routes[kind];
  const refunds = async ({ order }: Paid) => (await owner.orders.get({ orderId: order.id })).order.refunds;

  test.each(Object.keys(asPaid))("refunds money by the original payment method after %s", async (door) => {
    const sold = await paid(kind);
    await asPaid[door]?.(sold);
    const [refund, ...others] = await refunds(sold);
    expect(others).toEqual([]);
    expect(refund?.way).toBe(route);
    const isNamed = route === "TRANSFER" && (door.includes("link") || door.includes("withdrawal"));
    expect(refund?.iban).toBe(isNamed ? iban : null);
    if (kind === "PAYSERA")
      expect(refund).toMatchObject({ state: "TO_PAY_OUT", provider: "PAYSERA", receiverName: null });
  });

  test("refunds to an account chosen through the order link only if the payment was not made through a provider", async () => {
    const sold = await paid(kind);
    const asked = { key: sold.key, lineIds: [sold.booking], expectedAmount: 2500, way: "TRANSFER" as const, iban };
    if (route === "PROVIDER") {
      await expect(visitor.orders.refundByKey(asked)).rejects.toMatchObject(refusedWay);
      expect(await refunds(sold)).toEqual([]);
    } else {
      await visitor.orders.refundByKey(asked);
      expect(await refunds(sold)).toMatchObject([{ way: "TRANSFER", iban, state: "TO_PAY_OUT" }]);
    }
  });

  test.each(["PROVIDER", "TRANSFER", "DESK"] as const)(
    "allows staff to refund by %s only if the payment method allows it",
    async (way) => {
      const sold = await paid(kind);
      if ((way === "PROVIDER") === (route === "PROVIDER")) {
        await teamRefund(way, sold);
        expect(await refunds(sold)).toMatchObject([{ way, amount: 2500 }]);
      } else {
        await expect(teamRefund(way, sold)).rejects.toMatchObject(refusedWay);
        expect(await refunds(sold)).toEqual([]);
      }
    },
  );

  test("refunds a payment for a canceled order by its original payment method", async () => {
    if (kind === "CASH" || kind === "CARD") return; // The front desk accepts no payment for such an order.
    const { key, order } = await ordered(kind);
    // The places have been sold in the meantime, so that the late payment cannot buy them.
    const sessionId = order.lines[0]?.bookingId as string;
    expect(sessionId).toBeTruthy();
    if (kind === "DEMO_BANK") {
      const { redirectUrl } = await visitor.payments.start({ key, way: "DEMO_BANK" });
      const attemptId = new URL(redirectUrl as string).searchParams.get("attempt") as string;
      await visitor.orders.cancelByKey({ key });
      gym.clock.now = gym.hours(24 * 10);
      await visitor.payments.demoDecide({ attemptId, pay: true });
    } else if (kind === "BANK_TRANSFER") {
      await visitor.orders.cancelByKey({ key });
      gym.clock.now = gym.hours(24 * 10);
      await receive(order.id, kind, 5500);
    } else {
      const tells = await payAt(key, banks.of[kind as PaymentProvider]);
      await visitor.orders.cancelByKey({ key });
      gym.clock.now = gym.hours(24 * 10);
      await tells();
    }
    const { order: after } = await owner.orders.get({ orderId: order.id });
    expect(after.refunds.map(({ way, iban }) => [way, iban])).toEqual(after.refunds.map(() => [route, null]));
    expect(after.refunds.length).toBeGreaterThan(0);
  });
});

describe("the refund of a transfer whose payer is named in a bank statement", () => {
  /** Places an order that is paid by an entry of a bank statement. */
  async function paidByStatement() {
    const { key, order } = await ordered("BANK_TRANSFER");
    const entry = { cents: 5500, text: order.number, payer: "Ona Sava", payerIban };
    await gym.ask("/v1/payments/bank-statements", {
      method: "POST",
      body: statementOf([entry]),
      headers: { authorization: gym.key, "content-type": "application/xml" },
    });
    const { entries } = await owner.payments.bankEntries({});
    const { id: entryId = "" } = entries.find(({ text }) => text === order.number) ?? {};
    await owner.payments.noteBankEntry({ entryId, orderNumber: order.number });
    const [booking] = order.lines.map(({ id }) => id) as [string];
    return { key, order, booking };
  }
  const payoutOf = async (orderId: string) =>
    (await owner.orders.payouts({})).refunds.find((refund) => refund.orderId === orderId);

  test("refunds a transfer to the payer's account, which the order link does not reveal", async () => {
    const { key, order, booking } = await paidByStatement();
    const asked = { key, lineIds: [booking], expectedAmount: 2500, way: "PROVIDER" as const };
    const { order: after } = await visitor.orders.refundByKey(asked);
    expect(JSON.stringify(after)).not.toContain(payerIban);
    const payout = await payoutOf(order.id);
    expect(payout).toMatchObject({ iban: payerIban, payerIban, accountDiffers: false });
    const { refund } = await owner.orders.markPaidOut({ refundId: payout?.id as string });
    expect(refund.state).toBe("DONE");
  });

  test("pays a refund out to another account only after a person confirms that account", async () => {
    const { key, order, booking } = await paidByStatement();
    await visitor.orders.refundByKey({ key, lineIds: [booking], expectedAmount: 2500, way: "TRANSFER", iban });
    const payout = await payoutOf(order.id);
    expect(payout).toMatchObject({ iban, payerIban, accountDiffers: true });
    const refundId = payout?.id as string;
    await expect(owner.orders.markPaidOut({ refundId })).rejects.toMatchObject({ code: "ACCOUNT_DIFFERS" });
    expect((await owner.orders.markPaidOut({ refundId, otherAccount: true })).refund.state).toBe("DONE");
    const changes = await gym.db.selectFrom("audit").selectAll().where("entityId", "=", order.id).execute();
    expect(JSON.stringify(changes)).toContain('"otherAccount":true');
  });
});
