// A value that is made when it is first asked for.

/** `make` runs at the first call, and again at the next one if it failed. */
export function lazy<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
