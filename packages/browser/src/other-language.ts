import { storeFormInput } from "@uola/page-loader/browser/form-input.ts";
import { inLocale, linkTo } from "@uola/page-loader/locale.ts";
import { useApp, useRoute } from "@uola/page-loader/tree.tsx";
import { type Locale, locales } from "@uola/words/language";

/** The labels of the language switch, in the language it switches to. */
const names: Record<Locale, { short: string; label: string }> = {
  lt: { short: "LT", label: "LT – Lietuviškai" },
  en: { short: "EN", label: "EN – In English" },
};

/**
 * Returns the link to the same page in the other language, with the query and form input carried
 * over; undefined if the owner offers only one language.
 */
export function useOtherLanguage() {
  const { path, addresses, locale, search } = useRoute();
  const { languages } = useApp();
  const lang = locales.find((other) => other !== locale && languages.includes(other));
  if (!lang) return undefined;
  const query = search.size > 0 ? `?${search}` : "";
  const href = addresses ? linkTo(addresses[lang], lang) : inLocale(path, lang);
  return { ...names[lang], lang, href: href + query, onClick: storeFormInput };
}

/** The name of each language in that language. */
export const languageNames: Record<Locale, string> = { lt: "Lietuvių", en: "English" };
