import { randomUUID } from "node:crypto";
import type { Frame } from "@playwright/test";
import { words as adminWords } from "@uola/words/admin";
import { addDays, dateLong, localDate, mondayOf } from "@uola/words/formats";
import { words } from "@uola/words/site";
import { bookingInput, bookingPath, desk, sessionAhead } from "../harness/desk.ts";
import { expectRoomBelowHeader, faultsAtEveryWidth, frameIn } from "../harness/layout.ts";
import { isFetched, privatePaths } from "../harness/pages.ts";
import { ownClass } from "../harness/timetable.ts";
import { bookButton, demoAccount, expect, fillContact, headline, hydrated, test } from "../people.ts";

const say = words("lt");
const adminSay = adminWords("lt");

/** Loads a page into a frame that is resized in place, and checks its layout at every width. */
async function expectSoundLayout(view: Frame, path: string) {
  await view.goto(path);
  await expect(view.getByRole("heading", { level: 1 })).toBeVisible();
  await hydrated(view);
  if (isFetched(path)) await view.waitForLoadState("networkidle");
  await view.evaluate(() => document.fonts.ready);
  expect.soft(await faultsAtEveryWidth(view), path).toEqual([]);
}

test("the offline page leaves space below its header on a phone in landscape", async ({ page }) => {
  const view = await frameIn(page);
  await view.goto("/offline/");
  await view.evaluate(() => document.fonts.ready);
  await expectRoomBelowHeader(view);
});

test("a week with many sessions at the same hour fits every width and shows every name", async ({
  page,
  ownerView,
}) => {
  const day = addDays(mondayOf(localDate(new Date())), 7 * 9 + 1);
  const { services } = await desk.services.query({ query: { filter: { type: "CLASS" } } });
  const crowd = services.slice(0, 6);
  const made: { id: string }[] = [];
  const add = async ({ schedule }: (typeof crowd)[number], start: string, minutes: number, change = {}) => {
    const startDate = new Date(start);
    const endDate = new Date(startDate.getTime() + minutes * 60_000);
    made.push((await desk.schedules.createSession({ scheduleId: schedule.id, startDate, endDate, change })).session);
  };
  // Creates six sessions; the last two start half an hour later.
  for (const [index, service] of crowd.entries()) await add(service, `${day}T0${index < 4 ? "8:00" : "8:30"}:00Z`, 60);
  // Creates long sessions of large groups, two and three at the same time, without any other
  // sessions at that time.
  for (const count of [2, 3]) {
    for (const service of services.slice(-count)) {
      await add(service, `${addDays(day, count)}T04:00:00Z`, 150, { capacity: 1000 });
    }
  }
  try {
    const path = `/schedule/?week=${day}`;
    await expectSoundLayout(await frameIn(page), path);
    await expectSoundLayout(ownerView, `/admin/calendar/?day=${day}`);
    await page.goto(path);
    for (const width of [1024, 1040, 1280, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      for (const { name } of crowd) {
        const block = page.locator(".week-day").nth(1).locator(".block", { hasText: name }).first();
        await expect(block).toHaveAttribute("title", name);
        // At least a readable part of the beginning of the name is shown.
        expect.soft((await block.locator(".name").boundingBox())?.width, `${name} at ${width}`).toBeGreaterThan(40);
      }
    }
  } finally {
    for (const { id } of made) await desk.schedules.cancelSession({ sessionId: id });
  }
});

test("every booking step has a correct layout at every width", async ({ visitor }) => {
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

test("the account pages have a correct layout at every width", async ({ member: { page } }) => {
  const view = await frameIn(page);
  for (const path of privatePaths.filter((path) => path.startsWith("/account/"))) await expectSoundLayout(view, path);
});

for (const path of privatePaths.filter((path) => path.startsWith("/admin/"))) {
  test(`${path} has a correct layout at every width`, ({ ownerView }) => expectSoundLayout(ownerView, path));
}

test("months closed by the accountant have a correct layout at every width", async ({ ownerView: view }) => {
  await view.page().route(/\/v1\/documents\/months$/, async (route) => {
    const response = await route.fetch();
    const { months } = await response.json();
    const closedDate = "2026-11-30T10:00:00.000Z";
    await route.fulfill({ response, json: { months: [{ ...months[0], month: "2026-10", closedDate }, ...months] } });
  });
  await expectSoundLayout(view, "/admin/documents/");
  await expect(view.getByText(adminSay("documents.closed", { date: dateLong("2026-11-30") })).first()).toBeVisible();
});

test("the list of till payments has a correct layout at every width", async ({ ownerView: view }) => {
  const actor = { kind: "member", id: randomUUID(), name: "Registratūros darbuotoja" };
  const sum = { payments: 12, received: 123_450, refunds: 2, paidOut: 4500 };
  const lines = [
    { kind: "MARK", about: "R-6DMB-F27A", amount: 0 },
    { kind: "ORDER", about: "UOLA-HRZ4E7", amount: 123_450, receiptNumber: "K-2026-000123" },
    { kind: "VOUCHER", about: "DOV-2026-000012", amount: -4500, receiptNumber: "K-2026-000124" },
  ];
  const money = lines.map((line) => ({ ...line, id: randomUUID(), method: "CASH", actor, date: new Date() }));
  await view.page().route(/\/v1\/desk\/takings$/, async (route) => {
    const response = await route.fetch();
    const taken = await response.json();
    const sums = { ...taken.sums, people: [{ actor, cash: sum, card: sum }], marks: { cash: 1, card: 0 } };
    await route.fulfill({ response, json: { ...taken, sums, money } });
  });
  await expectSoundLayout(view, "/admin/desk/close/");
  await expect(view.getByRole("rowheader", { name: "R-6DMB-F27A" })).toBeVisible();
});

test("the day, session, attendance and person pages have a correct layout at every width", async ({
  ownerView: view,
}) => {
  const { session, offered } = await ownClass({ ageRange: { min: 5, max: 99 } });
  // Creates participants with long and short names, a first-time visitor, an unchecked age, and
  // parties with and without names.
  const contact = (firstName: string, lastName: string) => ({
    firstName,
    lastName,
    phone: "+37061234567",
    email: `laiskai-${randomUUID()}@labai-ilgas-pasto-adresas.example`,
  });
  const long = contact("Konstantinopoliada", "Vyšniauskaitė-Kazlauskienė");
  const participants = [
    { firstName: "Ąžuolas", lastName: "Jonaitis", birthYear: 2015 },
    { firstName: "Žygimantas", lastName: "Kazlauskas" },
  ];
  await desk.bookings.create({ booking: bookingInput(offered, long) });
  await desk.bookings.create({ booking: bookingInput(offered, contact("Aleksandrina", "Nepriklausomybė"), 3) });
  await desk.bookings.create({ booking: { ...bookingInput(offered, contact("Ona", "Bo"), 2), participants } });
  await expectSoundLayout(view, `/admin/?day=${localDate(session.startDate)}`);
  await expectSoundLayout(view, `/admin/session/?id=${session.id}`);
  await expectSoundLayout(view, `/admin/attendance/?session=${session.id}`);
  const closed = view.getByRole("button", { name: adminSay("attendance.care.more") });
  await expect(closed).toHaveCount(6);
  for (let left = 6; left > 0; left--) await closed.first().click();
  await view.getByRole("button", { name: adminSay("attendance.all") }).click();
  await expect(view.getByText(adminSay("attendance.count", { came: 6, all: 6 }))).toBeVisible();
  expect.soft(await faultsAtEveryWidth(view)).toEqual([]);
  const { people } = await desk.people.search({ text: demoAccount("member").email });
  await expectSoundLayout(view, `/admin/people/${people[0]?.id}/`);
});
