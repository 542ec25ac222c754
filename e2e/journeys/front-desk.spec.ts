import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { hourMs, minuteMs } from "@uola/contract/durations";
import { words as adminWords } from "@uola/words/admin";
import { addDays, capitalized, instantOf, localDate, money, monthHeading } from "@uola/words/formats";
import { site } from "../harness/addresses.ts";
import { bookingInput, bookingOf, desk as office, sessionAhead } from "../harness/desk.ts";
import { ownClass } from "../harness/timetable.ts";
import { demoAccount, expect, newPerson, test } from "../people.ts";

const say = adminWords("lt");

const documentFile = /\/v1\/documents\/[^/]+\/file$/;

/** The machines that run journeys have no printer. */
const withoutPrinter = (page: Page) =>
  page.addInitScript(() => {
    window.print = () => {};
  });

/**
 * Durations in seconds of the keystroke-level model, per keystroke of an experienced user and per
 * mental preparation of the next step, and the allowed maximum.
 */
const seconds = { key: 0.2, thought: 1.35, most: 15 };

/** A desk clerk whose keystrokes are counted. A chord counts as the number of keys pressed. */
function clerkAt({ keyboard }: Page) {
  let [keys, thoughts] = [0, 0];
  return {
    async thenTypes(text: string) {
      thoughts++;
      await this.types(text);
    },
    async thenPresses(key: string) {
      thoughts++;
      await this.presses(key);
    },
    async types(text: string) {
      keys += text.length;
      await keyboard.type(text);
    },
    async presses(key: string) {
      keys += key.split("+").length;
      await keyboard.press(key);
    },
    seconds: () => keys * seconds.key + thoughts * seconds.thought,
  };
}

/** Creates a class that takes place today, with a booking for the member. */
async function createClassToday() {
  const { firstName, lastName, email } = demoAccount("member");
  const { service } = await ownClass();
  const tomorrow = instantOf(addDays(localDate(new Date()), 1));
  const { session } = await office.schedules.createSession({
    scheduleId: service.schedule.id,
    startDate: new Date(tomorrow.getTime() - minuteMs),
    endDate: new Date(tomorrow.getTime() + hourMs),
  });
  const { booking } = await office.bookings.create({
    booking: bookingInput({ session, service }, { firstName, lastName, email }),
  });
  return { booking, title: session.title };
}

test("the front desk finds a regular customer, checks them in, sells a pass, takes payment and prints within 15 s by keyboard", async ({
  desk: { page },
}) => {
  const { firstName, lastName } = demoAccount("member");
  const { booking, title } = await createClassToday();
  await withoutPrinter(page);
  await page.goto(`${site}/admin/desk/`);
  const search = page.getByRole("combobox", { name: say("desk.find.label") });
  const person = page.getByRole("region", { name: `${firstName} ${lastName}` });
  const cart = page.getByRole("region", { name: say("desk.cart") });
  await expect(search).toBeFocused();
  const clerk = clerkAt(page);
  await clerk.thenTypes(`${firstName} ${lastName}`.toLowerCase().normalize("NFD").replace(/\p{M}/gu, ""));
  await expect(page.getByRole("option", { name: `${firstName} ${lastName}` })).toBeVisible();
  await clerk.presses("Enter");
  await expect(person.getByRole("button", { name: `${say("desk.letIn")}: ${title}` })).toBeVisible();
  await clerk.thenPresses("Enter");
  await expect(person.getByText(say("desk.isIn"))).toBeVisible();
  expect((await bookingOf(booking.id)).attendance?.status).toBe("ATTENDED");
  await clerk.thenTypes("+1");
  await expect(cart.getByRole("listitem")).toHaveCount(1);
  await clerk.thenPresses("F9");
  await clerk.thenTypes("004871");
  const printed = page.waitForResponse(documentFile);
  await clerk.presses("Control+Enter");
  expect((await printed).headers()["content-type"]).toBe("application/pdf");
  expect(clerk.seconds(), "seconds for all of it").toBeLessThanOrEqual(seconds.most);
  await expect(cart.getByText(say("desk.cart.empty"))).toBeVisible();
  await expect(search).toBeFocused();
  const done = page.getByRole("listitem").filter({ hasText: `${firstName} ${lastName}` });
  await expect(done.getByRole("button", { name: /^Spausdinti KAL/ })).toBeVisible();
  await expect(page.getByRole("region", { name: say("desk.nobody") })).toBeVisible();

  await test.step("sells a pass to the selected person, who becomes its holder", async () => {
    await page.keyboard.type("+narys");
    await page.keyboard.press("Enter");
    await expect(cart.getByRole("listitem")).toHaveCount(1);
    await page.keyboard.press("F9");
    await page.keyboard.type("004872");
    await page.keyboard.press("Control+Enter");
    await expect(cart.getByText(say("desk.wrong.holder"))).toBeVisible();
    await expect(search).toBeFocused();
    await page.keyboard.type(`${firstName} ${lastName}`);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("region", { name: `${firstName} ${lastName}` })).toBeVisible();
    await page.keyboard.press("Control+Enter");
    await expect(cart.getByText(say("desk.cart.empty"))).toBeVisible();
    const { passes } = await office.passes.query({ text: lastName });
    expect(passes).toMatchObject([{ holder: { name: `${firstName} ${lastName}` }, price: 5400 }]);
  });

  // A fast typist, or a scanner, presses Enter before any result is shown.
  await page.keyboard.type(`${firstName} ${lastName}`);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("region", { name: `${firstName} ${lastName}` })).toBeVisible();

  await test.step("pressing Enter before the bookings are loaded checks the person in once they are loaded", async () => {
    const { booking } = await createClassToday();
    await page.reload();
    await expect(search).toBeFocused();
    const known = Promise.withResolvers<void>();
    await page.route(/\/people\/[^/]+\/bookings/, async (route) => {
      await known.promise;
      await route.continue();
    });
    await page.keyboard.type(`${firstName} ${lastName}`);
    await page.keyboard.press("Enter");
    await expect(person).toBeVisible();
    await page.keyboard.press("Enter");
    known.resolve();
    const attended = async () => (await bookingOf(booking.id)).attendance?.status;
    await expect.poll(attended).toBe("ATTENDED");
  });
});

test("the front desk finds a pass holder who has never booked and checks them in", async ({ desk: { page } }) => {
  const { kinds } = await office.passes.kinds({});
  const ten = kinds.find(({ terms }) => terms.entries === 10);
  const name = `Salomėja ${randomUUID().slice(0, 6)}`;
  const { pass } = await office.passes.issue({
    kindId: ten?.id ?? "",
    holder: { name, email: "salomeja@uola.example" },
    language: "lt",
    payment: { method: "CARD", receiptNumber: "004873" },
  });
  await page.goto(`${site}/admin/desk/`);
  await expect(page.getByRole("combobox", { name: say("desk.find.label") })).toBeFocused();
  await page.keyboard.type(name);
  await expect(page.getByRole("option", { name })).toBeVisible();
  await page.keyboard.press("Enter");
  const sheet = page.getByRole("dialog", { name });
  await sheet.getByRole("button", { name: say("passes.step.use"), exact: true }).click();
  await page
    .getByRole("dialog")
    .last()
    .getByRole("button", { name: say("passes.step.use"), exact: true })
    .click();
  await expect(sheet.getByText("9 / 10")).toBeVisible();
  expect((await office.passes.get({ passId: pass.id })).pass).toMatchObject({ balance: 9, visits: 1 });
});

test("front desk staff are not offered actions that they lack permission for", async ({ desk: { page } }) => {
  await test.step("offers changing a session's participants, but not the timetable", async () => {
    const offered = await sessionAhead({ free: 1 });
    const person = newPerson();
    await office.bookings.create({ booking: bookingInput(offered, person) });
    await page.goto(`${site}/admin/session/?id=${offered.session.id}`);
    await expect(page.getByRole("button", { name: say("session.add") })).toBeVisible();
    for (const name of ["session.edit", "session.cancel", "history"] as const) {
      await expect(page.getByRole("button", { name: say(name), exact: true })).toHaveCount(0);
    }
    const name = `${person.firstName} ${person.lastName}`;
    await page
      .getByRole("button", { name: say("row.actions", { name }) })
      .first()
      .click();
    await expect(page.getByRole("button", { name: say("session.number") })).toBeVisible();
    await expect(page.getByRole("button", { name: say("history"), exact: true })).toHaveCount(0);
  });

  await test.step("offers selling passes, but shows their types read-only", async () => {
    await page.goto(`${site}/admin/passes/`);
    await expect(page.getByRole("button", { name: say("passes.issue") })).toBeVisible();
    const kinds = page.locator("section", { has: page.getByRole("heading", { name: say("passes.kinds") }) });
    await expect(kinds.getByRole("listitem").first()).toBeVisible();
    await expect(kinds.getByRole("button")).toHaveCount(0);
  });
});

test("the accountant reads document totals and sees an access-denied notice on the services page", async ({
  accountant: { page },
}) => {
  await page.goto(`${site}/admin/`);
  await expect(page.getByRole("heading", { level: 1, name: say("overview.heading") })).toBeVisible();
  await page
    .getByRole("link", { name: say("reports.heading") })
    .first()
    .click();
  await expect(page.getByRole("row", { name: new RegExp(`^${say("reports.sum")}`) })).toBeVisible();
  await test.step("prints the report without its filters, buttons and navigation", async () => {
    const print = page.getByRole("button", { name: say("reports.print") });
    await page.evaluate(() => {
      window.print = () => document.documentElement.setAttribute("data-printed", "");
    });
    await print.click();
    await expect(page.locator("html")).toHaveAttribute("data-printed", "");
    await page.emulateMedia({ media: "print" });
    await expect(page.getByRole("row", { name: new RegExp(`^${say("reports.sum")}`) })).toBeVisible();
    await expect(page.getByRole("heading", { level: 1, name: say("reports.heading") })).toBeVisible();
    await expect(page.getByRole("columnheader").first()).toHaveCSS("position", "static");
    for (const chosen of [print, page.getByLabel(say("reports.from")), page.getByRole("navigation").first()]) {
      await expect(chosen).toBeHidden();
    }
    await page.emulateMedia({ media: null });
  });
  await test.step("on a phone, the name of each report line is above its values", async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    const line = page
      .getByRole("row")
      .filter({ has: page.getByRole("rowheader") })
      .first();
    const [name, values] = [line.getByRole("rowheader"), line.getByRole("cell")];
    const top = async (part: typeof name) => (await part.boundingBox())?.y ?? 0;
    expect(await top(name)).toBeLessThan(await top(values.first()));
    await page.setViewportSize({ width: 1280, height: 800 });
  });
  await expect(
    page.getByRole("navigation", { name: say("nav") }).getByRole("link", { name: say("services.heading") }),
  ).toHaveCount(0);
  await page.goto(`${site}/admin/services/`);
  await expect(page.getByRole("heading", { level: 1, name: say("denied.team.heading") })).toBeVisible();
  await expect(page.getByRole("button", { name: say("services.add") })).toHaveCount(0);
});

test("the front desk sells, is notified of a failed printout and records a refund", async ({ desk: { page } }) => {
  await withoutPrinter(page);
  await page.goto(`${site}/admin/desk/`);
  const cart = page.getByRole("region", { name: say("desk.cart") });
  const done = page.getByRole("listitem").filter({ hasText: say("desk.walkIn") });
  await test.step("a failed printout does not affect the sale, and the document can be printed again", async () => {
    await page.route(documentFile, (route) => route.abort());
    await expect(page.getByRole("button", { name: /\+1$/ })).toBeVisible();
    await expect(page.getByRole("combobox", { name: say("desk.find.label") })).toBeFocused();
    await page.keyboard.type("+1");
    await expect(cart.getByRole("listitem")).toHaveCount(1);
    await page.keyboard.press("F8");
    await page.keyboard.type("004872");
    await page.keyboard.press("Control+Enter");
    await expect(
      page.getByRole("alert").filter({ hasText: /^Parduota, pinigai įrašyti, bet dokumento KAL/ }),
    ).toBeVisible();
    await expect(cart.getByText(say("desk.cart.empty"))).toBeVisible();
    await page.unroute(documentFile);
    const printed = page.waitForResponse(documentFile);
    await done.getByRole("button", { name: /^Spausdinti KAL/ }).click();
    expect((await printed).headers()["content-type"]).toBe("application/pdf");
  });

  await test.step("records the refund with the till receipt number, which the credit note states", async () => {
    await page.goto(`${site}/admin/orders/`);
    await page
      .getByRole("row")
      .filter({ has: page.getByRole("rowheader"), hasText: say("desk.walkIn") })
      .first()
      .getByRole("button")
      .first()
      .click();
    const sheet = page.getByRole("dialog").first();
    await sheet.getByRole("button", { name: say("orders.refund"), exact: true }).click();
    const dialog = page.getByRole("dialog", { name: say("orders.refund") });
    await dialog.getByText(say("orders.refund.way.DESK")).click();
    await dialog.getByLabel(say("orders.refund.receiptNumber")).fill("004873");
    await dialog.getByLabel(say("orders.reason")).fill("Apsigalvojo prie kasos");
    await dialog.getByRole("button", { name: /^Grąžinti \d/ }).click();
    await expect(sheet.getByText(new RegExp(`${say("orders.refund.state.DONE")}`)).first()).toBeVisible();
    await expect(sheet.getByText(/KRE\S* *\d+/)).toBeVisible();
  });
});

test("the accountant closes a month whose documents match the VAT report, and it stays closed", async ({
  accountant: { page },
}) => {
  const month = addDays(`${localDate(new Date()).slice(0, 7)}-01`, -1).slice(0, 7);
  const { documents } = await office.documents.query({ month, limit: 100 });
  const sum = documents.reduce((all, { kind, gross }) => all + (kind === "PROFORMA" ? 0 : gross), 0);
  expect(sum).toBeGreaterThan(0);
  const { taxes } = await office.documents.report({ month });
  expect(taxes.reduce((all, { gross }) => all + gross, 0)).toBe(sum);

  const title = capitalized(monthHeading(`${month}-01`, "lt"));
  await page.goto(`${site}/admin/documents/`);
  await page.getByRole("button", { name: title, exact: true }).click();
  const sheet = page.getByRole("dialog", { name: title });
  await expect(sheet.getByText(money(sum, "lt"), { exact: true }).first()).toBeVisible();
  await expect(sheet.getByRole("row", { name: /^PVM/ }).first()).toBeVisible();
  await sheet.getByRole("button", { name: say("documents.close") }).click();
  await page
    .getByRole("dialog", { name: say("documents.close.sure", { month: title }) })
    .getByRole("button", { name: say("documents.close") })
    .click();
  await expect(sheet.getByText(/^Mėnuo uždarytas .* Vėlesni/)).toBeVisible();
  await expect(sheet.getByRole("button", { name: say("documents.close") })).toHaveCount(0);
  await expect(office.documents.close({ month })).rejects.toMatchObject({ code: "MONTH_CLOSED" });
});
