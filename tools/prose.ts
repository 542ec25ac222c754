import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseSync } from "vite";

/**
 * Finds phrases in comments, test titles and Markdown that do not read as plain technical English,
 * and Markdown lines that are too long. `prose-words.json` lists each phrase with its replacement.
 * Part of `npm test -- lint`.
 */
const root = resolve(import.meta.dirname, "..");
const list = "tools/prose-words.json";
const proseWidth = 100;
export type Prose = { line: number; text: string };

const testFunctions = /\b(?:test|it|describe)(?:\.\w+(?:\([^)]*\))?)*\(\s*("(?:[^"\\]|\\.)*"|`[^`]*`)/g;
const lineOf = (text: string, at: number) => text.slice(0, at).split("\n").length;

/** Comments and test titles of a source file, or the lines of a Markdown file without its code. */
export function proseOf(file: string, text: string): Prose[] {
  if (file.endsWith(".md")) {
    const bare = text.replace(/```[\s\S]*?```|`[^`\n]*`/g, (code) => code.replace(/[^\n]/g, " "));
    return bare.split("\n").map((line, index) => ({ line: index + 1, text: line }));
  }
  const { comments } = parseSync(file, text);
  const isTest = /\.(test|spec)\.tsx?$/.test(file);
  const titles = isTest
    ? [...text.matchAll(testFunctions)].map((found) => ({ start: found.index, value: found[1] ?? "" }))
    : [];
  return [...comments, ...titles].map(({ start, value }) => ({
    line: lineOf(text, start),
    text: value.replace(/\s*\n\s*\*?\s*/g, " "),
  }));
}

/** Matches a phrase as whole words in any case; `|` separates alternatives. */
export const patternOf = (phrase: string) => new RegExp(`\\b(?:${phrase})\\b`, "i");

/** The lines of a Markdown file's prose that are too long. Tables, headings, code and lines with a link may be longer. */
export function longLines(markdown: string): Prose[] {
  const bare = markdown.replace(/^```[\s\S]*?^```/gm, (code) => code.replace(/[^\n]/g, ""));
  return bare.split("\n").flatMap((text, index) => {
    const mayBeLong = /^\s*(?:\||#)|\]\(|`[^`]{60,}`|https?:/.test(text);
    return text.length > proseWidth && !mayBeLong ? [{ line: index + 1, text }] : [];
  });
}

function main(): number {
  const phrases = Object.entries(JSON.parse(readFileSync(resolve(root, list), "utf8")) as Record<string, string>);
  const tracked = execFileSync("git", ["ls-files", "*.ts", "*.tsx", "*.mjs", "*.md"], { cwd: root, encoding: "utf8" });
  const files = tracked
    .trim()
    .split("\n")
    .filter((file) => !/schema\.ts$|^tools\/(?:prose|commit-subject)/.test(file));
  let found = 0;
  const report = (file: string, { line, text }: Prose, problem: string) => {
    found += 1;
    console.log(`${file}:${line}  ${problem}\n    ${text.trim().slice(0, 160)}`);
  };
  for (const file of files) {
    const text = readFileSync(resolve(root, file), "utf8");
    for (const prose of proseOf(file, text)) {
      for (const [phrase, instead] of phrases) {
        const use = patternOf(phrase).exec(prose.text);
        if (use) report(file, prose, `"${use[0]}": write ${instead}`);
      }
    }
    if (!file.endsWith(".md")) continue;
    for (const prose of longLines(text)) report(file, prose, `more than ${proseWidth} characters`);
  }
  if (found > 0) console.log(`\n${found} problems; the rules are in CONTRIBUTING.md, "Writing".`);
  return found > 0 ? 1 : 0;
}

if (import.meta.main) process.exit(main());
