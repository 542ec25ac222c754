import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { site } from "../pages.ts";

/**
 * Returns the folder of `pages/` that contains a page's view, read from the source text of the
 * table; undefined if the view is a file directly in `pages/`.
 */
const folderOf = (view: () => unknown) => /["(]\.?\/?(?:[^"]*\/)?pages\/([^"/]+)\/[^"/]+"\)/.exec(String(view))?.[1];

test("builds the public stylesheet from public pages only, without pages for the team", () => {
  const sheet = readFileSync(new URL("../public.css", import.meta.url), "utf8");
  const left = new Set(Array.from(sheet.matchAll(/@source not "\.\.\/pages\/([^"]+)";/g), ([, folder]) => folder));
  const folders = (kind: "public" | "admin") =>
    new Set(
      Object.values(site.pages)
        .filter(({ path }) => site.sheet(path) === kind)
        .flatMap(({ view }) => folderOf(view) ?? []),
    );
  expect(folders("admin").size).toBeGreaterThan(10);
  expect(left).toEqual(folders("admin"));
  expect([...folders("public")].filter((folder) => left.has(folder))).toEqual([]);
});
