import type { Service } from "@uola/contract";
import { translatedText } from "@uola/contract/service-translation";
import { defaultLocale, type Locale, language } from "@uola/words/language";
import { say } from "@uola/words/site";

/** The translatable texts of a service. */
export type ServiceTexts = Record<"name" | "tagLine" | "description" | "prerequisite" | "bring" | "conditions", string>;

/** Returns the texts of a service in the given language; empty where they are not translated. */
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

/** A service as shown to readers. `ownName` is its untranslated name, which its sessions have too. */
export type LocalizedService = Service & { ownName: string };

/**
 * Returns a service in the language of the request: translated where possible, otherwise the
 * original texts.
 */
export function localizeService(service: Service): LocalizedService {
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

/**
 * Returns the display name of a category. A category with a kind is named by that kind in every
 * language; one without a kind has the owner's name.
 */
export const categoryName = ({ name, kind }: Pick<NonNullable<Service["category"]>, "name" | "kind">): string =>
  language() === defaultLocale || !kind || kind === "other" ? (name ?? "") : say(`category.${kind}`);
