import { background, hues } from "./colours.ts";
import { holdPieces } from "./hold.ts";

/**
 * Draws the map on the contact page with the way from the bus stop to the gym's door: the river,
 * streets, the three landmarks along the way, and the háček over the door. It measures 720 × 560,
 * of which the middle 480 are always visible, and is placed over the page's contour lines.
 */
export function placeMap(): string {
  const [width, height] = [720, 560];
  const door = holdPieces({ shape: "caron", hue: "yellow", bolt: background.ink, id: "d" });
  const stops = [
    [498, 470],
    [486, 352],
    [330, 300],
  ];
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" preserveAspectRatio="xMidYMid slice">` +
    `<path fill="none" stroke="${hues.sky.face}" stroke-width="46" d="M740 96C640 54 560 66 470 92S318 92 246 132 128 236 168 318 226 440 168 580"/>` +
    '<g fill="none" stroke="#d9d7d3" stroke-linejoin="round"><path stroke-width="3.5" d="m120 148 236 62 84-30 300 118M356 210l-18 92M440 180l-92-190M486 352l12 216M474 178l12 174M120 452l378 18 230-26M590 208l-28 196"/><path stroke-width="8" d="m264 568 66-268 156 52 254 62"/></g>' +
    `<path fill="none" stroke="${hues.orange.face}" stroke-width="6" stroke-linecap="round" stroke-dasharray="2 11" d="m498 470-12-118-156-52"/>` +
    stops.map(([x, y]) => `<circle cx="${x}" cy="${y}" r="22" fill="${background.chalk}"/>`).join("") +
    `<svg x="262" y="150" width="136" height="92" viewBox="${door.viewBox}">${door.body}</svg></svg>`
  );
}
