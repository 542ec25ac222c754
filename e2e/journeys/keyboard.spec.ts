import type { Locator, Page } from "@playwright/test";
import { dayAccusative, dayLong, localDate, time } from "@uola/words/formats";
import { words } from "@uola/words/site";
import { sessionAhead } from "../harness/desk.ts";
import { bookButton, expect, headline, hydrated, test } from "../people.ts";

const say = words("lt");

test("a booking can be made by keyboard alone", async ({ visitor }) => {
  const { page } = visitor;
  const { session, service } = await sessionAhead({ free: 3, after: 3, before: 10 });
  await page.goto("/booking/");
  await hydrated(page);

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
  await hydrated(page);

  const years = page.locator("#finder input[name=year]");
  await tabTo(page, years.first());
  await page.keyboard.press("Space");
  const year = page.locator(`#finder input[name=year][value="${born}"]`);
  for (let step = 0; step < 15 && !(await year.isChecked()); step++) await walk(page, "ArrowRight");
  await expect(year).toBeChecked();
  await expect(page).toHaveURL(new RegExp(`year=${born}`));
  await expect(page.getByText(say("kids.for", { year: born }))).toBeVisible();

  // The content that a screen reader reads, in order, starting with the question. The number of
  // groups is announced when it changes.
  await expect(page.getByRole("region", { name: say("kids.find") })).toMatchAriaSnapshot(`
    - region "${say("kids.find")}":
      - heading "${say("kids.find")}" [level=2]
      - group "${say("kids.year")}":
        - radio "${born} 9 m." [checked]
      - group "${say("kids.days")}":
        - checkbox "pirmadienis"
        - checkbox "sekmadienis"
      - group "${say("kids.level")}":
        - radio
  `);
  await expect(page.getByRole("region", { name: say("kids.groups"), exact: true })).toMatchAriaSnapshot(`
    - region "${say("kids.groups")}":
      - heading "${say("kids.groups")}" [level=2]
      - status: /^Tink(a|amų) /
      - paragraph: ${say("kids.for", { year: born })}
      - list:
        - listitem:
          - heading [level=3]
          - paragraph: /metų/
          - list:
            - listitem:
              - paragraph: /^[A-ZŠ][a-zšč]+iais \\d+:\\d\\d–\\d+:\\d\\d$/
              - paragraph: /^Artimiausias užsiėmimas – /
              - paragraph: /^Liko /
              - link /^Rezervuoti. .+, [A-ZŠ][a-zšč]+iais \\d+:\\d\\d$/
          - paragraph: /^\\d+(,\\d\\d)?\\s€ už užsiėmimą$/
  `);

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
    // The phone number is required for children.
    [say("field.phone"), "+370 612 34567"],
  ] as const) {
    await tabTo(page, page.getByLabel(label, { exact: true }));
    await page.keyboard.type(text);
  }
  await tabTo(page, bookButton(page));
  await page.keyboard.press("Enter");
  await expect(headline(page, say("booking.confirmed"))).toBeFocused();
});

test("a screen reader reads prices in order, and the keyboard alone is enough to buy", async ({ visitor }) => {
  const { page } = visitor;
  await page.goto("/prices/");
  await hydrated(page);
  const main = page.getByRole("main");

  await test.step("reads each price with its purpose and what it includes", async () => {
    const read = (name: string) => main.getByRole("region", { name, exact: true });
    await expect.soft(main).toMatchAriaSnapshot(`
      - main:
        - heading "${say("page.prices")}" [level=1]
        - heading "${say("prices.list")}" [level=2]
        - paragraph: /PVM/
        - paragraph: /^Kainos galioja nuo /
        - region "${say("prices.kind.SINGLE")}"
        - region "${say("prices.kind.PASS")}"
        - region "${say("prices.kind.FAMILY")}"
        - region "${say("prices.kind.RENT")}"
        - heading "${say("prices.activities")}" [level=2]
        - heading "Vaikams" [level=3]
        - list:
          - listitem:
            - link
            - paragraph: /metų/
            - paragraph: /^\\d+(,\\d\\d)?\\s€$/
        - region "${say("prices.private")}"
        - region "${say("prices.discounts")}"
        - region "${say("questions.heading")}"
    `);
    await expect.soft(read(say("prices.kind.SINGLE"))).toMatchAriaSnapshot(`
      - region:
        - heading "${say("prices.kind.SINGLE")}" [level=3]
        - term: Vienkartinis apsilankymas
        - definition: /^\\d+(,\\d\\d)?\\s€$/
        - definition:
          - text: /darbo dienomis/
          - 'button "${say("order.cart.to")}: Vienkartinis apsilankymas"'
          - status
    `);
    await expect.soft(read(say("prices.kind.PASS"))).toMatchAriaSnapshot(`
      - region:
        - term: 10 kartų abonementas
        - definition: /^\\d+(,\\d\\d)?\\s€$/
        - definition:
          - text: /10.įėjimų, galioja 12.mėnesių nuo pirmo apsilankymo ar rezervacijos/
          - 'button "${say("order.cart.to")}: 10 kartų abonementas"'
          - status
    `);
    await expect.soft(read(say("prices.private"))).toMatchAriaSnapshot(`
      - region:
        - heading "${say("prices.private")}" [level=2]
        - list:
          - listitem:
            - link "Individuali treniruotė"
            - paragraph
            - paragraph: /€$/
    `);
    await expect.soft(read(say("prices.discounts"))).toMatchAriaSnapshot(`
      - region:
        - heading "${say("prices.discounts")}" [level=2]
        - term: Studentams
        - definition: /^−20.%$/
        - definition: "${say("prices.proof", { proof: "galiojantį studento pažymėjimą" })}"
    `);
  });

  await test.step("shows the answer to a question about a price row in place", async () => {
    await tabTo(page, page.getByRole("link", { name: say("skip") }));
    await page.keyboard.press("Enter");
    await tabTo(page, main.getByText("Kaip sumokėti?"));
    await page.keyboard.press("Enter");
    await expect(main.getByRole("group").filter({ hasText: "Kaip sumokėti?" }).locator(".rich")).toBeVisible();
  });

  await test.step("announces the item added to the cart and keeps the reader's position", async () => {
    await page.keyboard.press("Control+Home");
    const row = main.locator("dl.prices > div").filter({ hasText: "10 kartų abonementas" });
    const button = row.getByRole("button");
    // A live region has to exist before its text is inserted.
    await expect(row.getByRole("status")).toBeAttached();
    await expect(row.getByRole("status")).toBeEmpty();
    await button.focus();
    await page.keyboard.press("Enter");
    await expect(row.getByRole("status")).toHaveText(`${say("order.cart.in")} · ${say("order.cart.open")}`);
    await expect(button).toBeFocused();
    await tabTo(page, row.getByRole("link", { name: say("order.cart.open") }));
    await page.keyboard.press("Enter");
    await expect(headline(page, say("order.title"))).toBeFocused();
    await expect(page.getByRole("main").getByText("10 kartų abonementas").first()).toBeVisible();
  });
});

/**
 * Presses Tab until an element has the focus, and checks that every element focused on the way has
 * a visible focus indicator.
 */
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

/**
 * Returns whether the focused element, or the visible one that replaces a hidden input, has an
 * outline. Runs in the page.
 */
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

/**
 * Presses an arrow key in a list of options, which immediately selects the next option. The URL
 * changes before the page is rendered.
 */
async function walk(page: Page, arrow: "ArrowLeft" | "ArrowRight") {
  const before = page.url();
  await page.keyboard.press(arrow);
  await expect(page).not.toHaveURL(before);
  await expect(page.locator("input:focus")).toBeChecked();
}
