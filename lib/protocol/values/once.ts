// Values made once for each object that never changes.

export function onceFor<Key extends WeakKey, T>(make: (key: Key) => T): (key: Key) => T {
  const values = new WeakMap<Key, T>();
  return (key) => {
    const value = values.get(key) ?? make(key);
    values.set(key, value);
    return value;
  };
}
