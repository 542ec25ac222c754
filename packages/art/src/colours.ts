import type { Shape } from "./shapes.ts";

export const background = {
  ink: "#0c1a4b",
  ink900: "#081133",
  ink2: "#13246a",
  inkLine: "#2a3d92",
  inkLine2: "#3a52b4",
  chalk: "#f5f0e4",
  chalk2: "#eae2d0",
  paper: "#fffdf7",
  line: "#d8cdb4",
  muted: "#4d5678",
} as const;

/** A hold's face, and its lip, the side in the shade. Text on a face is always ink. */
export const hues = {
  orange: { face: "#ff5c38", lip: "#d43c1a" },
  yellow: { face: "#ffc62b", lip: "#e39d00" },
  green: { face: "#19ab78", lip: "#0c7d57" },
  pink: { face: "#ff90bf", lip: "#e5639c" },
  sky: { face: "#4fabff", lip: "#1e80e2" },
  ink: { face: "#0c1a4b", lip: "#2a3d92" },
  chalk: { face: "#f5f0e4", lip: "#d8cdb4" },
} as const;
export type Hue = keyof typeof hues;
/** The face and the lip of every hue, as one gym has them. */
export type Palette = Record<Hue, { face: string; lip: string }>;

/** The colours of tape an owner chooses among, each with its lip. Ink is read on every one of them, and each is seen on ink. */
export const tapeColours = {
  orange: hues.orange,
  yellow: hues.yellow,
  green: hues.green,
  pink: hues.pink,
  sky: hues.sky,
  red: { face: "#ff6f6f", lip: "#d2434b" },
  peach: { face: "#ffb38a", lip: "#dd8454" },
  lime: { face: "#b4d834", lip: "#83a614" },
  turquoise: { face: "#34c6c8", lip: "#158f92" },
  lilac: { face: "#b9a1ff", lip: "#8a6ddd" },
  sand: { face: "#d8c49c", lip: "#ac9362" },
  stone: { face: "#b5bdd4", lip: "#868fae" },
} as const;
export type TapeColour = keyof typeof tapeColours;

export const categories = ["firstTime", "children", "trainings", "ropes", "bouldering"] as const;
export type Category = (typeof categories)[number];

/** Each category has its colour and shape, so that colour is never the only difference. */
export const signs: Record<Category, { hue: Hue; shape: Shape }> = {
  firstTime: { hue: "pink", shape: "pocket" },
  children: { hue: "yellow", shape: "flower" },
  trainings: { hue: "sky", shape: "edge" },
  ropes: { hue: "green", shape: "jug" },
  bouldering: { hue: "orange", shape: "sloper" },
};

/** The colour of each category's tape. */
export type TapeColours = Record<Category, TapeColour>;
/** What tapes have until the owner chooses. */
export const defaultTape = Object.fromEntries(
  categories.map((category) => [category, signs[category].hue]),
) as TapeColours;

/**
 * The custom properties that give tapes other colours than the default ones; empty where there are none. A category's tape and what is
 * drawn beside it have the same name in the sheets.
 */
export const tapeStyle = (tape: TapeColours): string =>
  categories
    .filter((category) => tape[category] !== defaultTape[category])
    .map((category) => {
      const { face, lip } = tapeColours[tape[category]];
      const { hue } = signs[category];
      return `--color-${hue}:${face};--lip-${hue}:${lip}`;
    })
    .join(";");

/**
 * The colours of a gym's drawings where no sheet reaches: in mails, share pictures and documents. Takes what `tapeStyle` gives,
 * so that a page and its picture never differ.
 */
export function paletteOf(style = ""): Palette {
  const chosen = Object.fromEntries(style.split(";").map((property) => property.split(":"))) as Record<string, string>;
  const own = (Object.keys(hues) as Hue[]).map((hue) => {
    const { face, lip } = hues[hue];
    return [hue, { face: chosen[`--color-${hue}`] ?? face, lip: chosen[`--lip-${hue}`] ?? lip }];
  });
  return Object.fromEntries(own);
}
