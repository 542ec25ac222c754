type Sorted = { id: string; sortOrder: number };

/**
 * Returns the sort orders that must be written so that the list has the given order: only those
 * that differ.
 */
export function sortOrdersOf<Item extends Sorted>(items: readonly Item[]): { item: Item; sortOrder: number }[] {
  return items.flatMap((item, index) => {
    const sortOrder = (index + 1) * 10;
    return item.sortOrder === sortOrder ? [] : [{ item, sortOrder }];
  });
}
