// Caches a value for each object that never changes.

export function onceFor<Key extends WeakKey, T>(create: (key: Key) => T): (key: Key) => T {
  const valueByKey = new WeakMap<Key, T>();
  return (key) => {
    const value = valueByKey.get(key) ?? create(key);
    valueByKey.set(key, value);
    return value;
  };
}
