/** Where somebody stands when one of a line is moved to a position from 1; everybody between steps aside. */
export function placed<T>(line: readonly T[], from: number, to: number): T[] {
  const moved = line[from - 1];
  if (moved === undefined) return [...line];
  const rest = line.toSpliced(from - 1, 1);
  return rest.toSpliced(within(to, line.length) - 1, 0, moved);
}

export const within = (position: number, count: number): number => Math.min(Math.max(1, position), count);

/** The position a thing is dropped at: before the first whose middle is below the pointer. */
export function dropAt(middles: readonly number[], from: number, y: number): number {
  const above = middles.filter((middle, index) => index !== from - 1 && middle < y).length;
  return above + 1;
}
