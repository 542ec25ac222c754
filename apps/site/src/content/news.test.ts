import { inLanguage } from "@uola/words/language";
import { expect, test, vi } from "vitest";
import { articleNamed, newsOf } from "./news.ts";

const contentOf = (News: Record<string, unknown>[]) => ({
  collections: { News },
  noteFallback: vi.fn(),
  describe: vi.fn(),
});
const piece = (_id: string, title: string, date: string, en = "") => ({
  _id,
  title,
  date,
  text: "<p>Tekstas</p>",
  _translations: { en: { title: en, text: "<p>Text</p>" } },
});
const today = "2026-11-23";

test("shows news since their publication day, newest first, and only if they have a title, a day and a text", () => {
  const shown = newsOf(
    contentOf([
      { _id: "a", title: "Nauja siena", date: "2026-09-01", text: "<p>Jau</p>" },
      { _id: "b", title: "Rytoj", date: "2026-11-24", text: "<p>Dar ne</p>" },
      { _id: "c", title: "Naujausia", date: { $date: "2026-11-20T00:00:00Z" }, text: "<p onclick='x()'>Taip</p>" },
      { _id: "d", title: "Be teksto", date: "2026-09-02" },
      { _id: "e", date: "2026-09-02", text: "<p>Be antraštės</p>" },
    ]),
    today,
  );
  expect(shown.map(({ id, text, lead }) => [id, text, lead])).toEqual([
    ["c", "<p>Taip</p>", "Taip"],
    ["a", "<p>Jau</p>", "Jau"],
  ]);
});

test("an article has a URL in each language, based on its title in that language", () => {
  const content = contentOf([piece("a", "Nauja siena", "2026-09-01", "A new wall")]);
  const paths = { lt: "/news/nauja-siena/", en: "/news/a-new-wall/" };
  expect(newsOf(content, today)[0]).toMatchObject({ href: "/news/nauja-siena/", paths });
  inLanguage("en", () => expect(newsOf(content, today)[0]).toMatchObject({ href: "/en/news/a-new-wall/", paths }));
});

test("among articles with the same title, the oldest keeps its URL", () => {
  const pieces = [
    piece("c", "Perstatyta siena", "2026-11-16"),
    piece("b", "Perstatyta siena", "2026-11-16"),
    piece("a", "Perstatyta siena", "2026-09-01"),
  ];
  const slugs = newsOf(contentOf(pieces), today).map(({ id, slug }) => [id, slug]);
  expect(Object.fromEntries(slugs)).toEqual({
    a: "perstatyta-siena",
    b: "perstatyta-siena-2026-11-16",
    c: "perstatyta-siena-c",
  });
});

test("finds an article by its slug in either language and by its id", () => {
  const news = newsOf(contentOf([piece("a1", "Nauja siena", "2026-09-01", "A new wall")]), today);
  const found = ["nauja-siena", "a-new-wall", "a1", "kita"].map((name) => articleNamed(news, name)?.id);
  expect(found).toEqual(["a1", "a1", "a1", undefined]);
});

test("the lead of a long article is cut between words", () => {
  const [long] = newsOf(
    contentOf([{ ...piece("a", "Ilga", "2026-09-01"), text: `<p>${"laipiojimas ".repeat(40)}</p>` }]),
    today,
  );
  expect(long?.lead).toMatch(/^(laipiojimas )+laipiojimas…$/);
  expect(long?.lead.length).toBeLessThan(230);
});
