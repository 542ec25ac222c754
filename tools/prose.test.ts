import { describe, expect, test } from "vitest";
import { longLines, patternOf, proseOf } from "./prose.ts";

const textsOf = (file: string, text: string) => proseOf(file, text).map((prose) => prose.text.trim());

describe("the prose of a file", () => {
  test("consists of the file's comments and, in a test file, its titles", () => {
    const source = '// One.\n/**\n * Two\n * lines.\n */\ntest("a title", () => "no prose");';
    expect(textsOf("a.ts", source)).toEqual(["One.", "* Two lines."]);
    expect(textsOf("a.test.ts", source)).toEqual(["One.", "* Two lines.", '"a title"']);
  });

  test("contains the line number of each comment", () =>
    expect(proseOf("a.ts", "f();\n\n// Here.").map(({ line }) => line)).toEqual([3]));

  test("excludes code in Markdown", () =>
    expect(textsOf("a.md", "Use `anew` here.\n```\nanew\n```").filter((line) => line.includes("anew"))).toEqual([]));
});

test("matches a phrase only as whole words, in upper or lower case", () => {
  expect(patternOf("beside").test("Beside it")).toBe(true);
  expect(patternOf("beside").test("besides")).toBe(false);
});

describe("a long line of Markdown", () => {
  const long = "word ".repeat(25);
  test("is reported in prose", () => expect(longLines(`short\n${long}`).map(({ line }) => line)).toEqual([2]));
  test.each([
    ["a table", `| ${long} |`],
    ["a heading", `# ${long}`],
    ["a code block", `\`\`\`\n${long}\n\`\`\``],
    ["a line with a link", `${long} [a](b.md)`],
  ])("is allowed in %s", (_, text) => expect(longLines(text)).toEqual([]));
});
