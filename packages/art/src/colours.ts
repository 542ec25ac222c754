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

/**
 * The colours of a hold: its face, and its lip (the shaded side). Text on a face always has the ink
 * colour.
 */
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
/** The face and lip colours of every hue at one gym. */
export type Palette = Record<Hue, { face: string; lip: string }>;

/**
 * The tape colours an owner can choose from, each with its lip colour. Ink-coloured text is
 * readable on each of them, and each is visible on an ink-coloured background.
 */
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

/** The colour and shape of each category. Both differ, so that colour is never the only distinction. */
export const signs: Record<Category, { hue: Hue; shape: Shape }> = {
  firstTime: { hue: "pink", shape: "pocket" },
  children: { hue: "yellow", shape: "flower" },
  trainings: { hue: "sky", shape: "edge" },
  ropes: { hue: "green", shape: "jug" },
  bouldering: { hue: "orange", shape: "sloper" },
};

/** The colour of each category's tape. */
export type TapeColours = Record<Category, TapeColour>;
/** The tape colours used until the owner chooses others. */
export const defaultTape = Object.fromEntries(
  categories.map((category) => [category, signs[category].hue]),
) as TapeColours;

/**
 * Returns the CSS custom properties for tape colours that differ from the defaults, or an empty
 * string if there are none. In the stylesheets, a category's tape and the illustrations next to it
 * use the same properties.
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
 * Returns the colours of a gym's illustrations where no stylesheet applies: in mails, share
 * pictures and documents. Takes the result of `tapeStyle`, so that a page and its share picture
 * always have the same colours.
 */
export function paletteOf(style = ""): Palette {
  const chosen = Object.fromEntries(style.split(";").map((property) => property.split(":"))) as Record<string, string>;
  const own = (Object.keys(hues) as Hue[]).map((hue) => {
    const { face, lip } = hues[hue];
    return [hue, { face: chosen[`--color-${hue}`] ?? face, lip: chosen[`--lip-${hue}`] ?? lip }];
  });
  return Object.fromEntries(own);
}
