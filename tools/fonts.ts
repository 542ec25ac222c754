/**
 * Subsets Fontsource's fonts for the site: only the characters of a range, only the axes used by
 * the styles. Run it manually (`npm run fonts`) after updating Fontsource or changing a range;
 * `packages/art/fonts` is committed, so that starting the project needs no font tool.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
// @ts-expect-error It brings no types.
import subsetFont from "subset-font";
import { faces, lettersOf, paperCuts, ranges } from "../packages/art/src/fonts.ts";

type Subset = (font: Buffer, letters: string, options: object) => Promise<Buffer>;

const folder = resolve(import.meta.dirname, "../packages/art/fonts");

for (const { name, files, axes } of faces) {
  for (const range of ranges) {
    const font = readFileSync(fileURLToPath(import.meta.resolve(`@fontsource-variable/${files[range]}`)));
    const options = { targetFormat: "woff2", variationAxes: axes };
    const cut = await (subsetFont as Subset)(font, lettersOf(range), options);
    writeFileSync(join(folder, `${name}-${range}.woff2`), cut);
    console.log(`${name}-${range}.woff2  ${(cut.length / 1000).toFixed(1)} kB of ${(font.length / 1000).toFixed(1)}`);
  }
}

// Printed documents embed fonts of one weight, because PDF readers support neither variable axes
// nor WOFF2.
for (const { name, face, range, axes } of paperCuts) {
  const { files } = faces.find((each) => each.name === face) as (typeof faces)[number];
  const font = readFileSync(fileURLToPath(import.meta.resolve(`@fontsource-variable/${files[range]}`)));
  const cut = await (subsetFont as Subset)(font, lettersOf(range), { targetFormat: "sfnt", variationAxes: axes });
  writeFileSync(join(folder, `${name}.ttf`), cut);
  console.log(`${name}.ttf  ${(cut.length / 1000).toFixed(1)} kB`);
}
