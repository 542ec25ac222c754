import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { type Locale, locales } from "@uola/words/language";
import type { Plugin } from "vite";

const prefix = "\0uola-word:";
const sources = join(import.meta.dirname, "../..");

/** Where the compiled messages of an area stand. */
const catalogOf = (area: "site" | "admin", locale: Locale) =>
  join(dirname(fileURLToPath(import.meta.resolve(`@uola/words/${area}`))), `../../generated/${area}/${locale}.ts`);

/** What runs before the page comes alive says nothing, and must not bring in what does. */
const comesFirst = /^(entry\.ts|pages\.ts|loader\/|server\/)/;

/**
 * Brings each message of the site, in the one language of a build, with the page that names it: a page carries its own words
 * and not everybody's; those that several name, or the frame, stay in the catalogue. A message is named by a string that is its
 * key, or by a string or template that ends in a dot and begins it. The admin has its messages in one piece.
 */
export function wordsWherePagesNameThem(locale: Locale): Plugin {
  const catalog = catalogOf("site", locale);
  const otherLanguages = new Map(
    locales
      .filter((other) => other !== locale)
      .flatMap((other) => [
        [catalogOf("site", other), other],
        [catalogOf("admin", other), other],
      ]),
  );
  let messages: Record<string, unknown> = {};
  let placeOf = new Map<string, string>();
  const line = (key: string) => `${locale}[${JSON.stringify(key)}] = ${JSON.stringify(messages[key])};`;
  return {
    name: "uola:words",
    enforce: "pre",
    apply: "build",
    applyToEnvironment: ({ name }) => name === "client",
    async buildStart() {
      messages = ((await import(catalog)) as Record<Locale, typeof messages>)[locale];
      placeOf = placesIn(sources, Object.keys(messages));
    },
    resolveId: (source) => (source.startsWith(prefix) ? source : undefined),
    load(id) {
      const other = otherLanguages.get(id);
      if (other) return `export const ${other} = {};`;
      if (id === catalog) {
        const shared = [...placeOf].flatMap(([key, place]) => (place === everywhere ? [line(key)] : []));
        return `export const ${locale} = {};\n${shared.join("\n")}`;
      }
      if (!id.startsWith(prefix)) return undefined;
      const code = `import { ${locale} } from ${JSON.stringify(catalog)};\n${line(id.slice(prefix.length))}`;
      return { code, moduleSideEffects: true };
    },
    transform(code, id) {
      if (!id.startsWith(sources) || comesFirst.test(relative(sources, id))) return undefined;
      const own = namedIn(code, Object.keys(messages)).filter((key) => placeOf.get(key) !== everywhere);
      const imports = own.map((key) => `import ${JSON.stringify(prefix + key)};`).join("");
      return own.length > 0 ? { code: imports + code, map: null } : undefined;
    },
  };
}

const everywhere = "everywhere";
/** Names the words of the menus, which stand on every page. */
const table = "pages.ts";

/** Key → the one page (a folder or file of `pages/`), or the kit of the admin, that names it, or `everywhere`. */
function placesIn(folder: string, keys: readonly string[]): Map<string, string> {
  const places = new Map<string, string>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = relative(folder, join(entry.parentPath, entry.name));
    if (
      !entry.isFile() ||
      !/\.tsx?$/.test(path) ||
      /\.(test|data|content)\.tsx?$/.test(path) ||
      (comesFirst.test(path) && path !== table)
    ) {
      continue;
    }
    const place = /^(?:pages|admin)\/([^/]+)/.exec(path)?.[1] ?? everywhere;
    for (const key of namedIn(readFileSync(join(folder, path), "utf8"), keys)) {
      places.set(key, (places.get(key) ?? place) === place ? place : everywhere);
    }
  }
  return places;
}

export function namedIn(code: string, keys: readonly string[]): string[] {
  const words = new Set(Array.from(code.matchAll(/["'`]([\w.-]+)(?:["'`]|\$\{)/g), ([, word]) => word as string));
  const beginnings = [...words].filter((word) => word.endsWith("."));
  return keys.filter((key) => words.has(key) || beginnings.some((beginning) => key.startsWith(beginning)));
}
