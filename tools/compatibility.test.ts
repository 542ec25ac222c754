import { existsSync, globSync, readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { contract } from "@uola/contract";
import { expect, test } from "vitest";
import type { z } from "zod";

/**
 * docs/compatibility.md is a promise to authors of clients, so everything that the document names
 * must exist.
 */
const root = resolve(import.meta.dirname, "..");
const text = readFileSync(resolve(root, "docs/compatibility.md"), "utf8");
const { dependencies } = JSON.parse(readFileSync(resolve(root, "clients/package.json"), "utf8"));

const cells = (row: string) => row.split("|").map((cell) => cell.trim());
const quoted = (cell = "") => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name as string);
const rows = text.split("\n").filter((line) => line.startsWith("| `"));
const packages = rows.map(cells).filter(([, , version]) => /^\d+\.\d+\.\d+$/.test(version ?? ""));
const groups = rows.map(cells).filter(([, name]) => quoted(name)[0] && (quoted(name)[0] as string) in contract);

test("docs/compatibility.md lists every client with the tested version", () => {
  const { react: _, "react-dom": __, ...clients } = dependencies;
  const named = packages.map(([, name, version]) => [quoted(name)[0], version]);
  expect(Object.fromEntries(named)).toEqual(clients);
});

test("docs/compatibility.md lists exactly the specs of the clients", () => {
  const named = packages.flatMap(([, , , , specs]) => quoted(specs));
  const specs = readdirSync(resolve(root, "clients/specs")).filter((name) => name.endsWith(".spec.ts"));
  expect([...new Set(named)].toSorted()).toEqual(specs.toSorted());
});

test("every operation listed in docs/compatibility.md is in the contract", () => {
  expect(groups.length).toBeGreaterThan(10);
  const missing = groups.flatMap(([, group, operations]) => {
    const known = contract[quoted(group)[0] as keyof typeof contract];
    return quoted(operations).filter((name) => !(name in known));
  });
  expect(missing).toEqual([]);
});

test("every document linked in docs/compatibility.md exists", () => {
  const targets = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, target]) => target as string);
  expect(targets.length).toBeGreaterThan(5);
  expect(targets.filter((target) => !existsSync(resolve(root, "docs", target)))).toEqual([]);
});

/** The names of all fields in a schema, including nested ones. */
function fieldsIn(schema: z.ZodType, seen = new Set<z.ZodType>()): string[] {
  if (seen.has(schema)) return [];
  seen.add(schema);
  const {
    shape = {},
    options = [],
    ...definition
  } = schema._zod.def as unknown as {
    shape?: Record<string, z.ZodType>;
    options?: z.ZodType[];
  } & Record<"element" | "innerType" | "valueType" | "in" | "out", z.ZodType | undefined>;
  const { element, innerType, valueType, in: before, out: after } = definition;
  const inner = [...Object.values(shape), ...options, element, innerType, valueType, before, after];
  return [...Object.keys(shape), ...inner.flatMap((each) => (each ? fieldsIn(each, seen) : []))];
}

test("every input field that is not read by any code is listed as accepted without effect", () => {
  const files = globSync(["packages/*/src/**/*.{ts,tsx}", "apps/*/src/**/*.{ts,tsx}"], { cwd: root });
  const code = files.filter((file) => !/^packages\/(contract|client)\/|\.test(ing)?\.|\.spec\./.test(file));
  const named = new Set(code.flatMap((file) => readFileSync(resolve(root, file), "utf8").match(/\w+/g) ?? []));
  const [, listed = ""] = text.split("## Accepted without effect");
  const documented = new Set(listed.match(/\w+/g));
  const inputs = Object.values(contract).flatMap((group) => Object.values(group).map(({ input }) => input));
  const unread = new Set(inputs.flatMap((input) => fieldsIn(input)).filter((field) => !named.has(field)));
  expect([...unread].filter((field) => !documented.has(field))).toEqual([]);
});
