import { globSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseSync } from "vite";
import { describe, expect, test } from "vitest";
import { englishViolations, forbiddenWords } from "../packages/words/tools/forbidden-words.ts";

/**
 * Checks the texts outside the message catalogues: the legal documents and the demo content. The
 * catalogues have rules of their own.
 */
const root = resolve(import.meta.dirname, "..");
const isLithuanian = (text: string) => /[ąčęėįšųūž„]/i.test(text);

/** The string literals of a source file, without comments and identifiers. */
function stringsIn(path: string, source: string): string[] {
  const found: string[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const each of value) visit(each);
    if (typeof value !== "object" || value === null || Array.isArray(value)) return;
    const node = value as { type?: string; value?: unknown };
    if (node.type === "Literal" && typeof node.value === "string") found.push(node.value);
    if (node.type === "TemplateElement") found.push((node.value as { cooked: string }).cooked);
    for (const child of Object.values(node)) visit(child);
  };
  visit(parseSync(path, source).program);
  return found;
}

/** Removes HTML tags and the names of storage keys, which are not words. */
const wordsOf = (html: string) => html.replace(/<strong>uola[._][\w.]+<\/strong>/g, " ").replace(/<[^>]*>/g, " ");

const read = (pattern: string) =>
  globSync(pattern, { cwd: root }).map((path) => ({ path, text: readFileSync(resolve(root, path), "utf8") }));

describe("legal documents", () => {
  const documents = read("apps/site/src/content/documents/*.html");

  test.each(documents.map(({ path, text }) => [path, text]))(
    "the legal document %s contains no forbidden words",
    (path, text) => {
      const check = path.endsWith(".lt.html") ? forbiddenWords : englishViolations;
      expect(text.split("\n").map(wordsOf).flatMap(check)).toEqual([]);
    },
  );
});

describe("demo content", () => {
  const sources = read("apps/server/src/demo/*.ts").filter(({ path }) => !path.endsWith(".test.ts"));

  test.each(sources.map(({ path, text }) => [path, text]))(
    "the demo content in %s contains no forbidden words",
    (path, text) => {
      const strings = stringsIn(path, text)
        .map(wordsOf)
        .filter((each) => /\s/.test(each.trim()));
      expect(strings.flatMap((each) => (isLithuanian(each) ? forbiddenWords : englishViolations)(each))).toEqual([]);
    },
  );
});
