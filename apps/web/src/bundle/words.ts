import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Locale, locales } from "@uola/words/language";
import type { Plugin } from "vite";
import { adminFrameModule, adminRowsModule, hydrationModule } from "./entry-modules.ts";
import { inRepository, reachedFrom, sourceFile } from "./module-imports.ts";

const prefix = "\0uola-word:";
/**
 * The folders whose modules use messages in browsers. The loader and the entries run before
 * hydration, use no messages and must not import any.
 */
const folders = ["packages/browser/src", "packages/ui/src", "apps/site/src", "apps/admin/src"];

type Area = "site" | "admin";

/**
 * Returns the module id of a message. The extension prevents a key like "export.json" from being
 * treated as a file type.
 */
const idOf = (area: Area, key?: string) => `${prefix}${area}:${key === undefined ? "" : `${key}.ts`}`;

/** Returns the path of the compiled messages of an area. */
const catalogOf = (area: Area, locale: Locale) =>
  join(dirname(fileURLToPath(import.meta.resolve(`@uola/words/${area}`))), `../../generated/${area}/${locale}.ts`);

/** Whether a module is a page table; page tables are also loaded before hydration. */
const isTable = (path: string) => /\/src\/(?:public|admin)-pages\.ts$/.test(path);
const usesMessages = (path: string) => folders.some((folder) => path.startsWith(`${folder}/`)) && !isTable(path);

/** The modules on every page of an area. The admin's menu takes its labels from the page table. */
const everywhere: Record<Area, { reached: string[]; read: string[] }> = {
  site: { reached: [hydrationModule], read: [] },
  admin: { reached: [adminFrameModule], read: [adminRowsModule] },
};

/** Whether only the team's pages load a module. */
const isTeams = (path: string) => /^(?:apps\/admin|packages\/ui\/src\/kit)\//.test(path);

/**
 * Bundles each message, in the one language of a build, with the code that uses it, so that a page
 * loads only its own messages. The catalogue contains only the messages of the frame, which is on
 * every page; a message used in several parts is included in each. A module uses a message if it
 * contains a string equal to the message key, or a string or template that is a prefix of the key
 * ending in a dot. Admin messages are used only by the admin.
 */
export function messagesPerPage(locale: Locale): Plugin {
  const others = locales.filter((other) => other !== locale);
  const otherLanguages = new Map(
    (["site", "admin"] as const).flatMap((area) => others.map((other) => [catalogOf(area, other), other] as const)),
  );
  let areas: Words[] = [];
  return {
    name: "uola:words",
    enforce: "pre",
    apply: "build",
    applyToEnvironment: ({ name }) => name === "client",
    async buildStart() {
      areas = await Promise.all((["site", "admin"] as const).map((area) => wordsOf(area, locale)));
    },
    resolveId: (source) => (source.startsWith(prefix) ? source : undefined),
    load(id) {
      const other = otherLanguages.get(id);
      if (other) return `export const ${other} = {};`;
      const whole = areas.find(({ catalog }) => id === catalog);
      if (whole) {
        const shared = [...whole.placeOf].flatMap(([key, place]) => (place === frame ? [whole.line(key)] : []));
        return `const ${whole.name} = {};\n${shared.join("\n")}\nexport { ${whole.name} as ${locale} };`;
      }
      const one = areas.find(({ area }) => id.startsWith(idOf(area)));
      if (!one) return undefined;
      const code = `${one.bring}\n${one.line(id.slice(idOf(one.area).length, -".ts".length))}`;
      return { code, moduleSideEffects: true };
    },
    transform(code, id) {
      const path = inRepository(id);
      if (!usesMessages(path)) return undefined;
      const brought = areas.flatMap(({ area, messages, placeOf, line, bring }) => {
        if (area === "admin" && !isTeams(path)) return [];
        const own = namedIn(code, Object.keys(messages)).filter((key) => placeOf.get(key) !== frame);
        // A message module is shared within one page; if it were shared by several pages it would
        // become a separate script, so such messages are inlined.
        const isSeveral = (key: string) => placeOf.get(key) === several;
        const imports = own.flatMap((key) => (isSeveral(key) ? [] : [`import ${JSON.stringify(idOf(area, key))};`]));
        const lines = own.filter(isSeveral).map(line);
        return [{ imports: [...imports, ...(lines.length > 0 ? [bring] : [])], lines }];
      });
      const imports = brought.flatMap((each) => each.imports);
      if (imports.length === 0) return undefined;
      return { code: [...imports, ...brought.flatMap(({ lines }) => lines), code].join(""), map: null };
    },
  };
}

/** The messages of an area, where each is used, and how a script adds one to the catalogue. */
type Words = {
  area: Area;
  /** The catalogue's variable name in scripts. */
  name: string;
  catalog: string;
  messages: Record<string, unknown>;
  placeOf: Map<string, string>;
  bring: string;
  line(key: string): string;
};

export async function wordsOf(area: Area, locale: Locale): Promise<Words> {
  const catalog = catalogOf(area, locale);
  const messages = ((await import(catalog)) as Record<Locale, Record<string, unknown>>)[locale];
  const name = `${locale}${area === "admin" ? "Team" : ""}`;
  return {
    area,
    name,
    catalog,
    messages,
    placeOf: placesIn(area, Object.keys(messages)),
    bring: `import { ${locale} as ${name} } from ${JSON.stringify(catalog)};`,
    line: (key) => `${name}[${JSON.stringify(key)}] = ${JSON.stringify(messages[key])};`,
  };
}

/**
 * Values for the location of a message that is not on a single page: on every page, or in several
 * parts.
 */
const frame = "frame";
const several = "several";

/**
 * Returns, for each key, the one page (a folder or file of `pages/`), the admin's kit, or the other
 * module that uses it; otherwise `frame` or `several`.
 */
function placesIn(area: Area, keys: readonly string[]): Map<string, string> {
  const places = new Map<string, string>();
  const framed = reachedFrom(everywhere[area].reached);
  const read = everywhere[area].read;
  for (const path of folders.flatMap(modulesIn)) {
    const isFramed = framed.has(path) || read.includes(path);
    if (!isFramed && (isTable(path) || (area === "admin" && !isTeams(path)))) continue;
    const place = isFramed
      ? frame
      : (/^apps\/\w+\/src\/pages\/[^/]+(?=\/)|^packages\/ui\/src\/kit(?=\/)/.exec(path)?.[0] ?? path);
    for (const key of namedIn(readFileSync(sourceFile(path), "utf8"), keys)) {
      const before = places.get(key) ?? place;
      places.set(key, before === frame || place === frame ? frame : before === place ? place : several);
    }
  }
  return places;
}

/** Returns the modules of a folder that browsers load. */
const modulesIn = (folder: string) =>
  readdirSync(sourceFile(folder), { recursive: true, encoding: "utf8" })
    .filter((path) => /\.tsx?$/.test(path) && !/\.(test|data|content)\.tsx?$/.test(path))
    .map((path) => join(folder, path));

export function namedIn(code: string, keys: readonly string[]): string[] {
  const words = new Set(Array.from(code.matchAll(/["'`]([\w.-]+)(?:["'`]|\$\{)/g), ([, word]) => word as string));
  const beginnings = [...words].filter((word) => word.endsWith("."));
  return keys.filter((key) => words.has(key) || beginnings.some((beginning) => key.startsWith(beginning)));
}
