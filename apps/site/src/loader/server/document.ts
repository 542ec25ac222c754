import { createHash } from "node:crypto";
import type { Locale } from "@uola/words/language";
import type { FirstData, Sheet } from "../page.ts";
import { escapeHtml, escapeJson } from "./escape.ts";
import { manifestPaths } from "./manifest.ts";

/** What the build (or the development server) contributes to every document. */
export type Build = {
  id: string;
  /** The public sheet, to be inlined, or its address while developing; and the address of the admin's. */
  styles: Record<Sheet, { text: string } | { file: string }>;
  entry: Record<Locale, string>;
  /** What every public page fetches when it is idle. */
  idle: Record<Locale, readonly string[]>;
  /** Scripts by language and page name, for fetching ahead. */
  scripts: Record<Locale, Record<string, readonly string[]>>;
  /** Font files worth fetching before the style is read. */
  fonts: readonly string[];
  /** Runs before the first paint: theme, and who the cookie says is here. */
  early: string;
};

type Parts = {
  build: Build;
  title: string;
  /** What the head says to search engines and networks, as HTML. */
  about: string;
  html: string;
  sheet: Sheet;
  lang: Locale;
  slow: string;
  look?: string | undefined;
  first?: FirstData;
};

/** A full HTML document. Without `first` nothing runs in it. */
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
    // Behind what the first paint waits for: only robots read it.
    about,
    `</head><body><div id="site">${html}</div>`,
    first ? `<p id="navigation" class="visually-hidden" role="status" data-slow="${escapeHtml(slow)}"></p>` : "",
    first ? `<script id="first" type="application/json">${escapeJson(first)}</script>` : "",
    "</body></html>",
  ].join("");
}

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
 * identity SDK keeps its refresh token in one. The team's pages also print documents out of a frame and read codes by the camera.
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
