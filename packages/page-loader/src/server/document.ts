import { createHash } from "node:crypto";
import type { Locale } from "@uola/words/language";
import type { FirstData, Sheet } from "../page.ts";
import { escapeHtml, escapeJson } from "./escape.ts";
import { manifestPaths } from "./manifest.ts";

/** What the build (or the development server) contributes to every document. */
export type Build = {
  id: string;
  /**
   * The public stylesheet, to be inlined, or its URL during development; and the URL of the admin
   * stylesheet.
   */
  styles: Record<Sheet, { text: string } | { file: string }>;
  entry: Record<Locale, string>;
  /** The files that every public page loads when idle. */
  idle: Record<Locale, readonly string[]>;
  /** Scripts by language and page name, for prefetching. */
  scripts: Record<Locale, Record<string, readonly string[]>>;
  /** Font files to preload before the style is parsed. */
  fonts: readonly string[];
  /**
   * Inline script that runs before the first paint: sets the theme and the signed-in state from the
   * cookie.
   */
  early: string;
};

type Parts = {
  build: Build;
  title: string;
  /** The head elements for search engines and social networks, as HTML. */
  about: string;
  html: string;
  sheet: Sheet;
  lang: Locale;
  slow: string;
  look?: string | undefined;
  first?: FirstData;
};

/** Returns a full HTML document. Without `first` it runs no scripts. */
export function documentOf({ build, title, about, html, sheet, lang, slow, look, first }: Parts): string {
  const style = build.styles[sheet];
  return [
    `<!doctype html><html lang="${lang}"${look ? ` style="${escapeHtml(look)}"` : ""}><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover">',
    `<title>${escapeHtml(title)}</title>`,
    first ? `<script>${build.early}</script>` : "",
    ...build.fonts.map((href) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="${href}">`),
    "text" in style ? `<style>${style.text}</style>` : `<link rel="stylesheet" href="${style.file}">`,
    '<meta name="theme-color" content="#0c1a4b"><link rel="icon" href="/favicon.svg" type="image/svg+xml">',
    '<link rel="apple-touch-icon" href="/icon-192.png">',
    `<link rel="manifest" href="${manifestPaths[lang]}">`,
    first ? `<script type="module" src="${build.entry[lang]}"></script>` : "",
    // Placed after everything the first paint waits for, because only robots read it.
    about,
    `</head><body><div id="site">${html}</div>`,
    first ? `<p id="navigation" class="visually-hidden" role="status" data-slow="${escapeHtml(slow)}"></p>` : "",
    first ? `<script id="first" type="application/json">${escapeJson(first)}</script>` : "",
    "</body></html>",
  ].join("");
}

const hashOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/** The hosts that Google Tag Manager and its usual analytics load from and report to. */
const tags = {
  script: "https://www.googletagmanager.com",
  image: "https://www.googletagmanager.com https://*.google-analytics.com",
  connect:
    "https://www.googletagmanager.com https://www.google.com https://*.google-analytics.com https://*.analytics.google.com",
};

/**
 * The inline style and script are allowed by hash, so the bytes can be cached. Third-party scripts
 * are allowed by host while the owner has configured any; the site's own script adds them after
 * consent. Workers are loaded from `blob:` because the identity SDK stores its refresh token in
 * one. The team's pages also print documents from a frame and scan codes with the camera.
 */
export function securityHeaders(
  build: Build,
  origins: { platform: string; identity: string },
  { isTagged = false, isTeams = false } = {},
): Record<string, string> {
  const foreign = isTagged ? tags : { script: "", image: "", connect: "" };
  const outside = `${new URL(origins.platform).origin} ${new URL(origins.identity).origin}`;
  const style = Object.values(build.styles)
    .map((sheet) => ("text" in sheet ? hashOf(sheet.text) : ""))
    .join(" ");
  const policy = [
    "default-src 'none'",
    `script-src 'self' ${hashOf(build.early)} ${foreign.script}`,
    `style-src 'self' ${style}`,
    "style-src-attr 'unsafe-inline'",
    `img-src 'self' data: blob: ${foreign.image}`,
    "media-src 'self'",
    "font-src 'self'",
    `connect-src 'self' ${outside} ${foreign.connect}`,
    `frame-src 'self' ${isTeams ? "blob:" : ""} ${outside}`,
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
    "permissions-policy": `camera=(${isTeams ? "self" : ""}), microphone=(), geolocation=()`,
  };
}
