/**
 * The illustration "Į VIRŠŲ": a staircase of letters that rises from the page, with its diacritics
 * as holds and a climbing route to the top.
 */
import { background, type Hue } from "./colours.ts";
import { diacritics, type Mark, markPieces } from "./diacritics.ts";
import { outline } from "./glyph-outline.ts";
import { type Point, route } from "./route.ts";
import { ragged } from "./tape.ts";

/** Sizes are in pixels. The origin is at the left edge of the page and the baseline of the letters. */
type StairDesign = {
  width: number;
  above: number;
  below: number;
  /** The left edge, right edge and height of each letter. */
  letters: [left: number, right: number, cap: number][];
  /** The left and upper edge and the width of each mark, in text order. */
  marks: { at: Point; width: number; hue: Hue }[];
  route: Point[];
  dots: { gap: number; size: number };
  top: { at: Point; width: number; height: number };
};

type Stair = { width: number; height: number; baseline: number; body: string };

const whole = (path: string, x: number, y: number, scale: number) =>
  path.replace(/(-?\d+) (-?\d+)/g, (_, left, top) => `${Math.round(x + left * scale)} ${Math.round(y + top * scale)}`);

/** Returns the value of the wdth axis at which a letter of this height has the required width. */
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

/** Returns the content of an SVG; `id` makes its clip path ids unique on the page. */
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
    if (!shape) return "";
    const bolt = shape === "ogonek" ? {} : { bolt: background.ink };
    const drawn = markPieces(shape, hue, { id: `${id}${index}`, ...bolt });
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
    `<path fill="${background.chalk}" d="${letters.join("")}"/>${marks.join("")}` +
    `<clipPath id="${id}c"><rect class="reveal" x="0" y="${-design.above}" width="${design.width}" height="${design.above + design.below}"/></clipPath>` +
    `<path clip-path="url(#${id}c)" fill="none" stroke="#ff5c38" stroke-width="${dots.size}" stroke-linecap="round" stroke-dasharray=".1 ${dots.gap}" d="${route(design.route)}"/>` +
    `<g transform="translate(${tapeX} ${tapeY}) rotate(-4)">${ridges}<path fill="#ff5c38" d="${strip}"/><path fill="url(#${id}r)" d="${strip}"/><g fill="${background.ink}">${label.join("")}</g></g>`;
  return { width: design.width, height: design.above + design.below, baseline: design.above, body };
}

/**
 * Returns the staircase as an SVG file. Its route is animated once, unless the user prefers reduced
 * motion.
 */
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

// Tablets use the desktop's staircase, scaled to be narrower and slightly taller.
const times = ([x, y]: Point, across: number, up: number): Point => [Math.round(x * across), Math.round(y * up)];
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

/** The maximum number of letters in a staircase. */
const maxLetters = 9;
const drawable = /^[A-Z0-9]$/;
const colours = ["orange", "yellow", "pink", "green", "sky"] as const;
/** The height of a mark divided by its width. */
const tall: Record<Mark, number> = { caron: 54 / 101, ogonek: 102.5 / 103, dot: 97.5 / 97, macron: 34 / 100 };

/**
 * Returns the staircase of another text within a given frame; undefined if the text is too long,
 * too short or has letters without outlines.
 */
export function stairOf(text: string, frame: StairDesign): StairDesign | undefined {
  const words = diacritics(text).map((pieces) =>
    pieces.flatMap(({ text: run, mark }) => [...run].map((letter) => ({ letter, mark }))),
  );
  const letters = words.flat();
  if (letters.length < 3 || letters.length > maxLetters) return undefined;
  if (!letters.every(({ letter }) => drawable.test(letter))) return undefined;
  const unit = frame.width / wide.width;
  const caps = heights(frame, letters.length);
  const marked = letters.map(({ mark }, index) => anchorOf(mark, caps[index] ?? 0, unit));
  // A mark on a tall letter and the tape at the top must stay inside the picture.
  const room = frame.above - frame.top.height - 16 * unit;
  const positions = positionsOf(words, caps, frame, unit);
  const shrink = Math.min(
    1,
    ...marked.map(({ above }, index) => room / ((caps[index] ?? 0) + above)),
    // The font cannot get narrower than its minimum width, so a letter that would be too wide is
    // made shorter.
    ...letters.map(({ letter }, index) => {
      const [left, right] = positions[index] ?? [0, 0];
      return (right - left) / (narrowest(letter) * (caps[index] ?? 1));
    }),
  );
  const drawn = letters.map(({ mark }, index) => {
    const cap = Math.round((caps[index] ?? 0) * shrink);
    const [left, right] = positions[index] ?? [0, 0];
    return { left, right, cap, mark, anchor: anchorOf(mark, cap, unit) };
  });
  let turn = 0;
  const marks = drawn.flatMap(({ left, right, cap, mark, anchor }) => {
    if (!mark) return [];
    const at: Point = [
      Math.round((left + right) / 2 - anchor.width / 2 + (mark === "ogonek" ? anchor.width * 0.16 : 0)),
      Math.round(mark === "ogonek" ? -0.03 * cap : -cap - anchor.above),
    ];
    return [{ at, width: anchor.width, hue: colours[turn++ % colours.length] ?? "orange" }];
  });
  const tops = drawn.map(
    ({ left, right, cap, anchor }): Point => [(left + right) / 2, -(cap + anchor.above + 26 * unit)],
  );
  const [first, last] = [drawn[0], drawn.at(-1)];
  if (!first || !last) return undefined;
  const top: Point = [
    Math.min(frame.width - frame.top.width - 8, Math.round((last.left + last.right) / 2)),
    Math.round(-(last.cap + last.anchor.above) - frame.top.height - 6 * unit),
  ];
  return {
    ...frame,
    letters: drawn.map(({ left, right, cap }) => [left, right, cap]),
    marks,
    route: [
      [first.left + 9 * unit, 22 * unit],
      [first.left - 10 * unit, -28 * unit],
      ...tops.slice(0, -1),
      [top[0], top[1] + frame.top.height / 2],
    ].map(([x = 0, y = 0]): Point => [Math.round(x), Math.round(y)]),
    top: { ...frame.top, at: top },
  };
}

/** Returns the minimum width of a letter divided by its height. */
function narrowest(letter: string): number {
  const face = { wght: 900, wdth: 50 };
  const { ink } = outline(letter, face);
  return (ink.right - ink.left) / -outline("I", face).ink.top;
}

/** Returns the heights of `count` letters, interpolated between the letter heights of the frame. */
function heights({ letters }: StairDesign, count: number): number[] {
  const steps = letters.map(([, , cap]) => cap);
  return Array.from({ length: count }, (_, index) => {
    const at = (index / (count - 1)) * (steps.length - 1);
    const [low, high] = [steps[Math.floor(at)] ?? 0, steps[Math.ceil(at)] ?? 0];
    return Math.round(low + (high - low) * (at % 1));
  });
}

/** Returns the width of a mark on a letter of this height, and how far it extends above the letter. */
function anchorOf(mark: Mark | undefined, cap: number, unit: number): { width: number; above: number } {
  if (!mark) return { width: 0, above: 0 };
  if (mark === "ogonek") return { width: Math.round(Math.min(0.3 * cap + 38 * unit, 145 * unit)), above: 0 };
  const width = Math.round(cap * { caron: 0.6, dot: 0.34, macron: 0.59 }[mark]);
  return { width, above: Math.round(width * tall[mark] + 0.04 * cap) };
}

/**
 * Returns the left and right edge of each letter. Together they fill the frame; taller and wider
 * letters get more of it.
 */
function positionsOf(
  words: readonly { letter: string }[][],
  caps: readonly number[],
  frame: StairDesign,
  unit: number,
) {
  const [left, right] = [frame.letters[0]?.[0] ?? 0, frame.letters.at(-1)?.[1] ?? frame.width];
  const letters = words.flat();
  const gaps = letters.map((_, index) => gapAfter(words, index) * unit);
  const wants = letters.map(({ letter }, index) => {
    const { ink } = outline(letter, { wght: 900, wdth: 100 });
    return (ink.right - ink.left) * (caps[index] ?? 0) ** 0.55;
  });
  const free = right - left - gaps.reduce((sum, gap) => sum + gap, 0);
  const whole = wants.reduce((sum, want) => sum + want, 0);
  let pen = left;
  return wants.map((want, index): [number, number] => {
    const from = pen;
    const to = from + (free * want) / whole;
    pen = to + (gaps[index] ?? 0);
    return [Math.round(from), Math.round(to)];
  });
}

/** Returns the space after a letter: larger at the end of a word, none after the last letter. */
function gapAfter(words: readonly unknown[][], index: number): number {
  const ends = words.map((_, word) => words.slice(0, word + 1).flat().length - 1);
  if (index === ends.at(-1)) return 0;
  return ends.includes(index) ? 60 : 26;
}

/**
 * Returns the staircase of a text as a file for each screen width; undefined if the text cannot be
 * drawn as a staircase.
 */
export function stairFiles(text: string): Record<keyof typeof designs, string> | undefined {
  const files = Object.entries(designs).map(([width, frame]) => {
    const design = stairOf(text, frame);
    return [width, design && stairFile(text, design)] as const;
  });
  return files.every(([, file]) => file)
    ? (Object.fromEntries(files) as Record<keyof typeof designs, string>)
    : undefined;
}
