import { advances } from "../generated/advances.ts";
import { diacritics } from "./diacritics.ts";

/**
 * Returns the width in em of a display text on one line (Anybody, wght 900, wdth 55), for choosing
 * a size that fits.
 */
export function measure(text: string): number {
  const letters = diacritics(text)
    .map((word) => word.map((piece) => piece.text).join(""))
    .join(" ");
  return [...letters].reduce((sum, letter) => sum + (advances[letter] ?? 450) + 16, 0) / 1000;
}
