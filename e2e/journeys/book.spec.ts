import { dayAccusative, dayShort, time } from "@uola/words/formats";
import { words as identityWords } from "@uola/words/identity";
import { words as mailWords } from "@uola/words/mail";
import { words } from "@uola/words/site";
import { site } from "../harness/addresses.ts";
import { desk, sessionAhead } from "../harness/desk.ts";
import { calendarOf, mailAbout, nthMailTo, property } from "../harness/mail.ts";
import {
  bookButton,
  demoAccount,
  expect,
  expectArrivedAt,
  fillContact,
  headline,
  hydrated,
  login,
  register,
  test,
} from "../people.ts";

const say = words("lt");
const sayInMail = mailWords("lt");

test("a visitor books two places, gets the confirmation email, registers and cancels", async ({ visitor }) => {
  const { page } = visitor;
  const offered = await sessionAhead({ free: 3 });
  const { session, service } = offered;
  const when = say("booking.when", { day: dayAccusative(session.startDate), time: time(session.startDate) });
  const moment = `${dayShort(session.startDate)}, ${time(session.startDate)}`;

  await test.step("the home page shows today's hours and the next sessions", async () => {
    await page.goto("/");
    await expect(headline(page, say("home.hero"))).toBeVisible();
    await expect(
      page.getByRole("heading", { level: 2, name: say("home.today", { day: dayAccusative(new Date()) }) }),
    ).toBeVisible();
    const hours = page.getByRole("main").getByText(/^\d{1,2}:\d{2}–\d{1,2}:\d{2}$/);
    await expect(hours.first()).toBeVisible();
    const next = page.locator("section", { has: page.getByRole("heading", { name: say("home.next") }) });
    expect(await next.getByRole("listitem").count()).toBeGreaterThan(1);
  });

  await test.step("a session in the timetable links to the booking form", async () => {
    await page.getByRole("link", { name: say("home.next.all") }).click();
    await expect(headline(page, say("page.schedule"))).toBeVisible();
    const way = page.locator(`a[href*="${session.id}"]`).filter({ visible: true });
    const week = page.locator(".week-turn b");
    while ((await way.count()) === 0) {
      const shown = await week.innerText();
      await page.getByRole("link", { name: say("week.later") }).click();
      await expect(week).not.toHaveText(shown);
    }
    await way.click();
    await expect(headline(page, say("booking.head.details"))).toBeVisible();
  });

  await test.step("the booking form reports missing fields and keeps the input", async () => {
    await hydrated(page);
    await page.getByRole("button", { name: say("participants.more") }).click();
    await page.getByLabel(say("field.firstName"), { exact: true }).fill(visitor.firstName);
    await bookButton(page).click();
    const summary = page.getByRole("alert");
    await expect(summary).toBeFocused();
    await expect(summary.getByRole("link")).toHaveText([
      say("booking.error.name.missing"),
      say("booking.error.lastName.missing"),
      say("booking.error.email.missing"),
    ]);
    await page.getByLabel(say("booking.names.first", { number: 2 })).fill("Jonas");
    await page.reload();
    await expect(page.getByLabel(say("field.firstName"), { exact: true })).toHaveValue(visitor.firstName);
    await expect(page.getByLabel(say("booking.names.first", { number: 2 }))).toHaveValue("Jonas");
  });

  await test.step("submitting the booking form creates the booking", async () => {
    await fillContact(page, visitor);
    await bookButton(page).click();
    await expectArrivedAt(page, say("booking.confirmed"));
    await expect(page.getByText(say("booking.done.mail", { address: visitor.email }))).toBeVisible();
    await expect(page.getByText(say("participants", { count: 2 })).first()).toBeVisible();
  });
  const bookingId = new URL(page.url()).searchParams.get("done") ?? "";

  const code = await page
    .getByRole("article", { name: say("booking.yours") })
    .getByRole("strong")
    .innerText();

  const sequence = await test.step("the confirmation email has a calendar entry", async () => {
    const mail = await nthMailTo(visitor.email, 1);
    expect(mail.subject).toBe(sayInMail("confirmed.subject", { service: service.name, when: moment }));
    for (const body of [mail.html ?? "", mail.text ?? ""]) {
      expect(body).toContain(service.name);
      expect(body).toContain(code);
    }
    expect(mail.html).toContain(sayInMail("confirmed.title"));
    const calendar = calendarOf(mail);
    expect(calendar).toContain("BEGIN:VTIMEZONE");
    expect(calendar).toContain("METHOD:PUBLISH");
    expect(property(calendar, "UID")).toBe(`${bookingId}@uola`);
    expect(calendar).toMatch(/^DTSTART;TZID=Europe\/Vilnius:\d{8}T\d{6}\r?$/m);
    return Number(property(calendar, "SEQUENCE"));
  });
  expect(sequence).toBeGreaterThanOrEqual(0);

  const title = new RegExp(service.name);
  await test.step("an account registered in the same browser shows the booking once its address is verified", async () => {
    await page
      .getByRole("main")
      .getByRole("link", { name: say("booking.done.account.link") })
      .click();
    await register(page, visitor);
    await expect(headline(page, say("account.head"))).toBeVisible();
    await expect(page.getByRole("heading", { name: say("account.empty") })).toBeVisible();
    const book = page.getByRole("main").getByRole("link", { name: say("action.book") });
    await expect(book.filter({ visible: true })).toHaveCount(1);
    const letter = await mailAbout(visitor.email, sayInMail("account.verifyLink.title"));
    await page.goto(/http\S+\/email\/verify\?token=\S+/.exec(letter.text ?? "")?.[0] ?? "");
    await page.getByRole("button", { name: identityWords("lt")("verifyButton") }).click();
    await page.getByRole("link", { name: identityWords("lt")("continue") }).click();
    await page.waitForURL(`${site}/**`);
    await page.goto("/account/");
    await expect(page.getByRole("article", { name: title })).toContainText(say("participants", { count: 2 }));
  });

  await test.step("canceling the booking frees its place", async () => {
    const openBefore = await openSpots(session.id, session.startDate);
    await page.getByRole("button", { name: `${say("action.cancelBooking")}: ${service.name}` }).click();
    const dialog = page.getByRole("dialog", { name: say("account.cancel.ask") });
    await expect(dialog).toContainText(service.name);
    await dialog.getByRole("button", { name: say("action.cancelBooking") }).click();
    await expect(page.getByText(say("account.cancel.done", { title: service.name, when }))).toBeVisible();
    await expect(page.getByRole("article", { name: title })).toHaveCount(0);
    await expect(page.getByRole("region", { name: say("account.past") })).toContainText(service.name);
    expect(await openSpots(session.id, session.startDate)).toBe(openBefore + 2);
  });

  await test.step("the cancellation email removes the calendar entry", async () => {
    const subject = sayInMail("canceled.subject", { service: service.name, when: moment });
    const mail = await mailAbout(visitor.email, subject);
    const calendar = calendarOf(mail);
    expect(calendar).toContain("METHOD:CANCEL");
    expect(property(calendar, "UID")).toBe(`${bookingId}@uola`);
    expect(property(calendar, "STATUS")).toBe("CANCELLED");
    expect(Number(property(calendar, "SEQUENCE"))).toBeGreaterThan(sequence);
  });
});

test("a member signs in, stays signed in, sees their bookings and signs out", async ({ page }) => {
  await page.goto("/");
  await hydrated(page);
  const menu = page.getByRole("button", { name: say("menu.open"), exact: true });
  if (await menu.isVisible()) await menu.click();
  await page
    .getByRole("button", { name: say("action.signIn") })
    .filter({ visible: true })
    .click();
  await login(page, demoAccount("member"));
  await expect(headline(page, say("home.hero"))).toBeVisible();

  await page.goto("/account/");
  const upcoming = page.getByRole("region", { name: say("account.upcoming"), exact: true });
  await expect(upcoming.getByRole("article").first()).toBeVisible();
  await page.reload();
  await expect(upcoming.getByRole("article").first()).toBeVisible();

  await page.getByRole("button", { name: say("action.signOut") }).click();
  await page.waitForURL("/");
  await expect(page.locator("html")).toHaveAttribute("data-session", "visitor");
  await page.goto("/account/");
  await expect(page.getByLabel(identityWords("lt")("password"))).toBeVisible();
});

async function openSpots(sessionId: string, start: Date): Promise<number> {
  const { sessions } = await desk.availability.sessions({ from: start, to: new Date(start.getTime() + 1000) });
  return sessions.find(({ id }) => id === sessionId)?.openSpots ?? Number.NaN;
}
