/** A list with one of its items moved by so many places. */
export function moved<Item>(items: readonly Item[], from: number, by: number): Item[] {
  const to = Math.max(0, Math.min(items.length - 1, from + by));
  const rest = items.filter((_, at) => at !== from);
  return [...rest.slice(0, to), items[from] as Item, ...rest.slice(to)];
}

type Placed = { id: string; sortOrder: number };

/** The places that have to be written for a list to stand in this order: only those that differ. */
export function placesOf<Item extends Placed>(items: readonly Item[]): { item: Item; sortOrder: number }[] {
  return items.flatMap((item, index) => {
    const sortOrder = (index + 1) * 10;
    return item.sortOrder === sortOrder ? [] : [{ item, sortOrder }];
  });
}
