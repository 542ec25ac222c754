import { defaultLocale, type Locale, language, locales, pathIn } from "@uola/words/language";

/** `/en/schedule/` → `en`; URLs without a language prefix are in the default language. */
export const localeOf = (path: string): Locale =>
  locales.find((locale) => locale !== defaultLocale && path.startsWith(`/${locale}/`)) ?? defaultLocale;

/** `/en/schedule/` → `/schedule/`: the path as declared in the page table. */
export const withoutLocale = (path: string): string => {
  const locale = localeOf(path);
  return locale === defaultLocale ? path : path.slice(locale.length + 1);
};

/**
 * Returns the URL of a page in the language of the request or of the document: `/schedule/` →
 * `/en/schedule/`. Every link to a page of this site is built with this function; query and
 * fragment are kept.
 */
export const linkTo = (path: string, locale: Locale = language()): string => pathIn(locale, path);

/** Returns the URL of the same page in another language. */
export const inLocale = (path: string, locale: Locale): string => linkTo(withoutLocale(path), locale);

/** Builds a record with a value for each language. */
export const inEach = <Value>(of: (locale: Locale) => Value): Record<Locale, Value> =>
  Object.fromEntries(locales.map((locale) => [locale, of(locale)])) as Record<Locale, Value>;

/** Returns a path that is the same in every language. */
export const everywhere = (path: string): Record<Locale, string> => inEach(() => path);
