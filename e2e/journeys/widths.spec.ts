import type { Frame } from "@playwright/test";
import { addDays, localDate, mondayOf } from "@uola/words/formats";
import { type Locale, locales, pathIn } from "@uola/words/language";
import { words } from "@uola/words/site";
import { bookingPath, desk, sessionAhead } from "../harness/desk.ts";
import { faultsAtEveryWidth, frameIn } from "../harness/layout.ts";
import { isFetched, privatePaths, publicPaths } from "../harness/pages.ts";
import { alive, bookButton, demoAccount, expect, fillContact, headline, test } from "../people.ts";

const say = words("lt");

/** Loads a page into a frame that is resized in place, and checks it at every width. */
async function expectSoundLayout(view: Frame, path: string, locale: Locale = "lt") {
  await view.goto(pathIn(locale, path));
  await expect(view.getByRole("heading", { level: 1 })).toBeVisible();
  await alive(view);
  if (isFetched(path)) await view.waitForLoadState("networkidle");
  await view.evaluate(() => document.fonts.ready);
  expect.soft(await faultsAtEveryWidth(view), pathIn(locale, path)).toEqual([]);
}

/** Six weeks ahead, because the sessions that other journeys create are in the next days. */
const quietWeek = `/schedule/?week=${localDate(new Date(Date.now() + 42 * 86_400_000))}`;

const landscapes = [
  { width: 667, height: 375 },
  { width: 844, height: 390 },
  { width: 932, height: 430 },
];

/**
 * On a phone in landscape the header of a page leaves a third of the screen to the content; where a drawing in it is
 * content too, what stands before the drawing (`data-opening`) does.
 */
async function expectRoomBelowHeader(view: Frame) {
  await expect(view.locator(".page-header").first()).toBeVisible();
  for (const size of landscapes) {
    const share = await view.evaluate(({ width, height }) => {
      const { style } = frameElement as HTMLElement;
      const before = style.cssText;
      Object.assign(style, { width: `${width}px`, height: `${height}px` });
      const opening = document.querySelector("[data-opening]");
      const head = opening ?? document.querySelector("main > .page-header:first-child");
      const bottom = head?.getBoundingClientRect().bottom;
      style.cssText = before;
      return bottom && bottom / height;
    }, size);
    expect.soft(share, `${view.url()} at ${size.width} × ${size.height}`).toBeLessThanOrEqual(2 / 3);
  }
}

for (const path of publicPaths) {
  test(`${path} has a sound layout at every width, and on a phone in landscape room below its header`, async ({
    page,
  }) => {
    const view = await frameIn(page);
    for (const locale of locales) {
      await expectSoundLayout(view, path === "/schedule/" ? quietWeek : path, locale);
      await expectRoomBelowHeader(view);
    }
  });
}

test("the offline page has room below its header on a phone in landscape", async ({ page }) => {
  const view = await frameIn(page);
  await view.goto("/offline/");
  await view.evaluate(() => document.fonts.ready);
  await expectRoomBelowHeader(view);
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
    await expectSoundLayout(await frameIn(page), path);
    await page.goto(path);
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

test("every step of the booking has a sound layout at every width", async ({ visitor }) => {
  const view = await frameIn(visitor.page);
  const offered = await sessionAhead({ free: 1 });
  await expectSoundLayout(view, `/booking/?service=${offered.service.mainSlug.name}`);
  await expectSoundLayout(view, `${bookingPath(offered)}&step=time`);
  await expectSoundLayout(view, bookingPath(offered));
  await fillContact(view, visitor);
  await bookButton(view).click();
  await expect(headline(view, say("booking.confirmed"))).toBeVisible();
  expect(await faultsAtEveryWidth(view)).toEqual([]);
});

test("the account has a sound layout at every width", async ({ member: { page } }) => {
  const view = await frameIn(page);
  for (const path of privatePaths.filter((path) => path.startsWith("/account/"))) await expectSoundLayout(view, path);
});

for (const path of privatePaths.filter((path) => path.startsWith("/admin/"))) {
  test(`${path} has a sound layout at every width`, async ({ owner: { page } }) =>
    expectSoundLayout(await frameIn(page), path));
}

test("a day, a session, its attendance list and a person have a sound layout at every width", async ({
  owner: { page },
}) => {
  const { session } = await sessionAhead({ free: 1 });
  const view = await frameIn(page);
  await expectSoundLayout(view, `/admin/?day=${localDate(session.startDate)}`);
  await expectSoundLayout(view, `/admin/session/?id=${session.id}`);
  await expectSoundLayout(view, `/admin/attendance/?session=${session.id}`);
  const { people } = await desk.people.search({ text: demoAccount("member").email });
  await expectSoundLayout(view, `/admin/people/${people[0]?.id}/`);
});
