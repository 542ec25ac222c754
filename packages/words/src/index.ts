/**
 * What people read. Every area is a folder with `lt.json` (which keys there are) and `en.json`: flat ICU messages,
 * compiled by `tools/compile.ts` into `generated/`, where each key has the type of its parameters.
 */
import { setupI18n } from "@lingui/core";

export type Locale = "lt" | "en";

/** Messages of one area in one language, compiled: a message is a list of texts and `[name, type?, cases?]`. */
export type Catalog = Record<string, unknown[]>;

/** A sentence by its key; a message with parameters cannot be asked for without them. */
export type Translate<Messages> = <Key extends keyof Messages>(
  key: Key,
  ...values: Messages[Key] extends null ? [] : [values: Messages[Key]]
) => string;

/**
 * `words(locale)` for an area. `load` brings a language that was left out of the bundle; languages at hand need none.
 * Asking for a language that is neither throws: half a page in another language is worse than an error.
 */
export type Words<Messages> = ((locale: Locale) => Translate<Messages>) & { load(locale: Locale): Promise<void> };

export function createWords<Messages>(
  atHand: Partial<Record<Locale, Catalog>>,
  fetched: Partial<Record<Locale, () => Promise<Catalog>>> = {},
): Words<Messages> {
  const ready = new Map<Locale, Translate<Messages>>();
  const add = (locale: Locale, catalog: Catalog) => {
    const i18n = setupI18n({ locale, messages: { [locale]: catalog } } as Parameters<typeof setupI18n>[0]);
    ready.set(locale, (key, ...[values]) => i18n._(key as string, values as Record<string, unknown>));
  };
  for (const [locale, catalog] of Object.entries(atHand)) add(locale as Locale, catalog);

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
