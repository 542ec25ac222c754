import type { Page } from "@playwright/test";
import {
  type Notice,
  type ProviderSimulator,
  type ProviderSimulators,
  startProviderSimulators,
} from "@uola/commerce/provider-simulators";
import { words as adminWords } from "@uola/words/admin";
import { words } from "@uola/words/site";
import { platform, providerPorts } from "../harness/addresses.ts";
import { bookingPath, desk, sessionAhead } from "../harness/desk.ts";
import { expect, fillContact, headline, hydrated, type Person, test } from "../people.ts";

const say = words("lt");
const adminSay = adminWords("lt");

/** A placeholder for the bank's page: only the redirects there and back are tested. */
const bankPage = "<!doctype html><html lang=lt><title>Bankas</title><h1>Bankas</h1></html>";
const bankPages = /^https:\/\/(pay|checkout)\.example\/|^http:\/\/127\.0\.0\.1:\d+\/pay\//;

let banks: ProviderSimulators;
test.beforeAll(async () => {
  banks = await startProviderSimulators(() => new Date(), providerPorts);
  await banks.switchOn(desk);
});
test.afterAll(async () => {
  await banks.switchOff(desk);
  await banks.close();
});

/** Orders a place and proceeds to the payment. */
async function order({ page, ...person }: Person, { way }: ProviderSimulator) {
  await page.route(bankPages, (route) => route.fulfill({ contentType: "text/html", body: bankPage }));
  await page.goto(bookingPath(await sessionAhead({ free: 2 })));
  await hydrated(page);
  await page.getByRole("button", { name: say("order.cart.to") }).click();
  await expect(headline(page, say("order.title"))).toBeVisible();
  await fillContact(page, person);
  await page.getByLabel(say(`order.way.${way}`)).check();
  if (way === "MONTONIO") await page.getByText("Swedbank", { exact: true }).click();
  await page.locator("#terms").check();
  await page.getByRole("button", { name: say("order.place") }).click();
}

/** Returns the payment to which the user was redirected. */
async function redirectedPaymentOf(page: Page, bank: ProviderSimulator): Promise<string> {
  await expect(headline(page, "Bankas")).toBeVisible();
  return bank.paymentAt(page.url());
}

/** Sends a provider's notification to the platform; can be called repeatedly for the same payment. */
async function notifyPlatform(bank: ProviderSimulator, payment: string, what: Notice) {
  const message = await bank.says(payment, what);
  if (!message) throw new Error(`${bank.way} never says "${what}".`);
  const { path, ...init } = message;
  const { status } = await fetch(`${platform}${path}`, init);
  expect(status, `${bank.way}: ${what}`).toBe(200);
}

const orderOf = async (email: string) => (await desk.orders.query({ text: email })).orders[0];

test("the owner tests the keys of each payment provider and sees when one does not respond", async ({
  owner: { page },
}) => {
  await page.goto("/admin/orders/");
  await hydrated(page);
  await page.getByRole("button", { name: adminSay("orders.ways"), exact: true }).click();
  const dialog = page.getByRole("dialog", { name: adminSay("orders.ways") });
  const tries = dialog.getByRole("button", { name: adminSay("orders.ways.test") });
  await expect(tries).toHaveCount(3);
  await tries.first().click();
  await expect(dialog.getByText(adminSay("orders.ways.works", { banks: 1 }))).toBeVisible();
  banks.montonio.world.dead = true;
  await tries.first().click();
  await expect(dialog.getByText(/^Ryšys neveikia/)).toBeVisible();
  banks.montonio.world.dead = false;
});

for (const way of ["MONTONIO", "PAYSERA", "STRIPE"] as const) {
  test(`pays a place with ${way}: late, duplicate and contradicting messages result in one payment`, async ({
    visitor,
  }) => {
    const { page, email } = visitor;
    const bank = banks.of[way];
    await order(visitor, bank);
    const payment = await redirectedPaymentOf(page, bank);

    await test.step("a payer who returns before the bank's confirmation is asked to wait, and the order stays unpaid", async () => {
      await page.goto(bank.returnAddress(payment));
      await expect(headline(page, say("order.view.checking"))).toBeVisible();
      expect(await orderOf(email)).toMatchObject({ state: "AWAITING_PAYMENT", paid: 0 });
    });

    await test.step("the open order page shows the payment once the bank confirms it", async () => {
      bank.pay(payment);
      await Promise.all([notifyPlatform(bank, payment, "paid"), notifyPlatform(bank, payment, "paid")]);
      await expect(headline(page, say("order.view.paid"))).toBeVisible();
    });

    await test.step("later messages from the bank do not change a paid order", async () => {
      await notifyPlatform(bank, payment, "given up");
      await notifyPlatform(bank, payment, "paid");
      expect(await orderOf(email)).toMatchObject({ state: "PAID", payments: [{ kind: way }], refunds: [] });
    });
  });
}

test("an order whose bank does not respond stays open, and can be paid once the bank responds", async ({ visitor }) => {
  const { page, email } = visitor;
  const bank = banks.of.STRIPE;
  banks.stripe.world.dead = true;
  await order(visitor, bank);
  await expect(headline(page, say("order.view.unpaid"))).toBeVisible();
  await expect(page.getByRole("alert").filter({ hasText: say("order.refused.bank") })).toBeVisible();
  expect(await orderOf(email)).toMatchObject({ state: "AWAITING_PAYMENT", paid: 0 });
  banks.stripe.world.dead = false;
  await page.getByLabel(say("order.way.STRIPE")).check();
  await page.getByRole("button", { name: /^Sumokėti/ }).click();
  const payment = await redirectedPaymentOf(page, bank);
  bank.pay(payment);
  // This provider sends no notification; it is queried when the payer returns.
  await page.goto(bank.returnAddress(payment));
  await expect(headline(page, say("order.view.paid"))).toBeVisible();
  expect(await orderOf(email)).toMatchObject({ state: "PAID", payments: [{ kind: "STRIPE" }] });
});
