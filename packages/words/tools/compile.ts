/** Compiles every area's `lt.json` and `en.json` into `generated/<area>/{lt,en,messages}.ts`; `tools/make.ts` writes them. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type CompiledMessage, compileMessageOrThrow } from "@lingui/message-utils/compileMessage";
import { withNoBreakSpaces } from "../src/formats.ts";

const source = join(import.meta.dirname, "../src");
const locales = ["lt", "en"] as const;
const notice = "// Made by packages/words/tools/compile.ts: change src/*/*.json and run `npm run generate`.\n";

type Area = { name: string; lt: Record<string, string>; en: Record<string, string> };

const read = (path: string): Record<string, string> => JSON.parse(readFileSync(path, "utf8"));

export const areas = (): Area[] =>
  readdirSync(source)
    .map((name) => ({ name, folder: join(source, name) }))
    .filter(({ folder }) => existsSync(join(folder, "lt.json")))
    .map(({ name, folder }) => ({ name, lt: read(join(folder, "lt.json")), en: read(join(folder, "en.json")) }));

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

/** The generated files of an area: path inside `generated/` and text. */
export function compile(area: Area): Record<string, string> {
  const compiled = (locale: (typeof locales)[number]) =>
    Object.entries(area[locale]).map(([key, text]) => {
      try {
        return [key, compileMessageOrThrow(withNoBreakSpaces(text))] as const;
      } catch (error) {
        throw new Error(`${area.name}/${locale}.json, "${key}": ${(error as Error).message}`);
      }
    });
  const catalog = (locale: (typeof locales)[number]) =>
    `${notice}import type { Catalog } from "../../src/index.ts";\n\nexport const ${locale}: Catalog = {\n${compiled(
      locale,
    )
      .map(([key, message]) => `  ${JSON.stringify(key)}: ${JSON.stringify(message)},\n`)
      .join("")}};\n`;
  const types = compiled("lt").map(([key, message]) => {
    const list = Object.entries(parameters(message)).map(([name, type]) => `${name}: ${type}`);
    return `  ${JSON.stringify(key)}: ${list.length > 0 ? `{ ${list.join("; ")} }` : "null"};\n`;
  });
  return {
    [`${area.name}/lt.ts`]: catalog("lt"),
    [`${area.name}/en.ts`]: catalog("en"),
    [`${area.name}/messages.ts`]: `${notice}export type Messages = {\n${types.join("")}};\n`,
  };
}

export const compileAll = (): Record<string, string> => Object.assign({}, ...areas().map(compile));
