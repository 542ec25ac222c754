import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { locales } from "@uola/words/language";
import { site } from "../../pages.ts";
import type { Kind } from "../page.ts";
import type { Build } from "../server/document.ts";

const out = join(import.meta.dirname, "../../../build");

/** JavaScript of one page, kB brotli, against what it may weigh. */
type PageWeight = { page: string; what: "before idle" | "alive"; kilobytes: number; budget: number };

const beforeMax = 4;
const aliveMax: Record<Kind, number> = { content: 72, app: 105, protected: 150, "client-only": 150 };
const stylesMax = 18;
const fontsMax = 110;

const lastBuild = () => JSON.parse(readFileSync(join(out, "site.json"), "utf8")) as Build;

/** What every public page has: its styles, compressed as its document is, and all fonts together, which are compressed already. */
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

/** Weighs every page of the last build from its files, in the language in which it is heavier; throws when there is none. */
export function pageWeights(): PageWeight[] {
  const build = lastBuild();
  const weigh = (files: readonly string[]) =>
    files.reduce((sum, file) => sum + statSync(join(out, "client", `${file}.br`)).size, 0) / 1000;
  const before = Math.max(...locales.map((locale) => weigh([build.entry[locale]])));
  const alive = (page: string) => Math.max(...locales.map((locale) => weigh(build.scripts[locale][page] ?? [])));
  return Object.entries(site.pages).flatMap(([page, { kind }]) => [
    { page, what: "before idle", kilobytes: before, budget: beforeMax } as const,
    { page, what: "alive", kilobytes: before + alive(page), budget: aliveMax[kind] } as const,
  ]);
}
