import { defaultLocale, type Locale } from "./locales.ts";

export { defaultLocale, type Locale, locales, pathIn } from "./locales.ts";

/** The language of the document. A document has only one language. */
export const language = (): Locale => (document.documentElement.lang === "en" ? "en" : defaultLocale);
