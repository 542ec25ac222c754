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

const isSame = (one: unknown, other: unknown) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

/** A field and its translation, as they were in one version. */
type Pair = { own: unknown; translated: unknown };
/** What each translated field was last and, where that was another, before. */
export type Former = Record<string, { last: Pair; before: Pair | undefined }>;

const pairOf = (data: Data, locale: Locale, key: string): Pair => ({
  own: data[key],
  translated: translationOf(data, locale, key),
});
const isSamePair = (one: Pair, other: Pair) => isSame(one.own, other.own) && isSame(one.translated, other.translated);

/** What of an item's versions, the latest first, decides which translations are outdated. Made once, not with each key typed. */
export const formerOf = (collection: DataCollection, versions: readonly Data[], locale: Locale): Former => {
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

/** The translated fields that say something new since they were translated, by what the item was. */
export const outdatedKeys = (collection: DataCollection, data: Data, former: Former, locale: Locale): string[] =>
  translatableKeys(collection).filter((key) => {
    const now = pairOf(data, locale, key);
    if (isBlank(now.own) || isBlank(now.translated)) return false;
    const { last, before } = former[key] ?? {};
    const change = last && (isSamePair(now, last) ? before : last);
    return change !== undefined && isSame(now.translated, change.translated);
  });

const separator = ".";
/** One translated field as a key of its own: `_translations.en.question`. */
const keyOf = (locale: string, key: string) => [translationsKey, locale, key].join(separator);

/** What a key of `unfolded` is about: a field, and the language it is translated into. */
export function placeOf(key: string): { key: string; locale?: Locale } {
  const [begin, locale, ...rest] = key.split(separator);
  return begin === translationsKey && locale ? { key: rest.join(separator), locale: locale as Locale } : { key };
}

/**
 * Versions of an item with every translated field beside the others, so that two people who translate different fields are no
 * conflict. Each version has the keys of all: what one lacks is null there.
 */
export function unfolded<Versions extends readonly Data[]>(...versions: Versions): { [Index in keyof Versions]: Data } {
  const flat = versions.map(({ [translationsKey]: _, ...data }, index) => ({
    ...data,
    ...Object.fromEntries(
      Object.entries(translationsOf(versions[index] ?? {})).flatMap(([locale, fields]) =>
        Object.entries(fields ?? {}).map(([key, value]) => [keyOf(locale, key), value]),
      ),
    ),
  }));
  const keys = flat.flatMap(Object.keys).filter((key) => placeOf(key).locale);
  const none = Object.fromEntries(keys.map((key) => [key, null]));
  return flat.map((data) => ({ ...none, ...data })) as { [Index in keyof Versions]: Data };
}

/** The item again. */
export function folded(data: Data): Data {
  const own = Object.entries(data).filter(([key]) => !placeOf(key).locale);
  const translated = Object.entries(data).filter(([key]) => placeOf(key).locale);
  if (translated.length === 0) return data;
  const item: Data = Object.fromEntries(own);
  for (const [name, value] of translated) {
    const { key, locale = defaultLocale } = placeOf(name);
    item[translationsKey] = withTranslation(item, locale, key, value);
  }
  return item;
}
