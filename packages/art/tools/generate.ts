/** Draws what need not be drawn again: `node tools/generate.ts` writes src/generated, a test compares. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { contours } from "../src/contours.ts";
import { wordmark } from "../src/headline.ts";
import { map } from "../src/map.ts";
import { designs, stair } from "../src/stair.ts";
import { tape } from "../src/tape.ts";

export const folder = join(import.meta.dirname, "../src/generated");
const notice = "Made by packages/art/tools/generate.ts.";

export function generate(): Record<string, string> {
  const stairs = Object.entries(designs).map(([width, design]) => [width, stair("Į viršų", design, `s${width}-`)]);
  const tapes = [1, 2, 3, 4].map(tape);
  const torn = tapes.flatMap(({ across, down }, index) => [
    `--torn-${index + 1}:${across};`,
    `--hung-${index + 1}:${down};`,
  ]);
  return {
    "stair.ts": `// ${notice}\nimport type { Stair } from "../stair.ts";\n\nexport const stairs: Record<390 | 768 | 1440, Stair> = ${JSON.stringify(Object.fromEntries(stairs), null, 2)};\n`,
    "wordmark.ts": `// ${notice}\nimport type { Drawing } from "../headline.ts";\n\nexport const wordmark: Drawing = ${JSON.stringify(wordmark(), null, 2)};\n`,
    "torn.css": `/* ${notice} */\n:root {\n${torn.map((line) => `  ${line}\n`).join("")}  --torn-field:${tapes[0]?.field};\n}\n`,
    "contours.svg": contours({ width: 1440, height: 900, seed: 7 }),
    "map.svg": map(),
  };
}

if (import.meta.main) for (const [name, text] of Object.entries(generate())) writeFileSync(join(folder, name), text);
