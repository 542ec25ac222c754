import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseSync } from "vite";

/**
 * Lists the type assertions (`value as Type`) of the product code, which the compiler does not check:
 *
 *     node tools/casts.ts [PATH…]      (without a path: the number for each package)
 *
 * `as const` and names in imports and exports are not counted; `as unknown as Type` counts twice.
 */
export type Cast = { file: string; line: number; text: string };

const root = fileURLToPath(new URL("../", import.meta.url));
const sources = ["packages/*/{src,tools}/**/*.{ts,tsx}", "apps/*/src/**/*.{ts,tsx}"];
/** Tests and their helpers, declarations, and files that are generated. */
const excluded =
  /\.(test|testing|fixture)\.|\/testing(-\w+)?\.ts$|\/generated\/|\.d\.ts$|^packages\/database\/src\/schema\.ts$/;

/** Every file of the product, relative to the repository. */
export const productFiles = (): string[] =>
  globSync(sources, { cwd: root })
    .filter((file) => !excluded.test(file))
    .sort();

/** The type assertions in a file. */
export function castsIn(file: string, text: string): Cast[] {
  const { program, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  const casts: Cast[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(visit);
    else if (isNode(value)) {
      if (isCast(value)) {
        const line = text.slice(0, value.start).split("\n").length;
        casts.push({ file, line, text: text.slice(value.start, value.end).replace(/\s+/g, " ") });
      }
      Object.values(value).forEach(visit);
    }
  };
  visit(program);
  return casts;
}

type Node = { type: string; start: number; end: number; [key: string]: unknown };
const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null && "type" in value;

function isCast({ type, typeAnnotation }: Node): boolean {
  if (type === "TSTypeAssertion") return true;
  if (type !== "TSAsExpression") return false;
  const name = isNode(typeAnnotation) ? typeAnnotation.typeName : undefined;
  return !(isNode(name) && name.name === "const");
}

export const castsOf = (files: readonly string[]): Cast[] =>
  files.flatMap((file) => castsIn(file, readFileSync(root + file, "utf8")));

/** The number of type assertions in each package and app. */
export const castsByPackage = (casts: readonly Cast[]): Record<string, number> => {
  const numbers: Record<string, number> = {};
  for (const { file } of casts) {
    const name = file.split("/").slice(0, 2).join("/");
    numbers[name] = (numbers[name] ?? 0) + 1;
  }
  return numbers;
};

function main(...paths: string[]): void {
  const files = productFiles().filter((file) => paths.length === 0 || paths.some((path) => file.startsWith(path)));
  const casts = castsOf(files);
  if (paths.length > 0) for (const { file, line, text } of casts) console.log(`${file}:${line}\t${text}`);
  else console.table(castsByPackage(casts));
  console.log(`${casts.length} type assertions in ${files.length} files`);
}

if (import.meta.main) main(...process.argv.slice(2));
