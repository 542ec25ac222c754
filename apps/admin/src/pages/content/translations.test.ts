import type { DataCollection } from "@uola/contract";
import { changedOf, mergeDrafts } from "@uola/ui/kit/changes.ts";
import { describe, expect, test } from "vitest";
import type { Data } from "./collection.ts";
import {
  flattenTranslations,
  outdatedKeys,
  parseTranslationKey,
  translationHistoryOf,
  translationOf,
  unflattenTranslations,
  untranslatedKeys,
  withTranslation,
} from "./translations.ts";
import { itemInputOf } from "./use-item.ts";

const collection = {
  id: "Questions",
  fields: [{ key: "question", type: "TEXT" }],
  plugins: [{ type: "MULTILINGUAL", multilingualOptions: { translatableFieldKeys: ["question", "answer"] } }],
} as unknown as DataCollection;

test("adds a translation without changing those of other fields and languages", () => {
  const data = { question: "Kiek?", _translations: { en: { answer: "Five" }, de: { question: "Wie viel?" } } };
  const translations = withTranslation(data, "en", "question", "How much?");
  expect(translations).toEqual({ en: { answer: "Five", question: "How much?" }, de: { question: "Wie viel?" } });
  expect(translationOf({ ...data, _translations: translations }, "en", "question")).toBe("How much?");
});

test.each([[null], [""], ["<p></p>"]])("removes the translation when its text becomes empty: %j", (empty) =>
  expect(withTranslation({ _translations: { en: { question: "How?" } } }, "en", "question", empty)).toEqual({ en: {} }),
);

test("reports fields that have a text but no translation", () => {
  expect(untranslatedKeys(collection, { question: "Kiek?", answer: "<p></p>" }, "en")).toEqual(["question"]);
  const data = { question: "Kiek?", answer: "Penki", _translations: { en: { question: "How much?", answer: " " } } };
  expect(untranslatedKeys(collection, { ...data, _translations: { en: { question: "How much?" } } }, "en")).toEqual([
    "answer",
  ]);
});

describe("outdated translation", () => {
  const version = (question: string, en?: string) => ({
    question,
    ...(en && { _translations: { en: { question: en } } }),
  });
  const outdated = (data: Data, ...versions: Data[]) =>
    outdatedKeys(collection, data, translationHistoryOf(collection, versions, "en"), "en");

  test("reports a translation as outdated until the field is translated again", () => {
    expect(outdated(version("Kiek kainuoja?", "How many?"), version("Kiek?", "How many?"))).toEqual(["question"]);
    expect(
      outdated(
        version("Kiek kainuoja?", "What does it cost?"),
        version("Kiek kainuoja?", "How many?"),
        version("Kiek?", "How many?"),
      ),
    ).toEqual([]);
  });

  test("compares stored versions to find outdated translations, regardless of unsaved input", () => {
    const kept = [version("Kiek kainuoja?", "How many?"), version("Kiek?", "How many?")];
    expect(outdated(version("Kiek kainuoja?", "How many?"), ...kept)).toEqual(["question"]);
    expect(outdated(version("Kiek kainuos?", "How many?"), ...kept)).toEqual(["question"]);
    expect(outdated(version("Kiek kainuoja?", "How much?"), ...kept)).toEqual([]);
  });

  test("reports no outdated translation if text and translation changed together, nothing changed or no translation exists", () => {
    expect(outdated(version("Kiek kainuoja?", "What does it cost?"), version("Kiek?", "How many?"))).toEqual([]);
    expect(outdated(version("Kiek?", "How many?"))).toEqual([]);
    expect(outdated(version("Kiek kainuoja?"), version("Kiek?"))).toEqual([]);
  });
});

test("sends translations with the item but not the platform's own fields", () => {
  const data = { question: "Kiek?", _id: "a", _createdDate: "x", _translations: { en: { question: "How much?" } } };
  expect(itemInputOf(collection, data)).toEqual({
    question: "Kiek?",
    _translations: { en: { question: "How much?" } },
  });
});

describe("concurrent translations of one item", () => {
  const before = { question: "Kiek?", answer: "Penki", _translations: { en: { answer: "Five" } } };
  const both = (mine: Data, theirs: Data) => {
    const [from, my, their] = flattenTranslations(before, mine, theirs);
    const { draft, told } = mergeDrafts(from, my, their);
    return { item: unflattenTranslations(draft), same: Object.keys(told).filter((key) => key in changedOf(from, my)) };
  };
  const translated = (fields: Data) => ({
    ...before,
    _translations: { en: { ...before._translations.en, ...fields } },
  });

  test("two people can translate different fields of an item without losing changes", () => {
    const { item, same } = both(translated({ question: "How many?" }), translated({ answer: "Just five" }));
    expect(item).toEqual({ ...before, _translations: { en: { question: "How many?", answer: "Just five" } } });
    expect(same).toEqual([]);
    const german = { ...before, _translations: { ...before._translations, de: { question: "Wie viel?" } } };
    expect(both(translated({ question: "How many?" }), german).item._translations).toEqual({
      en: { answer: "Five", question: "How many?" },
      de: { question: "Wie viel?" },
    });
  });

  test("reports a conflict if two people translated the same field, and shows the user's own translation until one is chosen", () => {
    const { item, same } = both(translated({ question: "How many?" }), translated({ question: "How much?" }));
    expect(translationOf(item, "en", "question")).toBe("How many?");
    expect(same.map(parseTranslationKey)).toEqual([{ key: "question", locale: "en" }]);
  });

  test("merging keeps a translation removed if one of two people removed it", () => {
    const { item } = both({ ...before, _translations: { en: {} } }, translated({ question: "How many?" }));
    expect(item._translations).toEqual({ en: { question: "How many?" } });
  });

  test("leaves an item without translations unchanged", () => {
    const [plain] = flattenTranslations({ question: "Kiek?" });
    expect(unflattenTranslations(plain)).toEqual({ question: "Kiek?" });
  });
});
