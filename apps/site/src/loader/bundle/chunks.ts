import { join } from "node:path";
import type { Plugin } from "vite";

/**
 * Puts together what is always fetched together: what a page needs at rest, and what it needs besides to come alive. A file for each module that
 * others import too would be a request each, one after the other, and compresses worse.
 */
export function fewChunks(source: string): Plugin {
  const chunkOf = new Map<string, string>();
  return {
    name: "uola:few-chunks",
    outputOptions(output) {
      const groups = [{ test: (id: string) => chunkOf.has(id), name: (id: string) => chunkOf.get(id) }];
      // A group takes what it names and no more: what it imports may belong to the entry.
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
      const atRest = reachedFrom("idle.ts", "public-pages.ts");
      // What is imported on demand keeps a file by its own name.
      const asked = new Set(["idle.ts", "public-pages.ts", "alive.ts"].map((file) => join(source, file)));
      for (const id of [...atRest, ...reachedFrom("alive.ts")])
        if (!entry.has(id) && !asked.has(id)) chunkOf.set(id, atRest.has(id) ? "at-rest" : "frame");
    },
  };
}
