import { words as mailWords } from "@uola/words/mail";
import { words } from "@uola/words/site";
import { bookingOf, desk } from "../harness/desk.ts";
import { nthMailTo } from "../harness/mail.ts";
import { bookButton, expect, expectArrivedAt, fillContact, headline, hydrated, test } from "../people.ts";

const say = words("lt");
const sayInMail = mailWords("lt");

test("a visitor chooses a private lesson with a trainer by price and books it", async ({ visitor }) => {
  const { page } = visitor;
  await page.goto("/rezervacija/asmenine/");
  await expect(page).toHaveURL("/booking/private/");
  await expect(headline(page, say("private.head"))).toBeVisible();
  await expect(page.getByText("45,00 €").first()).toBeVisible();
  await hydrated(page);
  await page.getByRole("link", { name: say("private.time") }).click();
  await expect(headline(page, say("booking.head.time"))).toBeVisible();
  await hydrated(page);
  const nextDay = page.getByRole("link", { name: /^Artimiausia/ });
  const starts = page.getByRole("main").getByRole("link", { name: /^\d{1,2}:\d{2}/ });
  await expect(starts.or(nextDay).first()).toBeVisible();
  if (await nextDay.isVisible()) await nextDay.click();
  await starts.last().click();
  await page
    .getByRole("link", { name: say("booking.ticket.next") })
    .filter({ visible: true })
    .click();
  await expect(headline(page, say("booking.head.details"))).toBeVisible();
  await fillContact(page, visitor);
  await bookButton(page).click();
  await expect(headline(page, say("booking.confirmed"))).toBeVisible();
  const bookingId = new URL(page.url()).searchParams.get("done") ?? "";
  const { booking } = await bookingOf(bookingId);
  expect(booking.bookedEntity.title).toBe("Individuali treniruotė");
  expect(booking.bookedEntity.slot?.resource?.name).toBeTruthy();
  expect((await nthMailTo(visitor.email, 1)).html).toContain(sayInMail("confirmed.title"));
});

test("a visitor requests a birthday party, the owner confirms it, and the visitor gets an email", async ({
  visitor,
}) => {
  const { page } = visitor;
  await page.goto("/booking/private/?kind=birthday");
  await hydrated(page);
  await expect(page.getByText("108,00 €")).toBeVisible();

  await test.step("reports missing fields", async () => {
    await page.getByRole("button", { name: say("private.request.send") }).click();
    await expect(page.getByRole("alert")).toBeFocused();
    await expect(page.getByRole("alert")).toContainText(say("private.error.day"));
  });
  await test.step("sends the request", async () => {
    const day = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10);
    await page.getByLabel(say("private.request.day")).fill(day);
    const nearest = page.getByRole("button", { name: /^Rinktis artimiausią/ });
    const times = page.locator("#time").getByRole("radio");
    await expect(nearest.or(times.first()).first()).toBeAttached();
    if (await nearest.isVisible()) await nearest.click();
    await times.first().check({ force: true });
    await page.getByLabel(say("participants.number")).fill("8");
    await page.getByLabel(say("private.request.ages")).fill("7–9 metai");
    await fillContact(page, visitor);
    await page.getByRole("button", { name: say("private.request.send") }).click();
    await expectArrivedAt(page, say("private.sent.head"));
    await expect(page.getByText(say("private.sent.next.kept"))).toBeVisible();
  });

  const bookingId = new URL(page.url()).searchParams.get("done") ?? "";
  const { booking } = await bookingOf(bookingId);
  expect(booking.status).toBe("PENDING");
  expect(booking.totalParticipants).toBe(8);
  expect(booking.additionalFields).toEqual([expect.objectContaining({ id: "ages", value: "7–9 metai" })]);
  expect((await nthMailTo(visitor.email, 1)).html).toContain(sayInMail("pending.title"));
  await desk.bookings.confirm({
    bookingId,
    revision: booking.revision,
    participantNotification: { notifyParticipants: true },
  });
  expect((await nthMailTo(visitor.email, 2)).html).toContain(sayInMail("confirmed.title"));
});
