/**
 * The character ranges that each typeface is split into, one file each. Browsers fetch a file when
 * a page contains one of its letters.
 */
export const ranges = ["latin", "lithuanian", "rest"] as const;
export type Range = (typeof ranges)[number];

type Span = readonly [first: number, last: number];

/** `rest` contains the other letters of Latin alphabets, for names; few pages need it. */
export const spans: Record<Range, readonly Span[]> = {
  latin: [
    [0x20, 0x7e],
    [0xa0, 0xff],
    [0x131, 0x131],
    [0x152, 0x153],
    [0x2010, 0x2027],
    [0x2030, 0x2030],
    [0x2039, 0x203a],
    [0x20ac, 0x20ac],
    [0x2212, 0x2212],
  ],
  lithuanian: [
    [0x104, 0x105],
    [0x10c, 0x10d],
    [0x116, 0x119],
    [0x12e, 0x12f],
    [0x160, 0x161],
    [0x16a, 0x16b],
    [0x172, 0x173],
    [0x17d, 0x17e],
  ],
  rest: [
    [0x100, 0x103],
    [0x106, 0x10b],
    [0x10e, 0x115],
    [0x11a, 0x12d],
    [0x130, 0x130],
    [0x132, 0x151],
    [0x154, 0x15f],
    [0x162, 0x169],
    [0x16c, 0x171],
    [0x174, 0x17c],
    [0x17f, 0x17f],
  ],
};

export const lettersOf = (range: Range): string =>
  spans[range]
    .flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, index) => first + index))
    .map((point) => String.fromCodePoint(point))
    .join("");

/** Returns a range in the syntax of the CSS `unicode-range` descriptor. */
export const unicodeRange = (range: Range): string =>
  spans[range].map(([first, last]) => (first === last ? `U+${hex(first)}` : `U+${hex(first)}-${hex(last)}`)).join(", ");
const hex = (point: number) => point.toString(16).toUpperCase();

/** The site's typefaces: their source fonts and the used ranges of their variation axes. */
export const faces = [
  {
    name: "anybody",
    files: {
      latin: "anybody/files/anybody-latin-standard-normal.woff2",
      lithuanian: "anybody/files/anybody-latin-ext-standard-normal.woff2",
      rest: "anybody/files/anybody-latin-ext-standard-normal.woff2",
    },
    axes: { wght: 900, wdth: { min: 50, max: 75 } },
  },
  {
    name: "hanken",
    files: {
      latin: "hanken-grotesk/files/hanken-grotesk-latin-wght-normal.woff2",
      lithuanian: "hanken-grotesk/files/hanken-grotesk-latin-ext-wght-normal.woff2",
      rest: "hanken-grotesk/files/hanken-grotesk-latin-ext-wght-normal.woff2",
    },
    axes: { wght: { min: 400, max: 800 } },
  },
] as const;

/**
 * The font subsets embedded in printed documents: the body typeface in two weights, and the display
 * typeface.
 */
export const paperCuts = [
  ...[400, 700].flatMap((wght) =>
    ranges.map((range) => ({ name: `hanken-${wght}-${range}`, face: "hanken" as const, range, axes: { wght } })),
  ),
  { name: "anybody-900-latin", face: "anybody" as const, range: "latin" as const, axes: { wght: 900, wdth: 55 } },
];
