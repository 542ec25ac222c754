/** Outlines of display text with holds as diacritics, for mail headers, share images and the wordmark. */
import { background, hues as defaultPalette, type Hue, type Palette } from "./colours.ts";
import { anchors, diacritics, markPieces, type Piece } from "./diacritics.ts";
import { outline } from "./glyph-outline.ts";
import { holdPieces } from "./hold.ts";

type HeadlineOptions = {
  text: string;
  /** The colours of the marks, in order. */
  hues?: Hue[];
  /** The gym's own colour values of the hues. */
  palette?: Palette;
  fill?: string;
  /** The colour of the bolts in the marks. */
  bolt?: string;
  wdth?: number;
  /**
   * The prefix of the ids within the drawing; two drawings in one picture must have different
   * prefixes.
   */
  id?: string;
};

/**
 * Sizes are in thousandths of an em. The cap line of the first line is at 0; marks above it extend
 * up to `-300`.
 */
export type Drawing = { width: number; height: number; body: string };

const face = (wdth: number) => ({ wght: 900, wdth });
const cap = 675;
const spacing = 16;
const lineHeight = 990;

const letters = (run: string, wdth: number) => {
  let pen = 0;
  const drawn = [...run].map((letter) => {
    const { path, advance } = outline(letter, face(wdth));
    const placed = path ? `<path transform="translate(${pen})" d="${path}"/>` : "";
    pen += Math.round(advance * 1000) + spacing;
    return placed;
  });
  return { width: pen, body: drawn.join("") };
};

/** Draws a text and keeps its line breaks. */
export function headline({ text, hues = ["yellow", "orange", "pink"], ...options }: HeadlineOptions): Drawing {
  const { fill = background.chalk, bolt = background.ink, wdth = 55, id = "m", palette = defaultPalette } = options;
  let turn = 0;
  let width = 0;
  const draw = (piece: Piece, x: number) => {
    const run = letters(piece.text, wdth);
    const body = [`<g transform="translate(${x})">${run.body}</g>`];
    if (piece.mark) {
      const anchor = anchors[piece.mark];
      const hue = hues[turn++ % hues.length] as Hue;
      const drawn = markPieces(piece.mark, palette[hue], { bolt, id: `${id}${turn}` });
      const size = anchor.width * 1000;
      const top = piece.mark === "ogonek" ? -anchor.lift * 1000 : -cap - (anchor.lift + anchor.height) * 1000;
      const left = x + run.width * anchor.at - size / 2;
      const turned = piece.mark === "macron" ? ` transform="rotate(-3 ${left} ${top})"` : "";
      body.push(
        `<g${turned}><svg x="${Math.round(left)}" y="${Math.round(top)}" width="${size}" height="${Math.round((size / drawn.width) * drawn.height)}" viewBox="${drawn.viewBox}">${drawn.body}</svg></g>`,
      );
    }
    return { width: run.width, body };
  };
  const lines = text.split("\n").map((line, row) => {
    let pen = 0;
    const under: string[] = [];
    for (const word of diacritics(line)) {
      if (pen > 0) pen += Math.round(outline(" ", face(wdth)).advance * 1000) + spacing;
      for (const piece of word) {
        const { width, body } = draw(piece, pen);
        under.push(...body);
        pen += width;
      }
    }
    width = Math.max(width, pen - spacing);
    return `<g transform="translate(0 ${cap + row * lineHeight})">${under.join("")}</g>`;
  });
  return { width, height: cap + (lines.length - 1) * lineHeight, body: `<g fill="${fill}">${lines.join("")}</g>` };
}

/** The gym name that is replaced by the wordmark. */
const drawnName = "Uola";
/** The maximum width of a logo in thousandths of an em; a longer name is scaled down. */
const longestMark = 6200;

/**
 * Returns a gym's logo: Uola's wordmark, whose hold is always orange, or another gym's name in the
 * same typeface.
 */
export function gymMark(name: string, palette: Palette = defaultPalette): Drawing {
  const fill = background.chalk;
  if (name === drawnName) return wordmark(fill);
  const drawn = headline({ text: name, fill, wdth: 60, id: "g", palette });
  const scale = Math.min(1, longestMark / drawn.width);
  const [above, below] = [/[čėšūž]/i.test(name) ? 300 : 0, /[ąęįų]/i.test(name) ? 270 : 50];
  const size = (length: number) => Math.ceil(length * scale);
  return {
    width: size(drawn.width),
    height: size(above + drawn.height + below),
    body: `<g transform="scale(${scale.toFixed(4)}) translate(0 ${above})">${drawn.body}</g>`,
  };
}

/** Draws the wordmark: U, a hold as the O, L, A. */
export function wordmark(fill = "currentColor"): Drawing {
  const wdth = 60;
  const u = letters("U", wdth);
  const la = letters("LA", wdth);
  const drawn = holdPieces({ shape: "sloper", hue: "orange", bolt: background.ink, seed: 5, id: "wm" });
  const [gap, hold] = [70, 590];
  const right = u.width + gap + hold + gap * 0.6;
  const body =
    `<g fill="${fill}" transform="translate(0 ${cap})">${u.body}<g transform="translate(${Math.round(right)})">${la.body}</g></g>` +
    `<svg x="${u.width + gap * 0.6}" y="${cap - hold + 40}" width="${hold}" height="${hold}" viewBox="${drawn.viewBox}">${drawn.body}</svg>`;
  return { width: Math.round(right + la.width), height: cap + 50, body };
}
