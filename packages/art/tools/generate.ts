/** Draws the static pictures; `tools/make.ts` writes them to generated/. */
import { type Animal, type AnimalHue, animal } from "../src/animals.ts";
import { contours } from "../src/contours.ts";
import { outline } from "../src/glyph-outline.ts";
import { wordmark } from "../src/headline.ts";
import { footerMap } from "../src/map.ts";
import { placeMap } from "../src/place-map.ts";
import { cut, type Shape, shapes } from "../src/shapes.ts";
import { designs, stairFile } from "../src/stair.ts";
import { tape } from "../src/tape.ts";
import { highWall, lowWall, missingMarkOutline } from "../src/walls.ts";

const notice = "Made by packages/art/tools/generate.ts.";

const share = (part: number, whole: number) => `${Math.round((part / whole) * 1000) / 10}%`;

/** Returns the CSS for a hold: its shape as a mask, and the position of its bolt. */
function maskOf(shape: Shape): string {
  const { path, bolt, box } = cut(shape);
  const { x, y, width, height } = box;
  const svg = `<svg xmlns='http://www.w3.org/2000/svg' viewBox='${x} ${y} ${width} ${height}' preserveAspectRatio='none'><path fill-rule='evenodd' d='${path}'/></svg>`;
  const url = `url("data:image/svg+xml,${svg.replaceAll("<", "%3C").replaceAll(">", "%3E")}")`;
  const fastened =
    bolt.rx > 0
      ? `--bolt-x:${share(bolt.x - 2.2 - x, width)};--bolt-y:${share(bolt.y - 2.7 - y, height)};--bolt-w:${share(bolt.rx * 2, width)};--bolt-h:${share(bolt.ry * 2, height)};`
      : "--bolt-w:0;";
  return `.hold-${shape}{--cut:${url};${fastened}aspect-ratio:${width}/${height}}`;
}

/** The animals shown on pages, each with its hue on that page. */
const pageAnimals: [Animal, AnimalHue][] = [
  ["monkey", "orange"],
  ["lizard", "green"],
  ["teen", "pink"],
  ["family", "yellow"],
  ["gecko", "sky"],
  // For the yellow background of the children's page.
  ["family", "green"],
  ["lizard", "pink"],
];

const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 .,:–-?!€"];

export function generate(): Record<string, string> {
  const stairs = Object.entries(designs).map(([width, design]) => [`stair-${width}.svg`, stairFile("Į viršų", design)]);
  const torn = [
    ...[1, 2, 3, 4].map((seed) => `--torn-${seed}:${tape(seed).across};`),
    ...[1, 2, 3].map((seed) => `--hung-${seed}:${tape(seed).down};`),
  ];
  const advances = letters.map((letter) => [
    letter,
    Math.round(outline(letter, { wght: 900, wdth: 55 }).advance * 1000),
  ]);
  return {
    ...Object.fromEntries(stairs),
    ...Object.fromEntries(pageAnimals.map(([kind, hue]) => [`animal-${kind}-${hue}.svg`, animal(kind, hue)])),
    "wordmark.ts": `// ${notice}\nimport type { Drawing } from "../src/headline.ts";\n\nexport const wordmark: Drawing = ${JSON.stringify(wordmark(), null, 2)};\n`,
    "advances.ts": `// ${notice}\n/** Thousandths of an em, wght 900, wdth 55. */\nexport const advances: Record<string, number> = ${JSON.stringify(Object.fromEntries(advances))};\n`,
    "torn.css": `/* ${notice} */\n:root {\n${torn.map((line) => `  ${line}\n`).join("")}  --torn-field:${tape(1).field};\n}\n`,
    "holds.css": `/* ${notice} */\n${shapes.map(maskOf).join("\n")}\n`,
    "ghost-ogonek.svg": missingMarkOutline("ogonek"),
    "wall-low.svg": lowWall(),
    "wall-high.svg": highWall(),
    "contours.svg": contours({ width: 1440, height: 900, seed: 7 }),
    "map.svg": footerMap(),
    "place-map.svg": placeMap(),
  };
}
