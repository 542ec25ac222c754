import type { Page } from "@playwright/test";
import { type Bank, type Banks, type Notice, startBanks } from "@uola/commerce/banks";
import { words as adminWords } from "@uola/words/admin";
import { words } from "@uola/words/site";
import { platform, providerPorts } from "../harness/addresses.ts";
import { bookingPath, desk, sessionAhead } from "../harness/desk.ts";
import { alive, expect, fillContact, headline, type Person, test } from "../people.ts";

const say = words("lt");
const adminSay = adminWords("lt");

/** What a bank shows does not matter here: only that people are led there and back. */
const bankPage = "<!doctype html><html lang=lt><title>Bankas</title><h1>Bankas</h1></html>";
const bankPages = /^https:\/\/(pay|checkout)\.example\/|^http:\/\/127\.0\.0\.1:\d+\/pay\//;

let banks: Banks;
test.beforeAll(async () => {
  banks = await startBanks(() => new Date(), providerPorts);
  await banks.switchOn(desk);
});
test.afterAll(async () => {
  await banks.switchOff(desk);
  await banks.close();
});

/** Somebody orders a place and goes to pay it. */
async function order({ page, ...person }: Person, { way }: Bank) {
  await page.route(bankPages, (route) => route.fulfill({ contentType: "text/html", body: bankPage }));
  await page.goto(bookingPath(await sessionAhead({ free: 2 })));
  await alive(page);
  await page.getByRole("button", { name: say("order.cart.to") }).click();
  await expect(headline(page, say("order.title"))).toBeVisible();
  await fillContact(page, person);
  await page.getByLabel(say(`order.way.${way}`)).check();
  if (way === "MONTONIO") await page.getByText("Swedbank", { exact: true }).click();
  await page.locator("#terms").check();
  await page.getByRole("button", { name: say("order.place") }).click();
}

/** The payment that somebody was led to. */
async function ledTo(page: Page, bank: Bank): Promise<string> {
  await expect(headline(page, "Bankas")).toBeVisible();
  return bank.paymentAt(page.url());
}

/** The provider tells the platform, as often as it likes. */
async function tell(bank: Bank, payment: string, what: Notice) {
  const message = await bank.says(payment, what);
  if (!message) throw new Error(`${bank.way} never says "${what}".`);
  const { path, ...init } = message;
  const { status } = await fetch(`${platform}${path}`, init);
  expect(status, `${bank.way}: ${what}`).toBe(200);
}

const orderOf = async (email: string) => (await desk.orders.query({ text: email })).orders[0];

test("the owner tries the keys of each provider, and is told when one does not answer", async ({ owner: { page } }) => {
  await page.goto("/admin/orders/");
  await alive(page);
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
  test(`a place is paid at ${way}: late, doubled and contradicting messages make one payment`, async ({ visitor }) => {
    const { page, email } = visitor;
    const bank = banks.of[way];
    await order(visitor, bank);
    const payment = await ledTo(page, bank);

    await test.step("whoever comes back before the bank has said anything has not paid, and is asked to wait", async () => {
      await page.goto(bank.returnAddress(payment));
      await expect(headline(page, say("order.view.checking"))).toBeVisible();
      expect(await orderOf(email)).toMatchObject({ state: "AWAITING_PAYMENT", paid: 0 });
    });

    await test.step("the page that is open says it when the bank has", async () => {
      bank.pay(payment);
      await Promise.all([tell(bank, payment, "paid"), tell(bank, payment, "paid")]);
      await expect(headline(page, say("order.view.paid"))).toBeVisible();
    });

    await test.step("what it says afterwards changes nothing", async () => {
      await tell(bank, payment, "given up");
      await tell(bank, payment, "paid");
      expect(await orderOf(email)).toMatchObject({ state: "PAID", payments: [{ kind: way }], refunds: [] });
    });
  });
}

test("a bank that does not answer loses nothing: the order waits, and is paid when it answers", async ({ visitor }) => {
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
  const payment = await ledTo(page, bank);
  bank.pay(payment);
  // It says nothing; it is asked when its payer is back.
  await page.goto(bank.returnAddress(payment));
  await expect(headline(page, say("order.view.paid"))).toBeVisible();
  expect(await orderOf(email)).toMatchObject({ state: "PAID", payments: [{ kind: "STRIPE" }] });
});
