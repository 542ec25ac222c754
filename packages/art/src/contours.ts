/** Contour lines of random hills: two octaves of value noise, cut at levels, drawn as smooth curves. */
import { contours as isolines } from "d3-contour";
import { random } from "./random.ts";

type ContourOptions = {
  width: number;
  height: number;
  seed: number;
  levels?: number;
  /** Distance between hills in pixels. */
  scale?: number;
  /** Size of a grid cell in pixels; a coarser grid gives a smaller file and smoother lines. */
  cell?: number;
  stroke?: string;
  background?: string;
};

function noiseField(seed: number): (x: number, y: number) => number {
  const chance = random(seed);
  const size = 64;
  const heights = Float64Array.from({ length: size * size }, chance);
  const at = (x: number, y: number) => heights[(y & (size - 1)) * size + (x & (size - 1))] ?? 0;
  const ease = (t: number) => t * t * t * (t * (6 * t - 15) + 10);
  // The grid is rotated, so that no line runs along the edges of the picture.
  return (east, north) => {
    const [x, y] = [0.83 * east - 0.56 * north + 20, 0.56 * east + 0.83 * north];
    const [left, top] = [Math.floor(x), Math.floor(y)];
    const [u, v] = [ease(x - left), ease(y - top)];
    const upper = at(left, top) * (1 - u) + at(left + 1, top) * u;
    const lower = at(left, top + 1) * (1 - u) + at(left + 1, top + 1) * u;
    return upper * (1 - v) + lower * v;
  };
}

type Point = [number, number];

/** Returns the path data of the thin lines and of the thick lines (every fourth line). */
export function contourLines({ width, height, seed, levels = 11, scale = 290, cell = 18 }: ContourOptions) {
  const [broad, fine] = [noiseField(seed), noiseField(seed + 1)];
  // The grid extends two cells beyond the picture, so that lines closing a hill at the edge lie
  // outside it.
  const [columns, rows] = [Math.ceil(width / cell) + 5, Math.ceil(height / cell) + 5];
  const values = Array.from({ length: columns * rows }, (_, index) => {
    const [x, y] = [((index % columns) * cell) / scale, (Math.floor(index / columns) * cell) / scale];
    return 0.75 * broad(x, y) + 0.25 * fine(x * 2.3, y * 2.3);
  });
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const cuts = Array.from({ length: levels }, (_, index) => low + ((index + 0.6) / levels) * (high - low));
  const outside = ([x, y]: Point) => x <= 0.5 || y <= 0.5 || x >= columns - 0.5 || y >= rows - 0.5;
  const lines = isolines().size([columns, rows]).thresholds(cuts)(values);
  const drawn = lines.map(({ coordinates }) =>
    coordinates
      .flat()
      .flatMap((ring) => splitAtEdges(ring as Point[], outside))
      .filter((run) => run.points.length > 4)
      .map(({ points, closed }) => ({ points: eased(points, closed), closed }))
      .map(({ points, closed }) =>
        smoothPath(
          points.map(([x, y]): Point => [(x - 2.5) * cell, (y - 2.5) * cell]),
          closed,
        ),
      )
      .join(""),
  );
  return {
    thin: drawn.filter((_, index) => index % 4 !== 1).join(""),
    thick: drawn.filter((_, index) => index % 4 === 1).join(""),
  };
}

// Splits a ring at the edges of the picture: one closed run if it stays inside, otherwise the open
// runs between its exits.
function splitAtEdges(ring: Point[], outside: (point: Point) => boolean): { points: Point[]; closed: boolean }[] {
  const points = ring.slice(1);
  const first = points.findIndex(outside);
  if (first < 0) return [{ points, closed: true }];
  const found: Point[][] = [[]];
  for (const point of [...points.slice(first), ...points.slice(0, first)])
    if (!outside(point)) found.at(-1)?.push(point);
    else if (found.at(-1)?.length) found.push([]);
  return found.map((run) => ({ points: run, closed: false }));
}

// Moves each point halfway to the midpoint of its neighbours to hide the grid.
const eased = (points: Point[], closed: boolean): Point[] =>
  points.map((point, index) => {
    const [before, after] = [points.at(index - 1) as Point, points[(index + 1) % points.length] as Point];
    const end = !closed && (index === 0 || index === points.length - 1);
    return end ? point : [(before[0] + 2 * point[0] + after[0]) / 4, (before[1] + 2 * point[1] + after[1]) / 4];
  });

// Draws quadratic curves from midpoint to midpoint, in whole pixels, each relative to the end of
// the previous one.
function smoothPath(points: Point[], closed: boolean): string {
  const middle = (a: Point, b: Point): Point => [Math.round((a[0] + b[0]) / 2), Math.round((a[1] + b[1]) / 2)];
  const around = closed ? [...points, points[0] as Point, points[1] as Point] : points;
  let [x, y] = middle(around[0] as Point, around[1] as Point);
  let path = `M${x} ${y}q`;
  const numbers: number[] = [];
  for (let index = 1; index < around.length - 1; index++) {
    const control = around[index] as Point;
    const end = middle(control, around[index + 1] as Point);
    numbers.push(Math.round(control[0]) - x, Math.round(control[1]) - y, end[0] - x, end[1] - y);
    [x, y] = end;
  }
  path += numbers.join(" ").replaceAll(" -", "-");
  return path;
}

/** Draws the contour lines of a seed as an SVG, which is built once and served as a cached file. */
export function contours(options: ContourOptions): string {
  const { width, height, stroke = "#2a3d92", background } = options;
  const { thin, thick } = contourLines(options);
  const back = background ? `<path fill="${background}" d="M0 0h${width}v${height}H0z"/>` : "";
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" preserveAspectRatio="xMidYMid slice">` +
    `${back}<g fill="none" stroke="${stroke}"><path stroke-width="1.1" d="${thin}"/><path stroke-width="2" d="${thick}"/></g></svg>`
  );
}
