import { type Category, categories, type TapeColour, type TapeColours } from "@uola/art";

/** A category gets a colour. The category that had it gets the one that comes free, so that no two have the same. */
export function recoloured(tape: TapeColours, category: Category, colour: TapeColour): TapeColours {
  const had = categories.find((other) => tape[other] === colour);
  return { ...tape, ...(had && { [had]: tape[category] }), [category]: colour };
}
