import { type Category, categories, type TapeColour, type TapeColours } from "@uola/art";

/**
 * Assigns a colour to a category. If another category already has it, that category gets the freed
 * colour, so that no two categories share one.
 */
export function recoloured(tape: TapeColours, category: Category, colour: TapeColour): TapeColours {
  const had = categories.find((other) => tape[other] === colour);
  return { ...tape, ...(had && { [had]: tape[category] }), [category]: colour };
}
