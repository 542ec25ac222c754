import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../../../..");
const importsIn = (folder: string) =>
  globSync(`${folder}/**/*.{ts,tsx}`, { cwd: root })
    .filter((path) => !/\.test\.tsx?$/.test(path))
    .map((path) => readFileSync(join(root, path), "utf8"))
    .join("\n");

test("builds the public stylesheet without the components that only the admin imports", () => {
  const sheet = readFileSync(new URL("../public.css", import.meta.url), "utf8");
  const left = Array.from(sheet.matchAll(/@source not ".*?packages\/ui\/src\/([\w-]+\.tsx)";/g), ([, name]) => name);
  const publicCode = importsIn("apps/site/src");
  expect(left.length).toBeGreaterThan(0);
  expect(left.filter((name) => publicCode.includes(`@uola/ui/${name}"`))).toEqual([]);
});
