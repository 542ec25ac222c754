import { random } from "./random.ts";

/** The maximum number of pebbles in a row. */
export const pebblesInRow = 10;
const [pitch, rowHeight] = [16, 15];

/**
 * Draws one pebble for each place in the text colour, outlined if the place is free and filled if
 * it is taken. Hidden from assistive technology, because the text next to it gives the same
 * information.
 */
export function pebbles(taken: number, total: number): string {
  const chance = random(total);
  const rows = Math.ceil(total / pebblesInRow);
  const free = Math.max(0, total - taken);
  const stones = Array.from({ length: total }, (_, index) => {
    const [x, y] = [(index % pebblesInRow) * pitch + 8, Math.floor(index / pebblesInRow) * rowHeight + 7.5];
    const turn = Math.round(chance() * 36 - 18);
    const [rx, ry] = [6.2 + chance() * 0.8, 5 + chance() * 0.6].map((radius) => Math.round(radius * 10) / 10);
    const full = index >= free;
    const size = full ? `rx="${rx}" ry="${ry}"` : `rx="${Number(rx) - 0.3}" ry="${Number(ry) - 0.3}"`;
    const paint = full ? "" : ' fill="none" stroke="currentColor" stroke-width="1.7"';
    return `<ellipse cx="${x}" cy="${y}" ${size} transform="rotate(${turn} ${x} ${y})"${paint}/>`;
  });
  const [width, height] = [Math.min(total, pebblesInRow) * pitch, rows * rowHeight];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" fill="currentColor" aria-hidden="true">${stones.join("")}</svg>`;
}
