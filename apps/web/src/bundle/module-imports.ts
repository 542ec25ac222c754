import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Returns the given modules and all their static imports, recursively, as paths within a folder. */
export function reachedFrom(folder: string, begin: readonly string[]): Set<string> {
  const reached = new Set<string>(begin);
  for (const path of reached) for (const imported of importsOf(folder, path)) reached.add(imported);
  return reached;
}

/** Returns the static imports of a module, without type imports and dynamic imports. */
export function importsOf(folder: string, path: string): string[] {
  const code = readFileSync(join(folder, path), "utf8");
  return Array.from(code.matchAll(/^(?:import|export)\b(?! type\b)[^;"]*"(\.[^"]+\.tsx?)"/gm), ([, to = ""]) =>
    join(dirname(path), to),
  );
}
