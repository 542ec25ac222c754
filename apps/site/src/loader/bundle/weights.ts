import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { locales } from "@uola/words/language";
import { site } from "../../pages.ts";
import type { Kind } from "../page.ts";
import type { Build } from "../server/document.ts";

const out = join(import.meta.dirname, "../../../build");

/** JavaScript of one page, kB brotli, against what it may weigh. */
type PageWeight = { page: string; what: "before idle" | "alive"; kilobytes: number; budget: number };

const beforeMax = 5;
const aliveMax: Record<Kind, number> = { content: 65, app: 110, protected: 150, "client-only": 150 };

/** Weighs every page of the last build from its files, in the language in which it is heavier; throws when there is none. */
export function pageWeights(): PageWeight[] {
  const build = JSON.parse(readFileSync(join(out, "site.json"), "utf8")) as Build;
  const weigh = (files: readonly string[]) =>
    files.reduce((sum, file) => sum + statSync(join(out, "client", `${file}.br`)).size, 0) / 1000;
  const before = Math.max(...locales.map((locale) => weigh([build.entry[locale]])));
  const alive = (page: string) => Math.max(...locales.map((locale) => weigh(build.scripts[locale][page] ?? [])));
  return Object.entries(site.pages).flatMap(([page, { kind }]) => [
    { page, what: "before idle", kilobytes: before, budget: beforeMax } as const,
    { page, what: "alive", kilobytes: before + alive(page), budget: aliveMax[kind] } as const,
  ]);
}
