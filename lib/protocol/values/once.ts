// What is made of an object that never changes, made once for all who ask while the object lives. A call that is marked pure is left out of
// bundles that do not use what it makes.

export function onceFor<Key extends WeakKey, Made>(make: (key: Key) => Made): (key: Key) => Made {
  const made = new WeakMap<Key, Made>();
  return (key) => {
    const known = made.get(key) ?? make(key);
    made.set(key, known);
    return known;
  };
}
