import type { Client } from "@uola/client";
import { everywhere } from "@uola/page-loader/locale.ts";
import { type EntriesFunction, type Page, page } from "@uola/page-loader/page.ts";
import { expect, test } from "vitest";
import { site } from "./pages.ts";
import { entriesOf } from "./search-entries.ts";

const now = new Date("2026-11-23T08:00:00Z");
const view = async () => ({ default: () => null, head: () => ({ title: "" }) });
const photo = "wix:image://v1/01020304-0000-4000-8000-000000000001/siena.jpg#originWidth=1600&originHeight=900";
const changed = (day: string) => ({ _updatedDate: { $date: `2026-11-${day}T08:00:00.000Z` } });
const collections: Record<string, object[]> = {
  TeamPage: [changed("02")],
  People: [
    { ...changed("05"), photo },
    { ...changed("03"), about: "Be nuotraukos" },
  ],
  Questions: [
    { ...changed("20"), pages: ["HomePage"] },
    { ...changed("07"), pages: ["TeamPage", "HomePage"] },
  ],
  Documents: [{ ...changed("09"), key: "rules" }],
};
const client = {
  content: {
    read: async ({ collectionIds }: { collectionIds: string[] }) => ({
      collections: Object.fromEntries(collectionIds.map((id) => [id, collections[id] ?? []])),
    }),
  },
} as unknown as Client;

const entries = (pages: Record<string, Page>) => entriesOf(pages, { client, now });

test("derives a page's update time from its texts, lists and questions, and lists its pictures", async () => {
  const team = page({
    path: "/team/",
    kind: "content",
    content: { texts: "TeamPage", lists: ["People", "Questions"] },
    view,
  });
  expect(await entries({ team })).toEqual([
    {
      paths: everywhere("/team/"),
      updated: "2026-11-07T08:00:00.000Z",
      images: ["/media/01020304-0000-4000-8000-000000000001/1280.jpeg/siena.jpg"],
    },
  ]);
});

test("a page for a single item is listed only if the item exists", async () => {
  const documentOf = (key: string) =>
    page({ path: `/${key}/`, kind: "content", content: { lists: ["Documents"], item: { key } }, view });
  const found = await entries({ rules: documentOf("rules"), terms: documentOf("terms") });
  expect(found.map(({ paths, updated }) => [paths.en, updated])).toEqual([["/rules/", "2026-11-09T08:00:00.000Z"]]);
});

test("the sitemap lists each page of a path with a parameter, with an update time no older than that of the shared texts", async () => {
  const each = (slug: string, updated: string) => ({ paths: everywhere(`/team/${slug}/`), updated });
  const own: EntriesFunction = async () => [
    each("ruta", "2026-11-01T00:00:00.000Z"),
    each("tomas", "2026-11-22T00:00:00.000Z"),
  ];
  const trainer = page({
    path: "/team/:slug/",
    kind: "content",
    content: { texts: "TeamPage" },
    view,
    data: async () => ({ data: () => null, entries: own }),
  });
  expect((await entries({ trainer })).map(({ updated }) => updated)).toEqual([
    "2026-11-02T08:00:00.000Z",
    "2026-11-22T00:00:00.000Z",
  ]);
});

test("the search page is not listed for search engines", async () => {
  const { search } = site.pages;
  expect(search && (await entries({ search }))).toEqual([]);
});

test("every public page with a path parameter has an entries function", async () => {
  const rows = Object.values(site.pages).filter(
    ({ kind, hidden, path }) => (kind === "content" || kind === "app") && !hidden && /[:*]/.test(path),
  );
  expect(rows.length).toBeGreaterThan(3);
  for (const { path, data } of rows) expect(await data?.(), path).toHaveProperty("entries");
});
