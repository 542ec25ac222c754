import type { DataCollection } from "@uola/contract";
import { expect, test } from "vitest";
import { translationOf, untranslatedKeys, withTranslation } from "./translations.ts";
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

test("translations are sent with the item; the platform's own fields are not", () => {
  const data = { question: "Kiek?", _id: "a", _createdDate: "x", _translations: { en: { question: "How much?" } } };
  expect(sentOf(collection, data)).toEqual({ question: "Kiek?", _translations: { en: { question: "How much?" } } });
});
