import type { FocalPoint } from "@uola/contract/media-reference";
import { say } from "@uola/words/admin";

export type { FocalPoint } from "@uola/contract/media-reference";

/** Distance by which an arrow key moves the point, as a fraction of the picture. */
const step = 0.05;
const middle: FocalPoint = { x: 0.5, y: 0.5 };
const moves: Record<string, FocalPoint> = {
  ArrowLeft: { x: -step, y: 0 },
  ArrowRight: { x: step, y: 0 },
  ArrowUp: { x: 0, y: -step },
  ArrowDown: { x: 0, y: step },
};

const share = (value: number) => Math.round(Math.min(1, Math.max(0, value)) * 100) / 100;
const percent = (value: number) => Math.round(value * 100);

/** Converts the position of a tap to a point of the picture. */
export const pointIn = (
  { left, top, width, height }: Pick<DOMRect, "left" | "top" | "width" | "height">,
  { x, y }: FocalPoint,
): FocalPoint => ({ x: share((x - left) / width), y: share((y - top) / height) });

/**
 * Returns the point after a key press; undefined for keys that do not move it. The first press sets
 * the point to the middle.
 */
export function moved(point: FocalPoint | null, key: string): FocalPoint | undefined {
  const by = moves[key];
  if (!by) return undefined;
  return point ? { x: share(point.x + by.x), y: share(point.y + by.y) } : middle;
}

export const focusText = (point: FocalPoint | null): string =>
  point ? say("media.focus.at", { x: percent(point.x), y: percent(point.y) }) : say("media.focus.none");
