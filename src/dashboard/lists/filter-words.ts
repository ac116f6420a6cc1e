// A filter as words in one field (D-11): `state:dead owner:alice 0x12ab`. Names that a list does not know are free text.

export type FilterWords = {
  /** The last value of each name. */
  named: Readonly<Record<string, string>>;
  /** What is left, with single blanks. */
  free: string;
};

/** A value with blanks stands in double quotes. */
const WORD = /(?:([a-z_]+):)?(?:"([^"]*)"|(\S+))/g;

/** Reads a filter; `names` are those that the list knows. */
export function filterWords(text: string, names: readonly string[]): FilterWords {
  const named: Record<string, string> = {};
  const free: string[] = [];
  for (const [all, name, quoted, plain] of text.matchAll(WORD)) {
    const value = quoted ?? plain ?? "";
    if (name !== undefined && names.includes(name)) {
      if (value !== "") named[name] = value;
    } else free.push(all.replaceAll('"', ""));
  }
  return { named, free: free.join(" ") };
}

/** The word as it stands in a filter. */
export function filterWord(name: string, value: string): string {
  return /[\s"]/.test(value) ? `${name}:"${value.replaceAll('"', "")}"` : `${name}:${value}`;
}

/** The text with the word in it, in place of another of its name; without it for an empty value. */
export function withWord(text: string, name: string, value: string): string {
  const others = [...text.matchAll(WORD)].filter(([, of]) => of !== name).map(([all]) => all);
  return [...others, ...(value === "" ? [] : [filterWord(name, value)])].join(" ");
}

/** What the word that is being typed may become: names first, then the values that are known of a name. */
export function completions(text: string, catalogue: Readonly<Record<string, readonly string[]>>): string[] {
  const word = /\S*$/.exec(text)?.[0] ?? "";
  const before = text.slice(0, text.length - word.length);
  const colon = word.indexOf(":");
  const found =
    colon < 0
      ? Object.keys(catalogue).map((name) => `${name}:`)
      : (catalogue[word.slice(0, colon)] ?? []).map((value) => filterWord(word.slice(0, colon), value));
  return found.filter((one) => one.startsWith(word) && one !== word).map((one) => before + one);
}

/** `12:00`, `12:00:05` of the day of `now`, or a whole date-time; undefined for another text. Times are those of the sandbox (UTC). */
export function instantOf(text: string, now: number): string | undefined {
  const clock = /^(\d{1,2}):(\d{2})(?::(\d{2}))?$/.exec(text);
  if (clock !== null) {
    const day = new Date(now).toISOString().slice(0, 10);
    const [, hours = "", minutes = "", seconds = "00"] = clock;
    return `${day}T${hours.padStart(2, "0")}:${minutes}:${seconds}Z`;
  }
  if (!/^\d{4}-\d{2}-\d{2}/.test(text)) return undefined;
  const at = Date.parse(
    /T\d/.test(text) ? (/(Z|[+-]\d{2}:?\d{2})$/.test(text) ? text : `${text}Z`) : `${text}T00:00:00Z`,
  );
  return Number.isNaN(at) ? undefined : new Date(at).toISOString();
}
