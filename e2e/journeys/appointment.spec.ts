import { words } from "@uola/words/site";
import { desk } from "../harness/desk.ts";
import { holdIdIn } from "../harness/hold.ts";
import { bookButton, expect, fillContact, headline, hydrated, test } from "../people.ts";

const say = words("lt");

test("a visitor chooses an appointment by the trainer's name, holds it and books it", async ({ visitor }) => {
  const { page } = visitor;
  const { services } = await desk.services.query({ query: { paging: { limit: 100 } } });
  const lesson = services.find(({ type }) => type === "APPOINTMENT");
  const [trainer] = lesson?.staffMemberDetails?.staffMembers ?? [];
  if (!lesson || !trainer?.name) throw new Error("The demo has no hour with a trainer.");

  await page.goto(`/booking/?service=${lesson.mainSlug.name}`);
  await hydrated(page);
  await page.getByRole("radio", { name: trainer.name, exact: true }).check({ force: true });
  await page.getByRole("button", { name: say("day.later") }).click();
  const days = page.locator(".date-strip").getByRole("radio", { name: /\d laik/ });
  await expect(days.first()).toBeAttached();
  await days.first().click({ force: true });
  await expect(days.first()).toBeChecked();
  const start = page.getByRole("region", { name: /\d/ }).getByRole("link").first();
  await start.click();
  await expect(page).toHaveURL(/step=time/);
  await page.getByRole("link", { name: say("booking.ticket.next") }).click();
  await expect(headline(page, say("booking.head.details"))).toBeVisible();

  const holdId = await holdIdIn(page);
  const { hold } = await desk.holds.get({ holdId });
  expect(hold.serviceId).toBe(lesson.id);
  await page.reload();
  await hydrated(page);
  expect(await holdIdIn(page)).toBe(holdId);
  await fillContact(page, visitor);
  await bookButton(page).click();
  const isAsked = lesson.onlineBooking.requireManualApproval === true;
  await expect(headline(page, say(isAsked ? "booking.head.pending" : "booking.confirmed"))).toBeVisible();
  const bookingId = new URL(page.url()).searchParams.get("done");
  const { extendedBookings } = await desk.bookings.queryExtended({ query: { filter: { id: bookingId } } });
  expect(extendedBookings[0]?.booking).toMatchObject({
    status: isAsked ? "PENDING" : "CONFIRMED",
    bookedEntity: { slot: { resource: { id: trainer.staffMemberId } } },
  });
});
