import type { DataCollection } from "@uola/contract";
import { defaultLocale, type Locale, locales } from "@uola/words/language";
import { type Data, pluginOf } from "./collection.ts";
import { isEmpty, plainOf } from "./value.ts";

/** Where an item keeps what its fields say in other languages: language → field → value. */
export const translationsKey = "_translations";

/** The languages that an item of the site is translated into. */
export const translationLocales: readonly Locale[] = locales.filter((locale) => locale !== defaultLocale);

/** The keys of the fields that can say something else in another language. */
export const translatableKeys = (collection: DataCollection): readonly string[] =>
  pluginOf(collection, "MULTILINGUAL")?.multilingualOptions?.translatableFieldKeys ?? [];

const isBlank = (value: unknown) => isEmpty(typeof value === "string" ? plainOf(value) : value);
const translationsOf = (data: Data) => (data[translationsKey] ?? {}) as Record<string, Data | undefined>;

export const translationOf = (data: Data, locale: Locale, key: string): unknown => translationsOf(data)[locale]?.[key];

/** The item's translations with one of them changed; an empty one is left out, and readers see the item's own text. */
export function withTranslation(data: Data, locale: Locale, key: string, value: unknown): Record<string, Data> {
  const { [key]: _, ...others } = translationsOf(data)[locale] ?? {};
  const language = isBlank(value) ? others : { ...others, [key]: value };
  return { ...(translationsOf(data) as Record<string, Data>), [locale]: language };
}

/** The fields that say something and have no translation. */
export const untranslatedKeys = (collection: DataCollection, data: Data, locale: Locale): string[] =>
  translatableKeys(collection).filter((key) => !isBlank(data[key]) && isBlank(translationOf(data, locale, key)));
