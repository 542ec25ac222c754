import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Kit } from "./kit.tsx";

const sources = join(import.meta.dirname, "..");

test("renders every component of the kit under a unique name", () => {
  const html = renderToStaticMarkup(<Kit />);
  const names = [...html.matchAll(/<section[^>]*aria-label="([^"]+)"/g)].map(([, name]) => name);
  expect(names).toEqual(expect.arrayContaining(["Buttons", "Fields", "Messages", "Overlays", "Table", "Rows"]));
  expect(new Set(names).size).toBe(names.length);
});

test("only the development server imports the kit", () => {
  const files = readdirSync(sources, { recursive: true, encoding: "utf8" }).filter((file) => /\.tsx?$/.test(file));
  const importsKit = (file: string) => {
    const text = readFileSync(join(sources, file), "utf8");
    const paths = [...text.matchAll(/(?:from |import\()"(\.[^"]+)"/g)].map(([, path = ""]) =>
      join(dirname(file), path),
    );
    return paths.some((path) => path.startsWith("kit/"));
  };
  expect(files.filter((file) => !file.startsWith("kit/") && importsKit(file))).toEqual(["server/develop.ts"]);
});
