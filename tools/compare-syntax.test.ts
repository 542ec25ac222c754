import { describe, expect, test } from "vitest";
import { compareSources } from "./compare-syntax.ts";

const compare = (before: string, after: string) => {
  const { renames, strings, structure } = compareSources(
    { file: "a.tsx", text: before },
    { file: "a.tsx", text: after },
  );
  const renamed = [...renames].flatMap(([name, others]) =>
    [...others].filter((other) => other !== name).map((other) => `${name} → ${other}`),
  );
  return { renamed, strings, structure };
};
const same = { renamed: [], strings: [], structure: [] };

describe("comparing the syntax of two versions ignores", () => {
  test.each([
    ["comments", "/** Old. */ const a = 1; // x", "/** New. */ const a = 1;"],
    ["formatting", "const a = { b, c };", "const a = {\n  b,\n  c,\n};"],
    ["import declarations", 'import { a } from "./a.ts"; a();', 'import { a } from "./b/a.ts"; a();'],
    ["test titles", 'test("old", () => a());', 'test("new", () => a());'],
    ["titles of table-driven tests", 'test.each([1])("old %s", () => a());', 'test.each([1])("new %s", () => a());'],
    ["the spread of an object literal", "f({ ...{ a, b }, c });", "f({ a, b, c });"],
    ["the spread of an array literal", "f([...[a, b], c]);", "f([a, b, c]);"],
    ["explicit shorthand", "f({ a: a });", "f({ a });"],
  ])("%s", (_, before, after) => expect(compare(before, after)).toEqual(same));
});

describe("comparing the syntax of two versions reports", () => {
  test("a renamed identifier", () =>
    expect(compare("const told = 1; f(told);", "const sent = 1; f(sent);").renamed).toEqual(["told → sent"]));
  test.each([
    ["a changed string", 'f("a");', 'f("b");', ["a", "b"]],
    ["a changed number", "f(1);", "f(2);", ["1", "2"]],
    ["the text of a template", "f(`a`);", "f(`b`);", ["a", "b"]],
    ["a row of a table-driven test", 'test.each([["a", 1]])("t", f);', 'test.each([["b", 1]])("t", f);', ["a", "b"]],
  ])("%s", (_, before, after, strings) => expect(compare(before, after).strings).toEqual([strings]));
  test.each([
    ["an added argument", "f(a);", "f(a, b);"],
    ["an added statement", "f(a);", "f(a); g();"],
    ["another kind of expression", "f(a);", "f([a]);"],
    ["an added property", "f({ a });", "f({ a, b });"],
  ])("%s", (_, before, after) => expect(compare(before, after).structure).toHaveLength(1));
});
