import { dayMs, hourMs, minuteMs } from "@uola/contract/durations";
import { dayShort, time } from "@uola/words/formats";
import { words as mailWords } from "@uola/words/mail";
import { words } from "@uola/words/site";
import { bookingInput, bookingOf, desk, newVisitorClient, type Offered, sessionAhead } from "../harness/desk.ts";
import { mailAbout } from "../harness/mail.ts";
import { demoAccount, expect, headline, newPerson, test } from "../people.ts";

const say = words("lt");
const sayInMail = mailWords("lt");
const momentOf = (at: Date) => `${dayShort(at)}, ${time(at)}`;

test("a member reschedules a booking, undoes that and cancels the booking", async ({ member: { page, email } }) => {
  const offered = await sessionAhead({ free: 3, others: true });
  const { service } = offered;
  const contact = { firstName: "Austėja", lastName: "Kazlaitė", email };
  const participants = [{ firstName: "Austėja" }, { firstName: "Rokas", lastName: "Kazlas" }];
  const { booking } = await desk.bookings.create({ booking: { ...bookingInput(offered, contact, 2), participants } });

  await page.goto(`/account/?booking=${booking.id}`);
  await expect(headline(page, say("account.head"))).toBeVisible();
  const ticket = page.getByRole("listitem").filter({ has: page.locator(`#mine-${booking.id}`) });
  await expect(ticket).toContainText("Rokas Kazlas");
  await expect(ticket).toContainText(time(offered.session.startDate));

  const dialog = page.getByRole("dialog", { name: say("account.move.ask") });
  const when = await test.step("shows the chosen new time before it is confirmed", async () => {
    await ticket.getByRole("button", { name: say("account.move") }).click();
    await expect(dialog.getByText(say("account.move.kept"))).toBeVisible();
    const send = dialog.getByRole("button", { name: say("account.move"), exact: true });
    await expect(send).toBeDisabled();
    // Chooses the latest option, because a booking moved to a time within the next day could not be
    // moved back.
    await dialog.getByRole("radio").last().check({ force: true });
    await expect(dialog.getByRole("status").filter({ hasText: "Nauja" })).toBeVisible();
    await send.click();
    await expect(page.getByRole("button", { name: say("action.undo") })).toBeVisible();
    const moved = (await bookingOf(booking.id)).booking;
    expect(moved.status).toBe("CONFIRMED");
    expect(moved.bookedEntity.slot?.sessionId).not.toBe(offered.session.id);
    return moved.startDate as Date;
  });
  const mail = await mailAbout(
    email,
    sayInMail("rescheduled.subject", { service: service.name, when: momentOf(when) }),
  );
  expect(mail.html).toContain(sayInMail("rescheduled.title"));

  await test.step("undoes the change", async () => {
    await page.getByRole("button", { name: say("action.undo") }).click();
    await expect(page.getByText("Laiko keitimas anuliuotas")).toBeVisible();
    expect((await bookingOf(booking.id)).booking.bookedEntity.slot?.sessionId).toBe(offered.session.id);
  });

  await test.step("cancels the booking", async () => {
    await expect(ticket).toContainText(/Keisti laiką ir nemokamai atšaukti galima iki/);
    await ticket.getByRole("button", { name: say("action.cancelBooking") }).click();
    const dialog = page.getByRole("dialog", { name: say("account.cancel.ask") });
    await dialog.getByRole("button", { name: say("action.cancelBooking") }).click();
    await expect(ticket).toHaveCount(0);
    expect((await bookingOf(booking.id)).booking.status).toBe("CANCELED");
  });
});

test("a member on the waiting list gets an offer and accepts it in the account", async ({ member: { page } }) => {
  const { firstName, lastName, email } = demoAccount("member");
  const offered = await ownSession();
  const { booking: other } = await newVisitorClient().bookings.create({ booking: bookingInput(offered, newPerson()) });
  const { entry } = await newVisitorClient().waitlist.join({
    booking: bookingInput(offered, { firstName, lastName, email }),
  });

  await page.goto("/account/");
  const waiting = page.getByRole("region", { name: say("account.wait") }).getByRole("listitem");
  const entryRow = waiting.filter({ hasText: momentOf(offered.session.startDate).split(", ").at(-1) as string });
  await expect(entryRow).toContainText(say("account.wait.position", { position: 1, ahead: 0 }));

  await desk.bookings.cancel({ bookingId: other.id, revision: other.revision });
  // Uola may offer the place at once; at night the owner has to offer it.
  await desk.waitlist.offer({ entryId: entry.id, reason: "Atsilaisvino vieta." }).catch(() => {});
  await page.reload();
  await expect(entryRow).toContainText(say("account.wait.offered"));
  await entryRow.getByRole("button", { name: say("account.wait.accept") }).click();
  await expect(page.getByText(say("account.wait.done.accept", { title: entry.title }))).toBeVisible();
  await expect(page.locator(`#mine-${entry.bookingId}`)).toBeVisible();
  expect((await bookingOf(entry.bookingId)).booking.status).toBe("CONFIRMED");
});

/** Creates a class with one place at an hour when no other session begins. */
async function ownSession(): Promise<Offered> {
  const { service } = await sessionAhead({ free: 1 });
  const startDate = new Date(Math.ceil((Date.now() + 9 * dayMs) / hourMs) * hourMs + 7 * minuteMs);
  const { session } = await desk.schedules.createSession({
    scheduleId: service.schedule.id,
    startDate,
    endDate: new Date(startDate.getTime() + 45 * minuteMs),
    change: { capacity: 1 },
  });
  return { session, service };
}
