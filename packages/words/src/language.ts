import { AsyncLocalStorage } from "node:async_hooks";
import { defaultLocale, type Locale } from "./locales.ts";

export { defaultLocale, type Locale, locales, pathIn } from "./locales.ts";

const localeStorage = new AsyncLocalStorage<Locale>();

/** The language of the current request; Lithuanian outside of requests. */
export const language = (): Locale => localeStorage.getStore() ?? defaultLocale;

/** Runs `work`, including everything it awaits, in a language. */
export const inLanguage = <Result>(locale: Locale, work: () => Result): Result => localeStorage.run(locale, work);
