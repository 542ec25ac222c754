import type { Locator, Page } from "@playwright/test";
import { dayAccusative, dayLong, localDate, time } from "@uola/words/formats";
import { words } from "@uola/words/site";
import { sessionAhead } from "../harness/desk.ts";
import { alive, bookButton, expect, headline, test } from "../people.ts";

const say = words("lt");

test("a booking can be made by keyboard alone", async ({ visitor }) => {
  const { page } = visitor;
  const { session, service } = await sessionAhead({ free: 3, after: 3, before: 10 });
  await page.goto("/booking/");
  await alive(page);

  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: say("skip") })).toBeFocused();
  await page.keyboard.press("Enter");

  await tabTo(page, page.getByRole("main").getByRole("link", { name: service.name }));
  await page.keyboard.press("Enter");
  await expect(headline(page, say("booking.head.time"))).toBeFocused();

  const day = page.getByRole("radio", { name: dayLong(session.startDate) });
  await tabTo(page, page.getByRole("radio", { checked: true }).first());
  await walk(page, "ArrowLeft");
  for (let step = 0; step < 14 && !(await day.isChecked()); step++) await walk(page, "ArrowRight");
  await expect(day).toBeChecked();
  expect(new URL(page.url()).searchParams.get("day")).toBe(localDate(session.startDate));

  const slot = `${dayAccusative(session.startDate)}, ${time(session.startDate)}`;
  await tabTo(page, page.getByRole("link", { name: `${say("action.choose")}: ${slot}` }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("link", { name: say("action.chosen") })).toBeFocused();
  await tabTo(page, page.getByRole("link", { name: say("booking.ticket.next") }));
  await page.keyboard.press("Enter");
  await expect(headline(page, say("booking.head.details"))).toBeFocused();

  await tabTo(page, page.getByRole("button", { name: say("participants.more") }));
  await page.keyboard.press("Space");
  await expect(page.getByText(say("participants", { count: 2 })).first()).toBeAttached();
  for (const [label, text] of [
    [say("booking.names.first", { number: 2 }), "Jonas"],
    [say("field.firstName"), visitor.firstName],
    [say("field.lastName"), visitor.lastName],
    [say("field.email"), visitor.email],
  ] as const) {
    await tabTo(page, page.getByLabel(label, { exact: true }));
    await page.keyboard.type(text);
  }
  await tabTo(page, bookButton(page));
  await page.keyboard.press("Enter");
  await expect(headline(page, say("booking.confirmed"))).toBeFocused();
});

test("a parent finds a child's group and books it by keyboard alone", async ({ visitor }) => {
  const { page } = visitor;
  const born = String(Number(localDate(new Date()).slice(0, 4)) - 9);
  await page.goto("/kids/");
  await alive(page);

  const years = page.locator("#finder input[name=year]");
  await tabTo(page, years.first());
  await page.keyboard.press("Space");
  const year = page.locator(`#finder input[name=year][value="${born}"]`);
  for (let step = 0; step < 15 && !(await year.isChecked()); step++) await walk(page, "ArrowRight");
  await expect(year).toBeChecked();
  await expect(page).toHaveURL(new RegExp(`year=${born}`));
  await expect(page.getByText(say("kids.for", { year: born }))).toBeVisible();

  const book = page.locator("#groups").getByRole("link", { name: new RegExp(`^${say("action.book")}: `) });
  await tabTo(page, book.first());
  await page.keyboard.press("Enter");
  await expect(headline(page, say("booking.head.details"))).toBeFocused();
  for (const [label, text] of [
    [say("booking.names.first", { number: 1 }), "Liepa"],
    [say("booking.names.born", { number: 1 }), born],
    [say("field.firstName"), visitor.firstName],
    [say("field.lastName"), visitor.lastName],
    [say("field.email"), visitor.email],
  ] as const) {
    await tabTo(page, page.getByLabel(label, { exact: true }));
    await page.keyboard.type(text);
  }
  await tabTo(page, bookButton(page));
  await page.keyboard.press("Enter");
  await expect(headline(page, say("booking.confirmed"))).toBeFocused();
});

/** Presses Tab until an element has the focus, and checks that every focused element on the way has a visible focus. */
async function tabTo(page: Page, target: Locator) {
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press("Tab");
    const seen = await page.evaluate(focusMark);
    expect(seen.marked, `the focus on ${seen.what} can be seen`).toBe(true);
    if ((await target.count()) === 1 && (await target.evaluate((element) => element === document.activeElement)))
      return;
  }
  throw new Error(`Tab never reached ${target}.`);
}

/** Whether the focused element, or the visible one in place of a hidden input, has an outline. Runs in the page. */
function focusMark() {
  const focused = document.activeElement;
  if (!focused || focused === document.body) return { marked: true, what: "the page" };
  const standsFor = focused.closest("label");
  const candidates = [focused, ...(standsFor ? [standsFor, ...standsFor.querySelectorAll("*")] : [])];
  const marked = candidates.some((element) => {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
    return (outlineStyle !== "none" && Number.parseFloat(outlineWidth) > 0) || boxShadow !== "none";
  });
  return { marked, what: `${focused.tagName.toLowerCase()} "${focused.textContent?.trim().slice(0, 40)}"` };
}

/** An arrow key in a list of choices selects the next one at once. The address changes before the page is drawn. */
async function walk(page: Page, arrow: "ArrowLeft" | "ArrowRight") {
  const before = page.url();
  await page.keyboard.press(arrow);
  await expect(page).not.toHaveURL(before);
  await expect(page.locator("input:focus")).toBeChecked();
}
