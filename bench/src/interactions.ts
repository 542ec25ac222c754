import { type Browser, chromium, type Page } from "@playwright/test";
import { origins } from "./harness.ts";
import { heading, requirement } from "./report.ts";

/** A user interaction on a page, on a phone with a four times slower processor. */
type Interaction = { path: string; what: string; act(page: Page): Promise<void> };

const slowdown = 4;
/** The longest time allowed from an input to the paint of its result (ms). */
const longest = 200;
const runs = 3;

const click =
  (selector: string, index = 0) =>
  (page: Page) =>
    page.locator(selector).nth(index).click();
const type = (selector: string, text: string) => async (page: Page) => {
  await page.locator(selector).click();
  await page.keyboard.type(text, { delay: 60 });
};

async function interactions(): Promise<Interaction[]> {
  const week = await (await fetch(`${origins.site}/schedule/`)).text();
  const [, address = ""] = /href="(\/booking\/\?service=[^"]+session=[^"]+)"/.exec(week) ?? [];
  const details = address.replaceAll("&amp;", "&");
  const times = details.replace(/&(session|day)=[^&]*/g, "");
  return [
    { path: "/", what: "the menu opens", act: click(".menu-button") },
    { path: "/schedule/", what: "one kind is chosen", act: click("nav.choices a[data-acts]", 1) },
    { path: "/kids/", what: "a year is chosen", act: click("#finder label:has(input[name=year])", 5) },
    { path: "/kids/", what: "a day is chosen", act: click("#finder label.pill") },
    { path: "/start/", what: "a question is answered", act: click("main label:has(input[type=radio])") },
    { path: "/gift/", what: "a greeting is typed", act: type("#greeting", "Su gimtadieniu") },
    { path: "/gift/", what: "a drawing is chosen", act: click("label:has(input[name=drawing])", 1) },
    { path: "/prices/", what: "something goes into the cart", act: click("main .needs-scripts button") },
    { path: "/contact/", what: "a message is typed", act: type("main form textarea", "Ar yra vietos?") },
    { path: times, what: "a day is chosen", act: click("label.day:has(input:enabled)", 1) },
    { path: details, what: "a name is typed", act: type("#firstName", "Gabija") },
  ];
}

/**
 * Measures the time from each interaction until its result is painted, as reported by the browser
 * (Event Timing).
 */
export async function measureInteractions() {
  heading(`interactions: a phone with a processor ${slowdown} times slower`);
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    // When a debugger is attached, the browser parses all of React's script again for the errors
    // that React creates while it loads, unless source positions are recorded eagerly.
    args: ["--no-sandbox", "--disable-quic", "--js-flags=--no-enable-lazy-source-positions"],
  });
  try {
    for (const each of await interactions()) {
      const { path, what } = each;
      const ms = await fastestOf(browser, each);
      requirement(`${path.replace(/session=[^&]*/, "session=…")}: ${what}: ${ms} ms (≤ ${longest})`, ms <= longest);
    }
  } finally {
    await browser.close();
  }
}

/** Other load on the machine only makes an interaction slower, so the fastest run counts. */
async function fastestOf(browser: Browser, interaction: Interaction): Promise<number> {
  let fastest = Number.POSITIVE_INFINITY;
  for (let run = 0; run < runs && fastest > longest; run++)
    fastest = Math.min(fastest, await timeOf(browser, interaction));
  return fastest;
}

type Timed = typeof globalThis & { slowest: number };

async function timeOf(browser: Browser, { path, act }: Interaction): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: "lt-LT" });
  const page = await context.newPage();
  await page.addInitScript(() => {
    const timed = globalThis as Timed;
    timed.slowest = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as PerformanceEventTiming[]) {
        if (entry.interactionId) timed.slowest = Math.max(timed.slowest, entry.duration);
      }
    }).observe({ type: "event", durationThreshold: 16, buffered: true } as PerformanceObserverInit);
  });
  await page.goto(origins.site + path, { waitUntil: "load" });
  const session = await context.newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
  await act(page);
  // The browser reports an event only after the resulting paint.
  await page.evaluate(() => new Promise((done) => setTimeout(done, 500)));
  const slowest = await page.evaluate(() => (globalThis as Timed).slowest);
  await context.close();
  return slowest;
}
