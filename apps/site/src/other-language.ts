import { type Locale, locales } from "@uola/words/language";
import { keepTyped } from "./loader/browser/typed.ts";
import { inLocale, linkTo } from "./loader/locale.ts";
import { useApp, useRoute } from "./loader/tree.tsx";

/** What the switch is called, in the language it leads to. */
const names: Record<Locale, { short: string; label: string }> = {
  lt: { short: "LT", label: "LT – Lietuviškai" },
  en: { short: "EN", label: "EN – In English" },
};

/** The way to the same page in the other language: what was chosen and typed comes along. Nothing where the owner offers one. */
export function useOtherLanguage() {
  const { path, addresses, locale, search } = useRoute();
  const { languages } = useApp();
  const lang = locales.find((other) => other !== locale && languages.includes(other));
  if (!lang) return undefined;
  const query = search.size > 0 ? `?${search}` : "";
  const href = addresses ? linkTo(addresses[lang], lang) : inLocale(path, lang);
  return { ...names[lang], lang, href: href + query, onClick: keepTyped };
}

/** What the languages are called, each in itself. */
export const languageNames: Record<Locale, string> = { lt: "Lietuvių", en: "English" };
