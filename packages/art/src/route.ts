export type Point = [x: number, y: number];

const near = (value: number) => Math.round(value * 10) / 10;

/** Draws a climbing route: a smooth line through all points (Catmull–Rom, as cubic curves). */
export function route(points: Point[]): string {
  const at = (index: number) => points[Math.max(0, Math.min(points.length - 1, index))] as Point;
  const curves = points.slice(1).map((to, index) => {
    const [before, from, after] = [at(index - 1), at(index), at(index + 2)];
    const out = [from[0] + (to[0] - before[0]) / 6, from[1] + (to[1] - before[1]) / 6];
    const into = [to[0] - (after[0] - from[0]) / 6, to[1] - (after[1] - from[1]) / 6];
    return `C${[...out, ...into, ...to].map(near).join(" ")}`;
  });
  return `M${at(0).map(near).join(" ")}${curves.join("")}`;
}
