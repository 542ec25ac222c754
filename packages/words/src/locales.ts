export const locales = ["lt", "en"] as const;
export type Locale = (typeof locales)[number];
/** The language of URLs without a language prefix. */
export const defaultLocale: Locale = "lt";

/** The path of a page in a language: `/schedule/` → `/en/schedule/`. */
export const pathIn = (locale: Locale, path: string): string => (locale === defaultLocale ? path : `/${locale}${path}`);
