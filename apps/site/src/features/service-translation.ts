import type { Service } from "@uola/contract";
import { translatedText } from "@uola/contract/service-translation";
import { defaultLocale, type Locale, language } from "@uola/words/language";
import { say } from "@uola/words/site";

/** What a service says to its readers. */
export type ServiceTexts = Record<"name" | "tagLine" | "description" | "prerequisite" | "bring" | "conditions", string>;

/** The texts of a service in a language; empty where nobody has translated them. */
export function translatedTexts(service: Pick<Service, "extendedFields">, locale: Locale): ServiceTexts {
  const textOf = (key: keyof ServiceTexts) => translatedText(service, locale, key);
  return {
    name: textOf("name"),
    tagLine: textOf("tagLine"),
    description: textOf("description"),
    prerequisite: textOf("prerequisite"),
    bring: textOf("bring"),
    conditions: textOf("conditions"),
  };
}

/** A service as its readers see it; `ownName` is what it is called without a translation, and so are its sessions. */
export type ReadersService = Service & { ownName: string };

/** A service in the language of the request: its translation, or what it says itself. */
export function inReadersLanguage(service: Service): ReadersService {
  if (language() === defaultLocale) return { ...service, ownName: service.name };
  const { name, tagLine, description } = translatedTexts(service, language());
  return {
    ...service,
    ownName: service.name,
    name: name || service.name,
    tagLine: tagLine || service.tagLine,
    description: description || service.description,
    category: service.category && { ...service.category, name: categoryName(service.category) },
  };
}

/** A category is known by its kind, which is the same in every language; one of no kind is called what its owner calls it. */
export const categoryName = ({ name, kind }: Pick<NonNullable<Service["category"]>, "name" | "kind">): string =>
  language() === defaultLocale || !kind || kind === "other" ? (name ?? "") : say(`category.${kind}`);
