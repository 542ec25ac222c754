import { words } from "@uola/words/site";
import { platform } from "../harness/addresses.ts";
import { bookingPath, desk } from "../harness/desk.ts";
import { holdIdIn } from "../harness/hold.ts";
import { waitlistClass } from "../harness/waitlist-class.ts";
import { bookButton, expect, fillContact, headline, hydrated, test } from "../people.ts";

const say = words("lt");

async function left(sessionId: string) {
  return (await desk.schedules.getSession({ sessionId })).session.openSpots;
}

test("places are held while the form is filled in, also across a reload, and the booking uses them", async ({
  visitor,
}) => {
  const { page } = visitor;
  const own = await waitlistClass({ capacity: 3 });
  await page.goto(bookingPath(own));
  await hydrated(page);
  const holdId = await holdIdIn(page);
  expect(await left(own.session.id)).toBe(2);

  await page.getByRole("button", { name: say("participants.more") }).click();
  await expect.poll(() => left(own.session.id)).toBe(1);
  await page.getByLabel(say("booking.names.first", { number: 2 })).fill("Jonas");
  await page.reload();
  await hydrated(page);
  expect(await holdIdIn(page)).toBe(holdId);
  expect(await left(own.session.id)).toBe(1);

  await fillContact(page, visitor);
  await bookButton(page).click();
  await expect(headline(page, say("booking.confirmed"))).toBeVisible();
  expect(await left(own.session.id)).toBe(1);
});

test("a booking sent before the response to its hold request is not blocked by that hold", async ({ visitor }) => {
  const { page } = visitor;
  const own = await waitlistClass({ capacity: 1 });
  const pressed = Promise.withResolvers<void>();
  await page.route(`${platform}/v1/holds`, async (route) => {
    const response = await route.fetch();
    await pressed.promise;
    await route.fulfill({ response });
  });
  await page.goto(bookingPath(own));
  await hydrated(page);
  await fillContact(page, visitor);
  await expect.poll(() => left(own.session.id)).toBe(0);
  await bookButton(page).click();
  pressed.resolve();
  await expect(headline(page, say("booking.confirmed"))).toBeVisible();
});

test("a page reloaded before the response to its hold request still holds the last place", async ({ visitor }) => {
  const { page } = visitor;
  const own = await waitlistClass({ capacity: 1 });
  await page.route(`${platform}/v1/holds`, (route) => void route.fetch());
  await page.goto(bookingPath(own));
  await expect.poll(() => left(own.session.id)).toBe(0);
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.reload();
  await hydrated(page);
  await holdIdIn(page);
  await fillContact(page, visitor);
  await bookButton(page).click();
  await expect(headline(page, say("booking.confirmed"))).toBeVisible();
});

test("places are held again after a hold has expired and are released when the visitor leaves", async ({ visitor }) => {
  const { page } = visitor;
  const own = await waitlistClass({ capacity: 1 });
  await page.goto(bookingPath(own));
  await hydrated(page);
  await fillContact(page, visitor);
  await desk.holds.release({ holdId: await holdIdIn(page) });
  await page.reload();
  await expect(page.getByText(say("booking.hold.over")).first()).toBeVisible();
  await expect(page.getByLabel(say("field.email"))).toHaveValue(visitor.email);

  await page.getByRole("button", { name: say("booking.hold.again") }).click();
  await expect.poll(() => left(own.session.id)).toBe(0);
  await expect(page.getByLabel(say("field.email"))).toHaveValue(visitor.email);

  await page.getByRole("link", { name: say("booking.form.back") }).click();
  await expect(headline(page, say("booking.head.time"))).toBeVisible();
  await expect.poll(() => left(own.session.id)).toBe(1);
});

test("a booking with an unknown hold succeeds", async ({ visitor }) => {
  const { page } = visitor;
  const own = await waitlistClass({ capacity: 2 });
  await page.goto(bookingPath(own));
  await hydrated(page);
  await fillContact(page, visitor);
  await desk.holds.release({ holdId: await holdIdIn(page) });
  await bookButton(page).click();
  await expect(headline(page, say("booking.confirmed"))).toBeVisible();
  expect(await left(own.session.id)).toBe(1);
});
