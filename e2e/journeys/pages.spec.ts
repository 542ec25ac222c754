import { words } from "@uola/words/site";
import { loadUntil, soon } from "../harness/changed-page.ts";
import { desk } from "../harness/desk.ts";
import { expect, headline, test } from "../people.ts";

const say = words("lt");

type Data = Record<string, unknown>;
const home = { dataCollectionId: "HomePage", dataItemId: "page" };

/**
 * Changes an item for one test and restores it afterwards, because the journeys of a worker share
 * one Uola instance.
 */
async function withChangedItem(
  one: { dataCollectionId: string; dataItemId: string },
  more: Data,
  look: () => Promise<void>,
) {
  const save = async (data: Data) => {
    const { item } = await desk.editing.open(one);
    await desk.editing.save({ ...one, data: { ...item?.data, ...data } as never, revision: item?.revision });
  };
  const { item } = await desk.editing.open(one);
  try {
    await save(more);
    await look();
  } finally {
    await save(item?.data as Data);
  }
}

test("a text changed by the owner appears on its page within a few seconds", async ({ page }) => {
  await page.goto("/");
  await withChangedItem(home, { lead: "Virš debesų", doorChildren: "" }, async () => {
    await loadUntil(page, "/", () => expect(page.getByText("Virš debesų")).toBeVisible(soon));
    // An empty text falls back to the default.
    await expect(page.getByText(say("home.door.children"))).toBeVisible();
  });
  await loadUntil(page, "/", () => expect(page.getByText(say("home.lead"))).toBeVisible(soon));
});

test("renders a short headline set by the owner as the large wordmark and a long one as plain text", async ({
  page,
}) => {
  const poster = page.locator(".hero picture img");
  await page.goto("/");
  await expect(poster).toHaveAttribute("src", /^\/assets\/stair-390/);
  await withChangedItem(home, { hero: "Rudenį" }, async () => {
    await loadUntil(page, "/", () => expect(headline(page, "Rudenį")).toBeAttached(soon));
    await expect(poster).toHaveAttribute("src", /^data:image\/svg/);
    expect(await poster.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth > 0)).toBe(true);
  });
  await withChangedItem(home, { hero: "Ožiaragių šėlsmas viršūnėje" }, async () => {
    await loadUntil(page, "/", () => expect(headline(page, "Ožiaragių šėlsmas viršūnėje")).toBeVisible(soon));
    await expect(poster).toHaveCount(0);
  });
});

test("changed prices and opening hours appear on every page that shows them", async ({ page }) => {
  const { collections } = await desk.content.read({ collectionIds: ["Prices", "OpeningHours"] });
  const price = collections.Prices?.[0] as Data;
  const sunday = collections.OpeningHours?.find(({ weekday }) => weekday === 7) as Data;
  await page.goto("/");
  await page.goto("/prices/");
  const footer = page.getByRole("contentinfo");
  const one = (dataCollectionId: string, { _id }: Data) => ({ dataCollectionId, dataItemId: String(_id) });
  await withChangedItem(one("Prices", price), { name: "Bilietas visai dienai", price: 11.5 }, () =>
    withChangedItem(one("OpeningHours", sunday), { open: "07:30:00.000" }, async () => {
      // The footer's business data are updated shortly after the lists change; a busy machine takes
      // longer.
      await loadUntil(page, "/", () => expect(footer).toContainText("7:30–20:00", soon));
      await expect(page.getByRole("term").filter({ hasText: "Bilietas visai dienai" })).toBeVisible();
      await expect(page.locator("#kainos")).toContainText("11,50");
      await loadUntil(page, "/prices/", () =>
        expect(page.getByRole("term").filter({ hasText: "Bilietas visai dienai" })).toBeVisible(soon),
      );
      expect((await desk.business.get()).business.prices[0]).toMatchObject({ name: "Bilietas visai dienai" });
    }),
  );
  await loadUntil(page, "/prices/", async () => {
    await expect(page.getByRole("term").filter({ hasText: String(price.name) })).toBeVisible(soon);
    await expect(footer).not.toContainText("7:30–20:00", soon);
  });
});

test("a draft is shown on the page only with the preview key", async ({ page, browser }) => {
  const { item } = await desk.editing.open(home);
  const data = { ...item?.data, hero: "Dar nepaskelbta" };
  const { draft } = await desk.editing.saveDraft({ ...home, data });
  const other = await browser.newPage();
  try {
    const { key } = await desk.editing.preview();
    const response = await page.goto(`/?${new URLSearchParams({ preview: key })}`);
    await expect(headline(page, "Dar nepaskelbta")).toBeVisible();
    await expect(page.getByText(say("preview.drafts"))).toBeVisible();
    expect(response?.headers()).toMatchObject({
      "cache-control": "private, no-store",
      "referrer-policy": "no-referrer",
    });
    // The link to the other language keeps the query parameters, but the HTML sent by the server
    // does not contain the preview key.
    expect(await response?.text()).not.toContain(key);

    await other.goto("/");
    await expect(headline(other, say("home.hero"))).toBeVisible();
    await other.goto("/?preview=sena");
    await expect(other.getByText(say("preview.over"))).toBeVisible();
    await expect(headline(other, say("home.hero"))).toBeVisible();

    // Following a link leaves the preview, and the browser's back button returns to it.
    await page
      .getByRole("navigation")
      .getByRole("link", { name: say("page.prices") })
      .first()
      .click();
    await expect(headline(page, say("page.prices"))).toBeVisible();
    await expect(page.getByText(say("preview.drafts"))).toHaveCount(0);
    await page.goBack();
    await expect(headline(page, "Dar nepaskelbta")).toBeVisible();
    await page.getByRole("link", { name: say("preview.end") }).click();
    await expect(headline(page, say("home.hero"))).toBeVisible();
    expect(new URL(page.url()).search).toBe("");
  } finally {
    await other.close();
    await desk.editing.discardDraft(home);
  }
  expect(draft.data).toMatchObject({ hero: "Dar nepaskelbta" });
});

test("the pages answer frequent questions and list the trainers by name", async ({ page }) => {
  await page.goto("/booking/private/");
  await expect(page.getByRole("heading", { name: "Mindaugas" })).toBeVisible();
  const question = page.getByText("Ar galima pasirinkti trenerį?");
  const answer = page.getByText("kada kuris treneris laisvas");
  await expect(answer).toBeHidden();
  await question.click();
  await expect(answer).toBeVisible();
  const { "@graph": things } = JSON.parse(
    (await page.locator('script[type="application/ld+json"]').textContent()) ?? "",
  );
  const types = things.map(({ "@type": type }: { "@type": string }) => type);
  expect(types).toEqual(expect.arrayContaining(["BreadcrumbList", "FAQPage", "Person"]));
  const faq = things.find(({ "@type": type }: { "@type": string }) => type === "FAQPage");
  expect(faq.mainEntity.map(({ name }: { name: string }) => name)).toContain("Ar galima pasirinkti trenerį?");
});
