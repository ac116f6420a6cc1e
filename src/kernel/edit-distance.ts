// How far two names are apart, for hints about names that were written wrong.

/**
 * The fewest inserted, removed and replaced characters that make one text of the other; `most + 1` for any greater number. Takes
 * time by the shorter text times `most`, however long a client's text is.
 */
export function editDistance(a: string, b: string, most: number): number {
  const beyond = most + 1;
  if (Math.abs(a.length - b.length) > most) return beyond;
  let above = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const line = new Array<number>(b.length + 1).fill(beyond);
    if (row <= most) line[0] = row;
    for (let column = Math.max(1, row - most); column <= Math.min(b.length, row + most); column += 1) {
      const replaced = (above[column - 1] ?? beyond) + (a[row - 1] === b[column - 1] ? 0 : 1);
      line[column] = Math.min(replaced, (above[column] ?? beyond) + 1, (line[column - 1] ?? beyond) + 1, beyond);
    }
    above = line;
  }
  return Math.min(above[b.length] ?? beyond, beyond);
}
