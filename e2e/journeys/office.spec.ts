import { words as adminWords } from "@uola/words/admin";
import { site } from "../harness/addresses.ts";
import { demoAccount, expect, test } from "../people.ts";

const say = adminWords("lt");

test("the desk finds a regular, sells and takes the money by keyboard alone", async ({ desk: { page } }) => {
  const { firstName, lastName } = demoAccount("member");
  await page.goto(`${site}/admin/desk/`);
  const search = page.getByRole("combobox", { name: say("desk.find.label") });
  await expect(search).toBeFocused();
  await page.keyboard.type(`${firstName} ${lastName}`.toLowerCase().normalize("NFD").replace(/\p{M}/gu, ""));
  await expect(page.getByRole("option", { name: `${firstName} ${lastName}` })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("region", { name: `${firstName} ${lastName}` })).toBeVisible();

  const cart = page.getByRole("region", { name: say("desk.cart") });
  await page.keyboard.type("+1");
  await expect(cart.getByRole("listitem")).toHaveCount(1);
  await page.keyboard.type("kas");
  await page.keyboard.press("F9");
  await page.keyboard.type("004871");
  await page.keyboard.press("Control+Enter");
  await expect(cart.getByText(say("desk.cart.empty"))).toBeVisible();
  await expect(search).toBeFocused();
  const done = page.getByRole("listitem").filter({ hasText: `${firstName} ${lastName}` });
  await expect(done.getByRole("button", { name: /^Spausdinti KAL/ })).toBeVisible();
  await expect(page.getByRole("region", { name: say("desk.nobody") })).toBeVisible();

  // Whoever is fast, or a scanner, presses Enter before anything was found.
  await page.keyboard.type(`${firstName} ${lastName}`);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("region", { name: `${firstName} ${lastName}` })).toBeVisible();
});

test("the accountant reads what documents sum to, and is told kindly where prices are changed", async ({
  accountant: { page },
}) => {
  await page.goto(`${site}/admin/`);
  await expect(page.getByRole("heading", { level: 1, name: say("overview.heading") })).toBeVisible();
  await page
    .getByRole("link", { name: say("reports.heading") })
    .first()
    .click();
  await expect(page.getByRole("row", { name: new RegExp(`^${say("reports.sum")}`) })).toBeVisible();
  await expect(
    page.getByRole("navigation", { name: say("nav") }).getByRole("link", { name: say("services.heading") }),
  ).toHaveCount(0);
  await page.goto(`${site}/admin/services/`);
  await expect(page.getByRole("heading", { level: 1, name: say("denied.team.heading") })).toBeVisible();
  await expect(page.getByRole("button", { name: say("services.add") })).toHaveCount(0);
});
