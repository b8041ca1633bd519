// Computes a value once for each object, and caches the value. The object must never change.

export function onceFor<Key extends WeakKey, T>(create: (key: Key) => T): (key: Key) => T {
  const valueByKey = new WeakMap<Key, T>();
  return (key) => {
    const value = valueByKey.get(key) ?? create(key);
    valueByKey.set(key, value);
    return value;
  };
}
