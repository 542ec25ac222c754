import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import type { Kind } from "@uola/page-loader/page.ts";
import type { Build } from "@uola/page-loader/server/document.ts";
import { kindAt } from "@uola/page-loader/table.ts";
import { type Locale, locales } from "@uola/words/language";
import { site } from "../pages.ts";
import { isStillPage } from "./still-pages.ts";

const out = join(import.meta.dirname, "../../build");

/**
 * JavaScript size of one page in kB (Brotli) and its budget, at three stages: before the browser is
 * idle, before hydration ("at rest") and after it ("alive"). A static page has no React before
 * hydration.
 */
type PageWeight = { page: string; what: "before idle" | "at rest" | "alive"; kilobytes: number; budget: number };

const beforeMax = 4;
const restMax: Record<Kind, number> = { content: 9, app: 102, protected: 150, "client-only": 150 };
const aliveMax: Record<Kind, number> = { ...restMax, content: 94 };
const stylesMax = 19;
const fontsMax = 110;

const lastBuild = () => JSON.parse(readFileSync(join(out, "site.json"), "utf8")) as Build;

/**
 * Returns the sizes shared by all public pages: the styles, compressed as in the document, and all
 * fonts together, which are already compressed.
 */
export function commonWeights(): { what: string; kilobytes: number; budget: number }[] {
  const { styles } = lastBuild();
  const styleText = "text" in styles.public ? styles.public.text : "";
  const assets = join(out, "client/assets");
  const fonts = readdirSync(assets).filter((file) => file.endsWith(".woff2"));
  const fontBytes = fonts.reduce((sum, file) => sum + statSync(join(assets, file)).size, 0);
  return [
    { what: "public styles", kilobytes: brotliCompressSync(styleText).length / 1000, budget: stylesMax },
    { what: "all fonts", kilobytes: fontBytes / 1000, budget: fontsMax },
  ];
}

/**
 * Measures the JavaScript size of every page in the last build, in the language in which it is
 * larger. Throws if there is no build.
 */
export function pageWeights(): PageWeight[] {
  const build = lastBuild();
  const weigh = (files: readonly string[]) =>
    files.reduce((sum, file) => sum + statSync(join(out, "client", `${file}.br`)).size, 0) / 1000;
  const heaviest = (of: (locale: Locale) => readonly string[]) =>
    Math.max(...locales.map((locale) => weigh([...new Set([build.entry[locale], ...of(locale)])])));
  const before = heaviest(() => []);
  const still = heaviest((locale) => build.idle[locale]);
  return Object.entries(site.pages).flatMap(([page, row]) => {
    const alive = heaviest((locale) => [...build.idle[locale], ...(build.scripts[locale][page] ?? [])]);
    return [
      { page, what: "before idle", kilobytes: before, budget: beforeMax } as const,
      { page, what: "at rest", kilobytes: isStillPage(row) ? still : alive, budget: restMax[kindAt(row, "")] } as const,
      { page, what: "alive", kilobytes: alive, budget: aliveMax[row.kind] } as const,
    ];
  });
}
