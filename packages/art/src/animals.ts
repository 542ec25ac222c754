import { background, type Hue, hues } from "./colours.ts";
import { holdPieces } from "./hold.ts";
import type { Shape } from "./shapes.ts";

/**
 * Animals composed of climbing holds: paper cut-outs with round limbs. Do not use them next to a
 * warning, an error or a price.
 */
export const animals = ["family", "monkey", "lizard", "gecko", "teen"] as const;
export type Animal = (typeof animals)[number];
export type AnimalHue = Exclude<Hue, "ink" | "chalk">;
type Tones = (typeof hues)[AnimalHue];

const ink = background.ink;

/** Draws round limbs with a shadow below. */
const limb = ({ face, lip }: Tones, width: number, ...paths: string[]) =>
  `<g fill="none" stroke-width="${width}" stroke-linecap="round"><path d="${paths.join("")}" stroke="${lip}" transform="translate(2 4)"/>` +
  `<path d="${paths.join("")}" stroke="${face}"/></g>`;

const oval = ({ face, lip }: Tones, x: number, y: number, rx: number, ry: number, turn = 0) =>
  `<g transform="rotate(${turn} ${x} ${y})"><ellipse cx="${x + 2}" cy="${y + 5}" rx="${rx}" ry="${ry}" fill="${lip}"/>` +
  `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="${face}"/></g>`;

let pieces = 0;
/** Draws a hold without its bolt, `across` units wide and centred on (x, y). */
function piece(shape: Shape, hue: AnimalHue, x: number, y: number, across: number, rotation = 0): string {
  const { viewBox, width, height, body } = holdPieces({ shape, hue, rotation, id: `a${pieces++}` });
  const high = Math.round((across * height) / width);
  return `<svg x="${x - across / 2}" y="${y - high / 2}" width="${across}" height="${high}" viewBox="${viewBox}">${body}</svg>`;
}

/** Draws a face: two bolts as eyes, `apart` units apart, and a curve below them as the mouth. */
const looks = (x: number, y: number, apart: number, turn = 0) => {
  const [eye, reach] = [apart / 5.5, apart * 0.42];
  return (
    `<g transform="rotate(${turn} ${x} ${y})"><g fill="${ink}"><circle cx="${x - apart / 2}" cy="${y}" r="${eye}"/><circle cx="${x + apart / 2}" cy="${y}" r="${eye}"/></g>` +
    `<path d="M${x - reach} ${y + apart * 0.52}q${reach} ${reach * 0.9} ${reach * 2} 0" fill="none" stroke="${ink}" stroke-width="${Math.max(3, apart / 8)}" stroke-linecap="round"/></g>`
  );
};

const paws = (hue: AnimalHue, across: number, ...at: [x: number, y: number, turn: number][]) =>
  at.map(([x, y, turn]) => piece("flower", hue, x, y, across, turn)).join("");

type Figure = { width: number; height: number; draw: (hue: AnimalHue) => string };

const figures: Record<Animal, Figure> = {
  /** One large and one small hold, side by side. */
  family: {
    width: 190,
    height: 140,
    draw: (hue) =>
      piece("boulder", hue, 68, 68, 128, -14) +
      looks(72, 58, 42) +
      piece("sloper", hue === "orange" ? "yellow" : "orange", 148, 100, 72) +
      looks(148, 96, 24),
  },
  /** Hangs by one hand, with a curled tail. */
  monkey: {
    width: 200,
    height: 296,
    draw: (hue) =>
      limb(hues[hue], 15, "M116 222c34-22 46 10 60 2 16-8 8-36-10-30") +
      limb(
        hues[hue],
        22,
        "M76 152q-42 24-46 54t10 32",
        "M86 236q-12 30-38 40",
        "M108 240q26 26 50 14",
        "M112 146q22-34 26-82",
      ) +
      oval(hues[hue], 92, 196, 44, 52) +
      oval(hues[hue], 38, 120, 19, 19) +
      oval(hues[hue], 140, 124, 19, 19) +
      piece("sloper", hue, 88, 112, 106, 12) +
      `<ellipse cx="88" cy="124" rx="38" ry="32" fill="${background.chalk}"/>` +
      looks(88, 116, 30) +
      piece("jug", hue === "pink" ? "sky" : "pink", 146, 38, 74, 10),
  },
  /** Runs along an edge. */
  lizard: {
    width: 300,
    height: 164,
    draw: (hue) =>
      limb(hues[hue], 18, "M196 92c44 2 84-14 82-46-2-26-34-28-40-6") +
      limb(hues[hue], 15, "M98 66l-26-36", "M178 62l22-36", "M98 98l-22 34", "M178 98l22 34") +
      paws(hue, 42, [70, 26, 0], [204, 24, 20], [74, 132, 30], [206, 132, 50]) +
      piece("edge", hue, 140, 82, 138, -3) +
      `<g fill="${hues[hue].lip}"><circle cx="114" cy="82" r="6"/><circle cx="142" cy="78" r="9"/><circle cx="170" cy="82" r="6"/></g>` +
      piece("sloper", hue, 54, 86, 80, 20) +
      looks(50, 80, 26, -4),
  },
  /** Climbs a wall on four soft pads. */
  gecko: {
    width: 304,
    height: 452,
    draw: (hue) =>
      limb(hues[hue], 30, "M128 268c-14 40-90 74-92 124-2 48 62 58 74 16") +
      limb(hues[hue], 24, "M156 152l-42-56", "M186 160l70-24", "M114 236l-64 20", "M160 252l48 56") +
      paws(hue, 72, [108, 84, 10], [258, 136, 40], [46, 258, 0], [212, 312, 30]) +
      oval(hues[hue], 148, 206, 46, 88, 26) +
      piece("sloper", hue, 198, 68, 132, 20) +
      looks(200, 58, 54, 22),
  },
  /** Sits on the edge of a hold with dangling legs. */
  teen: {
    width: 200,
    height: 226,
    draw: (hue) =>
      limb(hues[hue], 20, "M72 112c-30 8-44 24-42 44", "M128 112c30 8 44 24 42 44") +
      oval(hues[hue], 100, 122, 40, 40) +
      piece("edge", hue === "yellow" ? "sky" : "yellow", 100, 166, 184, 4) +
      limb(hues[hue], 22, "M80 140c-6 24-20 34-16 64", "M122 140c8 24 22 34 18 64") +
      piece("flower", hue, 100, 62, 122, 8) +
      looks(98, 56, 36),
  },
};

/**
 * Returns an animal as an SVG file. It is purely decorative; the text next to it must convey the
 * meaning.
 */
export function animal(kind: Animal, hue: AnimalHue): string {
  const { width, height, draw } = figures[kind];
  pieces = 0;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${draw(hue)}</svg>`;
}
