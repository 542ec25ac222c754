import type { Page } from "@playwright/test";
import { words as adminWords } from "@uola/words/admin";
import { localDate, time } from "@uola/words/formats";
import { words as identityWords } from "@uola/words/identity";
import { words as mailWords } from "@uola/words/mail";
import { bookingInput, bookingOf, newVisitorClient, type Offered, sessionAhead } from "../harness/desk.ts";
import { nthMailTo } from "../harness/mail.ts";
import { ownClass } from "../harness/timetable.ts";
import { expect, headline, hydrated, newPerson, test, uniqueSurname } from "../people.ts";

const say = adminWords("lt");
const sayInMail = mailWords("lt");

test("the owner marks attendance with the mouse and the space key, and undoes it", async ({ owner: { page } }) => {
  await page.goto("/admin/");
  await expect(headline(page, say("today.heading"))).toBeVisible();

  const offered = await sessionAhead({ free: 2 });
  const { name, bookingId } = await book(offered);
  await openSession(page, offered);
  const tick = page.getByRole("checkbox", { name: say("booking.came", { name }) });
  const noted = async () => (await bookingOf(bookingId)).attendance?.status ?? "NOT_SET";

  await expect(tick).not.toBeChecked();
  await tick.click();
  await expect(page.getByText(say("done.came", { name }))).toBeVisible();
  await expect(tick).toBeChecked();
  await expect.poll(noted).toBe("ATTENDED");

  await page.keyboard.press("z");
  await expect(page.getByText(say("undone"))).toBeVisible();
  await expect(tick).not.toBeChecked();
  await expect.poll(noted).toBe("NOT_SET");

  await tick.focus();
  await page.keyboard.press("Space");
  await expect(page.getByText(say("done.came", { name }))).toBeVisible();
  await page.reload();
  await openSession(page, offered);
  await expect(tick).toBeChecked();
});

test("the owner confirms one request, declines another and cancels a booking with a message", async ({
  owner: { page },
}) => {
  const { offered: requested } = await ownClass({ approval: true });
  const first = await book(requested);
  const mail = await nthMailTo(first.email, 1);
  expect(mail.subject).toContain(requested.service.name);
  expect(mail.html).toContain(sayInMail("pending.title"));

  await openSession(page, requested);
  await page.getByRole("button", { name: `${say("booking.confirm")}: ${first.name}` }).click();
  await expect(page.getByText(say("done.confirm", { name: first.name }))).toBeVisible();
  expect((await nthMailTo(first.email, 2)).html).toContain(sayInMail("confirmed.title"));

  const { offered: refused } = await ownClass({ approval: true });
  const second = await book(refused);
  await openSession(page, refused);
  await page.getByRole("button", { name: say("row.actions", { name: second.name }) }).click();
  await page.getByRole("button", { name: say("booking.decline") }).click();
  const declining = page.getByRole("dialog", { name: say("dialog.decline") });
  await declining.getByRole("button", { name: say("dialog.decline") }).click();
  await expect(page.getByText(say("done.decline", { name: second.name }))).toBeVisible();
  expect((await nthMailTo(second.email, 2)).html).toContain(sayInMail("declined.title"));
  expect((await bookingOf(second.bookingId)).booking.status).toBe("DECLINED");

  const offered = await sessionAhead({ free: 1 });
  const third = await book(offered);
  await openSession(page, offered);
  await page.getByRole("button", { name: say("row.actions", { name: third.name }) }).click();
  await page.getByRole("button", { name: say("dialog.cancel") }).click();
  const canceling = page.getByRole("dialog", { name: say("dialog.cancel") });
  await canceling.getByLabel(say("dialog.message")).fill("Trenerė susirgo, atsiprašome.");
  await canceling.getByRole("button", { name: say("dialog.cancel") }).click();
  await expect(page.getByText(say("done.cancel", { name: third.name }))).toBeVisible();
  const farewell = await nthMailTo(third.email, 2);
  expect(farewell.html).toContain("Trenerė susirgo, atsiprašome.");
  expect(farewell.text).toContain("Trenerė susirgo, atsiprašome.");
});

test("a member has no access to the administration, and a visitor has to sign in", async ({ member, visitor }) => {
  await member.page.goto("/admin/");
  await expect(headline(member.page, say("denied.heading"))).toBeVisible();
  await expect(member.page.getByRole("navigation", { name: say("nav") })).toHaveCount(0);
  await expect(member.page.getByRole("table")).toHaveCount(0);

  await visitor.page.goto("/admin/");
  await expect(visitor.page.getByLabel(identityWords("lt")("password"))).toBeVisible();
  await expect(visitor.page).not.toHaveURL(/\/admin\//);
});

/** Books one place as a new visitor on another device. */
async function book(offered: Offered) {
  const person = newPerson();
  const contact = { ...person, lastName: uniqueSurname() };
  const { firstName, lastName, email } = contact;
  const { booking } = await newVisitorClient().bookings.create({
    booking: bookingInput(offered, { firstName, lastName, email }),
  });
  return { name: `${firstName} ${lastName}`, email, bookingId: booking.id };
}

/** Opens the day of a session with its list of participants. */
async function openSession(page: Page, { session }: Offered) {
  await page.goto(`/admin/?day=${localDate(session.startDate)}`);
  await hydrated(page);
  const line = page.getByRole("button", {
    name: say("session.open", { title: session.title, time: time(session.startDate) }),
  });
  await expect(line).toBeVisible();
  if ((await line.getAttribute("aria-expanded")) === "false") await line.click();
  await expect(line).toHaveAttribute("aria-expanded", "true");
}
