import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { localDate } from "@uola/words/formats";
import { words } from "@uola/words/site";
import { bookingPath, desk, sessionAhead } from "../house/desk.ts";
import { faultsAtEveryWidth } from "../house/layout.ts";
import { alive, bookButton, demoAccount, expect, headline, introduce, test } from "../people.ts";

const say = words("lt");

/** Every page there is, as the site's own table has them. */
const table = readFileSync(new URL("../../apps/site/src/pages.ts", import.meta.url), "utf8");
const paths = [...table.matchAll(/path: "([^"]+)"/g)].map(([, path = ""]) => path);

/** Shows nothing of its own without a link from a mail, or leads on at once. */
const passing = ["/booking/offer/", "/callback/"];
const isPrivate = (path: string) => /^\/(account|admin)\//.test(path);
const tested = paths.filter((path) => !passing.includes(path) && !path.includes(":"));

async function expectToHold(page: Page, path: string) {
  await page.goto(path);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await alive(page);
  await page.waitForLoadState("networkidle");
  expect.soft(await faultsAtEveryWidth(page), path).toEqual([]);
}

/** Six weeks ahead: the classes that other journeys make stand in the nearest days, many at the same hour. */
const quietWeek = `/schedule/?week=${localDate(new Date(Date.now() + 42 * 86_400_000))}`;

test("every public page holds at every width", async ({ page }) => {
  const open = tested.filter((path) => !isPrivate(path));
  for (const path of open) await expectToHold(page, path === "/schedule/" ? quietWeek : path);
});

test("every step of the booking holds at every width", async ({ visitor }) => {
  const { page } = visitor;
  const offered = await sessionAhead({ free: 1 });
  await expectToHold(page, `/booking/?service=${offered.service.mainSlug.name}`);
  await expectToHold(page, `${bookingPath(offered)}&step=time`);
  await expectToHold(page, bookingPath(offered));
  await introduce(page, visitor);
  await bookButton(page).click();
  await expect(headline(page, say("booking.confirmed"))).toBeVisible();
  expect(await faultsAtEveryWidth(page)).toEqual([]);
});

test("the account holds at every width", async ({ member: { page } }) => {
  for (const path of tested.filter((path) => path.startsWith("/account/"))) await expectToHold(page, path);
});

for (const path of tested.filter((path) => path.startsWith("/admin/"))) {
  test(`${path} holds at every width`, async ({ owner: { page } }) => expectToHold(page, path));
}

test("a session, its ticks and a person hold at every width", async ({ owner: { page } }) => {
  const { session } = await sessionAhead({ free: 1 });
  await expectToHold(page, `/admin/session/?id=${session.id}`);
  await expectToHold(page, `/admin/attendance/?session=${session.id}`);
  const { people } = await desk.people.search({ text: demoAccount("member").email });
  await expectToHold(page, `/admin/people/${people[0]?.id}/`);
});
