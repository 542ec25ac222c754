import { words } from "@uola/words/site";
import { bookingOf } from "../harness/desk.ts";
import { nthMailTo } from "../harness/mail.ts";
import { bookButton, expect, fillContact, headline, hydrated, test } from "../people.ts";

const say = words("lt");

test("the belay test is described on its page and can be booked", async ({ visitor }) => {
  const { page } = visitor;
  await page.goto("/rezervacija/testas/");
  await expect(page).toHaveURL("/booking/test/");
  await expect(headline(page, say("belay.head"))).toBeVisible();
  for (const what of ["knot", "device", "partner", "fall"] as const) {
    await expect(page.getByRole("heading", { name: say(`belay.checked.${what}`) })).toBeVisible();
  }
  await page.locator('#times a[href*="session="]').filter({ visible: true }).last().click();
  await expect(headline(page, say("booking.head.details"))).toBeVisible();
  await hydrated(page);
  await fillContact(page, visitor);
  await bookButton(page).click();
  await expect(headline(page, say("booking.confirmed"))).toBeVisible();
  const bookingId = new URL(page.url()).searchParams.get("done") ?? "";
  expect((await bookingOf(bookingId)).booking.bookedEntity.title).toBe("Saugojimo testas");
  await nthMailTo(visitor.email, 1);
});
