/**
 * Holds in the style of paper cut-outs: straight lines joined by soft corners. A corner is a point
 * and a radius, the distance from the point at which the curve starts. Shapes are about 100 units
 * wide.
 */
import { random } from "./random.ts";

type Corner = [x: number, y: number, radius: number];
type Bolt = { x: number; y: number; rx: number; ry: number };
type Drawing = { outline: Corner[]; hole?: Corner[]; bolt: Bolt };

const round = (x: number, y: number, radius: number): Bolt => ({ x, y, rx: radius, ry: radius });

// Ten corners on two radii; the petals differ slightly.
const petals: Corner[] = Array.from({ length: 10 }, (_, index) => {
  const angle = (index * 36 - 96) * (Math.PI / 180);
  const reach = index % 2 === 0 ? [52, 50, 52, 51, 53][index / 2] : 29;
  return [50 + Math.cos(angle) * (reach ?? 0), 50 + Math.sin(angle) * (reach ?? 0), index % 2 === 0 ? 18 : 13];
});

const drawings = {
  sloper: {
    outline: [
      [24, 3, 20],
      [66, -2, 24],
      [97, 22, 22],
      [102, 62, 22],
      [78, 98, 24],
      [34, 103, 24],
      [2, 76, 22],
      [-3, 34, 22],
    ],
    bolt: round(50, 46, 8.5),
  },
  pocket: {
    outline: [
      [17, 8, 20],
      [54, -5, 22],
      [90, 12, 22],
      [103, 54, 22],
      [88, 88, 22],
      [50, 105, 24],
      [14, 86, 24],
      [-4, 44, 22],
    ],
    hole: [
      [50, 36, 13],
      [76, 34, 13],
      [82, 56, 13],
      [66, 76, 13],
      [44, 70, 13],
      [40, 50, 12],
    ],
    bolt: round(21, 31, 6.8),
  },
  jug: {
    outline: [
      [0, 62, 22],
      [20, 6, 30],
      [66, -3, 24],
      [93, 22, 22],
      [104, 66, 24],
      [90, 102, 15],
      [66, 86, 13],
      [62, 46, 15],
      [42, 40, 13],
      [28, 84, 22],
      [1, 86, 13],
    ],
    bolt: round(53, 20, 6.4),
  },
  edge: {
    outline: [
      [-2, 24, 24],
      [98, 18, 14],
      [103, 68, 20],
      [10, 80, 22],
    ],
    bolt: round(52, 46, 7),
  },
  flower: { outline: petals, bolt: round(48, 50, 7) },
  boulder: {
    outline: [
      [8, 24, 30],
      [46, -4, 18],
      [97, 8, 26],
      [105, 58, 20],
      [70, 100, 30],
      [22, 101, 26],
      [-5, 66, 24],
    ],
    bolt: round(80, 27, 5.4),
  },
  caron: {
    outline: [
      [-4, 4, 11],
      [28, -3, 13],
      [50, 24, 10],
      [72, -3, 13],
      [104, 4, 11],
      [75, 53, 20],
      [25, 53, 20],
    ],
    bolt: { x: 49, y: 37.5, rx: 7.2, ry: 3.8 },
  },
  ogonek: {
    outline: [
      [21, 0, 4],
      [70, 0, 4],
      [43, 40, 20],
      [52, 68, 17],
      [86, 50, 18],
      [108, 68, 20],
      [84, 101, 26],
      [26, 104, 30],
      [-6, 66, 24],
    ],
    bolt: round(0, 0, 0),
  },
  dot: {
    outline: [
      [14, 8, 20],
      [56, -4, 24],
      [96, 16, 24],
      [100, 60, 26],
      [70, 100, 28],
      [22, 92, 26],
      [-3, 48, 24],
    ],
    bolt: round(48, 44, 12),
  },
} satisfies Record<string, Drawing>;

export type Shape = keyof typeof drawings;
export const shapes = Object.keys(drawings) as Shape[];

const near = (value: number) => Math.round(value * 10) / 10;

/** Returns a closed path through the corners, each rounded by one quadratic curve. */
function rounded(corners: Corner[]): string {
  let pen = "";
  const path = corners.map(([x, y, radius], index) => {
    const towards = ([ox, oy]: Corner) => {
      const length = Math.hypot(ox - x, oy - y);
      const share = Math.min(radius, length / 2) / length;
      return `${near(x + (ox - x) * share)} ${near(y + (oy - y) * share)}`;
    };
    const before = towards(corners.at(index - 1) as Corner);
    const after = towards(corners[(index + 1) % corners.length] as Corner);
    const straight = index === 0 ? `M${before}` : before === pen ? "" : `L${before}`;
    pen = after;
    return `${straight}Q${near(x)} ${near(y)} ${after}`;
  });
  return `${path.join("")}Z`;
}

export type Cut = { path: string; bolt: Bolt; box: { x: number; y: number; width: number; height: number } };

/**
 * Returns the shape rotated about its centre; a seed shifts corners by up to 4 units and radii by
 * up to 15 %.
 */
export function cut(shape: Shape, { rotation = 0, seed = 0 }: { rotation?: number; seed?: number } = {}): Cut {
  const { outline, bolt } = drawings[shape];
  const hole = "hole" in drawings[shape] ? (drawings[shape] as { hole: Corner[] }).hole : undefined;
  const chance = random(seed);
  const stray = (reach: number) => (seed === 0 ? 0 : (chance() * 2 - 1) * reach);
  const angle = (rotation * Math.PI) / 180;
  const turn = (x: number, y: number) => {
    const [dx, dy] = [x - 50, y - 50];
    return [
      50 + dx * Math.cos(angle) - dy * Math.sin(angle),
      50 + dx * Math.sin(angle) + dy * Math.cos(angle),
    ] as const;
  };
  const moved = (corners: Corner[]) =>
    corners.map(([x, y, radius]): Corner => [...turn(x + stray(4), y + stray(4)), radius * (1 + stray(0.15))]);
  const edge = moved(outline);
  const path = rounded(edge) + (hole ? rounded(moved(hole)) : "");
  const [x, y] = turn(bolt.x, bolt.y);
  // The curve stays within the midpoints of the lines between corners, so their bounding box is
  // that of the hold.
  const touched = [...path.matchAll(/(-?[\d.]+) (-?[\d.]+)/g)].map(
    ([, left, top]) => [Number(left), Number(top)] as const,
  );
  const reach = extremes(path, touched);
  return { path, bolt: { ...bolt, x: near(x), y: near(y) }, box: reach };
}

// The points of the path are start, control and end points in turn. The extremes of each curve are
// found by sampling five points per corner.
function extremes(path: string, points: (readonly [number, number])[]): Cut["box"] {
  const seen: [number, number][] = [];
  let index = 0;
  for (const command of path.match(/[MLQ]/g) ?? []) {
    if (command !== "Q") {
      seen.push([...(points[index] as readonly [number, number])]);
      index += 1;
      continue;
    }
    const [from, control, to] = [points[index - 1], points[index], points[index + 1]] as [number, number][];
    for (const t of [0.2, 0.4, 0.5, 0.6, 0.8, 1]) {
      const mix = (axis: 0 | 1) =>
        (1 - t) ** 2 * (from?.[axis] ?? 0) + 2 * t * (1 - t) * (control?.[axis] ?? 0) + t ** 2 * (to?.[axis] ?? 0);
      seen.push([mix(0), mix(1)]);
    }
    index += 2;
  }
  const [xs, ys] = [seen.map(([x]) => x), seen.map(([, y]) => y)];
  const [x, y] = [Math.floor(Math.min(...xs) * 2) / 2, Math.floor(Math.min(...ys) * 2) / 2];
  return { x, y, width: Math.ceil(Math.max(...xs) * 2) / 2 - x, height: Math.ceil(Math.max(...ys) * 2) / 2 - y };
}
