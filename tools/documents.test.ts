import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { describe, expect, test } from "vitest";

/** Checks that the paths in the documents exist. */
const root = resolve(import.meta.dirname, "..");
const at = (pattern: string | string[]) =>
  globSync(pattern, { cwd: root, exclude: (path) => /(^|\/)(node_modules|build|dist|\.[^/]*)$/.test(path) });

const documents = at(["*.md", "docs/**/*.md", "packages/*/README.md", "apps/*/*.md"]).toSorted();
const folders = ["apps", "packages", "e2e", "clients", "bench", "docs", "tools"];
const files = at(folders.map((folder) => `${folder}/**`));

const isPath = (code: string) =>
  /^[\w-][\w.-]*(\/[\w.-]+)*(\/|\.(ts|tsx|mjs|js|css|sql|json|md))$/.test(code) ||
  (folders.includes(code.split("/")[0] ?? "") && /^[\w-]+(\/[\w.-]+)+$/.test(code));
/** Created by `npm run generate` and not committed. */
const isGenerated = (path: string) => /(^|\/)generated\//.test(path);

/**
 * Whether a path exists. It is relative to the root or to the document's folder, or shortened to
 * its last parts. A shortened path may not begin with a top-level folder or with `src`, because
 * almost every package has a matching file.
 */
function exists(path: string, document: string): boolean {
  if (isGenerated(path) || existsSync(join(root, path))) return true;
  const beside = join(dirname(document), path);
  if (existsSync(join(root, beside))) return true;
  if ([...folders, "src"].includes(path.split("/")[0] ?? "")) return false;
  const ending = `/${path.replace(/\/$/, "")}`;
  return files.some((file) => file.endsWith(ending));
}

/**
 * Whether a cited test title does not exist in its file. A citation looks like
 * `tools/documents.test.ts` “every path in…”.
 */
const citesMissingTest = (path: string, title: string) =>
  !readFileSync(join(root, path), "utf8").includes(title.replace(/…$/, ""));

const missingIn = (markdown: string, document: string): string[] => [
  ...[...markdown.matchAll(/`([^`\n]+)`/g)].flatMap(([, code = ""]) =>
    isPath(code) && !exists(code, document) ? [code] : [],
  ),
  ...[...markdown.matchAll(/\]\((?!\w+:|#)([^)#\s]+)/g)].flatMap(([, link = ""]) =>
    existsSync(join(root, dirname(document), link)) ? [] : [link],
  ),
  ...[...markdown.matchAll(/`(\w+\/[\w./-]+\.(?:test|spec)\.ts)` “([^”]+)”/g)].flatMap(([, path = "", title = ""]) =>
    existsSync(join(root, path)) && citesMissingTest(path, title) ? [title] : [],
  ),
];

describe("detection of missing paths", () => {
  test.each([
    ["a file path from the repository root", "`packages/kernel/src/nothing.ts`"],
    ["a folder path from the repository root", "`packages/kernel/src/nothing`"],
    ["a path from the document's folder", "`src/nothing.ts`"],
    ["shortened", "`availability/nothing.ts`"],
    ["a folder name", "`nothing/`"],
    ["a link target", "[nothing](nothing.md)"],
    ["a test title", "`tools/lock.test.ts` “there is no such test…”"],
  ])("detects a path that does not exist: %s", (_, markdown) =>
    expect(missingIn(markdown, "packages/kernel/README.md")).toHaveLength(1),
  );
});

test("accepts existing paths, URLs and package names", () => {
  const markdown = [
    "`packages/kernel/src/serve.ts`, `packages/kernel/src`, `src/serve.ts`, `availability/claim-places.ts`, `rules.ts`",
    "`/v2/items/`, `https://example.lt/`, `@uola/kernel`, `connection/collection`, `generated/`, [here](README.md)",
  ].join("\n");
  expect(missingIn(markdown, "packages/kernel/README.md")).toEqual([]);
});

test("finds the documents to check", () => expect(documents.length).toBeGreaterThan(40));
test.each(documents)("every path in %s exists", (document) => {
  expect(missingIn(readFileSync(join(root, document), "utf8"), document)).toEqual([]);
});
