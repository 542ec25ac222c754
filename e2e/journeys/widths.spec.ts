import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { addDays, localDate, mondayOf } from "@uola/words/formats";
import { words } from "@uola/words/site";
import { bookingPath, desk, sessionAhead } from "../harness/desk.ts";
import { faultsAtEveryWidth } from "../harness/layout.ts";
import { alive, bookButton, demoAccount, expect, headline, introduce, test } from "../people.ts";

const say = words("lt");

/** Every page there is, as the site's own table has them. */
const table = readFileSync(new URL("../../apps/site/src/pages.ts", import.meta.url), "utf8");
const paths = [...table.matchAll(/path: "([^"]+)"/g)].map(([, path = ""]) => path);

/** Shows nothing of its own without a link from a mail, leads on at once, or never comes alive. */
const passing = ["/booking/offer/", "/callback/", "/offline/"];
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

test("a week with many sessions at the same hour holds at every width, and tells every name", async ({ page }) => {
  const day = addDays(mondayOf(localDate(new Date())), 7 * 9 + 1);
  const { services } = await desk.services.query({ query: { filter: { type: "CLASS" } } });
  const crowd = services.slice(0, 6);
  const made = [];
  for (const [index, { schedule }] of crowd.entries()) {
    // Six of them, the last two half an hour later and into the next hour.
    const startDate = new Date(`${day}T0${index < 4 ? "8:00" : "8:30"}:00Z`);
    const endDate = new Date(startDate.getTime() + 60 * 60_000);
    made.push((await desk.schedules.createSession({ scheduleId: schedule.id, startDate, endDate })).session);
  }
  try {
    const path = `/schedule/?week=${day}`;
    await expectToHold(page, path);
    for (const width of [1024, 1040, 1280, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      for (const { name } of crowd) {
        const block = page.locator(".week-day").nth(1).locator(".block", { hasText: name }).first();
        await expect(block).toHaveAttribute("title", name);
        // The beginning of a name is a word one can read, not a letter.
        expect.soft((await block.locator(".name").boundingBox())?.width, `${name} at ${width}`).toBeGreaterThan(40);
      }
    }
  } finally {
    for (const { id } of made) await desk.schedules.cancelSession({ sessionId: id });
  }
});

test("on a phone on its side every head leaves a third of the screen to what it stands above", async ({ page }) => {
  for (const size of [
    { width: 667, height: 375 },
    { width: 844, height: 390 },
    { width: 932, height: 430 },
  ]) {
    await page.setViewportSize(size);
    for (const path of tested.filter((path) => !isPrivate(path)).concat("/offline/")) {
      await page.goto(path);
      const share = async () => {
        const head = await page.locator("main > .page-header:first-child").boundingBox();
        return head ? (head.y + head.height) / size.height : undefined;
      };
      await expect.poll(share, `${path} at ${size.width} × ${size.height}`).toBeLessThanOrEqual(2 / 3);
    }
  }
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
