// How far two names are apart, for hints about names that were written wrong.

/**
 * The fewest inserted, removed and replaced characters that make one text of the other; `most + 1` for any greater number. Takes
 * time by the shorter text times `most`, however long a client's text is.
 */
export function editDistance(a: string, b: string, most: number): number {
  const beyond = most + 1;
  if (Math.abs(a.length - b.length) > most) return beyond;
  // Only the columns next to the diagonal can hold a distance of at most `most`: a row has no others.
  const at = (line: ReadonlyMap<number, number>, column: number): number => line.get(column) ?? beyond;
  let above = new Map(Array.from({ length: most + 1 }, (_, column) => [column, column]));
  for (let row = 1; row <= a.length; row += 1) {
    const line = new Map(row <= most ? [[0, row]] : []);
    for (let column = Math.max(1, row - most); column <= Math.min(b.length, row + most); column += 1) {
      const replaced = at(above, column - 1) + (a[row - 1] === b[column - 1] ? 0 : 1);
      line.set(column, Math.min(replaced, at(above, column) + 1, at(line, column - 1) + 1, beyond));
    }
    if (Math.min(...line.values()) > most) return beyond;
    above = line;
  }
  return at(above, b.length);
}
