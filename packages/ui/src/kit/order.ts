/** Returns the list with one item moved to another position; the items in between shift. */
export function moveItem<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const item = items[from];
  if (item === undefined) return [...items];
  return items.toSpliced(from, 1).toSpliced(Math.max(0, Math.min(items.length - 1, to)), 0, item);
}

/**
 * Returns the position at which a dragged item is dropped: before the first item whose middle is
 * below the pointer.
 */
export const dropPosition = (middles: readonly number[], from: number, y: number): number =>
  middles.filter((middle, at) => at !== from && middle < y).length;
