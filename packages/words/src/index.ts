/**
 * All user-visible texts. Each area is a folder with `lt.json`, which defines the keys, and
 * `en.json`: flat ICU messages, compiled by `tools/compile.ts` into `generated/` with the types of
 * their parameters.
 */
import { type Locale, locales } from "./locales.ts";
import { formatMessage, type Message } from "./say.ts";

export type { Locale } from "./locales.ts";

/** Compiled messages of one area in one language. */
export type Catalog = Record<string, Message>;

/** Returns the message of a key; the types require the message's parameters. */
export type Translate<Messages> = <Key extends keyof Messages>(
  key: Key,
  ...values: Messages[Key] extends null ? [] : [values: Messages[Key]]
) => string;

/** `words(locale)` returns the messages of an area. */
export type Words<Messages> = (locale: Locale) => Translate<Messages>;

export function createWords<Messages>(catalogs: Record<Locale, Catalog>): Words<Messages> {
  const translates = {} as Record<Locale, Translate<Messages>>;
  for (const locale of locales) {
    // If the bundle of a script lacks a message, the message's key is shown instead.
    translates[locale] = (key, ...[values]) =>
      formatMessage(catalogs[locale][key as string] ?? [key], (values ?? {}) as Record<string, unknown>, locale);
  }
  return (locale) => translates[locale];
}

/**
 * Returns the messages of an area in the language that `language` returns at each call: the
 * language of the request or of the document.
 */
export const translateInLanguageOf =
  <Messages>(words: Words<Messages>, language: () => Locale): Translate<Messages> =>
  (key, ...values) =>
    words(language())(key, ...values);
