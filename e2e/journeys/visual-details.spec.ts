import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { dayMs } from "@uola/contract/durations";
import { words as adminWords } from "@uola/words/admin";
import { localDate } from "@uola/words/formats";
import { words } from "@uola/words/site";
import { logFile } from "../harness/addresses.ts";
import { bookingInput, desk } from "../harness/desk.ts";
import { expectSoundInForcedColours } from "../harness/forced-colours.ts";
import { atSize, frameIn } from "../harness/layout.ts";
import { ownClass } from "../harness/timetable.ts";
import { expect, headline, hydrated, test } from "../people.ts";

const say = words("lt");
const adminSay = adminWords("lt");

test("the startup log states the URLs in fewer than 40 lines", () => {
  const lines = readFileSync(logFile, "utf8").split("\n");
  const ready = lines.findIndex((line) => /https?:[/][/]localhost:\d+/.test(line));
  expect(ready).toBeGreaterThanOrEqual(0);
  expect(lines.filter((line) => line.trim() && !line.startsWith("{")).length).toBeLessThan(40);
  expect(lines.join("\n")).not.toMatch(/\d kB|gzip/);
});

test("the digits of a large price do not touch each other", async ({ page }) => {
  await page.goto("/prices/");
  await page.evaluate(() => document.fonts.ready);
  const gaps = await page
    .locator(".price")
    .first()
    .evaluate((figure) => {
      const style = getComputedStyle(figure);
      const pen = document.createElement("canvas").getContext("2d");
      if (!pen) throw new Error("There is no canvas.");
      pen.font = `${style.fontWeight} 200px ${style.fontFamily}`;
      pen.fontKerning = style.fontKerning as CanvasFontKerning;
      pen.letterSpacing = `${(200 * (Number.parseFloat(style.letterSpacing) || 0)) / Number.parseFloat(style.fontSize)}px`;
      const inked = (text: string) => {
        const { actualBoundingBoxLeft, actualBoundingBoxRight, width } = pen.measureText(text);
        return { left: -actualBoundingBoxLeft, right: actualBoundingBoxRight, width };
      };
      const signs = [..."0123456789"];
      return signs.flatMap((one) =>
        signs.map((other) => {
          const [first, second] = [inked(one), inked(other)];
          return { pair: one + other, gap: first.width + second.left - first.right };
        }),
      );
    });
  expect(gaps.filter(({ gap }) => gap < 2)).toEqual([]);
});

/** Returns the bounding boxes of an illustration and of texts on a page at a given width. */
async function boundingBoxesAt(page: Page, width: number, drawn: string, words: string) {
  await page.setViewportSize({ width, height: 900 });
  await page.evaluate(() => document.fonts.ready);
  const boxes = (of: string) =>
    page
      .locator(of)
      .evaluateAll((all) =>
        all.filter((each) => each.checkVisibility()).map((each) => each.getBoundingClientRect().toJSON() as DOMRect),
      );
  return { drawn: await boxes(drawn), words: await boxes(words) };
}

test("the illustration of a page header covers none of its text", async ({ page }) => {
  await page.goto("/en/projects/exchange/achievements/");
  for (const width of [768, 1024, 1440]) {
    const { drawn, words } = await boundingBoxesAt(
      page,
      width,
      ".page-header svg[viewBox='0 0 540 420']",
      ".page-header .word",
    );
    const from = Math.min(...drawn.map(({ left }) => left));
    for (const { right } of words) expect.soft(right, `a word beside the rope at ${width}`).toBeLessThan(from);
  }
  await page.goto("/500/");
  for (const width of [390, 768, 1440]) {
    const { drawn, words } = await boundingBoxesAt(page, width, ".headline .mark", ".page-header .lead");
    const to = Math.max(...drawn.map(({ bottom }) => bottom));
    for (const { top } of words) expect.soft(top, `the lead below the marks at ${width}`).toBeGreaterThanOrEqual(to);
  }
});

test("the page header does not cover the note about a partly translated page", async ({ page }) => {
  const noon = (days: number) => ({ $date: new Date(Date.now() + days * dayMs).toISOString() });
  const campaign = {
    code: "310101",
    name: "Neišverstas sezonas",
    opens: noon(-1),
    closes: noon(1),
    services: ["nera"],
  };
  const { dataItem } = await desk.items.insert({
    dataCollectionId: "Campaigns",
    dataItem: { data: campaign as never },
  });
  try {
    const note = page.getByRole("note");
    await expect(async () => {
      await page.goto(`/en/booking/${campaign.code}/`);
      await expect(note).toBeVisible({ timeout: 1000 });
    }).toPass();
    const isOnTop = await note.evaluate((words) => {
      const { left, top, height } = words.getBoundingClientRect();
      return words.contains(document.elementFromPoint(left + 4, top + height / 2));
    });
    expect(isOnTop).toBe(true);
  } finally {
    await desk.items.remove({ dataCollectionId: "Campaigns", dataItemId: dataItem.id ?? "" });
  }
});

test("a phone number does not overflow its section", async ({ page }) => {
  await page.goto("/contact/");
  await page.setViewportSize({ width: 768, height: 900 });
  await page.evaluate(() => document.fonts.ready);
  const beside = await page.locator(".poster a[href^='tel:']").evaluate((link) => {
    const field = link.closest("section") ?? document.body;
    const edge = field.getBoundingClientRect().right - Number.parseFloat(getComputedStyle(field).paddingRight);
    return link.getBoundingClientRect().right - edge;
  });
  expect(beside).toBeLessThanOrEqual(1);
});

test("a pill keeps its size when it is selected", async ({ page }) => {
  await page.goto("/kids/");
  await hydrated(page);
  const pill = page.locator("label.pill:not(:has(:checked))").first();
  const box = await pill.elementHandle();
  const before = await box?.boundingBox();
  await pill.click();
  await expect.poll(async () => box?.evaluate((label) => label.matches(":has(:checked)"))).toBe(true);
  const { width, height } = (await box?.boundingBox()) ?? {};
  expect({ width, height }).toEqual({ width: before?.width, height: before?.height });
});

test("highlights the price that the URL refers to in the price list", async ({ page }) => {
  const { plan } = await desk.plans.create({ plan: { name: "Bandomoji kortelė", price: { value: "45" } } });
  try {
    await page.goto(`/prices/?plan=${plan.id}`);
    const marked = page.locator("[aria-current=true]").filter({ hasText: say("prices.asked") });
    await expect(marked).toHaveCount(1);
    await expect(marked).toContainText(plan.name);
  } finally {
    await desk.plans.archive({ planId: plan.id });
  }
});

test("shows the description of a class and its requirements before a time is chosen", async ({ page }) => {
  const { services } = await desk.services.query({ query: { filter: { hidden: false }, paging: { limit: 100 } } });
  const described = services.find(({ type, description }) => type === "CLASS" && description);
  if (!described) throw new Error("The demo describes no class.");
  await page.goto(`/booking/?service=${described.mainSlug.name}`);
  await expect(headline(page, say("booking.head.time"))).toBeVisible();
  await expect(page.getByRole("main").getByText(described.description ?? "")).toBeVisible();
});

test("the irreversible action is last and separate in a row's menu", async ({ owner: { page } }) => {
  await page.goto("/admin/services/");
  await hydrated(page);
  await page.getByRole("table").locator("button[popovertarget]").first().click();
  const acts = page.locator(".action-menu:popover-open li");
  await expect(acts.last()).toHaveText(adminSay("services.delete"));
  const tops = await acts.evaluateAll((all) => all.map((act) => act.getBoundingClientRect().top));
  const steps = tops.slice(1).map((top, index) => top - (tops[index] ?? 0));
  expect(steps.at(-1)).toBeGreaterThan(Math.max(...steps.slice(0, -1)));
});

test("the headings of two columns are aligned, even when only one of them has a button", async ({
  owner: { page },
}) => {
  const { session } = await ownClass();
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/admin/session/?id=${session.id}`);
  const headings = [adminSay("session.participants"), adminSay("waitlist.heading")];
  const heads = page.getByRole("heading", { name: new RegExp(`^(${headings.join("|")})`) }).locator("xpath=..");
  await expect(heads).toHaveCount(2);
  // Both are measured at the same moment, because content above them may still be loading.
  const [one = 0, other = 1] = await heads.evaluateAll((all) => all.map((head) => head.getBoundingClientRect().bottom));
  expect(one).toBeCloseTo(other, 0);
});

test("a service with a long name does not break the table layout", async ({ owner: { page } }) => {
  const name = "Pirmieji žingsniai ant sienos vaikams, jų tėvams, seneliams ir visiems, kas ateina kartu savaitgalį";
  const { service } = await ownClass();
  await desk.services.update({ service: { id: service.id, revision: service.revision, name } });
  try {
    for (const width of [1024, 1280, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto("/admin/services/");
      const row = page.getByRole("row", { name });
      await expect(row).toBeVisible();
      const { height } = (await row.boundingBox()) ?? { height: Number.POSITIVE_INFINITY };
      // The maximum row height of a wide table on any page (`harness/layout.ts`).
      expect.soft(height, `at ${width}`).toBeLessThan(200);
      expect.soft(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    }
  } finally {
    await desk.services.delete({ serviceId: service.id });
  }
});

test("the toast does not cover the last participant on a phone", async ({ trainer: { page } }) => {
  const { session, offered } = await ownClass({ capacity: 14 });
  for (let at = 0; at < 12; at++) {
    const contact = { firstName: `Dalyvis ${at}`, lastName: "Bandomasis", email: `dalyvis-${at}@pastas.example` };
    await desk.bookings.create({ booking: bookingInput(offered, contact) });
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/admin/attendance/?session=${session.id}&day=${localDate(session.startDate)}`);
  await hydrated(page);
  await expect(page.getByRole("checkbox")).toHaveCount(12);
  await page.getByRole("button", { name: adminSay("attendance.all") }).click();
  const toast = page.locator(".toast");
  await expect(toast).toBeVisible();
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  const last = await page.getByRole("checkbox").last().locator("xpath=ancestor::li[1]").boundingBox();
  const word = await toast.boundingBox();
  expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThanOrEqual(word?.y ?? 0);
});

for (const path of ["/", "/schedule/", "/kids/", "/admin/"])
  test(`${path} keeps its text, edges and illustrations visible in forced colours`, async ({ page, owner }) => {
    const seen = path.startsWith("/admin/") ? owner.page : page;
    await seen.goto(path);
    await expect(seen.getByRole("heading", { level: 1 })).toBeVisible();
    await expectSoundInForcedColours(seen);
  });

test("the climbing hold drawn above the first letter does not overlap the wordmark", async ({ page }) => {
  const view = await frameIn(page);
  await view.goto("/prices/");
  await view.evaluate(() => {
    const headline = document.querySelector("h1.headline");
    const letters = '<span class="letter">Z<i class="mark hold hold-caron orange" style="--turn:0"></i></span>YGIS';
    headline?.classList.add("opens-marked");
    headline?.querySelector(".word")?.replaceChildren(document.createRange().createContextualFragment(letters));
  });
  for (const size of [
    { width: 1440, height: 900 },
    { width: 720, height: 450 },
    { width: 390, height: 844 },
  ]) {
    await atSize(view, size, async () => {
      const gap = await view.evaluate(() => {
        const topOf = (selector: string) => document.querySelector(selector)?.getBoundingClientRect();
        return (topOf("h1 .mark")?.top ?? 0) - (topOf(".site-header > .wordmark svg")?.bottom ?? 0);
      });
      expect.soft(gap, `${size.width} × ${size.height}`).toBeGreaterThanOrEqual(16);
    });
  }
});
