import { createHash } from "node:crypto";
import { defaultLocale, type Locale } from "@uola/words/language";
import { inLocale } from "../locale.ts";
import type { FirstData, Head } from "../page.ts";

/** What the build (or the development server) contributes to every document. */
export type Build = {
  id: string;
  /** The whole stylesheet, inlined; or its address while developing. */
  style: { text: string } | { href: string };
  entry: Record<Locale, string>;
  /** Scripts by language and page name, for fetching ahead. */
  scripts: Record<Locale, Record<string, readonly string[]>>;
  /** Font files worth fetching before the style is read. */
  fonts: readonly string[];
  /** Runs before the first paint: theme, and who the cookie says is here. */
  early: string;
};

type Parts = {
  build: Build;
  head: Head;
  html: string;
  siteUrl: string;
  lang: Locale;
  /** The languages the page is offered in. */
  languages: readonly Locale[];
  slow: string;
  first?: FirstData;
};

/** A full HTML document. Without `first` nothing runs in it. */
export function documentOf({ build, head, html, siteUrl, lang, languages, slow, first }: Parts): string {
  const canonical = first && !head.hidden ? new URL(first.path, siteUrl).href : undefined;
  return [
    `<!doctype html><html lang="${lang}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover">',
    `<title>${escapeHtml(head.title)}</title>`,
    head.description ? `<meta name="description" content="${escapeHtml(head.description)}">` : "",
    head.hidden ? '<meta name="robots" content="noindex">' : "",
    canonical ? `<link rel="canonical" href="${escapeHtml(canonical)}">` : "",
    ...(first && canonical ? alternates(first.path, siteUrl, languages) : []),
    canonical
      ? `<meta property="og:title" content="${escapeHtml(head.title)}"><meta property="og:type" content="website">`
      : "",
    first ? `<script>${build.early}</script>` : "",
    ...build.fonts.map((href) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="${href}">`),
    "text" in build.style ? `<style>${build.style.text}</style>` : `<link rel="stylesheet" href="${build.style.href}">`,
    '<meta name="theme-color" content="#0c1a4b"><link rel="icon" href="/favicon.svg" type="image/svg+xml">',
    '<link rel="apple-touch-icon" href="/icon-192.png"><link rel="manifest" href="/manifest.webmanifest">',
    first ? `<script type="module" src="${build.entry[lang]}"></script>` : "",
    `</head><body><div id="site">${html}</div>`,
    first ? `<p id="navigation" class="visually-hidden" role="status" data-slow="${escapeHtml(slow)}"></p>` : "",
    first ? `<script id="first" type="application/json">${escapeJson(first)}</script>` : "",
    "</body></html>",
  ].join("");
}

/** The same page in each language, and for readers of any other. */
const alternates = (path: string, siteUrl: string, languages: readonly Locale[]) =>
  languages.length < 2
    ? []
    : [...languages, "x-default" as const].map((lang) => {
        const href = new URL(inLocale(path, lang === "x-default" ? defaultLocale : lang), siteUrl).href;
        return `<link rel="alternate" hreflang="${lang}" href="${escapeHtml(href)}">`;
      });

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] as string);

/** JSON that cannot end the script element it stands in, whatever somebody called themselves. */
const escapeJson = (value: unknown) => JSON.stringify(value).replaceAll("<", "\\u003c");

const hashOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/** Where Google Tag Manager and the analytics it is mostly used for come from and report to. */
const tags = {
  script: "https://www.googletagmanager.com",
  image: "https://www.googletagmanager.com https://*.google-analytics.com",
  connect:
    "https://www.googletagmanager.com https://www.google.com https://*.google-analytics.com https://*.analytics.google.com",
};

/**
 * The inline style and script are allowed by hash, so the bytes can be cached. Foreign scripts are allowed by host, while the owner
 * has any: a script of ours adds them after consent. Workers come from `blob:` because the
 * identity SDK keeps its refresh token in one.
 */
export function securityHeaders(
  build: Build,
  origins: { platform: string; identity: string },
  isTagged = false,
): Record<string, string> {
  const foreign = isTagged ? tags : { script: "", image: "", connect: "" };
  const outside = `${new URL(origins.platform).origin} ${new URL(origins.identity).origin}`;
  const style = "text" in build.style ? hashOf(build.style.text) : "";
  const policy = [
    "default-src 'none'",
    `script-src 'self' ${hashOf(build.early)} ${foreign.script}`,
    `style-src 'self' ${style}`,
    "style-src-attr 'unsafe-inline'",
    `img-src 'self' data: blob: ${foreign.image}`,
    "media-src 'self'",
    "font-src 'self'",
    `connect-src 'self' ${outside} ${foreign.connect}`,
    `frame-src 'self' ${outside}`,
    "worker-src 'self' blob:",
    "manifest-src 'self'",
    `form-action 'self' ${outside}`,
    "base-uri 'none'",
    "frame-ancestors 'self'",
  ];
  return {
    "content-security-policy": policy.map((rule) => rule.trim().replace(/ +/g, " ")).join("; "),
    "cross-origin-opener-policy": "same-origin-allow-popups",
    "x-content-type-options": "nosniff",
    "referrer-policy": "strict-origin-when-cross-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
  };
}
