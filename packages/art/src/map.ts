import { background, hues } from "./colours.ts";
import { contourLines } from "./contours.ts";
import { holdPieces } from "./hold.ts";

/**
 * Draws the neighbourhood map in the footer: hills, the river, streets and the way from the bus
 * stop to the hall. 720 × 560.
 */
export function footerMap(): string {
  const [width, height] = [720, 560];
  const { thin, thick } = contourLines({ width, height, seed: 21, levels: 13, scale: 210 });
  const gym = holdPieces({ shape: "sloper", hue: "orange", bolt: background.ink, id: "g" });
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" preserveAspectRatio="xMidYMid slice">` +
    `<path fill="${background.ink2}" d="M0 0h${width}v${height}H0z"/>` +
    `<g fill="none" stroke="${background.inkLine2}"><path stroke-width="1.1" d="${thin}"/><path stroke-width="1.9" d="${thick}"/></g>` +
    `<path fill="none" stroke="${hues.sky.face}" stroke-width="37" d="M-20 368C60 318 88 262 190 260S330 380 440 380 600 230 740 208"/>` +
    '<g fill="none" stroke="#d9d7d3" stroke-linejoin="round"><path stroke-width="4" d="M36-4 104 146 2 562M104 146l206 74L556 72 592-4M556 72 698 562M384 488l340-66"/><path stroke-width="8" d="m311 220 70 342"/></g>' +
    `<path fill="none" stroke="${hues.orange.face}" stroke-width="6" stroke-linecap="round" stroke-dasharray="2 11" d="m466 466 164-27 17-70"/>` +
    `<circle cx="647" cy="366" r="10" fill="${background.chalk}"/>` +
    `<svg x="394" y="400" width="76" height="76" viewBox="${gym.viewBox}">${gym.body}</svg></svg>`
  );
}
