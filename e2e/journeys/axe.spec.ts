import { words as adminWords } from "@uola/words/admin";
import { words as identityWords } from "@uola/words/identity";
import { words } from "@uola/words/site";
import { expectAccessible } from "../harness/accessible.ts";
import { bookingPath, sessionAhead } from "../harness/desk.ts";
import { bookButton, expect, fillContact, headline, hydrated, test } from "../people.ts";

const say = words("lt");
const identitySay = identityWords("lt");

test("every booking step is accessible", async ({ visitor }) => {
  const { page } = visitor;
  const offered = await sessionAhead({ free: 1 });
  await page.goto(`/booking/?service=${offered.service.mainSlug.name}`);
  await expect(headline(page, say("booking.head.time"))).toBeVisible();
  await hydrated(page);
  await expectAccessible(page);
  await page.goto(bookingPath(offered));
  await expect(headline(page, say("booking.head.details"))).toBeVisible();
  await hydrated(page);
  await bookButton(page).click();
  await expect(page.getByRole("alert")).toBeVisible();
  await expectAccessible(page);
  await fillContact(page, visitor);
  await bookButton(page).click();
  await expect(headline(page, say("booking.confirmed"))).toBeVisible();
  await expectAccessible(page);
});

test("the sign-in pages are accessible", async ({ page }) => {
  await page.goto("/account/");
  await expect(page.getByLabel(identitySay("password"))).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: identitySay("createAccount") }).click();
  await expect(page.getByLabel(identitySay("firstName"))).toBeVisible();
  await page.getByRole("button", { name: identitySay("createAccount") }).click();
  await expect(page.getByRole("alert")).toBeVisible();
  await expectAccessible(page);
});

test("the account page is accessible", async ({ member: { page } }) => {
  await page.goto("/account/");
  await expect(page.getByRole("article").first()).toBeVisible();
  await expectAccessible(page);
});

test("the admin day view is accessible", async ({ owner: { page } }) => {
  const { session } = await sessionAhead({ free: 1 });
  await page.goto(`/admin/?day=${session.startDate.toISOString().slice(0, 10)}`);
  await expect(page.getByRole("table")).toBeVisible();
  await expect(page.getByRole("region", { name: adminWords("lt")("session.participants") })).toBeVisible();
  await expectAccessible(page);
});

test("the admin overview, front desk, reports and passes are accessible", async ({ owner: { page } }) => {
  const say = adminWords("lt");
  for (const [path, shown] of [
    ["/admin/overview/", page.getByRole("heading", { name: say("overview.unpaid") })],
    ["/admin/reports/", page.getByRole("row", { name: new RegExp(`^${say("reports.sum")}`) })],
    ["/admin/passes/", page.getByRole("button", { name: new RegExp(`^${say("passes.kind.change")}`) }).first()],
  ] as const) {
    await page.goto(path);
    await expect(shown).toBeVisible();
    await expectAccessible(page);
  }
  await page.goto("/admin/desk/");
  const search = page.getByRole("combobox", { name: say("desk.find.label") });
  await expect(page.getByRole("button", { name: /\+1$/ })).toBeVisible();
  await expectAccessible(page);
  await search.fill("aust");
  await expect(page.getByRole("option").first()).toBeVisible();
  await expectAccessible(page, ["light"]);
});

test("the admin calendar and session pages are accessible", async ({ owner: { page } }) => {
  const { session } = await sessionAhead({ free: 1 });
  const day = session.startDate.toISOString().slice(0, 10);
  await page.goto(`/admin/calendar/?day=${day}`);
  await expect(page.getByRole("gridcell").first()).toBeVisible();
  await expectAccessible(page);
  await page.goto(`/admin/session/?id=${session.id}`);
  await expect(page.getByRole("heading", { name: adminWords("lt")("waitlist.heading") })).toBeVisible();
  await expectAccessible(page);
  await page.goto(`/admin/attendance/?session=${session.id}`);
  await expect(page.getByText(adminWords("lt")("attendance.kept")).first()).toBeVisible();
  await expectAccessible(page);
});
