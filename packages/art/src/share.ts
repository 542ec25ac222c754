/**
 * The preview picture of a page on social networks: its title in large letters over contour lines,
 * next to two holds.
 */
import { background, categories, hues, type Palette, signs } from "./colours.ts";
import { contourLines } from "./contours.ts";
import { type Drawing, gymMark, headline } from "./headline.ts";
import { holdPieces } from "./hold.ts";
import { measure } from "./measure.ts";

type SharePicture = {
  text: string;
  /** The gym's name. */
  gym: string;
  /** The gym's own colour values of the hues. */
  palette?: Palette;
  width: number;
  height: number;
  /** Determines which holds are drawn next to the text. */
  seed: number;
};

const margin = 72;
/** The area available for the title is below the gym's name and within a margin. */
const top = 196;
const bottom = 64;
/** The maximum letter size for a short word, as a factor from thousandths of an em to pixels. */
const largest = 0.34;
const linesMax = 4;
/** Words beyond this number are dropped, which limits the number of line breaks to try. */
const wordsMax = 14;

/** Returns an SVG without text elements: every letter is an outline, so no font is needed. */
export function sharePicture({ text, gym, palette = hues, width, height, seed }: SharePicture): string {
  const [room, tall] = [width - 2 * margin, height - top - bottom];
  const sizeOf = (drawn: Drawing) =>
    Math.min(largest, room / drawn.width, tall / (drawn.height + descentOfMarks(text)));
  const [drawn] = lineBreakVariants(text)
    .map((lines) => headline({ text: lines, wdth: 55, palette }))
    .toSorted((a, b) => sizeOf(b) - sizeOf(a)) as [Drawing];
  const size = sizeOf(drawn);
  const y = height - bottom - (drawn.height + descentOfMarks(text)) * size;
  const lines = contourLines({ width, height, seed: 21 + seed, levels: 13, scale: 260, cell: 16 });
  const sign = signs[categories[seed % categories.length] as (typeof categories)[number]];
  const other = signs[categories[(seed + 2) % categories.length] as (typeof categories)[number]];
  const great = holdPieces({
    ...sign,
    hue: palette[sign.hue],
    bolt: background.ink,
    rotation: -12,
    id: "great",
    seed: seed + 1,
  });
  const small = holdPieces({
    ...other,
    hue: palette[other.hue],
    bolt: background.ink,
    rotation: 20,
    id: "small",
    seed: seed + 2,
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">
<rect width="${width}" height="${height}" fill="${background.ink}"/>
<g fill="none" stroke="${background.inkLine}"><path stroke-width="1.4" d="${lines.thin}"/><path stroke-width="2.6" d="${lines.thick}"/></g>
<svg x="${width - 300}" y="-118" width="310" height="310" viewBox="${great.viewBox}">${great.body}</svg>
<svg x="${width - 420}" y="52" width="96" height="96" viewBox="${small.viewBox}">${small.body}</svg>
<g transform="translate(${margin} 64) scale(.1)">${gymMark(gym, palette).body}</g>
<g transform="translate(${margin} ${Math.round(y)}) scale(${size.toFixed(4)})">${drawn.body}</g></svg>`;
}

/** Returns the distance that diacritics extend below the last line. */
const descentOfMarks = (text: string) => (/[ąęįų]/i.test(text) ? 270 : 0);

/**
 * Returns the text in one line, in two lines, and so on, each wrapped so that its longest line is
 * as short as possible.
 */
function lineBreakVariants(text: string): string[] {
  const words = text.split(/\s+/).filter(Boolean).slice(0, wordsMax);
  return Array.from({ length: Math.min(linesMax, Math.max(1, words.length)) }, (_, index) =>
    evenly(words, index + 1).join("\n"),
  );
}

function evenly(words: readonly string[], count: number): string[] {
  if (count <= 1) return [words.join(" ")];
  const ways = words
    .slice(1, words.length - count + 2)
    .map((_, index) => [words.slice(0, index + 1).join(" "), ...evenly(words.slice(index + 1), count - 1)]);
  const longest = (lines: readonly string[]) => Math.max(...lines.map(measure));
  return ways.toSorted((a, b) => longest(a) - longest(b))[0] ?? [words.join(" ")];
}
