export interface Table<T> {
  readonly values: readonly T[];
  /** The index of an equal value, which is added if necessary. */
  indexOf(value: T): number;
}

export function createTable<T>(): Table<T> {
  const indexes = new Map<string, number>();
  const values: T[] = [];
  return {
    values,
    indexOf(value) {
      const key = JSON.stringify(value);
      const index = indexes.get(key) ?? values.length;
      if (index === values.length) values.push(value);
      indexes.set(key, index);
      return index;
    },
  };
}
