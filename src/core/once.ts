/** Makes a value when it is asked for, and keeps it. */
export function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

/** A pure function of an unchanging object that remembers what it gave; the memory is gone with the object. */
export function remembered<K extends object, T>(make: (of: K) => T): (of: K) => T {
  const known = new WeakMap<K, { value: T }>();
  return (of) => {
    const found = known.get(of) ?? { value: make(of) };
    known.set(of, found);
    return found.value;
  };
}
