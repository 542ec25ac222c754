import { dayShort, time } from "@uola/words/formats";
import { words as mailWords } from "@uola/words/mail";
import { words } from "@uola/words/site";
import { expectAccessible } from "../harness/accessible.ts";
import { bookingInput, bookingOf, newVisitorClient, sessionAhead } from "../harness/desk.ts";
import { mailAbout } from "../harness/mail.ts";
import { expect, headline, newPerson, test } from "../people.ts";

const say = words("lt");
const sayInMail = mailWords("lt");

test("a guest moves and cancels a booking with the link in the email, without an account", async ({ page }) => {
  const guest = newPerson();
  const offered = await sessionAhead({ free: 3, others: true });
  const { service, session } = offered;
  const { firstName, lastName, email } = guest;
  const { booking } = await newVisitorClient().bookings.create({
    booking: bookingInput(offered, { firstName, lastName, email }),
  });
  const when = `${dayShort(session.startDate)}, ${time(session.startDate)}`;

  const link = await test.step("finds the link in the email", async () => {
    const mail = await mailAbout(email, sayInMail("confirmed.subject", { service: service.name, when }));
    expect(mail.text).toContain(sayInMail("plans.cancel"));
    const [link] = /http[^\s"<>]+\/booking\/manage\/\?key=[^\s"<>&]+/.exec(mail.text ?? "") ?? [];
    return link ?? "";
  });

  await test.step("shows the booking that the link refers to", async () => {
    await page.goto(link);
    await expect(headline(page, say("manage.stands"))).toBeVisible();
    await expect(page.getByRole("article", { name: new RegExp(service.name) })).toBeVisible();
    await expectAccessible(page);
  });

  await test.step("moves the booking", async () => {
    await page.getByRole("button", { name: say("account.move") }).click();
    const dialog = page.getByRole("dialog", { name: say("account.move.ask") });
    await dialog.getByRole("radio").last().check({ force: true });
    await dialog.getByRole("button", { name: say("account.move"), exact: true }).click();
    await expect(dialog).toHaveCount(0);
    const moved = (await bookingOf(booking.id)).booking;
    expect(moved.status).toBe("CONFIRMED");
    expect(moved.bookedEntity.slot?.sessionId).not.toBe(session.id);
  });

  await test.step("cancels the booking", async () => {
    await page.getByRole("button", { name: say("action.cancelBooking") }).click();
    const dialog = page.getByRole("dialog", { name: say("account.cancel.ask") });
    await dialog.getByRole("button", { name: say("action.cancelBooking") }).click();
    await expect(headline(page, say("manage.off"))).toBeVisible();
    expect((await bookingOf(booking.id)).booking.status).toBe("CANCELED");
  });

  await test.step("shows help when the link is invalid", async () => {
    await page.goto(`${link.slice(0, -6)}aaaaaa`);
    await expect(headline(page, say("manage.unknown"))).toBeVisible();
  });
});
