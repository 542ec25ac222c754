/** Crepe tape with torn ends. The ends are measured in pixels, so they fit a strip of any length. */
import { random } from "./random.ts";

// Alternating depths of a tear in pixels (out, in, out …), as in tape torn by hand.
const depths = [2, 7, 1, 8, 3, 6, 0, 9, 2, 5];

function tear(seed: number, teeth: number): { along: number; depth: number }[] {
  const chance = random(seed * 7919 + 11);
  const start = Math.floor(chance() * depths.length);
  return Array.from({ length: teeth + 1 }, (_, index) => ({
    along:
      index === 0 ? 0 : index === teeth ? 100 : Math.round((index / teeth) * 100 + (chance() - 0.5) * (50 / teeth)),
    depth: depths[(start + index) % depths.length] ?? 0,
  }));
}

const far = (depth: number) => `calc(100% - ${depth}px*var(--tear,1))`;
const nearby = (depth: number) => (depth === 0 ? "0" : `calc(${depth}px*var(--tear,1))`);

export type Tape = {
  /** The `clip-path` of a horizontal strip, torn on the left and right. */
  across: string;
  /** The `clip-path` of a vertical strip, torn at the top and bottom. */
  down: string;
  /** The `clip-path` of an area that is torn only at its lower edge. */
  field: string;
};

/** `--tear` scales the depth: 1 suits a label, 1.4 a button. */
export function tape(seed: number): Tape {
  const [one, two] = [tear(seed, 5), tear(seed + 100, 5).reverse()];
  const [top, bottom] = [tear(seed + 200, 5), tear(seed + 300, 5).reverse()];
  const edge = tear(seed + 400, 22).reverse();
  return {
    across: `polygon(${[
      ...one.toReversed().map(({ along, depth }) => `${nearby(depth)} ${along}%`),
      ...two.toReversed().map(({ along, depth }) => `${far(depth)} ${along}%`),
    ].join(",")})`,
    down: `polygon(${[
      ...top.map(({ along, depth }) => `${along}% ${nearby(depth)}`),
      ...bottom.map(({ along, depth }) => `${along}% ${far(depth)}`),
    ].join(",")})`,
    field: `polygon(0 0,100% 0,${edge.map(({ along, depth }) => `${along}% ${far(depth)}`).join(",")})`,
  };
}

/** Returns a strip of torn tape as an SVG path of a fixed size. */
export function ragged(width: number, height: number, seed: number): string {
  const scale = Math.min(1, height / 30);
  const side = (edge: ReturnType<typeof tear>, x: (depth: number) => number) =>
    edge.map(({ along, depth }) => `${Math.round(x(depth * scale) * 10) / 10} ${Math.round(along * height) / 100}`);
  const left = side(tear(seed, 5).reverse(), (depth) => depth);
  const right = side(tear(seed + 100, 5), (depth) => width - depth);
  return `M${[...left, ...right].join("L")}Z`;
}
