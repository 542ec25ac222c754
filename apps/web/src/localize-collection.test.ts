import { localizeCollection } from "@uola/admin/pages/content/localize-collection.ts";
import { collectionWord, fieldWord, hintWord } from "@uola/browser/gym/collection-words.ts";
import type { DataCollection } from "@uola/contract";
import { pageCollections } from "@uola/site/content/all-pages.ts";
import { inLanguage } from "@uola/words/language";
import { type SiteWords, words } from "@uola/words/site";
import { expect, test } from "vitest";
import { lists } from "../../../packages/data/src/content/lists.ts";

const field = (key: string, displayName: string, description?: string) =>
  ({ key, displayName, type: "TEXT", ...(description && { description }) }) as const;
const news = {
  id: "News",
  displayName: "Naujienos",
  fields: [field("title", "Antraštė"), field("colour", "Spalva", "Mūsų")],
} as unknown as DataCollection;

test("names a built-in collection in the editor's language and leaves the owner's additions unchanged", () => {
  const english = inLanguage("en", () => localizeCollection(news));
  expect(english.displayName).toBe("News");
  expect(english.fields.map(({ displayName, description }) => [displayName, description])).toEqual([
    ["Headline", undefined],
    ["Spalva", "Mūsų"],
  ]);
  expect(localizeCollection(news)).toBe(news);
  const own = { ...news, id: "Varzybos", displayName: "Varžybos" };
  expect(inLanguage("en", () => localizeCollection(own)).displayName).toBe("Varžybos");
});

test("uses the same name on all pages for a field that they share", () => {
  const page = { ...news, id: "NewsPage", fields: [field("lead", "Įžanga"), field("none", "Kai naujienų nėra")] };
  expect(
    inLanguage("en", () => localizeCollection(page as DataCollection)).fields.map(({ displayName }) => displayName),
  ).toEqual(["Introduction", "When there is no news"]);
});

test("names every built-in list and field in both languages, with the default names as created", () => {
  const named = Object.entries(lists).flatMap(([id, { displayName, fields }]) => [
    [collectionWord(words("lt"), id), displayName],
    ...fields.map((each) => [fieldWord(words("lt"), id, each.key), each.displayName]),
  ]);
  expect(named.length).toBeGreaterThan(80);
  for (const [word, name] of named) expect(word).toBe(name);
  const collections = [
    ...Object.entries(lists).map(([id, { fields }]) => ({ id, texts: fields })),
    ...pageCollections(),
  ];
  const unnamed = (say: SiteWords) =>
    collections.flatMap(({ id, texts }) => [
      ...(collectionWord(say, id) ? [] : [id]),
      ...texts.flatMap((each) => {
        const hint = !("description" in each) || hintWord(say, id, each.key);
        return fieldWord(say, id, each.key) && hint ? [] : [`${id}.${each.key}`];
      }),
    ]);
  expect([...unnamed(words("lt")), ...unnamed(words("en"))]).toEqual([]);
});
