import { join } from "node:path";
import type { Plugin } from "vite";

/**
 * Merges modules that are always loaded together into one chunk: those that a static page needs,
 * and those that hydration needs in addition. A separate file for each shared module would cost one
 * request each, in sequence, and compress worse.
 */
export function fewChunks(source: string): Plugin {
  const chunkOf = new Map<string, string>();
  return {
    name: "uola:few-chunks",
    outputOptions(output) {
      const groups = [{ test: (id: string) => chunkOf.has(id), name: (id: string) => chunkOf.get(id) }];
      // A group contains only the modules it names; their imports may belong to the entry.
      return { ...output, codeSplitting: { includeDependenciesRecursively: false, groups } };
    },
    buildEnd() {
      const reachedFrom = (...begin: string[]) => {
        const reached = new Set(begin.map((file) => join(source, file)));
        for (const id of reached)
          for (const imported of this.getModuleInfo(id)?.importedIds ?? []) reached.add(imported);
        return reached;
      };
      const entry = reachedFrom("entry.ts");
      const atRest = reachedFrom("idle-entry.ts", "public-pages.ts");
      // Modules that are imported on demand keep their own files and names.
      const asked = new Set(
        ["idle-entry.ts", "public-pages.ts", "hydration-entry.ts"].map((file) => join(source, file)),
      );
      for (const id of [...atRest, ...reachedFrom("hydration-entry.ts")])
        if (!entry.has(id) && !asked.has(id)) chunkOf.set(id, atRest.has(id) ? "at-rest" : "frame");
    },
  };
}
