/** In a display headline, the diacritics of Lithuanian letters are drawn as holds. */
import { hues } from "./colours.ts";
import { type HoldOptions, holdPieces } from "./hold.ts";
import { ragged } from "./tape.ts";

export const marks = ["caron", "ogonek", "dot", "macron"] as const;
export type Mark = (typeof marks)[number];

/** A run of letters without marks, or one letter with its mark (`turn` counts the marks of a headline). */
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
 * The size and position of each mark in em. `lift` is the distance of its lower edge above the cap line, of an ogonek
 * that of its upper edge above the baseline; `at` is its centre as a share of the letter's width.
 */
export const anchors: Record<Mark, { width: number; height: number; lift: number; at: number }> = {
  caron: { width: 0.4, height: 0.235, lift: 0.02, at: 0.5 },
  ogonek: { width: 0.27, height: 0.25, lift: 0.02, at: 0.62 },
  dot: { width: 0.23, height: 0.22, lift: 0.02, at: 0.5 },
  macron: { width: 0.4, height: 0.12, lift: 0.045, at: 0.5 },
};

/** Splits a headline into words of pieces, in capitals. */
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

/** The drawing of a mark: a hold; for the macron a strip of tape. */
export function markPieces(mark: Mark, hue: HoldOptions["hue"], options: { bolt?: string; id?: string } = {}) {
  if (mark !== "macron") return holdPieces({ shape: mark, hue, ...options });
  const { face } = typeof hue === "string" ? hues[hue] : hue;
  return { viewBox: "0 0 100 34", width: 100, height: 34, body: `<path fill="${face}" d="${ragged(100, 26, 5)}"/>` };
}
