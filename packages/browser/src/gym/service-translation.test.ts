import type { Service } from "@uola/contract";
import { translationsNamespace } from "@uola/contract/service-translation";
import { inLanguage } from "@uola/words/language";
import { expect, test } from "vitest";
import { localizeService } from "./service-translation.ts";

const service = {
  name: "Įvadas",
  tagLine: "Nuo 14 metų",
  description: null,
  category: { id: "a", name: "Pirmą kartą", kind: "firstTime" },
  extendedFields: { namespaces: { [translationsNamespace]: { en: { name: "Introduction", tagLine: " " } } } },
} as unknown as Service;

test("shows English readers the translation, or the original text where there is none", () => {
  const seen = inLanguage("en", () => localizeService(service));
  expect(seen).toMatchObject({ name: "Introduction", ownName: "Įvadas", tagLine: "Nuo 14 metų" });
});

test("names a category after its kind, or uses the owner's name if it has no kind", () => {
  const named = (kind: string) =>
    inLanguage("en", () => localizeService({ ...service, category: { ...service.category, kind } } as Service));
  expect(named("firstTime").category?.name).toBe("First time");
  expect(named("other").category?.name).toBe("Pirmą kartą");
});

test("shows Lithuanian readers the service's original texts", () =>
  expect(localizeService(service)).toMatchObject({ name: "Įvadas", category: { name: "Pirmą kartą" } }));
