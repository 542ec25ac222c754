/** The house's drawings, small enough for a browser. What needs fonts or hills: `@uola/art/type`, `/contours`, `/png`. */
export { type Category, categories, ground, type Hue, hues, signs } from "./colours.ts";
export { diacritics, type Mark, markPieces, marks, type Piece, seats } from "./diacritics.ts";
export { type HoldOptions, type HoldPieces, hold, holdPieces } from "./hold.ts";
export { measure } from "./measure.ts";
export { pebbles, pebblesInRow } from "./pebbles.ts";
export { type Place, route } from "./route.ts";
export { cut, type Shape, shapes } from "./shapes.ts";
export { ragged, type Tape, tape } from "./tape.ts";
