import type { Client } from "@uola/client";
import { words } from "@uola/words/site";
import { newVisitorClient as app, desk } from "../harness/desk.ts";
import { ownCourse } from "../harness/timetable.ts";
import { expect, headline, hydrated, test } from "../people.ts";

const say = words("lt");
const nobodys = "0190a000-0000-7000-8000-000000000001";
type RedirectInput = Parameters<Client["tokens"]["createRedirectSession"]>[0];
/** Returns the URL to which another app redirects its visitor. */
const addressOf = async (client: Client, input: RedirectInput) =>
  (await client.tokens.createRedirectSession(input)).redirectSession.fullUrl;

test("an `ecomCheckout` redirect from another app ends at the checkout with that app's cart", async ({ visitor }) => {
  const { page } = visitor;
  const { service } = await ownCourse();
  const client = app();
  const schedule = { scheduleId: service.schedule.id };
  const { cart } = await client.carts.add({ booking: { schedule, totalParticipants: 1 } });
  await page.goto(await addressOf(client, { ecomCheckout: { checkoutId: cart.id as string } }));
  await expect(page.getByRole("main").getByText(service.name).first()).toBeVisible();
  await expect(page.getByRole("button", { name: say("order.place") })).toBeVisible();
  await expect(page).not.toHaveURL(/[?&](cart|checkout)=/);
  await page.reload();
  await expect(page.getByRole("main").getByText(service.name).first()).toBeVisible();
});

test("an unknown checkout shows an error and links to other pages", async ({ visitor }) => {
  const { page } = visitor;
  await page.goto(await addressOf(app(), { ecomCheckout: { checkoutId: nobodys } }));
  await expect(page.getByRole("heading", { name: say("order.handOver.cart") })).toBeVisible();
  await expect(
    page
      .getByRole("main")
      .getByRole("link", { name: say("page.prices") })
      .first(),
  ).toBeVisible();
});

test("an `eventsCheckout` redirect ends at the checkout with the reserved places, or at the booking page", async ({
  visitor,
}) => {
  const { page } = visitor;
  const { service } = await ownCourse();
  const client = app();
  const { hold } = await client.holds.create({ schedule: { scheduleId: service.schedule.id }, totalParticipants: 2 });
  const event = { eventSlug: service.mainSlug.name };
  await page.goto(await addressOf(client, { eventsCheckout: { ...event, reservationId: hold.id } }));
  await expect(page.getByRole("main").getByText(service.name).first()).toBeVisible();
  await expect(page.getByRole("button", { name: say("order.place") })).toBeVisible();
  await page.goto(await addressOf(client, { eventsCheckout: { ...event, reservationId: nobodys } }));
  await expect(page.getByRole("heading", { name: say("order.handOver.reservation") })).toBeVisible();
  await page.goto(await addressOf(client, { eventsCheckout: event }));
  await expect(page).toHaveURL(new RegExp(`/booking/\\?service=${service.mainSlug.name}`));
});

test("a `paidPlansCheckout` redirect puts the plan into the cart and reports an unknown plan", async ({ visitor }) => {
  const { page } = visitor;
  const name = `Narystė ${Date.now().toString(36)}`;
  const { plan } = await desk.plans.create({ plan: { name, price: { value: "54.00" } } });
  const terms = {
    entries: 10,
    period: { count: 3, unit: "MONTHS" },
    begins: "PURCHASE",
    people: 1,
    windows: [],
    lets: { entry: true, categoryKinds: [], serviceIds: [] },
    freezeDays: 0,
    transferable: true,
  } as const;
  await desk.passes.createKind({ kind: { priceId: plan.id, terms: terms as never, onSale: true } });
  const open = async (planId: string) => page.goto(await addressOf(app(), { paidPlansCheckout: { planId } }));
  const asked = page.getByRole("region", { name });
  // Pages are cached, so it may take a moment until the new plan appears.
  await expect(async () => {
    await open(plan.id);
    await expect(asked).toBeVisible({ timeout: 1000 });
  }).toPass();
  await hydrated(page);
  await asked.getByRole("button", { name: `${say("order.cart.to")}: ${name}` }).click();
  await asked.getByRole("link", { name: say("order.cart.open") }).click();
  await expect(headline(page, say("order.title"))).toBeVisible();
  await expect(page.getByRole("main").getByText(name).first()).toBeVisible();
  await open(nobodys);
  await expect(page.getByRole("heading", { name: say("prices.plan.gone") })).toBeVisible();
});
