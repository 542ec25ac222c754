import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Product, refresh } from "./make.ts";

let root: string;
let made: number;
let copy: Product;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "uola-make-"));
  mkdirSync(join(root, "source"));
  writeFileSync(join(root, "package-lock.json"), "{}");
  writeFileSync(join(root, "source/a.txt"), "1");
  made = 0;
  copy = {
    folder: "source/generated",
    sources: ["source"],
    make: () => {
      made += 1;
      mkdirSync(join(root, "source/generated"), { recursive: true });
      writeFileSync(join(root, "source/generated/a.txt"), readFileSync(join(root, "source/a.txt")));
    },
  };
});
afterEach(() => rmSync(root, { recursive: true }));

const result = () => readFileSync(join(root, "source/generated/a.txt"), "utf8");

test("does not regenerate a generated folder that is up to date", async () => {
  await refresh(root, [copy]);
  await refresh(root, [copy]);
  expect([made, result()]).toEqual([1, "1"]);
});

test.each([
  ["a changed source file", () => writeFileSync(join(root, "source/a.txt"), "2")],
  ["a new source file", () => writeFileSync(join(root, "source/b.txt"), "2")],
  ["a changed package-lock.json", () => writeFileSync(join(root, "package-lock.json"), "{ }")],
  ["a deleted output file", () => rmSync(join(root, "source/generated"), { recursive: true })],
])("%s triggers regeneration of the generated folder", async (_, change) => {
  await refresh(root, [copy]);
  change();
  await refresh(root, [copy]);
  expect([made, result()]).toEqual([2, readFileSync(join(root, "source/a.txt"), "utf8")]);
});

test("a changed test file does not trigger regeneration of the generated folder", async () => {
  await refresh(root, [copy]);
  writeFileSync(join(root, "source/a.test.ts"), "2");
  await refresh(root, [copy]);
  expect(made).toBe(1);
});

test("after a failed generation, the next call generates the folder", async () => {
  const broken: Product = { ...copy, make: () => Promise.reject(new Error("The source is wrong.")) };
  await expect(refresh(root, [broken])).rejects.toThrow("The source is wrong.");
  await refresh(root, [copy]);
  expect(made).toBe(1);
});

test("generating a folder in two processes at once leaves complete files and no temporary ones", async () => {
  await Promise.all([1, 2, 3].map(() => refresh(root, [copy])));
  expect(readdirSync(join(root, "source/generated")).sort()).toEqual([".sources", "a.txt"]);
});
