import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { site } from "../../pages.ts";

/** The folder of `pages/` in which a page's view stands, read from the table's own text; none where the view is a file there. */
const folderOf = (view: () => unknown) => /["(]\.?\/?(?:[^"]*\/)?pages\/([^"/]+)\/[^"/]+"\)/.exec(String(view))?.[1];

test("the public sheet is made of public pages only: nothing the team alone sees weighs on them", () => {
  const sheet = readFileSync(new URL("../../ui/styles.css", import.meta.url), "utf8");
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
