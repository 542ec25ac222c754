/**
 * Uola's illustrations that are small enough to be generated in the browser. Those that need fonts,
 * contour lines or PNG are in `@uola/art/type`, `/contours` and `/png`.
 */
export { climber, type Pose, poses } from "./climber.ts";
export {
  background,
  type Category,
  categories,
  defaultTape,
  type Hue,
  hues,
  type Palette,
  paletteOf,
  signs,
  type TapeColour,
  type TapeColours,
  tapeColours,
  tapeStyle,
} from "./colours.ts";
export { anchors, diacritics, type Mark, markPieces, marks, type Piece } from "./diacritics.ts";
export { type HoldOptions, type HoldPieces, hold, holdPieces } from "./hold.ts";
export { measure } from "./measure.ts";
export { pebbles, pebblesInRow } from "./pebbles.ts";
export { type Point, route } from "./route.ts";
export { cut, type Shape, shapes } from "./shapes.ts";
export { ragged, type Tape, tape } from "./tape.ts";
