// What is alike is told once.

/** The items by a key, each group in the order of the items and in the place of its first. */
export function groupBy<Item>(
  items: Iterable<Item>,
  keyOf: (item: Item) => string,
): ReadonlyMap<string, Group<Item>> {
  const groups = new Map<string, Group<Item>>();
  for (const item of items) {
    const key = keyOf(item);
    groups.set(key, [...(groups.get(key) ?? []), item] as Group<Item>);
  }
  return groups;
}

type Group<Item> = [first: Item, ...others: Item[]];
