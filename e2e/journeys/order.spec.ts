import { words } from "@uola/words/site";
import { expectAccessible } from "../harness/accessible.ts";
import { bookingPath, desk, sessionAhead } from "../harness/desk.ts";
import { faultsAtEveryWidth, fewWidths } from "../harness/layout.ts";
import { ownCourse } from "../harness/timetable.ts";
import { expect, fillContact, headline, hydrated, test } from "../people.ts";

const say = words("lt");

test("a guest buys a course, shoes and a voucher with a coupon at the demo bank and gets one document", async ({
  visitor,
}) => {
  const { page, email } = visitor;
  const { service, path } = await ownCourse();
  const code = `RUDUO${Date.now().toString(36).slice(-3).toUpperCase()}`;
  await desk.coupons.create({
    name: "Rudens nuolaida",
    code,
    rule: {
      kind: "PERCENT",
      percent: 10,
      serviceIds: [],
      weekdays: [],
      firstBookingOnly: false,
      stacking: "ALONE",
    },
  });
  const place = page.getByRole("button", { name: say("order.place") });

  await test.step("adds a course with its hold, shoes and a voucher to the cart", async () => {
    await page.goto(path);
    await hydrated(page);
    await page.locator("#name-0").fill("Jonas");
    await page.getByRole("button", { name: say("order.cart.to") }).click();
    await expect(headline(page, say("order.title"))).toBeVisible();
    await expect(page.getByRole("main").getByText(service.name).first()).toBeVisible();
    await expect(page.getByText(/^Vietos jums laikomos iki/).first()).toBeVisible();
    await page.goto("/prices/");
    await hydrated(page);
    await page.getByRole("button", { name: `${say("order.cart.to")}: Tik bateliai` }).click();
    await expect(page.getByText(say("order.cart.in"))).toBeVisible();
    await page.goto("/gift/");
    await hydrated(page);
    await page.getByLabel(say("gift.to"), { exact: true }).fill("Gabija");
    await page.getByLabel(say("gift.greeting"), { exact: true }).fill("Kopk aukščiau");
    // The voucher preview is rendered again after each typed letter.
    const drawn = page.locator(".voucher").filter({ hasText: say("gift.to.said", { name: "Gabija" }) });
    await expect(drawn.filter({ hasText: "Kopk aukščiau" }).first()).toBeVisible();
    await page.reload();
    await expect(page.getByLabel(say("gift.greeting"), { exact: true })).toHaveValue("Kopk aukščiau");
    await hydrated(page);
    await page.getByRole("button", { name: say("order.cart.to") }).click();
    await expect(headline(page, say("order.title"))).toBeVisible();
    await expect(page.getByText(say("order.line.to", { name: "Gabija" }))).toBeVisible();
  });

  await test.step("reports a wrong coupon code and applies ten percent off the course for a valid one", async () => {
    await page.getByText(say("order.code")).click();
    await page.getByRole("textbox", { name: say("order.code.label") }).fill("NERA12");
    await page.getByRole("button", { name: say("order.code.use") }).click();
    await expect(page.getByText(say("order.refused.noCode"))).toBeVisible();
    await page.getByRole("textbox", { name: say("order.code.label") }).fill(code);
    await page.getByRole("button", { name: say("order.code.use") }).click();
    await expect(page.getByText(say("order.sum.discount"), { exact: true })).toBeVisible();
    await expectAccessible(page);
  });

  await test.step("reports missing fields and ticks no agreement in advance", async () => {
    await expect(page.locator("#terms")).not.toBeChecked();
    await place.click();
    const summary = page.getByRole("alert");
    await expect(summary).toBeFocused();
    await expect(summary.getByRole("link", { name: say("order.problem.field.terms") })).toBeVisible();
  });

  await test.step("pays at the demo bank, and the order page then shows the ticket and one document", async () => {
    await fillContact(page, visitor);
    await page.getByLabel(say("order.way.DEMO_BANK")).check();
    await page.locator("#terms").check();
    await place.dblclick();
    await expect(headline(page, say("demoBank.head"))).toBeVisible();
    await page.getByRole("button", { name: /^Sumokėti/ }).click();
    await expect(headline(page, say("order.view.paid"))).toBeVisible();
    await expect(page.getByRole("article")).toHaveCount(1);
    await expect(page.getByRole("link", { name: /^Sąskaita faktūra/ })).toHaveCount(1);
    await expectAccessible(page);
  });

  await test.step("creates one order for a double click", async () => {
    const { orders } = await desk.orders.query({ text: email });
    expect(orders).toMatchObject([{ state: "PAID", documents: [{ kind: "INVOICE" }] }]);
    expect(orders[0]?.lines.map(({ kind }) => kind).toSorted()).toEqual(["BOOKING", "GOODS", "VOUCHER"]);
  });
});

test("an order left unpaid at the bank stays open and can be paid later on its page", async ({ visitor }) => {
  const { page, email } = visitor;
  await page.goto(bookingPath(await sessionAhead({ free: 2 })));
  await hydrated(page);
  await page.getByRole("button", { name: say("order.cart.to") }).click();
  await expect(headline(page, say("order.title"))).toBeVisible();
  await fillContact(page, visitor);
  await page.getByLabel(say("order.way.DEMO_BANK")).check();
  await page.locator("#terms").check();
  await page.getByRole("button", { name: say("order.place") }).click();
  await expect(headline(page, say("demoBank.head"))).toBeVisible();
  expect(await faultsAtEveryWidth(page, fewWidths)).toEqual([]);
  await page.getByRole("button", { name: say("demoBank.refuse") }).click();
  await expect(headline(page, say("order.view.unpaid"))).toBeVisible();
  expect(await faultsAtEveryWidth(page, fewWidths)).toEqual([]);
  expect((await desk.orders.query({ text: email })).orders).toMatchObject([{ state: "AWAITING_PAYMENT", paid: 0 }]);
  await page.getByLabel(say("order.way.DEMO_BANK")).check();
  await page.getByRole("button", { name: /^Sumokėti/ }).click();
  await expect(headline(page, say("demoBank.head"))).toBeVisible();
  await page.getByRole("button", { name: /^Sumokėti/ }).click();
  await expect(headline(page, say("order.view.paid"))).toBeVisible();
  expect(await faultsAtEveryWidth(page, fewWidths)).toEqual([]);
  expect((await desk.orders.query({ text: email })).orders).toMatchObject([{ state: "PAID" }]);
});
