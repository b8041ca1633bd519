// Groups items by a key. Groups are in the order of their first items.

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

export type Group<Item> = [first: Item, ...others: Item[]];
