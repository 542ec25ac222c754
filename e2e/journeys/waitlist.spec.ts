import { dayShort, localParts, time } from "@uola/words/formats";
import { words as mailWords } from "@uola/words/mail";
import { words } from "@uola/words/site";
import { bookingInput, bookingPath, desk } from "../harness/desk.ts";
import { mailAbout } from "../harness/mail.ts";
import { waitlistClass } from "../harness/waitlist-class.ts";
import { expect, expectArrivedAt, fillContact, headline, hydrated, newPerson, test } from "../people.ts";

const say = words("lt");
const sayInMail = mailWords("lt");

test("a visitor joins the waiting list of a full class and accepts the offered place with the mailed link", async ({
  visitor,
}) => {
  const { page } = visitor;
  const own = await waitlistClass({ capacity: 1 });
  const { session, service } = own;
  const { booking } = await desk.bookings.create({
    booking: { ...bookingInput(own, newPerson()), status: "CONFIRMED" as const },
  });

  await test.step("offers the waiting list for a full session", async () => {
    await page.goto(bookingPath(own));
    await hydrated(page);
    await page
      .getByRole("link", { name: say("action.joinList") })
      .first()
      .click();
    await expect(headline(page, say("booking.head.wait"))).toBeVisible();
    await fillContact(page, visitor);
    await page
      .getByRole("button", { name: say("action.joinList"), exact: true })
      .filter({ visible: true })
      .click();
    await expectArrivedAt(page, say("booking.head.waiting"));
    await expect(page.getByText(say("booking.wait.position", { position: 1 }))).toBeVisible();
  });

  const about = { service: service.name, when: `${dayShort(session.startDate)}, ${time(session.startDate)}` };
  const offer = await test.step("offers the freed place by email after a cancellation", async () => {
    await desk.bookings.cancel({ bookingId: booking.id, revision: booking.revision });
    // At night nothing is offered automatically.
    const { hour } = localParts(new Date());
    if (hour >= 21 || hour < 8) {
      const { entries } = await desk.waitlist.query({ sessionId: session.id });
      const [waiting] = entries.filter(({ entry }) => entry.state === "WAITING");
      if (waiting) await desk.waitlist.offer({ entryId: waiting.entry.id, reason: "Bandymas naktį" });
    }
    const mail = await mailAbout(visitor.email, sayInMail("waitlist.offer.subject", { count: 1, ...about }));
    const [link] = /http[^\s"<>]+\/booking\/offer\/\?key=[^\s"<>&]+/.exec(mail.text ?? "") ?? [];
    return link ?? "";
  });

  await test.step("shows the offer that the link refers to without accepting it", async () => {
    await page.goto(offer);
    await expect(headline(page, say("booking.offer.OFFERED", { count: 1 }))).toBeVisible();
    await expect(page.getByText(service.name).first()).toBeVisible();
    await expect(page.getByRole("definition").filter({ hasText: "10,00" })).toBeVisible();
    const { entries } = await desk.waitlist.query({ sessionId: session.id });
    expect(entries.map(({ entry }) => entry.state)).toEqual(["OFFERED"]);
  });

  await test.step("accepts the offer with one click", async () => {
    await page.getByRole("button", { name: say("booking.offer.accept", { count: 1 }) }).click();
    await expect(headline(page, say("booking.offer.ACCEPTED", { count: 1 }))).toBeVisible();
    await page.reload();
    await expect(headline(page, say("booking.offer.ACCEPTED", { count: 1 }))).toBeVisible();
    await mailAbout(visitor.email, sayInMail("confirmed.subject", about));
  });

  await test.step("shows help when the link is invalid", async () => {
    await page.goto(`${offer.slice(0, -6)}aaaaaa`);
    await expect(headline(page, say("booking.offer.unknown"))).toBeVisible();
  });
});
