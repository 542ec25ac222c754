/**
 * The number of columns that a picture spans, out of two on a phone and out of three on a wide
 * screen.
 */
export type GalleryShape = keyof typeof columnsTaken;
export const columnsTaken = {
  one: { phone: 1, wide: 1 },
  two: { phone: 2, wide: 2 },
  whole: { phone: 2, wide: 3 },
  wholeOnPhone: { phone: 2, wide: 1 },
} as const;

const atOnce = 5;

/**
 * Returns the shape of a picture. Each group of five pictures fills its rows on all screens, with a
 * large first picture; a smaller last group fills its rows too.
 */
export function galleryShape(place: number, count: number): GalleryShape {
  const inGroup = place % atOnce;
  const group = Math.min(atOnce, count - (place - inGroup));
  if (group === 1) return "whole";
  if (group === 2) return inGroup === 0 ? "two" : "wholeOnPhone";
  if (group === 3) return inGroup === 0 ? "wholeOnPhone" : "one";
  return inGroup === 0 || (group === 4 && inGroup === 3) ? "two" : "one";
}
