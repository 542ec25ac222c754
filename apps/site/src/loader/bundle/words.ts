import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const prefix = "\0uola-word:";
const sources = join(import.meta.dirname, "../..");
const catalog = join(dirname(fileURLToPath(import.meta.resolve("@uola/words/site"))), "generated/lt.ts");

/** What runs before the page comes alive says nothing, and must not bring in what does. */
const comesFirst = /src\/(entry\.ts|pages\.ts|loader\/)/;

/**
 * Brings each message with the modules that name it, so that a page carries its own words and not everybody's. A
 * message is named by a string that is its key, or by a string or template that ends in a dot and begins it.
 */
export async function wordsWherePagesNameThem(): Promise<Plugin & { isShared(id: string): boolean }> {
  const { lt } = (await import(catalog)) as { lt: Record<string, unknown> };
  const keys = Object.keys(lt);
  /** Key → the pages' folders that name it; anything outside of them counts as a place of its own. */
  const places = new Map<string, Set<string>>();
  return {
    name: "uola:words",
    enforce: "pre",
    apply: "build",
    applyToEnvironment: ({ name }) => name === "client",
    resolveId: (source) => (source.startsWith(prefix) ? source : undefined),
    load(id) {
      if (id === catalog) return "export const lt = {};";
      if (!id.startsWith(prefix)) return undefined;
      const key = id.slice(prefix.length);
      const message = `lt[${JSON.stringify(key)}] = ${JSON.stringify(lt[key])};`;
      return { code: `import { lt } from ${JSON.stringify(catalog)};\n${message}`, moduleSideEffects: true };
    },
    transform(code, id) {
      if (!id.startsWith(sources) || comesFirst.test(id)) return undefined;
      const place = /\/pages\/([^/]+)/.exec(id)?.[1] ?? "everywhere";
      const named = namedIn(code, keys);
      for (const key of named) places.set(key, (places.get(key) ?? new Set()).add(place));
      const imports = named.map((key) => `import ${JSON.stringify(prefix + key)};`).join("");
      return named.length > 0 ? { code: imports + code, map: null } : undefined;
    },
    isShared(id) {
      const used = places.get(id.slice(prefix.length));
      return id.startsWith(prefix) && used !== undefined && (used.size > 1 || used.has("everywhere"));
    },
  };
}

export function namedIn(code: string, keys: readonly string[]): string[] {
  const words = new Set(Array.from(code.matchAll(/["'`]([\w.-]+)(?:["'`]|\$\{)/g), ([, word]) => word as string));
  const beginnings = [...words].filter((word) => word.endsWith("."));
  return keys.filter((key) => words.has(key) || beginnings.some((beginning) => key.startsWith(beginning)));
}
