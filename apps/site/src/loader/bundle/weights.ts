import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Manifest } from "vite";
import type { Build } from "../server/document.ts";

const out = join(import.meta.dirname, "../../../build");

/** Bytes of JavaScript, brotli: `before` the page is idle or touched, and `after` React and the page's view have come. */
export type PageWeight = { page: string; before: number; after: number };

/** Weighs every page of the last build from its files; throws when there is none. */
export function pageWeights(): PageWeight[] {
  const build = JSON.parse(readFileSync(join(out, "site.json"), "utf8")) as Build;
  const manifest = JSON.parse(readFileSync(join(out, "manifest.json"), "utf8")) as Manifest;
  const entry = Object.values(manifest).find(({ file }) => `/${file}` === build.entry);
  const weigh = (files: readonly string[]) =>
    files.reduce((sum, file) => sum + statSync(join(out, "client", `${file}.br`)).size, 0);
  const before = weigh([build.entry, ...(entry?.imports ?? []).map((name) => manifest[name]?.file ?? "")]);
  return Object.entries(build.scripts).map(([page, scripts]) => ({ page, before, after: before + weigh(scripts) }));
}

export function printPageWeights(): void {
  const kB = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`.padStart(9);
  console.log(`JavaScript, brotli${"".padEnd(6)}before idle      after`);
  for (const { page, before, after } of pageWeights()) console.log(`  ${page.padEnd(20)} ${kB(before)}  ${kB(after)}`);
}
