/** In a display headline, the diacritics of Lithuanian letters are drawn as climbing holds. */
import { hues } from "./colours.ts";
import { type HoldOptions, holdPieces } from "./hold.ts";
import { ragged } from "./tape.ts";

export const marks = ["caron", "ogonek", "dot", "macron"] as const;
export type Mark = (typeof marks)[number];

/**
 * A run of letters without diacritics, or one letter with its diacritic (`mark`). `turn` is the
 * index of the mark within the headline.
 */
export type Piece = { text: string; mark?: Mark; turn?: number };

const bare: Record<string, [letter: string, mark: Mark]> = {
  Č: ["C", "caron"],
  Š: ["S", "caron"],
  Ž: ["Z", "caron"],
  Ą: ["A", "ogonek"],
  Ę: ["E", "ogonek"],
  Į: ["I", "ogonek"],
  Ų: ["U", "ogonek"],
  Ė: ["E", "dot"],
  Ū: ["U", "macron"],
};

/**
 * The size and position of each mark in em. `lift` is the distance of its lower edge above the cap
 * line; for an ogonek, the distance of its upper edge above the baseline. `at` is its centre as a
 * fraction of the letter's width.
 */
export const anchors: Record<Mark, { width: number; height: number; lift: number; at: number }> = {
  caron: { width: 0.4, height: 0.235, lift: 0.02, at: 0.5 },
  ogonek: { width: 0.27, height: 0.25, lift: 0.02, at: 0.62 },
  dot: { width: 0.23, height: 0.22, lift: 0.02, at: 0.5 },
  macron: { width: 0.4, height: 0.12, lift: 0.045, at: 0.5 },
};

/** Splits a headline into words in capital letters, each of them a list of pieces. */
export function diacritics(text: string): Piece[][] {
  let turn = 0;
  return text
    .toUpperCase()
    .split(/[ \n]+/)
    .filter(Boolean)
    .map((word) => {
      const pieces: Piece[] = [];
      for (const character of word.normalize("NFC")) {
        const [letter, mark] = bare[character] ?? [];
        const last = pieces.at(-1);
        if (letter && mark) pieces.push({ text: letter, mark, turn: turn++ });
        else if (last && !last.mark) last.text += character;
        else pieces.push({ text: character });
      }
      return pieces;
    });
}

/** Draws a diacritic: a hold, or a strip of tape for the macron. */
export function markPieces(mark: Mark, hue: HoldOptions["hue"], options: { bolt?: string; id?: string } = {}) {
  if (mark !== "macron") return holdPieces({ shape: mark, hue, ...options });
  const { face } = typeof hue === "string" ? hues[hue] : hue;
  return { viewBox: "0 0 100 34", width: 100, height: 34, body: `<path fill="${face}" d="${ragged(100, 26, 5)}"/>` };
}
