import { words as adminWords } from "@uola/words/admin";
import { money } from "@uola/words/formats";
import { words } from "@uola/words/site";
import { expectAccessible } from "../harness/accessible.ts";
import { site } from "../harness/addresses.ts";
import { bookingOf, desk, newVisitorClient, sessionAhead } from "../harness/desk.ts";
import { expect, headline, hydrated, type Person, test, uniqueSurname } from "../people.ts";

const say = words("lt");
const adminSay = adminWords("lt");

/** Creates an order of places (two by default) and a voucher, paid at the demo bank. */
async function createPaidOrder({ firstName, lastName, email }: Person, places = 2) {
  const client = newVisitorClient();
  const { session, service } = await sessionAhead({ free: places });
  const slot = { sessionId: session.id, serviceId: service.id, scheduleId: session.scheduleId };
  await client.carts.add({ booking: { slot, totalParticipants: places } });
  const { cart } = await client.carts.add({ voucher: { face: 3000, design: "HOLDS", language: "lt" } });
  const { key, order } = await client.orders.place({
    requestId: crypto.randomUUID(),
    buyer: { firstName, lastName, email },
    way: "DEMO_BANK",
    language: "lt",
    consents: [{ kind: "TERMS", version: "2026-09" }],
    expectedToPay: cart.toPay,
  });
  const { redirectUrl } = await client.payments.start({ key, way: "DEMO_BANK" });
  const attemptId = new URL(redirectUrl ?? "").searchParams.get("attempt") ?? "";
  await client.payments.demoDecide({ attemptId, pay: true });
  return { key, order, service };
}

test("a member cancels a paid place in the account and sees the refund", async ({ member }) => {
  const { page } = member;
  const { order, service } = await createPaidOrder(member);
  await page.goto("/account/");
  await hydrated(page);
  const ticket = page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: service.name }) });
  const cancel = ticket.getByRole("button", { name: new RegExp(`^${say("action.cancelBooking")}`) });

  await test.step("shows the refund for each participant before it is confirmed", async () => {
    await cancel.last().click();
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByText(say("back.amount"), { exact: true })).toBeVisible();
    await expect(dialog.getByText(/^Dalyvis 2:/)).toBeVisible();
    await expectAccessible(page);
    await dialog.getByRole("button", { name: say("action.cancelBooking") }).click();
    await expect(dialog).toBeHidden();
  });

  await test.step("the order shows the refund with both of its documents", async () => {
    const row = page.getByRole("listitem").filter({ hasText: order.number });
    await expect(row.getByText(/dalis pinigų grąžinta$/)).toBeVisible();
    await expect(row.getByRole("link", { name: /^Kreditinė sąskaita/ })).toBeVisible();
    const { order: after } = await desk.orders.get({ orderId: order.id });
    expect(after).toMatchObject({ refunds: [{ way: "PROVIDER", reasonCode: "CANCELED" }] });
  });
});

test("one of three participants cancels through the order's link and gets their share refunded", async ({
  visitor,
}) => {
  const { page } = visitor;
  const { key, order } = await createPaidOrder(visitor, 3);
  const line = order.lines.find(({ bookingId }) => bookingId);
  const part = money((line?.total ?? 0) / 3, "lt");
  await page.goto(`/order/#${key}`);
  await page.getByRole("button", { name: new RegExp(`^${say("action.cancelBooking")}`) }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("checkbox", { checked: true })).toHaveCount(3);
  await dialog.getByRole("checkbox").nth(0).uncheck();
  await dialog.getByRole("checkbox").nth(1).uncheck();
  await expect(dialog.getByText(part).first()).toBeVisible();
  await expectAccessible(page, ["light"]);
  await dialog.getByRole("button", { name: say("order.back.some") }).click();
  await expect(dialog).toBeHidden();
  await expect
    .poll(async () => (await desk.orders.get({ orderId: order.id })).order)
    .toMatchObject({ state: "PART_REFUNDED", refunds: [{ amount: (line?.total ?? 0) / 3 }] });
  expect((await bookingOf(line?.bookingId ?? "")).booking).toMatchObject({ status: "CONFIRMED", totalParticipants: 2 });
});

test("a company requests its invoice after the purchase, and the buyer withdraws from the voucher purchase", async ({
  visitor,
}) => {
  const { page, email } = visitor;
  const { key } = await createPaidOrder(visitor);
  await page.goto(`/order/#${key}`);
  await expect(headline(page, say("order.view.paid"))).toBeVisible();

  await test.step("replaces the first invoice with the company's invoice", async () => {
    await page.getByText(say("order.company.later")).click();
    const send = page.getByRole("button", { name: say("order.company.later.do") });
    await send.click();
    await expect(page.getByText(say("order.problem.field.company"), { exact: true })).toBeVisible();
    await page.getByLabel(say("order.company.name")).fill("UAB „Pavyzdys“");
    await page.getByLabel(say("order.company.code"), { exact: true }).fill("300000021");
    await page.getByLabel(say("order.company.address")).fill("Bandymų g. 7, Vilnius");
    await send.click();
    await expect(page.getByRole("link", { name: /^Sąskaita faktūra/ })).toHaveCount(2);
  });

  await test.step("confirms the withdrawal and states where the confirmation was sent", async () => {
    await page.getByRole("button", { name: say("order.withdraw.here") }).click();
    await expectAccessible(page);
    await page.getByRole("button", { name: say("order.withdraw.confirm") }).click();
    await expect(page.getByText(new RegExp(`^Jūsų atsisakymą gavome .*${email}`))).toBeVisible();
    await expect(page.getByRole("button", { name: say("order.withdraw.here") })).toBeHidden();
  });
});

test("staff see the refund before they cancel a paid booking", async ({ owner: { page }, visitor }) => {
  // Other people of this name may be in the same session.
  const person = { ...visitor, lastName: uniqueSurname() };
  const { order } = await createPaidOrder(person);
  const line = order.lines.find(({ bookingId }) => bookingId);
  const { booking } = await bookingOf(line?.bookingId ?? "");
  await page.goto(`${site}/admin/session/?id=${booking.bookedEntity.slot?.sessionId}`);
  await page
    .getByRole("button", {
      name: adminSay("row.actions", { name: `${person.firstName} ${person.lastName}` }),
    })
    .click();
  await page.getByRole("button", { name: adminSay("dialog.cancel") }).click();
  const dialog = page.getByRole("dialog", { name: adminSay("dialog.cancel") });
  await expect(dialog.getByText(adminSay("dialog.back", { sum: money(line?.total ?? 0, "lt") }))).toBeVisible();
  await expectAccessible(page, ["light"]);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page, ["light"]);
  await dialog.getByRole("button", { name: adminSay("dialog.cancel") }).click();
  await expect(dialog).toBeHidden();
  await expect
    .poll(async () => (await desk.orders.get({ orderId: order.id })).order)
    .toMatchObject({ state: "PART_REFUNDED", refunds: [{ amount: line?.total, reasonCode: "CALLED_OFF" }] });
});
