import { globSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { contract, type Endpoint } from "@uola/contract";
import { expect, test } from "vitest";
import { webFolders } from "./web-sources.ts";

/** Checks that the site loads every page of a paged list or shows that there are more items. */
const root = resolve(import.meta.dirname, "..");

type Shape = { shape?: Record<string, unknown> };
const namesIn = (schema: unknown) => Object.keys((schema as Shape).shape ?? {});
const isPaged = ({ output }: Endpoint) => namesIn(output).some((name) => /^(pagingMetadata|cursors)$/.test(name));
const paged = Object.entries(contract).flatMap(([group, operations]) =>
  Object.entries<Endpoint>(operations).flatMap(([name, endpoint]) => (isPaged(endpoint) ? [`${group}.${name}`] : [])),
);

/** Files that may load only the first page of a list, each with the reason. */
const firstPartOnly: Record<string, string> = {
  "apps/admin/src/pages/content/indexes.tsx": "a collection has at most four indexes",
  "apps/admin/src/pages/content/document-placeholders.tsx": "the gym has six legal documents",
  "apps/admin/src/pages/content/reference-search.tsx": "choices, narrowed by typing",
  "apps/admin/src/pages/desk/use-desk.ts":
    "a person's bookings, the next first: who stands at the desk comes to one of those",
  "apps/admin/src/frame/palette.tsx": "orders found, narrowed by typing",
  "apps/admin/src/pages/content/import-run.tsx": "the first rows that failed; the file has all of them",
};

/**
 * A call loads the complete list if it uses a cursor or an advancing offset, or if it requests a
 * single item or the items with given ids.
 */
const readsNextPage =
  /\bcursor\b|\bcursorPaging\b(?!:)|\boffset\b(?!: 0)|\blimit: [01]\b|\$in:|filter: \{ id:|\bqueryOf\(/;

/** The arguments of a call, including the preceding lines if its query is built there. */
function aroundCall(text: string, at: number): string {
  const open = text.indexOf("(", at);
  let depth = 0;
  let end = open;
  for (; end < text.length; end++) {
    if (text[end] === "(") depth++;
    if (text[end] === ")" && --depth === 0) break;
  }
  const inside = text.slice(open, end + 1);
  const before = text.slice(0, at).split("\n").slice(-8).join("\n");
  return /\bquery\b|\bpaging\b|\bsearch\b|\basked\b|\bwanted\b/.test(inside) || inside.includes("{ ...")
    ? before + inside
    : inside;
}

function incompleteCallsIn(text: string): string[] {
  return paged.flatMap((operation) => {
    const [group, name] = operation.split(".");
    const calls = text.matchAll(new RegExp(`\\b${group}\\s*\\.\\s*${name}\\(`, "g"));
    return [...calls].filter(({ index }) => !readsNextPage.test(aroundCall(text, index))).map(() => operation);
  });
}

test("the paging rule distinguishes an incomplete list from a complete one", () => {
  expect(paged).toEqual(expect.arrayContaining(["services.query", "history.query", "editing.versions", "media.list"]));
  expect(incompleteCallsIn("client.services.query({ query: { paging: { limit: 100, offset: 0 } } })")).toEqual([
    "services.query",
  ]);
  expect(incompleteCallsIn("editing.drafts({ dataCollectionId, cursorPaging: { limit: 100 } })")).toEqual([
    "editing.drafts",
  ]);
  expect(incompleteCallsIn("history.query({ entityId })")).toEqual(["history.query"]);
  expect(incompleteCallsIn("history.query({ entityId, cursorPaging: { limit, ...(cursor && { cursor }) } })")).toEqual(
    [],
  );
  expect(incompleteCallsIn("editing.versions({ ...one, cursorPaging: { limit: 1 } })")).toEqual([]);
});

const files = webFolders
  .flatMap((folder) => globSync(`${folder}/**/*`, { cwd: root }))
  .filter((file) => /\.tsx?$/.test(file) && !file.includes(".test."));

test("no page shows an incomplete list without indicating it", () => {
  const cut = files.map((file) => [file, incompleteCallsIn(readFileSync(join(root, file), "utf8"))] as const);
  const found = Object.fromEntries(cut.filter(([file, calls]) => calls.length > 0 && !(file in firstPartOnly)));
  expect(found).toEqual({});
  for (const file of Object.keys(firstPartOnly)) expect(files).toContain(file);
});
