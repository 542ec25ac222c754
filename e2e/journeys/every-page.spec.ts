import type { Frame } from "@playwright/test";
import { localDate } from "@uola/words/formats";
import { defaultLocale, type Locale, locales, pathIn } from "@uola/words/language";
import { words } from "@uola/words/site";
import { expectAccessible } from "../harness/accessible.ts";
import { expectSoundInForcedColours } from "../harness/forced-colours.ts";
import { atSize, expectRoomBelowHeader, expectSoundAtZoom, faultsAtEveryWidth, fewWidths } from "../harness/layout.ts";
import { expectOneAction } from "../harness/one-action.ts";
import { errorsOf, foreignRequests } from "../harness/page-errors.ts";
import { isFetched, listedPaths, patternOf, publicPaths } from "../harness/pages.ts";
import { expect, hydrated, test } from "../people.ts";

/** Letters and words that identify text in the other language. */
const otherLanguage: Record<Locale, RegExp> = {
  en: /[ąčęėįšųūž]/i,
  lt: /\b(the|and|your|with|for|you|are|book|session|sessions|prices|schedule|account)\b/i,
};
/** Two full stops after one sentence, or a price of zero. */
const misprint = /(?<!\.)\.\.(?!\.)|(?<![\d,])0\s€/;
/** Names that are not translated: people, the street and the labels of the language switch. */
const names = /Rūta|Agnė|Žygimantas|Šaltūnas|Skardžio|Neris|Lietuviškai|In English|Uola/g;

/** Returns all texts that a reader of the page sees or hears, one per line. */
async function textsOf(view: Frame): Promise<string[]> {
  const text = await view.evaluate(() => {
    const labels = [...document.querySelectorAll("[aria-label]")].map((element) => element.getAttribute("aria-label"));
    return [document.title, document.body.innerText, ...labels].join("\n");
  });
  return text.split("\n").map((line) => line.replace(names, "").trim());
}

const localeOf = (address: string): Locale => (address.startsWith("/en/") ? "en" : "lt");
const phone = { width: 390, height: 844 };

/**
 * How thoroughly a page is checked. Pages of the same type differ in language and content, but not
 * in colours or phone layout. Colours and phone layout are therefore checked once, and a few widths
 * are enough to check that the text fits.
 */
type Depth = "whole" | "words";

const colorSchemesOf = { whole: ["light", "dark"], words: ["without colors"] } as const satisfies Record<
  Depth,
  unknown
>;
const widthsOf = { whole: undefined, words: fewWidths } satisfies Record<Depth, unknown>;

/** Loads a page once and checks everything that is required of every page. */
async function expectPagePasses(view: Frame, address: string, depth: Depth) {
  const locale = localeOf(address);
  const answer = await view.goto(address);
  const [, status = 200] = /\/(404|500|no-such-page)\/$/.exec(address) ?? [];
  expect(answer?.status(), address).toBe(status === "no-such-page" ? 404 : Number(status));
  await expect(view.locator("h1")).toBeVisible();
  await hydrated(view);
  if (isFetched(address)) await view.waitForLoadState("networkidle");
  await view.evaluate(() => document.fonts.ready);

  await expect.soft(view.locator("html"), address).toHaveAttribute("lang", locale);
  const texts = await textsOf(view);
  const strange = texts.filter((text) => otherLanguage[locale].test(text));
  expect.soft(strange, `texts of ${address} in another language`).toEqual([]);
  const misprints = texts.filter((text) => misprint.test(text));
  expect.soft(misprints, `misprints of ${address}`).toEqual([]);
  await expectOneAction(view);
  await expectAccessible(view, colorSchemesOf[depth]);
  if (depth === "whole") await atSize(view, phone, () => expectAccessible(view, ["light"]));
  expect.soft(await faultsAtEveryWidth(view, widthsOf[depth]), `layout of ${address}`).toEqual([]);
  await expectRoomBelowHeader(view);
  await expectSoundAtZoom(view);
  await expectSoundInForcedColours(view);
  // Visitors are not asked for consent while nothing on the site requires it.
  const consent = view.locator(`[aria-label="${words(locale)("consent.heading")}"]`);
  await expect.soft(consent, address).toHaveCount(0);
}

async function expectPagesPass(view: Frame, addresses: { address: string; depth: Depth }[]) {
  const requests = foreignRequests(view.page());
  const errors = errorsOf(view.page());
  for (const { address, depth } of addresses) {
    await test.step(address, () => expectPagePasses(view, address, depth));
    expect.soft(requests.splice(0), `requests of ${address} to other hosts`).toEqual([]);
    expect.soft(errors.splice(0), `errors of ${address}`).toEqual([]);
  }
}

/** Six weeks ahead, because other journeys create sessions in the next few days. */
const weekWithoutTestSessions = `/schedule/?week=${localDate(new Date(Date.now() + 42 * 86_400_000))}`;

for (const path of [...publicPaths, "/no-such-page/"]) {
  test(`${path} is accessible, fits every width, is translated and sends no requests to other hosts`, async ({
    view,
  }) => {
    const address = path === "/schedule/" ? weekWithoutTestSessions : path;
    await expectPagesPass(
      view,
      locales.map((locale) => ({
        address: pathIn(locale, address),
        depth: locale === defaultLocale ? "whole" : "words",
      })),
    );
  });
}

test("every page in the sitemap exists in each language and passes all page checks", async ({ view, request }) => {
  // The duration grows with the number of pages that the owner has written.
  test.slow();
  const sitemap = await (await request.get("/sitemap.xml")).text();
  const listed = [...sitemap.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => new URL(address ?? "").pathname);
  const named = listedPaths.flatMap((path) => locales.map((locale) => pathIn(locale, path)));
  expect(listed).toEqual(expect.arrayContaining(named));
  // The path may differ in the other language; the sitemap states both.
  const pathsOf = (block: string, language: string) =>
    [...block.matchAll(/<xhtml:link [^>]*>/g)]
      .filter(([link]) => link.includes(`hreflang="${language}"`))
      .map(([link]) => new URL(/href="([^"]+)"/.exec(link)?.[1] ?? "").pathname);
  const translated = [...sitemap.matchAll(/<url>.*?<\/url>/gs)].flatMap(([block]) => pathsOf(block, "en"));
  const english = listed.filter((one) => localeOf(one) === "en");
  expect([...new Set(translated)].toSorted()).toEqual(english.toSorted());
  expect(listed).toHaveLength(english.length * locales.length);
  const patterns = new Set<string | undefined>();
  await expectPagesPass(
    view,
    listed
      .filter((address) => !named.includes(address))
      .map((address) => {
        const pattern = localeOf(address) === defaultLocale ? patternOf(address) : undefined;
        const isFirst = pattern !== undefined && !patterns.has(pattern);
        patterns.add(pattern);
        return { address, depth: isFirst ? "whole" : "words" };
      }),
  );
});
