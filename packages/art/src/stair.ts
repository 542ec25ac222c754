/** "Į VIRŠŲ": a staircase of letters growing out of the paper, its marks as holds, and a route to the top. */
import { ground, type Hue } from "./colours.ts";
import { diacritics, type Mark } from "./diacritics.ts";
import { holdPieces } from "./hold.ts";
import { type Place, route } from "./route.ts";
import { ragged } from "./tape.ts";
import { outline } from "./type.ts";

/** Pixels of the picture, whose zero is the left edge of the page and the ground the letters stand on. */
export type StairDesign = {
  width: number;
  above: number;
  below: number;
  /** Left and right edge and height of each letter. */
  letters: [left: number, right: number, cap: number][];
  /** Left and upper edge and width of each mark, in the order of the text. */
  marks: { at: Place; width: number; hue: Hue }[];
  route: Place[];
  dots: { gap: number; size: number };
  top: { at: Place; width: number; height: number };
};

export type Stair = { width: number; height: number; baseline: number; body: string };

const whole = (path: string, x: number, y: number, scale: number) =>
  path.replace(/(-?\d+) (-?\d+)/g, (_, left, top) => `${Math.round(x + left * scale)} ${Math.round(y + top * scale)}`);

/** The width on the wdth axis at which a letter of this height fills its place. */
export function fit(letter: string, width: number, cap: number): number {
  const wide = (wdth: number) => {
    const { ink } = outline(letter, { wght: 900, wdth });
    return ((ink.right - ink.left) / (outline("I", { wght: 900, wdth }).ink.top * -1)) * cap;
  };
  let [low, high] = [50, 150];
  while (high - low > 0.5) {
    const middle = (low + high) / 2;
    if (wide(middle) > width) high = middle;
    else low = middle;
  }
  return low;
}

/** The inside of an SVG; `id` keeps its clips apart from others on the page. */
export function stair(text: string, design: StairDesign, id: string): Stair {
  const pieces = diacritics(text).flat();
  const characters = pieces.flatMap(({ text: run, mark }) => [...run].map((letter) => ({ letter, mark })));
  const letters = design.letters.map(([left, right, cap], index) => {
    const { letter } = characters[index] ?? { letter: "I" };
    const wdth = fit(letter, right - left, cap);
    const { path, ink } = outline(letter, { wght: 900, wdth });
    const scale = cap / 1000 / -outline("I", { wght: 900, wdth }).ink.top;
    const slack = right - left - (ink.right - ink.left) * 1000 * scale;
    return whole(path, left + slack / 2 - ink.left * 1000 * scale, 0, scale);
  });
  const named = characters.flatMap(({ mark }): Mark[] => (mark ? [mark] : []));
  const marks = design.marks.map(({ at: [x, y], width, hue }, index) => {
    const shape = named[index];
    if (!shape || shape === "macron") return "";
    const bolt = shape === "ogonek" ? {} : { bolt: ground.ink };
    const drawn = holdPieces({ shape, hue, id: `${id}${index}`, ...bolt });
    const height = (width / drawn.width) * drawn.height;
    return `<svg class="mark" x="${x}" y="${y}" width="${width}" height="${Math.round(height)}" viewBox="${drawn.viewBox}">${drawn.body}</svg>`;
  });
  const { dots, top } = design;
  const [tapeX, tapeY] = top.at;
  const face = { wght: 900, wdth: 72 };
  const size = (top.height * 0.5) / 0.675;
  const length = [..."TOP"].reduce((sum, letter) => sum + outline(letter, face).advance, 0) * size;
  let pen = (top.width - length) / 2;
  const label = [..."TOP"].map((letter) => {
    const { path, advance } = outline(letter, face);
    const drawn = path.replace(/-?\d+/g, (number) => String(Math.round(Number(number) * size) / 1000));
    const placed = `<path transform="translate(${Math.round(pen * 10) / 10} ${top.height * 0.75})" d="${drawn}"/>`;
    pen += advance * size;
    return placed;
  });
  const ridges = `<pattern id="${id}r" width="4" height="40" patternUnits="userSpaceOnUse" patternTransform="rotate(3)"><path fill="#fff" opacity=".2" d="M0 0h1v40H0z"/></pattern>`;
  const strip = ragged(top.width, top.height, 3);
  const body =
    `<path fill="${ground.chalk}" d="${letters.join("")}"/>${marks.join("")}` +
    `<clipPath id="${id}c"><rect class="reveal" x="0" y="${-design.above}" width="${design.width}" height="${design.above + design.below}"/></clipPath>` +
    `<path clip-path="url(#${id}c)" fill="none" stroke="#ff5c38" stroke-width="${dots.size}" stroke-linecap="round" stroke-dasharray=".1 ${dots.gap}" d="${route(design.route)}"/>` +
    `<g transform="translate(${tapeX} ${tapeY}) rotate(-4)">${ridges}<path fill="#ff5c38" d="${strip}"/><path fill="url(#${id}r)" d="${strip}"/><g fill="${ground.ink}">${label.join("")}</g></g>`;
  return { width: design.width, height: design.above + design.below, baseline: design.above, body };
}

/** The stair as a file: its zero line is `above` pixels down. The route shows itself once, unless motion is unwanted. */
export function stairFile(text: string, design: StairDesign): string {
  const { width, height, baseline, body } = stair(text, design, "s");
  const style =
    "<style>@media(prefers-reduced-motion:no-preference){.reveal{animation:r .9s .2s cubic-bezier(.3,0,.3,1) both}@keyframes r{from{transform:scaleX(0)}}}</style>";
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 ${-baseline} ${width} ${height}">${style}${body}</svg>`;
}

const wide: StairDesign = {
  width: 1440,
  above: 580,
  below: 150,
  letters: [
    [68, 121, 121],
    [176, 404, 174],
    [439, 514, 236],
    [549, 775, 304],
    [799, 1046, 383],
    [1072, 1382, 477],
  ],
  marks: [
    { at: [71, -2], width: 75, hue: "orange" },
    { at: [799, -534], width: 249, hue: "yellow" },
    { at: [1173, -18], width: 163, hue: "pink" },
  ],
  route: [
    [77, 22],
    [60, -28],
    [44, -82],
    [42, -122],
    [66, -158],
    [130, -184],
    [240, -214],
    [345, -240],
    [470, -282],
    [560, -343],
    [700, -388],
    [800, -412],
    [918, -440],
    [1040, -492],
    [1130, -534],
    [1262, -538],
  ],
  dots: { gap: 13, size: 5 },
  top: { at: [1263, -554], width: 70, height: 38 },
};

const narrow: StairDesign = {
  width: 390,
  above: 205,
  below: 58,
  letters: [
    [24, 40, 42],
    [51, 107, 60],
    [111, 135, 83],
    [137, 200, 106],
    [203, 276, 134],
    [278, 369, 168],
  ],
  marks: [
    { at: [24, -1], width: 26, hue: "orange" },
    { at: [196, -187], width: 86, hue: "yellow" },
    { at: [304, -6], width: 57, hue: "pink" },
  ],
  route: [
    [28, 4],
    [22, -18],
    [18, -38],
    [24, -54],
    [46, -66],
    [90, -78],
    [120, -92],
    [142, -118],
    [168, -134],
    [205, -142],
    [238, -152],
    [270, -170],
    [296, -190],
    [332, -192],
  ],
  dots: { gap: 7, size: 3 },
  top: { at: [330, -199], width: 41, height: 24 },
};

// A tablet has the desktop's stair, drawn together and a little taller.
const times = ([x, y]: Place, across: number, up: number): Place => [Math.round(x * across), Math.round(y * up)];
const [across, up] = [768 / 1440, 0.6];
const middle: StairDesign = {
  ...wide,
  width: 768,
  above: 352,
  below: 96,
  letters: wide.letters.map(([left, right, cap]) => [
    Math.round(left * across),
    Math.round(right * across),
    Math.round(cap * up),
  ]),
  marks: wide.marks.map(({ at, width, hue }) => ({
    at: times(at, across, up),
    width: Math.round(width * across),
    hue,
  })),
  route: wide.route.map((place) => times(place, across, up)),
  dots: { gap: 9, size: 4 },
  top: { at: [668, -338], width: 56, height: 31 },
};

export const designs = { 390: narrow, 768: middle, 1440: wide } as const;
