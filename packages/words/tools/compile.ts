/**
 * Compiles every area's `lt.json` and `en.json` into `generated/{lt,en,messages}.ts`.
 * `node tools/compile.ts` writes them; the tests call `compile()` and compare.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type CompiledMessage, compileMessageOrThrow } from "@lingui/message-utils/compileMessage";
import { keptTogether } from "../src/formats.ts";

const source = join(import.meta.dirname, "../src");
const locales = ["lt", "en"] as const;
const notice = "// Made by packages/words/tools/compile.ts: change the .json beside and run it again.\n";

export type Area = { name: string; folder: string; lt: Record<string, string>; en: Record<string, string> };

const read = (path: string): Record<string, string> => JSON.parse(readFileSync(path, "utf8"));

export const areas = (): Area[] =>
  readdirSync(source)
    .map((name) => ({ name, folder: join(source, name) }))
    .filter(({ folder }) => existsSync(join(folder, "lt.json")))
    .map((area) => ({ ...area, lt: read(join(area.folder, "lt.json")), en: read(join(area.folder, "en.json")) }));

/** The parameters of a message and their TypeScript types. A `select` without `other` cases is the union of its keys. */
export function parameters(message: CompiledMessage, found: Record<string, string> = {}): Record<string, string> {
  for (const token of message) {
    if (typeof token === "string") continue;
    const [name, kind, cases] = token;
    const branches = Object.entries((cases ?? {}) as Record<string, CompiledMessage | undefined>);
    if (kind === "plural" || kind === "selectordinal" || kind === "number") found[name] = "number";
    else if (kind === "select") {
      const keys = branches.map(([key]) => key).filter((key) => key !== "offset" && key !== "other");
      found[name] = [...keys.map((key) => JSON.stringify(key)), "(string & {})"].join(" | ");
    } else if (kind) throw new Error(`{${name}, ${kind}}: format with @uola/words/formats and pass the text.`);
    else found[name] ??= "string | number";
    for (const [, branch] of branches) if (Array.isArray(branch)) parameters(branch, found);
  }
  return found;
}

/** The files of an area: name inside `generated/` and text. */
export function compile(area: Area): Record<string, string> {
  const compiled = (locale: (typeof locales)[number]) =>
    Object.entries(area[locale]).map(([key, text]) => {
      try {
        return [key, compileMessageOrThrow(keptTogether(text))] as const;
      } catch (error) {
        throw new Error(`${area.name}/${locale}.json, "${key}": ${(error as Error).message}`);
      }
    });
  const catalog = (locale: (typeof locales)[number]) =>
    `${notice}import type { Catalog } from "../../index.ts";\n\nexport const ${locale}: Catalog = {\n${compiled(locale)
      .map(([key, message]) => `  ${JSON.stringify(key)}: ${JSON.stringify(message)},\n`)
      .join("")}};\n`;
  const types = compiled("lt").map(([key, message]) => {
    const list = Object.entries(parameters(message)).map(([name, type]) => `${name}: ${type}`);
    return `  ${JSON.stringify(key)}: ${list.length > 0 ? `{ ${list.join("; ")} }` : "null"};\n`;
  });
  return {
    "lt.ts": catalog("lt"),
    "en.ts": catalog("en"),
    "messages.ts": `${notice}export type Messages = {\n${types.join("")}};\n`,
  };
}

if (import.meta.main)
  for (const area of areas()) {
    mkdirSync(join(area.folder, "generated"), { recursive: true });
    for (const [name, text] of Object.entries(compile(area))) writeFileSync(join(area.folder, "generated", name), text);
  }
