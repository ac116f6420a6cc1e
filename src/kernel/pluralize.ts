// Counts with singular or plural nouns.

/** `2 things`, `1 thing`. */
export function pluralize(count: number, one: string, several = `${one}s`): string {
  return `${count} ${count === 1 ? one : several}`;
}
