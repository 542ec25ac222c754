export const locales = ["lt", "en"] as const;
export type Locale = (typeof locales)[number];
/** The language of addresses that name none. */
export const defaultLocale: Locale = "lt";
