import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Some modules and all they import before they run, by their paths within a folder. */
export function reachedFrom(folder: string, begin: readonly string[]): Set<string> {
  const reached = new Set<string>(begin);
  for (const path of reached) for (const imported of importsOf(folder, path)) reached.add(imported);
  return reached;
}

/** What a module imports before it runs; types and what comes on demand are no part of it. */
export function importsOf(folder: string, path: string): string[] {
  const code = readFileSync(join(folder, path), "utf8");
  return Array.from(code.matchAll(/^(?:import|export)\b(?! type\b)[^;"]*"(\.[^"]+\.tsx?)"/gm), ([, to = ""]) =>
    join(dirname(path), to),
  );
}
