/**
 * All texts that people read. Each area is a folder with `lt.json`, which defines the keys, and `en.json`: flat ICU messages,
 * compiled by `tools/compile.ts` into `generated/` with the types of their parameters.
 */
import { setupI18n } from "@lingui/core";

export type Locale = "lt" | "en";

/** Messages of one area in one language, compiled: a message is a list of texts and `[name, type?, cases?]`. */
export type Catalog = Record<string, unknown[]>;

/** Returns the message of a key; the types require the parameters that the message has. */
export type Translate<Messages> = <Key extends keyof Messages>(
  key: Key,
  ...values: Messages[Key] extends null ? [] : [values: Messages[Key]]
) => string;

/**
 * `words(locale)` returns the messages of an area. `load` fetches a language that is not in the bundle. A language that is
 * not loaded throws, since half a page in another language is worse than an error.
 */
export type Words<Messages> = ((locale: Locale) => Translate<Messages>) & { load(locale: Locale): Promise<void> };

export function createWords<Messages>(
  loaded: Partial<Record<Locale, Catalog>>,
  fetched: Partial<Record<Locale, () => Promise<Catalog>>> = {},
): Words<Messages> {
  const ready = new Map<Locale, Translate<Messages>>();
  const add = (locale: Locale, catalog: Catalog) => {
    const i18n = setupI18n({ locale, messages: { [locale]: catalog } } as Parameters<typeof setupI18n>[0]);
    ready.set(locale, (key, ...[values]) => i18n._(key as string, values as Record<string, unknown>));
  };
  for (const [locale, catalog] of Object.entries(loaded)) add(locale as Locale, catalog);

  const words = (locale: Locale) => {
    const translate = ready.get(locale);
    if (!translate) throw new Error(`The messages of "${locale}" are not loaded.`);
    return translate;
  };
  words.load = async (locale: Locale) => {
    const fetch = fetched[locale];
    if (fetch && !ready.has(locale)) add(locale, await fetch());
  };
  return words;
}
