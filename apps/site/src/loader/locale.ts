import { defaultLocale, type Locale, language, locales, pathIn } from "@uola/words/language";

/** `/en/schedule/` → `en`; addresses that name no language are in the default one. */
export const localeOf = (path: string): Locale =>
  locales.find((locale) => locale !== defaultLocale && path.startsWith(`/${locale}/`)) ?? defaultLocale;

/** `/en/schedule/` → `/schedule/`: the path that the table knows. */
export const withoutLocale = (path: string): string => {
  const locale = localeOf(path);
  return locale === defaultLocale ? path : path.slice(locale.length + 1);
};

/**
 * The address of a page in the language of the request or of the document: `/schedule/` → `/en/schedule/`. Every link to a page of
 * this site is made by it; a query and a fragment stay.
 */
export const linkTo = (path: string, locale: Locale = language()): string => pathIn(locale, path);

/** The same page in another language. */
export const inLocale = (path: string, locale: Locale): string => linkTo(withoutLocale(path), locale);

/** Something for each language. */
export const inEach = <Value>(of: (locale: Locale) => Value): Record<Locale, Value> =>
  Object.fromEntries(locales.map((locale) => [locale, of(locale)])) as Record<Locale, Value>;

/** A path that is the same in each language. */
export const everywhere = (path: string): Record<Locale, string> => inEach(() => path);
