// The lines of a file of `--curl`, and the words of each as a shell would take them.

/** A line that cannot be read: the message names it, and says what is possible. */
export class CurlFault extends Error {
  override readonly name = "CurlFault";
}

/** Lines without comments; one that ends with a backslash goes on in the next. */
export function linesOf(text: string): { line: number; words: string[] }[] {
  const found: { line: number; words: string[] }[] = [];
  let begun = "";
  let from = 0;
  for (const [index, raw] of text
    .replace(/^\uFEFF/, "")
    .split(/\r?\n/)
    .entries()) {
    if (begun === "") from = index + 1;
    if (begun === "" && /^\s*(#|$)/.test(raw)) continue;
    begun += raw;
    if (begun.endsWith("\\")) {
      begun = `${begun.slice(0, -1)} `;
      continue;
    }
    found.push({
      line: from,
      words: /^\s*curl\s/.test(begun) ? wordsOf(begun, from) : begun.trim().split(/\s+/, 2).concat(restOf(begun)),
    });
    begun = "";
  }
  return found;
}

/** What stands behind method and path. */
function restOf(line: string): string[] {
  const rest = line.trim().replace(/^\S+\s+\S+\s*/, "");
  return rest === "" ? [] : [rest];
}

/** The words of a line of the shell. */
function wordsOf(line: string, number: number): string[] {
  const words: string[] = [];
  const pattern = /\s*((?:[^\s"'\\]|\\.|"(?:[^"\\]|\\.)*"|'[^']*')+)/gy;
  let end = 0;
  for (const match of line.matchAll(pattern)) {
    end = match.index + match[0].length;
    words.push(unquoted(match[1] ?? ""));
  }
  if (line.slice(end).trim() !== "") throw new CurlFault(`line ${number}: a quote is not closed`);
  return words;
}

function unquoted(word: string): string {
  return word.replaceAll(/"((?:[^"\\]|\\.)*)"|'([^']*)'|\\(.)/g, (_, double?: string, single?: string, one?: string) =>
    double === undefined ? (single ?? one ?? "") : double.replaceAll(/\\(["\\$`])/g, "$1"),
  );
}
