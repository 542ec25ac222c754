import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { type Locale, locales } from "@uola/words/language";
import type { Plugin } from "vite";
import { reachedFrom } from "./reached.ts";

const prefix = "\0uola-word:";
const sources = join(import.meta.dirname, "../..");

/** Where the compiled messages of an area stand. */
const catalogOf = (area: "site" | "admin", locale: Locale) =>
  join(dirname(fileURLToPath(import.meta.resolve(`@uola/words/${area}`))), `../../generated/${area}/${locale}.ts`);

/** What runs before the page comes alive says nothing, and must not bring in what does. */
const comesFirst = /^(entry\.ts|idle\.ts|(public-|admin-)?pages\.ts|loader\/|server\/)/;

/**
 * Brings each message of the site, in the one language of a build, with what names it: a page carries its own words and not
 * everybody's. Only those of the frame, which is on every page, stand in the catalogue; what several parts name, each brings
 * along. A message is named by a string that is its key, or by a string or template that ends in a dot and begins it. The admin
 * has its messages in one piece.
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
        const shared = [...placeOf].flatMap(([key, place]) => (place === frame ? [line(key)] : []));
        return `export const ${locale} = {};\n${shared.join("\n")}`;
      }
      if (!id.startsWith(prefix)) return undefined;
      const code = `import { ${locale} } from ${JSON.stringify(catalog)};\n${line(id.slice(prefix.length))}`;
      return { code, moduleSideEffects: true };
    },
    transform(code, id) {
      if (!id.startsWith(sources) || comesFirst.test(relative(sources, id))) return undefined;
      const own = namedIn(code, Object.keys(messages)).filter((key) => placeOf.get(key) !== frame);
      if (own.length === 0) return undefined;
      // A module of its own is there once for all of one page; where several pages name it, it would be a script of its own.
      const isSeveral = (key: string) => placeOf.get(key) === several;
      const imports = own.filter((key) => !isSeveral(key)).map((key) => `import ${JSON.stringify(prefix + key)};`);
      const lines = own.filter(isSeveral).map(line);
      const bring = lines.length > 0 ? [`import { ${locale} } from ${JSON.stringify(catalog)};`] : [];
      return { code: [...imports, ...bring, ...lines, code].join(""), map: null };
    },
  };
}

/** Places of a message beside a page: on every page, or in several parts that are not. */
const frame = "frame";
const several = "several";

/** What stands on every page. */
const everywhere = ["alive.ts"];

/**
 * Key → the one page (a folder or file of `pages/`), the kit of the admin, or the other module that names it; or `frame`, or
 * `several`.
 */
function placesIn(folder: string, keys: readonly string[]): Map<string, string> {
  const places = new Map<string, string>();
  const framed = reachedFrom(folder, everywhere);
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = relative(folder, join(entry.parentPath, entry.name));
    const isFramed = framed.has(path);
    if (!entry.isFile() || !/\.tsx?$/.test(path) || /\.(test|data|content)\.tsx?$/.test(path)) continue;
    if (comesFirst.test(path) && !isFramed) continue;
    const place = isFramed ? frame : (/^(?:pages|admin)\/([^/]+)/.exec(path)?.[1] ?? path);
    for (const key of namedIn(readFileSync(join(folder, path), "utf8"), keys)) {
      const before = places.get(key) ?? place;
      places.set(key, before === frame || place === frame ? frame : before === place ? place : several);
    }
  }
  return places;
}

export function namedIn(code: string, keys: readonly string[]): string[] {
  const words = new Set(Array.from(code.matchAll(/["'`]([\w.-]+)(?:["'`]|\$\{)/g), ([, word]) => word as string));
  const beginnings = [...words].filter((word) => word.endsWith("."));
  return keys.filter((key) => words.has(key) || beginnings.some((beginning) => key.startsWith(beginning)));
}
