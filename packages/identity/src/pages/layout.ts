import type { Palette } from "@uola/art";
import type { Locale } from "@uola/words";
import { words } from "@uola/words/identity";
import { pathIn } from "@uola/words/language";
import { html } from "hono/html";
import { type Art, gymMark, headline, panelArt } from "./art.ts";
import { asset } from "./assets.ts";
import type { Markup } from "./markup.ts";

/** The site that users come from and return to. */
export type Site = { name: string; url: string; palette: Palette };

/** Returns the URL of the site's front page in a language. */
export const homeOf = ({ url }: Site, locale: Locale): string => new URL(pathIn(locale, "/"), url).href;

type Page = {
  locale: Locale;
  title: string;
  headline: string;
  art: Art;
  /**
   * The same page in the other language. Undefined where following the link would lose the person's
   * input.
   */
  otherLanguage?: string | undefined;
  /** Loads the passkey scripts; "work" also loads the proof-of-work script. */
  scripts?: boolean | "work";
  body: Markup | Markup[];
};

/**
 * The layout of every page: the panel with the headline on one side, the sheet with the form on the
 * other.
 */
export function layout(
  site: Site,
  { locale, title, headline: text, art, otherLanguage, scripts = false, body }: Page,
): Markup {
  const say = words(locale);
  const other = locale === "lt" ? "en" : "lt";
  return html`<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="theme-color" content="#0c1a4b">
<meta name="robots" content="noindex">
<title>${title} – ${site.name}</title>
<link rel="preload" href="${asset("anybody-latin-ext.woff2")}" as="font" type="font/woff2" crossorigin>
<link rel="stylesheet" href="${asset("style.css")}">
<link rel="icon" href="${asset("icon.svg")}" type="image/svg+xml">
<script src="${asset("password.js")}" defer></script>
${scripts ? passkeyScripts() : ""}
${scripts === "work" ? html`<script src="${asset("work.js")}" defer></script>` : ""}
</head>
<body>
<header class="field">
<div class="bar">
<a class="home" href="${homeOf(site, locale)}" aria-label="${site.name}">${gymMark(site.name)}</a>
${otherLanguage ? html`<a class="language" href="${otherLanguage}" hreflang="${other}" lang="${other}">${say("otherLanguage")}</a>` : ""}
</div>
${headline(text, site.palette)}
${panelArt(art, site.palette)}
</header>
<main>
<div class="sheet">
${body}
</div>
</main>
</body>
</html>`;
}

const passkeyScripts = (): Markup =>
  html`<script src="${asset("webauthn.js")}" defer></script><script src="${asset("passkey.js")}" defer></script>`;
