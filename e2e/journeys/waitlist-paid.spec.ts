import { dayShort, time } from "@uola/words/formats";
import { words as mailWords } from "@uola/words/mail";
import { words } from "@uola/words/site";
import { bookingInput, desk, newVisitorClient } from "../harness/desk.ts";
import { mailAbout } from "../harness/mail.ts";
import { waitlistClass } from "../harness/waitlist-class.ts";
import { expect, headline, newPerson, test } from "../people.ts";

const say = words("lt");
const sayInMail = mailWords("lt");

test("a place offered for online payment only is ordered through the mailed link and booked only after payment", async ({
  visitor,
}) => {
  const { page, email } = visitor;
  const own = await waitlistClass({ capacity: 1, paidFirst: true });
  const { selectedPaymentOption: _, ...asked } = bookingInput(own, visitor);
  const { booking: other } = await desk.bookings.create({
    booking: { ...bookingInput(own, newPerson()), status: "CONFIRMED" as const, selectedPaymentOption: "UNDEFINED" },
  });
  const { entry, booking } = await newVisitorClient().waitlist.join({ booking: asked });
  await desk.bookings.cancel({ bookingId: other.id, revision: other.revision });
  // During the day the place may already have been offered automatically.
  await desk.waitlist.offer({ entryId: entry.id, reason: "Atsirado vieta" }).catch(() => undefined);
  const when = `${dayShort(own.session.startDate)}, ${time(own.session.startDate)}`;
  const subject = sayInMail("waitlist.offer.subject", { count: 1, service: own.service.name, when });
  const mail = await mailAbout(email, subject);
  const [link = ""] = /http[^\s"<>]+\/booking\/offer\/\?key=[^\s"<>&]+/.exec(mail.text ?? "") ?? [];

  await page.goto(link);
  await expect(headline(page, say("booking.offer.OFFERED", { count: 1 }))).toBeVisible();
  await expect(page.getByText(say("booking.offer.OFFERED.paidFirst", { count: 1 }))).toBeVisible();
  await page.getByRole("button", { name: say("booking.offer.pay", { count: 1 }) }).click();
  await expect(headline(page, say("order.title"))).toBeVisible();
  await expect(page.getByText(own.service.name).first()).toBeVisible();
  const { entries } = await desk.waitlist.query({ sessionId: own.session.id });
  expect(entries).toMatchObject([{ entry: { state: "OFFERED" }, booking: { id: booking.id, status: "WAITING_LIST" } }]);
});
