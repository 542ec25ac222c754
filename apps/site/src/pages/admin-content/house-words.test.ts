import type { DataCollection } from "@uola/contract";
import { type AdminWord, words } from "@uola/words/admin";
import { inLanguage } from "@uola/words/language";
import { expect, test } from "vitest";
import { lists } from "../../../../../packages/data/src/content/lists.ts";
import { pageCollections } from "../../content/all-pages.ts";
import { inHouseWords } from "./house-words.ts";

const field = (key: string, displayName: string, description?: string) =>
  ({ key, displayName, type: "TEXT", ...(description && { description }) }) as const;
const news = {
  id: "News",
  displayName: "Naujienos",
  fields: [field("title", "Antraštė"), field("colour", "Spalva", "Mūsų")],
} as unknown as DataCollection;

test("a collection of the house is called in the editor's language, what the owner added as the owner says", () => {
  const english = inLanguage("en", () => inHouseWords(news));
  expect(english.displayName).toBe("News");
  expect(english.fields.map(({ displayName, description }) => [displayName, description])).toEqual([
    ["Headline", undefined],
    ["Spalva", "Mūsų"],
  ]);
  expect(inHouseWords(news)).toBe(news);
  const own = { ...news, id: "Varzybos", displayName: "Varžybos" };
  expect(inLanguage("en", () => inHouseWords(own)).displayName).toBe("Varžybos");
});

test("every list of the site and its fields have a name in both languages, in the first one as they are made", () => {
  const said = (locale: "lt" | "en", key: string) => words(locale)(key as AdminWord);
  const named = Object.entries(lists).flatMap(([id, { displayName, fields }]) => [
    [`texts.${id}`, displayName] as const,
    ...fields.flatMap((each) => [[`texts.${id}.${each.key}`, each.displayName] as const]),
  ]);
  expect(named.length).toBeGreaterThan(80);
  for (const [key, name] of named) expect(said("lt", key), key).toBe(name);
  const hints = Object.entries(lists).flatMap(([id, { fields }]) =>
    fields.flatMap((each) => ("description" in each ? [`texts.${id}.${each.key}.hint`] : [])),
  );
  const keys = pageCollections().flatMap(({ id, texts }) => [
    `texts.${id}`,
    ...texts.map(({ key }) => `texts.${id}.${key}`),
  ]);
  for (const key of [...named.map(([key]) => key), ...hints, ...keys]) expect(said("en", key), key).not.toBe(key);
});
