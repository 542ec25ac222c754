import type { Service } from "@uola/contract";
import { translationsNamespace } from "@uola/contract/service-translation";
import { inLanguage } from "@uola/words/language";
import { expect, test } from "vitest";
import { inReadersLanguage } from "./service-translation.ts";

const service = {
  name: "Įvadas",
  tagLine: "Nuo 14 metų",
  description: null,
  category: { id: "a", name: "Pirmą kartą", kind: "firstTime" },
  extendedFields: { namespaces: { [translationsNamespace]: { en: { name: "Introduction", tagLine: " " } } } },
} as unknown as Service;

test("an English reader sees the translation, and what has none as it is", () => {
  const seen = inLanguage("en", () => inReadersLanguage(service));
  expect(seen).toMatchObject({ name: "Introduction", ownName: "Įvadas", tagLine: "Nuo 14 metų" });
});

test("a category that has a kind is called by the word for it, any other by its owner's name", () => {
  const named = (kind: string) =>
    inLanguage("en", () => inReadersLanguage({ ...service, category: { ...service.category, kind } } as Service));
  expect(named("firstTime").category?.name).toBe("First time");
  expect(named("other").category?.name).toBe("Pirmą kartą");
});

test("a Lithuanian reader sees what the service says itself", () =>
  expect(inReadersLanguage(service)).toMatchObject({ name: "Įvadas", category: { name: "Pirmą kartą" } }));
