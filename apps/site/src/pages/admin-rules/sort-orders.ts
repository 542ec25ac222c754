type Sorted = { id: string; sortOrder: number };

/** The places that have to be written for a list to stand in this order: only those that differ. */
export function sortOrdersOf<Item extends Sorted>(items: readonly Item[]): { item: Item; sortOrder: number }[] {
  return items.flatMap((item, index) => {
    const sortOrder = (index + 1) * 10;
    return item.sortOrder === sortOrder ? [] : [{ item, sortOrder }];
  });
}
