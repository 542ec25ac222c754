import { randomUUID } from "node:crypto";
import { words as adminWords } from "@uola/words/admin";
import { price } from "@uola/words/formats";
import { words as siteWords } from "@uola/words/site";
import { loadUntil, soon } from "../harness/changed-page.ts";
import { desk } from "../harness/desk.ts";
import { bookButton, expect, fillContact, headline, hydrated, test } from "../people.ts";

const say = adminWords("lt");
const bookingSay = siteWords("lt");

test("the owner creates a service with a price and a policy, visitors see it, and the owner changes the price in three clicks", async ({
  owner: { page },
  visitor,
}) => {
  const name = `Naktinis laipiojimas ${randomUUID().slice(0, 8)}`;
  const policyName = `Naktinės taisyklės ${name.slice(-8)}`;

  await test.step("shows a policy in sentences", async () => {
    await page.goto("/admin/rules/");
    await expect(headline(page, say("rules.heading"))).toBeVisible();
    await page.getByRole("button", { name: say("policies.add"), exact: true }).click();
    const form = page.getByRole("dialog");
    await form.getByLabel(say("policies.field.name"), { exact: true }).fill(policyName);
    await form.getByLabel(say("policies.field.cancelSpan"), { exact: true }).fill("6");
    await form.getByRole("button", { name: say("form.save") }).click();
    await expect(page.getByText(say("done.saved", { name: policyName }))).toBeVisible();
    const line = page.getByRole("listitem").filter({ hasText: policyName });
    await expect(line).toContainText(say("policies.says.cancel", { time: "6\u00a0val." }));
  });

  await test.step("creates a service after missing fields were reported and the input was kept", async () => {
    await page
      .getByRole("navigation", { name: say("nav") })
      .getByRole("link", { name: say("services.heading") })
      .click();
    await page.getByRole("button", { name: say("services.add") }).click();
    const form = page.getByRole("dialog");
    await form.getByLabel(say("services.field.name"), { exact: true }).fill(name);
    await form.getByLabel(say("services.field.policyId")).selectOption({ label: policyName });
    await form.getByRole("button", { name: say("form.save") }).click();
    await expect(form.getByRole("alert").filter({ hasText: say("form.wrong") })).toBeFocused();
    await form.getByLabel(say("services.field.price"), { exact: true }).fill("25");
    await form.getByRole("button", { name: say("form.save") }).click();
    await expect(page.getByText(say("services.done.saved", { name }))).toBeVisible();
    const { services } = await desk.services.query({ query: { filter: { name } } });
    expect(services[0]).toMatchObject({
      bookingPolicy: { name: policyName },
      payment: { fixed: { price: { value: "25" } } },
    });
  });

  await test.step("offers the service on the booking page", async () => {
    await loadUntil(visitor.page, "/booking/", () =>
      expect(visitor.page.getByRole("heading", { name })).toBeVisible(soon),
    );
  });

  await test.step("changes the price in the list, and the price page shows it", async () => {
    await page.getByRole("searchbox", { name: say("services.search") }).fill(name);
    // Waits for the filtered list, because rows and buttons move while the list shrinks.
    await expect(page.getByRole("table").getByRole("row")).toHaveCount(2);
    await page.getByRole("button", { name: say("services.price.change", { name }) }).click();
    await page.getByLabel(say("services.price.new", { name })).fill("28,50");
    await page
      .getByRole("row", { name })
      .getByRole("button", { name: say("form.save") })
      .click();
    await expect(page.getByText(say("services.done.price", { name }))).toBeVisible();
    await loadUntil(visitor.page, "/prices/", () =>
      expect(visitor.page.getByRole("listitem").filter({ hasText: name })).toContainText(price(2850), soon),
    );
  });

  await test.step("undo restores the old price, and the history shows both changes", async () => {
    await page.getByRole("button", { name: say("undo") }).click();
    await expect(page.getByText(say("undone"))).toBeVisible();
    await page.getByRole("button", { name: say("row.actions", { name }) }).click();
    await page.getByRole("button", { name: say("history"), exact: true }).click();
    const line = (from: string, to: string) => say("history.line", { name: say("services.field.price"), from, to });
    await expect(page.getByRole("dialog")).toContainText(line("25", "28,50"));
    await expect(page.getByRole("dialog")).toContainText(line("28,50", "25"));
  });
});

test("shows a conflicting change of another owner and keeps the input", async ({ owner: { page } }) => {
  const name = `Bendra paslauga ${randomUUID().slice(0, 8)}`;
  const { service } = await desk.services.create({
    service: {
      type: "CLASS",
      name,
      defaultCapacity: 8,
      onlineBooking: { enabled: true },
      payment: { rateType: "FIXED", fixed: { price: { value: "20" } }, options: { inPerson: true } },
    },
  });
  await page.goto("/admin/services/");
  await hydrated(page);
  await page.getByRole("searchbox", { name: say("services.search") }).fill(name);
  await page.getByRole("button", { name, exact: true }).click();
  const form = page.getByRole("dialog");
  await form.getByLabel(say("services.field.tagLine")).fill("Visiems");
  await desk.services.update({
    service: { id: service.id, revision: service.revision, defaultCapacity: 12 },
  });
  await form.getByRole("button", { name: say("form.save") }).click();
  await expect(form.getByRole("alert").filter({ hasText: say("refused.conflict") })).toContainText(
    say("form.theirs", { field: say("services.field.defaultCapacity"), value: "12" }),
  );
  await expect(form.getByLabel(say("services.field.tagLine"))).toHaveValue("Visiems");
  await form.getByRole("button", { name: say("form.save") }).click();
  await expect(page.getByText(say("services.done.saved", { name }))).toBeVisible();
  const { service: stored } = await desk.services.get({ serviceId: service.id });
  expect(stored).toMatchObject({ tagLine: "Visiems", defaultCapacity: 12 });
});

test("opening the form does not re-render the list rows", async ({ owner: { page } }) => {
  await page.goto("/admin/services/");
  const lines = page.getByRole("main").locator("tbody tr");
  await expect(lines.first()).toBeVisible();
  await page.waitForLoadState("networkidle");
  // React stores its props on each element: a different object means that the element was rendered
  // again.
  const drawnAgain = () =>
    lines.evaluateAll((rows) => {
      const seen = globalThis as typeof globalThis & { drawn?: unknown[] };
      const before = seen.drawn;
      seen.drawn = rows.map((row) => Object.entries(row).find(([name]) => name.startsWith("__reactProps$"))?.[1]);
      return seen.drawn.filter((props, index) => props === undefined || (before && before[index] !== props)).length;
    });
  expect(await drawnAgain()).toBe(0);
  await page.getByRole("button", { name: say("services.add") }).click();
  const form = page.getByRole("dialog");
  await expect(form.getByLabel(say("services.field.policyId"))).toBeVisible();
  expect(await drawnAgain()).toBe(0);
  await form.getByRole("button", { name: say("sheet.close"), exact: true }).click();
  await expect(form).toHaveCount(0);
  expect(await drawnAgain()).toBe(0);
  await lines.first().getByRole("checkbox").check();
  await expect.poll(drawnAgain).toBe(1);
});

test("saves a service with several options and shows them as entered", async ({ owner: { page } }) => {
  const name = `Šeimos laipiojimas ${randomUUID().slice(0, 8)}`;
  const payment = { rateType: "FIXED", fixed: { price: { value: "20" } }, options: { inPerson: true } } as const;
  const { service } = await desk.services.create({
    service: { name, type: "CLASS", defaultCapacity: 8, payment, onlineBooking: { enabled: true } },
  });
  await page.goto("/admin/services/");
  await page.getByRole("searchbox").fill(name);
  await page.getByRole("button", { name, exact: true }).click();
  const form = page.getByRole("dialog");
  const option = (number: number) => form.locator(".option-part").nth(number - 1);
  const choice = (at: number, number: number) =>
    option(at).getByLabel(say("services.options.choice", { number }), { exact: true });

  await form.getByRole("button", { name: say("services.options.first") }).click();
  await form.getByLabel(say("services.options.name", { number: 1 })).fill("Amžius");
  await choice(1, 1).fill("Suaugęs");
  await choice(1, 2).fill("Vaikas");
  await form.getByRole("button", { name: say("services.options.another") }).click();
  await form.getByLabel(say("services.options.name", { number: 2 })).fill("Inventorius");
  await choice(2, 1).fill("Savas");
  await choice(2, 2).fill("Nuomojamas");
  await form.getByLabel("Vaikas, Savas", { exact: true }).fill("12,5");
  await form.getByLabel("Vaikas, Nuomojamas", { exact: true }).fill("");
  await form.getByRole("button", { name: say("services.options.earlier", { number: 2 }) }).click();
  await form.getByRole("button", { name: say("form.save") }).click();
  await expect(page.getByText(say("services.done.saved", { name }))).toBeVisible();

  const stored = (await desk.services.get({ serviceId: service.id })).service.optionsAndVariants;
  expect(stored?.options.map(({ name, choices }) => [name, ...choices])).toEqual([
    ["Inventorius", "Savas", "Nuomojamas"],
    ["Amžius", "Suaugęs", "Vaikas"],
  ]);
  expect(
    stored?.variants.map(({ choices, price }) => [choices.map(({ custom }) => custom).join(), price.value]),
  ).toEqual([
    ["Savas,Suaugęs", "20"],
    ["Savas,Vaikas", "12.5"],
    ["Nuomojamas,Suaugęs", "20"],
  ]);

  await page.getByRole("button", { name, exact: true }).click();
  await expect(form.getByLabel("Nuomojamas, Vaikas", { exact: true })).toHaveValue("");
  await option(1)
    .getByRole("button", { name: say("services.options.removeAll", { number: 1 }) })
    .click();
  await expect(option(2)).toHaveCount(0);
  await form.getByRole("button", { name: say("form.save") }).click();
  await expect(form).toHaveCount(0);
  const left = (await desk.services.get({ serviceId: service.id })).service.optionsAndVariants;
  expect(left?.options.map(({ name }) => name)).toEqual(["Amžius"]);
  expect(left?.variants.map(({ price }) => price.value)).toEqual(["20", "12.5"]);
});

test("a course without dates can be booked as a whole", async ({ visitor }) => {
  const { page } = visitor;
  const name = `Rudens kursas ${randomUUID().slice(0, 8)}`;
  const { service } = await desk.services.create({
    service: {
      name,
      type: "COURSE",
      defaultCapacity: 6,
      payment: { rateType: "FIXED", fixed: { price: { value: "90" } }, options: { inPerson: true } },
      onlineBooking: { enabled: true },
    },
  });
  await page.goto(`/booking/?service=${service.mainSlug.name}`);
  await expect(page.getByRole("heading", { name: bookingSay("booking.course.undated") })).toBeVisible();
  await expect(page.getByText(bookingSay("booking.course.undated.said"))).toBeVisible();
  await page.goto(`/booking/?service=${service.mainSlug.name}&session=${service.schedule.id}`);
  await hydrated(page);
  await fillContact(page, visitor);
  await bookButton(page).click();
  await expect(headline(page, bookingSay("booking.confirmed"))).toBeVisible();
  await expect(page.getByRole("article")).toContainText(bookingSay("booking.course.undated"));
  const { availability } = await desk.availability.schedule({ scheduleId: service.schedule.id });
  expect(availability.openSpots).toBe(5);
});
