import { words } from "@uola/words/site";
import { bookingInput, bookingPath, desk, newVisitorClient, sessionAhead } from "../harness/desk.ts";
import { holdIdIn } from "../harness/hold.ts";
import { bookButton, expect, fillContact, headline, hydrated, newPerson, test } from "../people.ts";

const say = words("lt");

test("the last place is given to another person while the form is filled in", async ({ visitor }) => {
  const { page } = visitor;
  const offered = await sessionAhead({ free: 2, before: 40, others: true });
  for (let left = offered.session.openSpots - 1; left > 0; left--) {
    const booking = { ...bookingInput(offered, newPerson()), status: "CONFIRMED" as const };
    await desk.bookings.create({ booking });
  }

  await page.goto(bookingPath(offered));
  await hydrated(page);
  await expect(page.getByText(say("booking.participants.most", { count: 1 }))).toBeVisible();
  await fillContact(page, visitor);
  await page.getByLabel(say("field.notes")).fill("Batelių 42 dydžio.");
  // The place is held for the visitor, but the owner can release the hold.
  await desk.holds.release({ holdId: await holdIdIn(page) });
  await newVisitorClient().bookings.create({ booking: bookingInput(offered, newPerson()) });
  await bookButton(page).click();

  const summary = page.getByRole("alert");
  await expect(summary).toContainText(say("booking.refusal.full"));
  await expect(summary).toBeFocused();
  await expect(page.getByLabel(say("field.email"))).toHaveValue(visitor.email);
  await expect(page.getByLabel(say("field.notes"))).toHaveValue("Batelių 42 dydžio.");

  await summary.getByRole("listitem").getByRole("button").first().click();
  await expect(page).not.toHaveURL(new RegExp(offered.session.id));
  await expect(summary).toHaveCount(0);
  await expect(page.getByLabel(say("field.firstName"), { exact: true })).toHaveValue(visitor.firstName);
  await expect(page.getByLabel(say("field.notes"))).toHaveValue("Batelių 42 dydžio.");
  await bookButton(page).click();
  await expect(headline(page, say("booking.confirmed"))).toBeVisible();
});
