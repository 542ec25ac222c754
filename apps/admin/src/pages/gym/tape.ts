import { type Category, categories, type TapeColour, type TapeColours } from "@uola/art";

/**
 * Assigns a colour to a category. A category that already has it gets the freed colour, so that no
 * two categories share one.
 */
export function recoloured(tape: TapeColours, category: Category, colour: TapeColour): TapeColours {
  const had = categories.find((other) => tape[other] === colour);
  return { ...tape, ...(had && { [had]: tape[category] }), [category]: colour };
}
