import { words } from "@uola/words/site";
import { bookingPath, desk, sessionAhead, stranger, wishFor } from "../harness/desk.ts";
import { heldIn } from "../harness/held.ts";
import { alive, bookButton, expect, headline, introduce, somebody, test } from "../people.ts";

const say = words("lt");

test("the last place goes to somebody else while the form is filled in", async ({ visitor }) => {
  const { page } = visitor;
  const offered = await sessionAhead({ free: 2, before: 40, others: true });
  for (let left = offered.session.openSpots - 1; left > 0; left--) {
    const booking = { ...wishFor(offered, somebody()), status: "CONFIRMED" as const };
    await desk.bookings.create({ booking });
  }

  await page.goto(bookingPath(offered));
  await alive(page);
  await expect(page.getByText(say("booking.participants.most", { count: 1 }))).toBeVisible();
  await introduce(page, visitor);
  await page.getByLabel(say("field.notes")).fill("Batelių 42 dydžio.");
  // The place is held for whoever fills in the form; the gym gives it away all the same.
  await desk.holds.release({ holdId: await heldIn(page) });
  await stranger().bookings.create({ booking: wishFor(offered, somebody()) });
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
