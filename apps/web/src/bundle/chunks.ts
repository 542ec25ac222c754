import type { Plugin } from "vite";
import { entryModule, hydrationModule, idleModules } from "./entry-modules.ts";
import { sourceFile } from "./module-imports.ts";

/**
 * Merges modules that are always loaded together into one chunk: those that a static page needs,
 * and those that hydration needs in addition. A separate file for each shared module would cost one
 * request each, in sequence, and compress worse.
 */
export function fewChunks(): Plugin {
  const chunkOf = new Map<string, string>();
  return {
    name: "uola:few-chunks",
    outputOptions(output) {
      const groups = [{ test: (id: string) => chunkOf.has(id), name: (id: string) => chunkOf.get(id) }];
      // A group contains only the modules listed for it; their imports may belong to the entry.
      return { ...output, codeSplitting: { includeDependenciesRecursively: false, groups } };
    },
    buildEnd() {
      const reachedFrom = (...begin: string[]) => {
        const reached = new Set(begin.map(sourceFile));
        for (const id of reached)
          for (const imported of this.getModuleInfo(id)?.importedIds ?? []) reached.add(imported);
        return reached;
      };
      const entry = reachedFrom(entryModule);
      const atRest = reachedFrom(...idleModules);
      // Modules that are imported on demand keep their own files and names.
      const asked = new Set([...idleModules, hydrationModule].map(sourceFile));
      for (const id of [...atRest, ...reachedFrom(hydrationModule)])
        if (!entry.has(id) && !asked.has(id)) chunkOf.set(id, atRest.has(id) ? "at-rest" : "frame");
    },
  };
}
