import {
  diacritics,
  type Hue,
  hold,
  holdPieces,
  markPieces,
  type Palette,
  type Piece,
  type Shape,
  signs,
  tape,
} from "@uola/art";
import { contours as drawContours } from "@uola/art/contours";
import { wordmark as drawing } from "@uola/art/wordmark";
import { html, raw } from "hono/html";
import type { Markup } from "./markup.ts";

/** The climbing hold that decorates a page. */
export type Art = "pocket" | "flower" | "edge" | "jug" | "sloper";

const ink = "#0c1a4b";
const markHues: Hue[] = ["yellow", "pink", "orange", "sky", "green"];

/** A headline whose diacritics are drawn as climbing holds. Screen readers get plain text. */
export function headline(text: string, palette: Palette): Markup {
  const words = diacritics(text);
  const longest = Math.max(...text.split(" ").map((word) => word.length));
  const size = longest > 10 ? "long" : longest > 7 ? "middling" : "short";
  return html`<h1 class="${size}"><span class="said">${text}</span><span aria-hidden="true">${words.map(
    (pieces) => html`<span class="word">${pieces.map((each) => piece(each, palette))}</span> `,
  )}</span></h1>`;
}

function piece({ text, mark, turn = 0 }: Piece, palette: Palette): Markup | string {
  if (!mark) return text;
  const hue = markHues[turn % markHues.length] ?? "yellow";
  const { viewBox, body } = markPieces(mark, palette[hue], { bolt: ink, id: `mark${turn}` });
  return html`<span class="held">${text}<svg class="${mark}" viewBox="${viewBox}">${raw(body)}</svg></span>`;
}

const companions: Record<Art, { hue: Hue; shape: Shape }> = {
  pocket: { shape: "jug", hue: "green" },
  flower: { shape: "sloper", hue: "orange" },
  edge: { shape: "flower", hue: "yellow" },
  jug: { shape: "pocket", hue: "pink" },
  sloper: { shape: "edge", hue: "sky" },
};
const turns: Record<Art, number> = { pocket: 0, flower: 12, edge: -14, jug: 8, sloper: 0 };

/**
 * Draws a large hold cropped by the edge of the panel, a small one below it, and the route between
 * them.
 */
export function panelArt(art: Art, palette: Palette): Markup {
  const { hue } = Object.values(signs).find(({ shape }) => shape === art) ?? signs.firstTime;
  const big = holdPieces({
    shape: art,
    hue: palette[hue],
    bolt: ink,
    lip: [-3, -4.5],
    rotation: turns[art],
    id: "big",
  });
  const companion = companions[art];
  const small = holdPieces({ ...companion, hue: palette[companion.hue], bolt: ink, rotation: -10, id: "small" });
  return html`<svg class="scene" viewBox="0 0 560 760" aria-hidden="true">
<path class="route" d="M236 716C330 740 400 660 450 560C470 500 380 440 430 200"/>
<svg x="196" y="-60" width="470" height="470" viewBox="${big.viewBox}">${raw(big.body)}</svg>
<svg x="396" y="478" width="122" height="122" viewBox="${small.viewBox}">${raw(small.body)}</svg>
</svg>`;
}

/** The gym name for which there is a drawn wordmark: the letters U, L and A, with a hold as the O. */
const drawnName = "Uola";

/** Returns the wordmark: a drawing for Uola, display lettering for any other name. */
export const gymMark = (name: string): Markup =>
  name !== drawnName
    ? html`<span class="wordmark written" aria-hidden="true">${name}</span>`
    : html`<svg class="wordmark" viewBox="0 -20 ${drawing.width} ${drawing.height + 20}" aria-hidden="true">${raw(drawing.body)}</svg>`;

export const arrow = (): Markup =>
  html`<svg class="arrow" viewBox="0 0 20 14" aria-hidden="true"><path d="M1 7h17M12 1l6 6-6 6"/></svg>`;

export const icon = (): string => hold({ shape: "sloper", hue: "orange", bolt: ink, id: "icon" });

export const contours = (): string =>
  drawContours({ width: 1100, height: 1100, seed: 23, levels: 10, scale: 300, cell: 24 });

/**
 * Torn edges for the style sheet, by name: for a button, for a message, below the panel and at the
 * side of the panel.
 */
export const torn: Record<string, string> = {
  button: tape(4).across,
  under: tape(9).field,
  // The same torn edge turned vertical: the two coordinates of every point are swapped.
  beside: tape(9).field.replace(/([\d.]+%?) (calc\(.*?\)\)|[\d.]+%?)/g, "$2 $1"),
};
