import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { addDays, localDate, mondayOf } from "@uola/words/formats";
import { words } from "@uola/words/site";
import { bookingPath, desk, sessionAhead } from "../harness/desk.ts";
import { faultsAtEveryWidth } from "../harness/layout.ts";
import { alive, bookButton, demoAccount, expect, fillContact, headline, test } from "../people.ts";

const say = words("lt");

/** Every page, from the site's table of pages. */
const table = readFileSync(new URL("../../apps/site/src/pages.ts", import.meta.url), "utf8");
const paths = [...table.matchAll(/path: "([^"]+)"/g)].map(([, path = ""]) => path);

/** Pages that need a mailed link, redirect at once, or are never hydrated. */
const passing = ["/booking/offer/", "/callback/", "/offline/"];
const isPrivate = (path: string) => /^\/(account|admin)\//.test(path);
const tested = paths.filter((path) => !passing.includes(path) && !path.includes(":"));

async function expectSoundLayout(page: Page, path: string) {
  await page.goto(path);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await alive(page);
  await page.waitForLoadState("networkidle");
  expect.soft(await faultsAtEveryWidth(page), path).toEqual([]);
}

/** Six weeks ahead, because the sessions that other journeys create are in the next days. */
const quietWeek = `/schedule/?week=${localDate(new Date(Date.now() + 42 * 86_400_000))}`;

test("every public page has a sound layout at every width", async ({ page }) => {
  const open = tested.filter((path) => !isPrivate(path));
  for (const path of open) await expectSoundLayout(page, path === "/schedule/" ? quietWeek : path);
});

test("a week with many sessions at the same hour has a sound layout at every width and shows every name", async ({
  page,
}) => {
  const day = addDays(mondayOf(localDate(new Date())), 7 * 9 + 1);
  const { services } = await desk.services.query({ query: { filter: { type: "CLASS" } } });
  const crowd = services.slice(0, 6);
  const made = [];
  for (const [index, { schedule }] of crowd.entries()) {
    // Six sessions, the last two half an hour later.
    const startDate = new Date(`${day}T0${index < 4 ? "8:00" : "8:30"}:00Z`);
    const endDate = new Date(startDate.getTime() + 60 * 60_000);
    made.push((await desk.schedules.createSession({ scheduleId: schedule.id, startDate, endDate })).session);
  }
  try {
    const path = `/schedule/?week=${day}`;
    await expectSoundLayout(page, path);
    for (const width of [1024, 1040, 1280, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      for (const { name } of crowd) {
        const block = page.locator(".week-day").nth(1).locator(".block", { hasText: name }).first();
        await expect(block).toHaveAttribute("title", name);
        // At least a readable beginning of the name is shown.
        expect.soft((await block.locator(".name").boundingBox())?.width, `${name} at ${width}`).toBeGreaterThan(40);
      }
    }
  } finally {
    for (const { id } of made) await desk.schedules.cancelSession({ sessionId: id });
  }
});

test("on a phone in landscape every page header leaves a third of the screen to the content", async ({ page }) => {
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

test("every step of the booking has a sound layout at every width", async ({ visitor }) => {
  const { page } = visitor;
  const offered = await sessionAhead({ free: 1 });
  await expectSoundLayout(page, `/booking/?service=${offered.service.mainSlug.name}`);
  await expectSoundLayout(page, `${bookingPath(offered)}&step=time`);
  await expectSoundLayout(page, bookingPath(offered));
  await fillContact(page, visitor);
  await bookButton(page).click();
  await expect(headline(page, say("booking.confirmed"))).toBeVisible();
  expect(await faultsAtEveryWidth(page)).toEqual([]);
});

test("the account has a sound layout at every width", async ({ member: { page } }) => {
  for (const path of tested.filter((path) => path.startsWith("/account/"))) await expectSoundLayout(page, path);
});

for (const path of tested.filter((path) => path.startsWith("/admin/"))) {
  test(`${path} has a sound layout at every width`, async ({ owner: { page } }) => expectSoundLayout(page, path));
}

test("a session, its attendance list and a person have a sound layout at every width", async ({ owner: { page } }) => {
  const { session } = await sessionAhead({ free: 1 });
  await expectSoundLayout(page, `/admin/session/?id=${session.id}`);
  await expectSoundLayout(page, `/admin/attendance/?session=${session.id}`);
  const { people } = await desk.people.search({ text: demoAccount("member").email });
  await expectSoundLayout(page, `/admin/people/${people[0]?.id}/`);
});
