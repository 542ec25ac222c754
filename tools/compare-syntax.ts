import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { parseSync } from "vite";

/**
 * Compares the syntax of two revisions, to prove that a commit changes only names and prose:
 *
 *     node tools/compare-syntax.ts BEFORE [AFTER]      (without AFTER: the files in the working tree)
 *
 * Comments, formatting, import paths and test titles are ignored. Renamed identifiers are paired and listed.
 * The rest is listed by file: changed structure, changed strings and a name that has replaced two others.
 * Exits with 1 if it lists anything other than renames.
 */
type Node = { type: string; [key: string]: unknown };
export type Comparison = { renames: Map<string, Set<string>>; strings: [string, string][]; structure: string[] };

const ignoredKeys = new Set(["start", "end", "range", "loc", "raw", "decorators", "optional", "comments", "shorthand"]);
const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && typeof (value as Node).type === "string";

/** Parses a file and normalizes equivalent syntax. */
function programOf(file: string, text: string): Node {
  const { program, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  return normalized(program) as Node;
}

function normalized(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(normalized);
  if (!isNode(value)) return value;
  const entries = Object.entries(value)
    .filter(([key]) => !ignoredKeys.has(key))
    .map(([key, child]) => [key, normalized(child)]);
  const node = Object.fromEntries(entries) as Node;
  if (node.type === "ObjectExpression") node.properties = (node.properties as Node[]).flatMap(inlined);
  if (node.type === "ArrayExpression") node.elements = (node.elements as (Node | null)[]).flatMap(inlined);
  if (node.type === "ParenthesizedExpression") return node.expression;
  // Imports are not compared in order: the order has no meaning here, because module side effects
  // are not used.
  if (node.type === "Program") node.body = sortedImports(node.body as Node[]);
  return node;
}

/** `{ ...{ a, b } }` is equivalent to `{ a, b }`, and `[...[a, b]]` to `[a, b]`. */
function inlined(part: Node | null): (Node | null)[] {
  if (part?.type !== "SpreadElement") return [part];
  const { type, properties, elements } = part.argument as Node;
  if (type === "ObjectExpression") return (properties as Node[]).flatMap(inlined);
  return type === "ArrayExpression" ? (elements as (Node | null)[]).flatMap(inlined) : [part];
}

/**
 * Removes import declarations, because file and export names may change. Imported names are
 * compared where they are used.
 */
function sortedImports(body: Node[]): Node[] {
  return body.filter(({ type }) => type !== "ImportDeclaration");
}

const testFunctions = new Set(["test", "it", "describe"]);
/** The name of the called function: `test` for `test.each(rows)("title", …)`. */
function calledName(callee: unknown): string | undefined {
  if (!isNode(callee)) return undefined;
  if (callee.type === "Identifier") return callee.name as string;
  return calledName(callee.object ?? callee.callee ?? callee.tag);
}
const isTestCall = (node: Node) => node.type === "CallExpression" && testFunctions.has(calledName(node.callee) ?? "");
const isText = (node: Node | undefined) =>
  node?.type === "TemplateLiteral" || (node?.type === "Literal" && typeof node.value === "string");
const isPath = (key: string, parent: Node) =>
  key === "source" || (parent.type === "ImportExpression" && key === "source") || parent.type === "TSImportType";

const identifierTypes = new Set(["Identifier", "JSXIdentifier", "PrivateIdentifier"]);

/** Compares two versions of one file. Both names must be given, because the extension selects the grammar. */
export function compareSources(
  before: { file: string; text: string },
  after: { file: string; text: string },
): Comparison {
  const found: Comparison = { renames: new Map(), strings: [], structure: [] };
  walk(programOf(before.file, before.text), programOf(after.file, after.text), "", found);
  return found;
}

function walk(before: unknown, after: unknown, path: string, found: Comparison): void {
  if (Array.isArray(before) && Array.isArray(after)) {
    if (before.length !== after.length) found.structure.push(`${path}: ${before.length} → ${after.length} nodes`);
    else
      before.forEach((child, index) => {
        walk(child, after[index], path, found);
      });
    return;
  }
  if (!isNode(before) || !isNode(after)) {
    if (before !== after) compareValues(before, after, path, found);
    return;
  }
  if (identifierTypes.has(before.type) && before.type === after.type) {
    pair(before.name as string, after.name as string, found);
    walk(before.typeAnnotation, after.typeAnnotation, path, found);
    return;
  }
  if (before.type !== after.type) {
    found.structure.push(`${path}: ${before.type} → ${after.type}`);
    return;
  }
  const here = `${path}/${before.type}`;
  const isTest = isTestCall(before) && isTestCall(after);
  for (const key of Object.keys(before)) {
    if (key === "type" || isPath(key, before)) continue;
    const [left, right] = [before[key], after[key]];
    // The first argument of a test is its title, which is ignored.
    if (isTest && key === "arguments" && isText((left as Node[])[0]))
      walk((left as Node[]).slice(1), (right as Node[]).slice(1), here, found);
    else walk(left, right, here, found);
  }
}

function compareValues(before: unknown, after: unknown, path: string, found: Comparison): void {
  const [left, right] = [textOf(before), textOf(after)];
  if (left === right) return;
  if (isNode(before) || isNode(after)) found.structure.push(`${path}: changed`);
  else found.strings.push([left, right]);
}

/**
 * Returns the text of a literal's value; a template or a regular expression has its value inside an
 * object.
 */
function textOf(value: unknown): string {
  if (typeof value === "object" && value !== null && "cooked" in value) return String(value.cooked);
  if (value instanceof RegExp) return String(value);
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

function pair(before: string, after: string, { renames }: Comparison): void {
  const names = renames.get(before) ?? new Set();
  renames.set(before, names.add(after));
}

const git = (...args: string[]) => execFileSync("git", args, { encoding: "utf8", maxBuffer: 1 << 29 });
const isSource = (file: string) => /\.(ts|tsx|mjs)$/.test(file);

/** Changed files as pairs of paths; a moved file counts as changed. */
function changedFiles(before: string, after: string | undefined): { status: string; from: string; to: string }[] {
  const rows = git("diff", "--name-status", "-M40%", before, ...(after ? [after] : []))
    .trim()
    .split("\n")
    .filter(Boolean);
  return rows.map((row) => {
    const [status = "", from = "", to = from] = row.split("\t");
    return { status, from, to };
  });
}

/** Reads many files of revisions with a single git process; names are `revision:path`. */
function readBlobs(names: readonly string[]): Map<string, string> {
  const input = names.map((name) => `${name}\n`).join("");
  const output = execFileSync("git", ["cat-file", "--batch"], { input, maxBuffer: 1 << 29 });
  const blobs = new Map<string, string>();
  let at = 0;
  for (const name of names) {
    const end = output.indexOf("\n", at);
    const size = Number(output.toString("utf8", at, end).split(" ")[2]);
    blobs.set(name, output.toString("utf8", end + 1, end + 1 + size));
    at = end + size + 2;
  }
  return blobs;
}

function main(before = "HEAD", after?: string): number {
  const renames = new Map<string, number>();
  let differences = 0;
  const list = (line: string) => {
    differences += 1;
    console.log(line);
  };
  const files = changedFiles(before, after).filter(({ from, to }) => isSource(from) || isSource(to));
  const compared = files.filter(({ status }) => status !== "A" && status !== "D");
  const blobs = readBlobs([
    ...compared.map(({ from }) => `${before}:${from}`),
    ...(after ? compared.map(({ to }) => `${after}:${to}`) : []),
  ]);
  const textOfFile = (revision: string | undefined, file: string) =>
    revision ? (blobs.get(`${revision}:${file}`) ?? "") : readFileSync(file, "utf8");
  for (const { status, from, to } of files) {
    if (status === "A" || status === "D") {
      list(`${to}: ${status === "A" ? "added" : "deleted"}`);
      continue;
    }
    const found = compareSources(
      { file: from, text: textOfFile(before, from) },
      { file: to, text: textOfFile(after, to) },
    );
    for (const line of found.structure) list(`${to}: ${line}`);
    for (const [left, right] of found.strings) list(`${to}: ${JSON.stringify(left)} → ${JSON.stringify(right)}`);
    const targets = new Map<string, string>();
    for (const [name, others] of found.renames) {
      for (const other of others) {
        const merged = targets.get(other);
        if (merged !== undefined && merged !== name) list(`${to}: ${merged} and ${name} are both ${other} now`);
        targets.set(other, name);
        if (name !== other) renames.set(`${name} → ${other}`, (renames.get(`${name} → ${other}`) ?? 0) + 1);
      }
    }
  }
  if (renames.size > 0) {
    console.log(`\nRenamed (number of files):`);
    for (const [rename, files] of [...renames].sort()) console.log(`  ${rename} (${files})`);
  }
  console.log(`\n${differences} differences other than renames, comments, test titles and import paths`);
  return differences > 0 ? 1 : 0;
}

if (import.meta.main) process.exit(main(...process.argv.slice(2)));
