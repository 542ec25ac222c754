import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pages } from "@uola/admin/admin-pages.ts";
import { expect, test } from "vitest";
import { namedIn, wordsOf } from "./words.ts";

const keys = [
  "skip",
  "signIn.title",
  "signIn.failed",
  "signIn.failed.timeout",
  "signIn.failed.offline",
  "page.home",
  "hours.heading",
];

test.each([
  ['say("page.home")', ["page.home"]],
  ["say('page.home', { x })", ["page.home"]],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is code that is read
  ["say(`signIn.failed.${code}`)", ["signIn.failed.timeout", "signIn.failed.offline"]],
  ['const texts = { a: "skip" } as const; say(texts[a])', ["skip"]],
  ['say("hours." + name)', ["hours.heading"]],
  ['say("signIn.failed")', ["signIn.failed"]],
  ['import x from "./page.home.ts"; go("/skip/")', []],
])("finds the message keys used by %s: %j", (code, named) => {
  expect(namedIn(code, keys)).toEqual(named);
});

test("never cuts a dynamic message key inside a segment, which would omit the message from the bundle", () => {
  const root = join(import.meta.dirname, "../../../..");
  const views = globSync("{apps/{admin,site,web},packages/{browser,ui}}/src/**/*.{ts,tsx}", { cwd: root }).filter(
    (path) => !/\.test\.tsx?$/.test(path),
  );
  expect(views.length).toBeGreaterThan(100);
  expect(views.filter((path) => /[sS]ay\(\s*`[\w.]*\w\$\{/.test(readFileSync(join(root, path), "utf8")))).toEqual([]);
});

test("assigns each admin message to the page that uses it, and menu labels to the frame", async () => {
  const { messages, placeOf: places } = await wordsOf("admin", "lt");
  const keys = Object.keys(messages);
  // A message that no module refers to would not be included in any bundle.
  expect(keys.filter((key) => !places.has(key))).toEqual([]);
  const labels = Object.values(pages).flatMap(({ team }) => team?.label ?? []);
  expect(labels.length).toBeGreaterThan(10);
  expect(labels.filter((label) => places.get(label) !== "frame")).toEqual([]);
  expect(places.get("documents.seller")).not.toBe("frame");
});
