/** A list with one of its items at another place; those between step aside. */
export function moved<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const item = items[from];
  if (item === undefined) return [...items];
  return items.toSpliced(from, 1).toSpliced(Math.max(0, Math.min(items.length - 1, to)), 0, item);
}

/** The place a thing is dropped at: before the first whose middle is below the pointer. */
export const dropAt = (middles: readonly number[], from: number, y: number): number =>
  middles.filter((middle, at) => at !== from && middle < y).length;
