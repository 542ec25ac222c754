import { words as adminWords } from "@uola/words/admin";
import { words } from "@uola/words/site";
import { expectAccessible } from "../harness/accessible.ts";
import { site } from "../harness/addresses.ts";
import { desk } from "../harness/desk.ts";
import { ownCourse } from "../harness/timetable.ts";
import { expect, fillContact, headline, hydrated, test } from "../people.ts";

const say = words("lt");
const admin = adminWords("lt");

const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

test("a guest pays for a course in instalments: the first now, the next on the order's page", async ({
  visitor,
  owner,
}) => {
  const { page, email } = visitor;
  const { path } = await ownCourse();

  await test.step("shows the instalments with their due dates before anything is confirmed", async () => {
    await page.goto(path);
    await hydrated(page);
    await page.locator("#name-0").fill("Jonas");
    await page.getByRole("button", { name: say("order.cart.to") }).click();
    await expect(headline(page, say("order.title"))).toBeVisible();
    await page.getByText(say("order.parts.choose", { count: 3 })).click();
    const parts = page.getByRole("list", { name: say("order.parts") }).getByRole("listitem");
    await expect(parts).toHaveCount(3);
    await expect(parts.first()).toContainText("33,34");
    await expect(page.getByText(say("order.parts.now", { amount: "33,34 €" }))).toBeVisible();
    await expectAccessible(page);
  });

  await test.step("the first instalment confirms the place", async () => {
    await fillContact(page, visitor);
    await page.getByLabel(say("order.way.DEMO_BANK")).check();
    await page.locator("#terms").check();
    await page.getByRole("button", { name: say("order.place") }).click();
    await expect(headline(page, say("demoBank.head"))).toBeVisible();
    await page.getByRole("button", { name: /^Sumokėti/ }).click();
    await expect(headline(page, say("order.view.partPaid"))).toBeVisible();
    await expect(page.getByRole("article")).toHaveCount(1);
    await expectAccessible(page);
  });

  await test.step("the office sees the outstanding amount and extends the due date", async () => {
    const { orders } = await desk.orders.query({ text: email });
    expect(orders).toMatchObject([{ state: "PART_PAID", dueNow: 3333, documents: [{ kind: "INVOICE" }] }]);
    // No instalment is late yet, so the list of late orders does not include this order.
    await owner.page.goto(`${site}/admin/orders/?late=1`);
    const filter = owner.page.getByLabel(admin("orders.state.any"));
    await expect(filter).toHaveValue("OVERDUE");
    await expect(owner.page.getByText(admin("orders.none.found"))).toBeVisible();
    await filter.selectOption("PART_PAID");
    await owner.page.getByRole("button", { name: orders[0]?.number ?? "" }).click();
    const sheet = owner.page.getByRole("dialog", { name: orders[0]?.number ?? "" });
    await expect(sheet.getByText(admin("orders.state.PART_PAID")).first()).toBeVisible();
    await sheet.getByRole("button", { name: admin("orders.extend") }).click();
    const dialog = owner.page.getByRole("dialog", { name: admin("orders.extend") });
    await dialog.getByLabel(admin("orders.extend.day")).fill(dayIn(45));
    await dialog.getByLabel(admin("orders.reason")).fill("Susitarta telefonu");
    await dialog.getByRole("button", { name: admin("orders.extend.do"), exact: true }).click();
    await expect(dialog).toBeHidden();
    expect((await desk.orders.query({ text: email })).orders[0]?.parts[1]?.dueDay).toBe(dayIn(45));
  });

  await test.step("pays the next instalment on the order's page", async () => {
    await page.reload();
    await expect(headline(page, say("order.view.partPaid"))).toBeVisible();
    await page.getByLabel(say("order.way.DEMO_BANK")).check();
    await page.getByRole("button", { name: /^Sumokėti 33,33/ }).click();
    await expect(headline(page, say("demoBank.head"))).toBeVisible();
    await page.getByRole("button", { name: /^Sumokėti/ }).click();
    await expect(headline(page, say("order.view.partPaid"))).toBeVisible();
    expect((await desk.orders.query({ text: email })).orders).toMatchObject([{ paid: 6667, dueNow: 3333 }]);
  });
});
