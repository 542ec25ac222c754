import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { basename, join, relative, resolve } from "node:path";
import { parseSync } from "vite";
import { describe, expect, test } from "vitest";
import { isWebSource } from "./web-sources.ts";

/** Checks that docs/glossary.md is correct and that the words it replaced are not used again. */
const root = resolve(import.meta.dirname, "..");

const filesUnder = (path: string): string[] => {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path).flatMap((name) =>
    /^(node_modules|build|dist|generated|\..*)$/.test(name) ? [] : filesUnder(join(path, name)),
  );
};
const sources = (path: string) => filesUnder(join(root, path)).filter((file) => /\.tsx?$/.test(file));

type Row = { words: string[]; names: string[]; path: string; screen: string };
const rowsOf = (text: string): Row[] =>
  text
    .split("\n")
    .filter((line) => /^\| (?!Word |-)/.test(line))
    .map((line) => line.split("|").map((cell) => cell.trim()))
    .map(([, word = "", , path = "", screen = ""]) => ({
      words: word.replace(/\([^)]*\)/g, "").split(","),
      names: [...word.matchAll(/`([^`]+)`/g)].map(([, name]) => name as string),
      path: path.replaceAll("`", ""),
      screen,
    }));

/** "sign-in session" matches `signInSession`, `sign_in_session` and "Sign-in session". */
const inAnyForm = (word: string) =>
  new RegExp(
    word
      .trim()
      .split(/[\s-]+/)
      .join("[\\s_-]*"),
    "i",
  );

/**
 * Returns the errors in a row of the glossary: a missing path, a word or name that does not occur
 * in that path, or a word that appears on no screen.
 */
function wrongIn({ words, names, path, screen }: Row, messages: string): string[] {
  if (!existsSync(join(root, path))) return [`${path} is not there`];
  const text = sources(path)
    .map((file) => readFileSync(file, "utf8"))
    .join("\n");
  const named = names.length > 0 && names.every((name) => text.includes(name));
  return [
    ...(named ? [] : words).filter((word) => !inAnyForm(word).test(text)).map((word) => `${path}: no word${word}`),
    ...(named ? [] : names).filter((name) => !text.includes(name)).map((name) => `${path}: no name ${name}`),
    ...(screen === "–" ? [] : screen.split(", "))
      .filter((word) => !messages.includes(word))
      .map((word) => `no screen says ${word}`),
  ];
}

const messages = ["admin", "identity", "mail", "site"]
  .map((area) => readFileSync(join(root, `packages/words/src/${area}/lt.json`), "utf8"))
  .join("\n")
  .toLowerCase();

describe("the glossary", () => {
  const rows = rowsOf(readFileSync(join(root, "docs/glossary.md"), "utf8"));

  test("every glossary entry has a correct path and a word that appears on a screen", () => {
    expect(rows.length).toBeGreaterThan(100);
    expect(rows.flatMap((row) => wrongIn(row, messages))).toEqual([]);
  });

  test.each([
    ["a path that does not exist", "| hold | places kept | `packages/nowhere/src` | – |"],
    ["a term that does not occur at its path", "| zeppelin | flies | `packages/contract/src/holds.ts` | – |"],
    [
      "an identifier that does not occur at its path",
      "| hold (`Zeppelin`) | flies | `packages/contract/src/holds.ts` | – |",
    ],
    ["a word that no screen shows", "| hold | places kept | `packages/contract/src/holds.ts` | cepelinas |"],
  ])("detects a glossary entry with %s", (_, line) => {
    expect(rowsOf(line).flatMap((row) => wrongIn(row, messages))).not.toEqual([]);
  });
});

/**
 * Words no longer allowed in identifiers, because readers search for the standard terms of the
 * field. Each number is the maximum number of identifiers that still contain the word; it may only
 * decrease.
 */
const retired: Record<string, number> = {
  begun: 18,
  besides: 0,
  carrying: 0,
  caused: 6,
  deciding: 0,
  flaw: 0,
  flaws: 0,
  hand: 0,
  hands: 0,
  happened: 0,
  happening: 0,
  heard: 4,
  house: 1,
  keeping: 0,
  kept: 9,
  manner: 0,
  mine: 42,
  said: 4,
  seating: 0,
  sought: 0,
  standing: 7,
  stay: 0,
  stays: 1,
  taking: 4,
  telling: 0,
  told: 5,
  trail: 2,
  twin: 0,
  wanted: 8,
  wish: 1,
  wished: 0,
  wishes: 0,
};

type Node = { type: string; [key: string]: unknown };
const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === "string";
const nameOf = (node: unknown) => (isNode(node) && typeof node.name === "string" ? [node.name] : []);
const isFunction = (value: unknown) => isNode(value) && /^(Arrow)?Function(Expression|Declaration)$/.test(value.type);

/** The variables declared by a declaration or a parameter. */
function boundBy(pattern: unknown): string[] {
  if (!isNode(pattern)) return [];
  const { type, properties, elements, left, argument, value } = pattern;
  if (type === "Identifier") return nameOf(pattern);
  return [properties, elements, left, argument, type === "Property" ? value : undefined].flat().flatMap(boundBy);
}

/**
 * The names of the types, classes, functions, variables and parameters in a file, and the name of
 * the file itself.
 */
function namesIn(path: string, text: string): string[] {
  const names = [basename(path).replace(/\..*$/, "")];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const each of value) visit(each);
    if (!isNode(value)) return;
    const { type, id, key, params } = value;
    if (/^(TSTypeAlias|TSInterface|Class|Function)Declaration$/.test(type)) names.push(...nameOf(id));
    if (type === "VariableDeclarator") names.push(...boundBy(id));
    if (isFunction(value)) names.push(...[params].flat().flatMap(boundBy));
    if (/^(Property|MethodDefinition)$/.test(type) && isFunction(value.value)) names.push(...nameOf(key));
    for (const child of Object.values(value)) visit(child);
  };
  visit(parseSync(path, text).program);
  return names;
}

const partsOf = (name: string) =>
  name
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[\s_-]+/);
const retiredIn = (path: string, text: string) =>
  namesIn(path, text).flatMap((name) =>
    partsOf(name)
      .filter((part) => Object.hasOwn(retired, part))
      .map((word) => ({ word, name })),
  );

describe("retired words", () => {
  test.each([
    ["a type name", "a.ts", "type Wish = { id: string };"],
    ["an interface name", "a.ts", "export interface House { id: string }"],
    ["a function name", "a.ts", "export function toldBy(id: string) { return id; }"],
    ["the name of an arrow function", "a.ts", "const wishOf = (id: string) => id;"],
    ["a method name", "a.ts", "export const all = { async endStay() { return 1; } };"],
    ["a variable name", "a.ts", "const wish = { id: 1 };"],
    ["a parameter name", "a.ts", "const book = (wish: string) => wish;"],
    ["a destructured property", "a.ts", "const book = ({ input: wish = 1, ...rest }) => [wish, rest];"],
    ["a destructured array element", "a.ts", "const [first, wish] = list;"],
    ["a file name", "deciding.ts", "export const one = 1;"],
  ])("detects a retired word in %s", (_, path, text) => expect(retiredIn(path, text)).toHaveLength(1));

  test("no retired word occurs in more identifiers than allowed", () => {
    const packages = readdirSync(join(root, "packages")).filter((name) => !isWebSource(`packages/${name}/src/`));
    const folders = [
      ...packages.map((name) => `packages/${name}`),
      "apps/server",
      "apps/adapter",
      "bench",
      "e2e",
      "clients",
      "tools",
    ];
    const found = folders.flatMap(sources).flatMap((path) =>
      retiredIn(path, readFileSync(path, "utf8")).map(({ word, name }) => ({
        word,
        at: `${relative(root, path)}: ${name}`,
      })),
    );
    const more = Object.entries(Object.groupBy(found, ({ word }) => word)).filter(
      ([word, names = []]) => names.length > (retired[word] ?? 0),
    );
    expect(more).toEqual([]);
  });
});
