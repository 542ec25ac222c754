import type { DataCollection } from "@uola/contract";
import { describe, expect, test } from "vitest";
import { changedOf, mergeOf } from "../../admin/kit/changes.ts";
import type { Data } from "./collection.ts";
import {
  folded,
  formerOf,
  outdatedKeys,
  placeOf,
  translationOf,
  unfolded,
  untranslatedKeys,
  withTranslation,
} from "./translations.ts";
import { sentOf } from "./use-item.ts";

const collection = {
  id: "Questions",
  fields: [{ key: "question", type: "TEXT" }],
  plugins: [{ type: "MULTILINGUAL", multilingualOptions: { translatableFieldKeys: ["question", "answer"] } }],
} as unknown as DataCollection;

test("a translation is written beside those of other fields and languages", () => {
  const data = { question: "Kiek?", _translations: { en: { answer: "Five" }, de: { question: "Wie viel?" } } };
  const translations = withTranslation(data, "en", "question", "How much?");
  expect(translations).toEqual({ en: { answer: "Five", question: "How much?" }, de: { question: "Wie viel?" } });
  expect(translationOf({ ...data, _translations: translations }, "en", "question")).toBe("How much?");
});

test.each([[null], [""], ["<p></p>"]])("an emptied translation is none: %j", (empty) =>
  expect(withTranslation({ _translations: { en: { question: "How?" } } }, "en", "question", empty)).toEqual({ en: {} }),
);

test("what says something and is not translated is missing", () => {
  expect(untranslatedKeys(collection, { question: "Kiek?", answer: "<p></p>" }, "en")).toEqual(["question"]);
  const data = { question: "Kiek?", answer: "Penki", _translations: { en: { question: "How much?", answer: " " } } };
  expect(untranslatedKeys(collection, { ...data, _translations: { en: { question: "How much?" } } }, "en")).toEqual([
    "answer",
  ]);
});

describe("a field whose text was changed after its translation", () => {
  const version = (question: string, en?: string) => ({
    question,
    ...(en && { _translations: { en: { question: en } } }),
  });
  const outdated = (data: Data, ...versions: Data[]) =>
    outdatedKeys(collection, data, formerOf(collection, versions, "en"), "en");

  test("is told until it is translated again", () => {
    expect(outdated(version("Kiek kainuoja?", "How many?"), version("Kiek?", "How many?"))).toEqual(["question"]);
    expect(
      outdated(
        version("Kiek kainuoja?", "What does it cost?"),
        version("Kiek kainuoja?", "How many?"),
        version("Kiek?", "How many?"),
      ),
    ).toEqual([]);
  });

  test("is told from what was kept before, whatever is typed meanwhile", () => {
    const kept = [version("Kiek kainuoja?", "How many?"), version("Kiek?", "How many?")];
    expect(outdated(version("Kiek kainuoja?", "How many?"), ...kept)).toEqual(["question"]);
    expect(outdated(version("Kiek kainuos?", "How many?"), ...kept)).toEqual(["question"]);
    expect(outdated(version("Kiek kainuoja?", "How much?"), ...kept)).toEqual([]);
  });

  test("is none when both were changed at once, when it was never changed, and without a translation", () => {
    expect(outdated(version("Kiek kainuoja?", "What does it cost?"), version("Kiek?", "How many?"))).toEqual([]);
    expect(outdated(version("Kiek?", "How many?"))).toEqual([]);
    expect(outdated(version("Kiek kainuoja?"), version("Kiek?"))).toEqual([]);
  });
});

test("translations are sent with the item; the platform's own fields are not", () => {
  const data = { question: "Kiek?", _id: "a", _createdDate: "x", _translations: { en: { question: "How much?" } } };
  expect(sentOf(collection, data)).toEqual({ question: "Kiek?", _translations: { en: { question: "How much?" } } });
});

describe("two people who translate one item at once", () => {
  const before = { question: "Kiek?", answer: "Penki", _translations: { en: { answer: "Five" } } };
  const both = (mine: Data, theirs: Data) => {
    const [from, my, their] = unfolded(before, mine, theirs);
    const { draft, told } = mergeOf(from, my, their);
    return { item: folded(draft), same: Object.keys(told).filter((key) => key in changedOf(from, my)) };
  };
  const translated = (fields: Data) => ({
    ...before,
    _translations: { en: { ...before._translations.en, ...fields } },
  });

  test("lose nothing where they translated different fields", () => {
    const { item, same } = both(translated({ question: "How many?" }), translated({ answer: "Just five" }));
    expect(item).toEqual({ ...before, _translations: { en: { question: "How many?", answer: "Just five" } } });
    expect(same).toEqual([]);
    const german = { ...before, _translations: { ...before._translations, de: { question: "Wie viel?" } } };
    expect(both(translated({ question: "How many?" }), german).item._translations).toEqual({
      en: { answer: "Five", question: "How many?" },
      de: { question: "Wie viel?" },
    });
  });

  test("are told where they translated the same, and mine stands until the person chooses", () => {
    const { item, same } = both(translated({ question: "How many?" }), translated({ question: "How much?" }));
    expect(translationOf(item, "en", "question")).toBe("How many?");
    expect(same.map(placeOf)).toEqual([{ key: "question", locale: "en" }]);
  });

  test("a translation that one takes away is away", () => {
    const { item } = both({ ...before, _translations: { en: {} } }, translated({ question: "How many?" }));
    expect(item._translations).toEqual({ en: { question: "How many?" } });
  });

  test("an item without translations stays as it is", () => {
    const [plain] = unfolded({ question: "Kiek?" });
    expect(folded(plain)).toEqual({ question: "Kiek?" });
  });
});
