import { background, type Hue, holdPieces, type Palette, type Shape } from "@uola/art";
import { contourLines } from "@uola/art/contours";
import { gymMark, headline } from "@uola/art/headline";

/** SVG drawings. Sizes are in pixels, for a mail 600 px wide. */
export type Drawing = { svg: string; width: number; height: number };

const svg = (width: number, height: number, body: string): Drawing => ({
  svg: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">${body}</svg>`,
  width,
  height,
});

const width = 600;
const height = 310;
const margin = 38;

/**
 * The header image: one word as tall as fits, over contour lines, next to a large climbing hold
 * cropped by the edge.
 */
export function headlineDrawing(
  word: string,
  { hue, shape }: { hue: Hue; shape: Shape },
  { gym, palette }: { gym: string; palette: Palette },
): Drawing {
  const long = word.length > 4;
  const drawn = headline({ text: word, wdth: long ? 50 : 55, hues: ["yellow", "orange", "pink"], palette });
  const scale = Math.min(0.235, (width - 2 * margin) / drawn.width);
  const hangs = /[ąęįų]/i.test(word);
  const top = height - (hangs ? 58 : long ? 24 : 11) - drawn.height * scale;
  // A long word extends below the hold, so the hold moves up to avoid an overlap.
  const reach = 240;
  const up = long ? top - reach - 8 : -52;
  const great = holdPieces({
    shape,
    hue: palette[hue],
    bolt: background.ink,
    rotation: -8,
    lip: [-5, -6],
    id: "great",
  });
  const lines = contourLines({ width, height, seed: 14, levels: 12, scale: 150, cell: 12 });
  return svg(
    width,
    height,
    `<rect width="${width}" height="${height}" fill="${background.ink}"/>
<g fill="none" stroke="${background.inkLine}"><path stroke-width="1.1" d="${lines.thin}"/><path stroke-width="2" d="${lines.thick}"/></g>
<svg x="428" y="${up}" width="${reach}" height="${reach}" viewBox="${great.viewBox}">${great.body}</svg>
<g transform="translate(40 36) scale(${nameScale})">${gymMark(gym, palette).body}</g>
<g transform="translate(${margin} ${top}) scale(${scale})">${drawn.body}</g>`,
  );
}

const nameScale = 0.0385;

/** The gym's name on the dark background. */
export function nameDrawing(gym: string, palette: Palette): Drawing {
  const drawn = gymMark(gym, palette);
  const [width, height] = [Math.ceil(drawn.width * nameScale), Math.ceil(drawn.height * nameScale)];
  return svg(width, height, `<g transform="scale(${nameScale})">${drawn.body}</g>`);
}

/**
 * Opening and closing times in the gym's numerals. `strikeColour` is the colour of the line through
 * times that no longer apply.
 */
export function hoursDrawing(hours: string, strikeColour?: string): Drawing {
  const scale = 0.057;
  const drawn = headline({ text: hours, fill: background.ink, wdth: 58 });
  const [width, height] = [Math.ceil(drawn.width * scale), Math.ceil((drawn.height + 20) * scale)];
  const bar = (thickness: number, fill: string) =>
    `<rect y="${height / 2 - thickness / 2}" width="${width}" height="${thickness}" fill="${fill}"/>`;
  return svg(
    width,
    height,
    `<g transform="translate(0 ${10 * scale}) scale(${scale})">${drawn.body}</g>${strikeColour ? bar(6, strikeColour) + bar(3, background.ink) : ""}`,
  );
}

/**
 * Offsets of the torn edge as fractions of its depth. The last tooth uses the first offset, so the
 * pattern repeats.
 */
const toothOffsets = [0.2, 0.75, 0.05, 0.6, 0.25, 0.9, 0.4, 1, 0.15, 0.7];

export type TapeEnd = { width: number; height: number; colour: string; teeth: number };

/** One end of a strip of tape: `side` is torn, the other side is straight. */
export function tapeEnd(side: "left" | "right", { width, height, colour, teeth }: TapeEnd): Drawing {
  const edge = Array.from({ length: teeth + 1 }, (_, index) => {
    const share = toothOffsets[index === teeth ? 0 : index % toothOffsets.length] ?? 0;
    const along = index === 0 || index === teeth ? index : index + (share - 0.5) * 0.5;
    return [width * share * 0.9, (height * along) / teeth] as const;
  });
  const points = [...edge, [width, height] as const, [width, 0] as const]
    .map(([x, y]) => `${(side === "left" ? x : width - x).toFixed(1)},${y.toFixed(1)}`)
    .join(" ");
  return svg(width, height, `<polygon fill="${colour}" points="${points}"/>`);
}
