import type { DataCollection } from "@uola/contract";
import { defaultLocale, type Locale, locales } from "@uola/words/language";
import { type Data, pluginOf } from "./collection.ts";
import { isEmpty, plainOf } from "./value.ts";

/** Key under which an item stores its translations: language → field → value. */
export const translationsKey = "_translations";

/** The languages that the site's items are translated into. */
export const translationLocales: readonly Locale[] = locales.filter((locale) => locale !== defaultLocale);

/** Returns the keys of the translatable fields. */
export const translatableKeys = (collection: DataCollection): readonly string[] =>
  pluginOf(collection, "MULTILINGUAL")?.multilingualOptions?.translatableFieldKeys ?? [];

const isBlank = (value: unknown) => isEmpty(typeof value === "string" ? plainOf(value) : value);
const translationsOf = (data: Data) => (data[translationsKey] ?? {}) as Record<string, Data | undefined>;

export const translationOf = (data: Data, locale: Locale, key: string): unknown => translationsOf(data)[locale]?.[key];

/**
 * Returns the item's translations with one of them changed. An empty translation is left out, so
 * that readers see the original text.
 */
export function withTranslation(data: Data, locale: Locale, key: string, value: unknown): Record<string, Data> {
  const { [key]: _, ...others } = translationsOf(data)[locale] ?? {};
  const language = isBlank(value) ? others : { ...others, [key]: value };
  return { ...(translationsOf(data) as Record<string, Data>), [locale]: language };
}

/** Returns the keys of the fields that have a value but no translation. */
export const untranslatedKeys = (collection: DataCollection, data: Data, locale: Locale): string[] =>
  translatableKeys(collection).filter((key) => !isBlank(data[key]) && isBlank(translationOf(data, locale, key)));

const isSame = (one: unknown, other: unknown) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

/** A field's value and its translation in one version. */
type Pair = { own: unknown; translated: unknown };
/** The latest state of each translated field and the previous different one, if any. */
export type TranslationHistory = Record<string, { last: Pair; before: Pair | undefined }>;

const pairOf = (data: Data, locale: Locale, key: string): Pair => ({
  own: data[key],
  translated: translationOf(data, locale, key),
});
const isSamePair = (one: Pair, other: Pair) => isSame(one.own, other.own) && isSame(one.translated, other.translated);

/**
 * Extracts from an item's versions (latest first) the data that decides which translations are
 * outdated. Computed once, not on every keystroke.
 */
export const translationHistoryOf = (
  collection: DataCollection,
  versions: readonly Data[],
  locale: Locale,
): TranslationHistory => {
  const [latest] = versions;
  if (!latest) return {};
  return Object.fromEntries(
    translatableKeys(collection).map((key) => {
      const last = pairOf(latest, locale, key);
      const other = versions.find((version) => !isSamePair(last, pairOf(version, locale, key)));
      return [key, { last, before: other && pairOf(other, locale, key) }];
    }),
  );
};

/**
 * Returns the keys of the translated fields whose original text changed after it was translated,
 * based on the earlier versions.
 */
export const outdatedKeys = (
  collection: DataCollection,
  data: Data,
  former: TranslationHistory,
  locale: Locale,
): string[] =>
  translatableKeys(collection).filter((key) => {
    const now = pairOf(data, locale, key);
    if (isBlank(now.own) || isBlank(now.translated)) return false;
    const { last, before } = former[key] ?? {};
    const change = last && (isSamePair(now, last) ? before : last);
    return change !== undefined && isSame(now.translated, change.translated);
  });

const separator = ".";
/** Returns the flat key of a translated field: `_translations.en.question`. */
const keyOf = (locale: string, key: string) => [translationsKey, locale, key].join(separator);

/** Parses a flat key into the field and the language of its translation. */
export function parseTranslationKey(key: string): { key: string; locale?: Locale } {
  const [begin, locale, ...rest] = key.split(separator);
  return begin === translationsKey && locale ? { key: rest.join(separator), locale: locale as Locale } : { key };
}

/**
 * Flattens versions of an item so that each translated field is a key next to the other fields. Two
 * people who translate different fields then do not conflict. Every version has the keys of all
 * versions; missing values are null.
 */
export function flattenTranslations<Versions extends readonly Data[]>(
  ...versions: Versions
): { [Index in keyof Versions]: Data } {
  const flat = versions.map(({ [translationsKey]: _, ...data }, index) => ({
    ...data,
    ...Object.fromEntries(
      Object.entries(translationsOf(versions[index] ?? {})).flatMap(([locale, fields]) =>
        Object.entries(fields ?? {}).map(([key, value]) => [keyOf(locale, key), value]),
      ),
    ),
  }));
  const keys = flat.flatMap(Object.keys).filter((key) => parseTranslationKey(key).locale);
  const none = Object.fromEntries(keys.map((key) => [key, null]));
  return flat.map((data) => ({ ...none, ...data })) as { [Index in keyof Versions]: Data };
}

/** The item again. */
export function unflattenTranslations(data: Data): Data {
  const own = Object.entries(data).filter(([key]) => !parseTranslationKey(key).locale);
  const translated = Object.entries(data).filter(([key]) => parseTranslationKey(key).locale);
  if (translated.length === 0) return data;
  const item: Data = Object.fromEntries(own);
  for (const [name, value] of translated) {
    const { key, locale = defaultLocale } = parseTranslationKey(name);
    item[translationsKey] = withTranslation(item, locale, key, value);
  }
  return item;
}
