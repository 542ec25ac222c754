import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createSourceMaps } from "./source-maps.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "uola-maps-"));
  const map = {
    version: 3,
    sources: ["../../../site/src/pages/home/home.tsx", "../../../../../node_modules/react/index.js"],
    names: ["Row"],
    // Column 0 maps to line 2, column 4 of the page and has a name; column 10 maps to the first
    // line of React.
    mappings: "AACIA,UCDJ",
  };
  writeFileSync(join(folder, "home-AAAAAAAA.js.map"), JSON.stringify(map));
  writeFileSync(join(folder, "broken.js.map"), "{");
});
afterAll(() => rmSync(folder, { recursive: true }));

test("maps a position in a built script to its source file, line, column and function", () => {
  const resolve = createSourceMaps(folder);
  expect(resolve({ file: "/assets/home-AAAAAAAA.js", line: 1, column: 1, function: "a" })).toEqual({
    file: "apps/site/src/pages/home/home.tsx",
    line: 2,
    column: 5,
    function: "Row",
  });
  expect(resolve({ file: "/assets/home-AAAAAAAA.js", line: 1, column: 12, function: "renderRoot" })).toMatchObject({
    file: "node_modules/react/index.js",
  });
});

test.each([
  ["/assets/gone.js"],
  ["/assets/broken.js"],
  ["/assets/../../../etc/passwd.js"],
  ["/"],
  ["packages/kernel/src/serve.ts"],
])("the source map lookup leaves a frame in %s unchanged", (file) => {
  const frame = { file, line: 1, column: 1 };
  expect(createSourceMaps(folder)(frame)).toEqual(frame);
});
