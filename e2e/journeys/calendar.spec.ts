import type { Page } from "@playwright/test";
import { words as adminWords } from "@uola/words/admin";
import { addDays, instantOf, localDate, time } from "@uola/words/formats";
import { bookingInput, desk, newVisitorClient } from "../harness/desk.ts";
import { nthMailTo } from "../harness/mail.ts";
import { dayAhead, ownClass, sessionsOf } from "../harness/timetable.ts";
import { expect, hydrated, newPerson, test } from "../people.ts";

const say = adminWords("lt");

const open = async (page: Page, day: string) => {
  await page.goto(`/admin/calendar/?day=${day}`);
  await hydrated(page);
  await expect(page.getByRole("grid", { name: say("calendar.grid") })).toBeVisible();
};
const blockOf = (page: Page, title: string) => page.getByRole("gridcell").getByRole("button", { name: title });

test("the owner creates weekly sessions that skip a holiday and a break", async ({ owner: { page } }) => {
  const { service } = await ownClass({ weeks: 1 });
  // The first of January is a holiday whichever weekday it is.
  const holiday = `${Number(localDate(new Date()).slice(0, 4)) + 1}-01-01`;
  const first = addDays(holiday, -14);
  const from = first > localDate(new Date()) ? first : addDays(holiday, -7);
  await open(page, dayAhead(1, 1));
  await page.getByRole("button", { name: say("calendar.new") }).click();
  const dialog = page.getByRole("dialog", { name: say("calendar.new") });
  await dialog.getByLabel(say("calendar.service")).selectOption({ label: service.name });
  await dialog.getByText(say("calendar.howOften.weekly"), { exact: true }).click();
  await dialog.getByLabel(say("calendar.from"), { exact: true }).first().fill(from);
  await dialog.getByLabel(say("calendar.time"), { exact: true }).fill("18:00");
  await dialog.getByLabel(say("calendar.until"), { exact: true }).fill(addDays(holiday, 21));
  const weekdays = dialog.getByRole("group", { name: say("calendar.weekdays") }).getByRole("checkbox");
  for (const tick of await weekdays.all()) await tick.uncheck();
  await weekdays.nth((new Date(`${holiday}T00:00Z`).getUTCDay() + 6) % 7).check();
  await dialog.getByRole("button", { name: say("calendar.pause.add") }).click();
  await dialog.getByLabel(say("calendar.pause.name")).fill("Slidinėjimo savaitė");
  await dialog.locator("#pause-from-0").fill(addDays(holiday, 7));
  await dialog.locator("#pause-until-0").fill(addDays(holiday, 9));
  await dialog.getByRole("button", { name: say("calendar.preview") }).click();
  const preview = dialog.getByRole("status").filter({ hasText: "Slidinėjimo savaitė" });
  // Christmas, a week earlier, falls on the same weekday.
  await expect(preview.getByRole("listitem")).toHaveCount(3);
  await dialog.getByRole("button", { name: /^Sukurti/ }).click();
  await expect(dialog).toBeHidden();
  const made = (await sessionsOf(service.id, from, 60)).map(({ startDate }) => localDate(startDate));
  expect(made).toContain(addDays(holiday, 14));
  expect(made).not.toContain(holiday);
  expect(made).not.toContain(addDays(holiday, -7));
  expect(made).not.toContain(addDays(holiday, 7));
});

test("the owner moves a single session of a weekly rule by keyboard", async ({ owner: { page } }) => {
  const { service, session } = await ownClass({ weekly: 2 });
  const day = localDate(session.startDate);
  await open(page, day);
  await blockOf(page, service.name).focus();
  await page.keyboard.press("m");
  await expect(page.getByText(say("calendar.move.keys"))).toBeVisible();
  for (const key of ["ArrowDown", "ArrowDown", "ArrowRight"]) await page.keyboard.press(key);
  await page.keyboard.press("Escape");
  await page.keyboard.press("m");
  for (const key of ["ArrowDown", "ArrowRight", "Shift+ArrowDown"]) await page.keyboard.press(key);
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: say("calendar.move.title") });
  await dialog.getByLabel(say("calendar.notify")).uncheck();
  await dialog.getByRole("button", { name: say("calendar.move") }).click();
  await expect(dialog).toBeHidden();
  const now = async () =>
    (await sessionsOf(service.id, day, 20)).map((each) => `${localDate(each.startDate)} ${time(each.startDate)}`);
  const moved = [`${addDays(day, 1)} 12:15`, `${addDays(day, 7)} 12:00`];
  await expect.poll(now).toEqual(moved);
  expect((await sessionsOf(service.id, day, 5)).map(({ startDate, endDate }) => +endDate - +startDate)).toEqual([
    75 * 60_000,
  ]);
  await page.getByRole("button", { name: say("undo") }).click();
  await expect.poll(now).toEqual([`${day} 12:00`, `${addDays(day, 7)} 12:00`]);
});

test("the owner moves all sessions of a weekly rule by dragging", async ({ owner: { page } }) => {
  const { service, session } = await ownClass({ weekly: 2 });
  const day = localDate(session.startDate);
  await open(page, day);
  const block = blockOf(page, service.name);
  await block.scrollIntoViewIfNeeded();
  const box = await block.boundingBox();
  const next = await page.locator(`[data-day="${addDays(day, 1)}"]`).boundingBox();
  if (!box || !next) throw new Error("Nothing to drag.");
  await page.mouse.move(box.x + 20, box.y + 8);
  await page.mouse.down();
  await page.mouse.move(next.x + 30, box.y + 8 + 56, { steps: 8 });
  await page.mouse.up();
  const dialog = page.getByRole("dialog", { name: say("calendar.move.title") });
  await dialog.getByText(say("calendar.scope.ALL"), { exact: true }).click();
  await dialog.getByLabel(say("calendar.notify")).uncheck();
  await dialog.getByRole("button", { name: say("calendar.move") }).click();
  await expect
    .poll(async () => (await sessionsOf(service.id, day, 20)).map(({ startDate }) => startDate))
    .toEqual([instantOf(addDays(day, 1), 13), instantOf(addDays(day, 8), 13)]);
});

test("canceling a session emails its participants the owner's message", async ({ owner: { page } }) => {
  const { offered, session } = await ownClass();
  const { email } = newPerson();
  const contact = { firstName: "Žygimantas", lastName: "Šaltūnas", email };
  await newVisitorClient().bookings.create({ booking: bookingInput(offered, contact) });
  await nthMailTo(email, 1);
  await page.goto(`/admin/session/?id=${session.id}`);
  await expect(page.getByText("Žygimantas Šaltūnas").first()).toBeVisible();
  await page.getByRole("button", { name: say("session.cancel") }).click();
  const dialog = page.getByRole("dialog", { name: say("session.cancel.title") });
  await expect(dialog.getByText(say("session.cancel.mails", { count: 1 }))).toBeVisible();
  await dialog.getByLabel(say("dialog.message")).fill("Keičiame trasas, atsiprašome.");
  await dialog.getByRole("button", { name: say("session.cancel") }).click();
  await expect(page.getByText(say("session.canceled"), { exact: true })).toBeVisible();
  expect((await nthMailTo(email, 2)).text).toContain("Keičiame trasas, atsiprašome.");
  await page.getByRole("button", { name: say("session.restore") }).click();
  await expect(page.getByRole("button", { name: say("session.cancel") })).toBeVisible();
});

test("the owner moves a waiting list entry to the top and gives a reason", async ({ owner: { page } }) => {
  const { offered, session } = await ownClass({ capacity: 1 });
  await desk.bookings.create({ booking: bookingInput(offered, somebodyCalled("Pirmas")) });
  for (const name of ["Aldona", "Bronius"]) {
    await desk.waitlist.join({ booking: bookingInput(offered, somebodyCalled(name)) });
  }
  await page.goto(`/admin/session/?id=${session.id}`);
  await page.getByRole("button", { name: say("order.up", { name: "Bronius Laukiantis" }) }).click();
  const dialog = page.getByRole("dialog", { name: say("waitlist.move.title") });
  await dialog.getByRole("button", { name: say("waitlist.move.do") }).click();
  await expect(dialog.getByText(say("waitlist.reason.missing"))).toBeVisible();
  await dialog.getByLabel(say("waitlist.reason")).fill("Laukė praeitą kartą");
  await dialog.getByRole("button", { name: say("waitlist.move.do") }).click();
  const order = async () =>
    (await desk.waitlist.query({ sessionId: session.id })).entries.map(
      ({ booking }) => booking.contactDetails?.firstName,
    );
  await expect.poll(order).toEqual(["Bronius", "Aldona"]);
});

const somebodyCalled = (firstName: string) => ({ firstName, lastName: "Laukiantis", email: newPerson().email });
