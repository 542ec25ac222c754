import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

const root = join(import.meta.dirname, "../../../..");

/** Returns the path of a source file within the repository: `apps/site/src/pages/home/home.tsx`. */
export const inRepository = (file: string): string => relative(root, file);
export const sourceFile = (path: string): string => join(root, path);

/** Returns the given modules and all their static imports, recursively; paths are within the repository. */
export function reachedFrom(begin: readonly string[]): Set<string> {
  const reached = new Set<string>(begin);
  for (const path of reached) for (const imported of importsOf(path)) reached.add(imported);
  return reached;
}

/**
 * Returns the static imports of a module, without type imports, dynamic imports and the entry points
 * of packages that are not part of the site.
 */
export function importsOf(path: string): string[] {
  const code = readFileSync(join(root, path), "utf8");
  return Array.from(
    code.matchAll(/^(?:import|export)\b(?! type\b)[^;"]*"((?:\.|@uola\/)[^"]+\.tsx?)"/gm),
    ([, to = ""]) => (to.startsWith(".") ? join(dirname(path), to) : workspaceFile(to)),
  );
}

/** Resolves `@uola/ui/buttons.tsx` to `packages/ui/src/buttons.tsx`. */
function workspaceFile(specifier: string): string {
  const [, name = "", ...rest] = specifier.split("/");
  const folder = existsSync(join(root, "packages", name)) ? "packages" : "apps";
  return join(folder, name, "src", ...rest);
}
