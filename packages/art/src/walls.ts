import { climber, type Pose } from "./climber.ts";
import { background, type Hue, hues } from "./colours.ts";
import { holdPieces } from "./hold.ts";
import { cut, type Shape } from "./shapes.ts";

const { ink2, inkLine2, chalk } = background;
type Placed = [shape: Shape, hue: Exclude<Hue, "ink" | "chalk">, x: number, y: number, across: number];

const holdsOn = (...holds: Placed[]) =>
  holds
    .map(([shape, hue, x, y, across], index) => {
      const { viewBox, body } = holdPieces({ shape, hue, bolt: ink2, seed: index + 1, id: `w${index}` });
      return `<svg x="${x - across / 2}" y="${y - across / 2}" width="${across}" height="${across}" viewBox="${viewBox}">${body}</svg>`;
    })
    .join("");

/** Draws a climber on a wall, with a shirt of the given hue. */
function drawClimber(pose: Pose, shirt: Hue, x: number, y: number, scale: number): string {
  const drawn = climber(pose);
  const { head, body, limbs } = drawn;
  const dots = drawn.hands.map(([hx, hy]) => `<circle cx="${hx}" cy="${hy}" r="13"/>`).join("");
  return (
    `<g transform="translate(${x} ${y}) scale(${scale})" stroke-linecap="round" stroke-linejoin="round">` +
    `<path d="${limbs}" fill="none" stroke="${chalk}" stroke-width="24"/><path d="${body}" fill="${hues[shirt].face}" stroke="${hues[shirt].face}" stroke-width="16"/>` +
    `<g fill="${hues.pink.face}"><circle cx="${head[0]}" cy="${head[1]}" r="22"/>${dots}</g></g>`
  );
}

const wall = (path: string) => `<path d="${path}" fill="${ink2}" stroke="${inkLine2}" stroke-width="2"/>`;
const ground = (width: number, y: number) => `<path d="M0 ${y}H${width}" stroke="${chalk}" stroke-width="4"/>`;
const picture = (width: number, height: number, inside: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${inside}</svg>`;

/** A low wall with a mat below, where no rope is needed. */
export const lowWall = () =>
  picture(
    640,
    400,
    wall("M70 340 100 92 190 40 470 52 560 150 540 340Z") +
      holdsOn(
        ["pocket", "pink", 150, 150, 40],
        ["edge", "orange", 258, 120, 66],
        ["sloper", "orange", 352, 112, 62],
        ["flower", "yellow", 470, 140, 60],
        ["sloper", "orange", 186, 296, 62],
        ["boulder", "orange", 374, 262, 50],
        ["pocket", "yellow", 480, 270, 62],
      ) +
      drawClimber("reach", "yellow", 214, 74, 0.92) +
      `<rect x="22" y="326" width="596" height="58" rx="10" fill="${hues.sky.lip}"/><rect x="22" y="326" width="596" height="36" rx="10" fill="${hues.sky.face}"/>` +
      ground(640, 394),
  );

/** A high wall: one person climbs on a rope, the other belays. */
export const highWall = () =>
  picture(
    640,
    760,
    wall("M70 750 104 60 190 14 470 30 540 110 570 750Z") +
      holdsOn(
        ["pocket", "yellow", 150, 212, 42],
        ["jug", "green", 336, 112, 74],
        ["pocket", "pink", 462, 232, 58],
        ["edge", "green", 228, 150, 66],
        ["jug", "green", 232, 392, 68],
        ["sloper", "green", 352, 324, 66],
        ["pocket", "yellow", 448, 416, 68],
        ["boulder", "green", 356, 520, 48],
        ["sloper", "green", 196, 536, 54],
        ["edge", "green", 300, 620, 84],
        ["jug", "green", 168, 664, 62],
        ["flower", "pink", 236, 266, 58],
      ) +
      `<path d="M270 62V250M288 62Q340 380 462 640" fill="none" stroke="${chalk}" stroke-width="5"/><circle cx="279" cy="52" r="16" fill="none" stroke="${chalk}" stroke-width="7"/>` +
      drawClimber("hang", "orange", 182, 122, 0.88) +
      drawClimber("belay", "yellow", 400, 492, 0.82) +
      ground(640, 754),
  );

/** Draws the dashed outline of a diacritic that is missing from its letter. */
export function missingMarkOutline(shape: Shape): string {
  const { path, box } = cut(shape);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box.x - 4} ${box.y - 4} ${box.width + 8} ${box.height + 8}"><path d="${path}" fill="none" stroke="${background.ink}" stroke-width="5" stroke-dasharray="7 6"/></svg>`;
}
