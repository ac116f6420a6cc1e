// The latest texts that fitted a schema: a client that polls gets the same bytes again, and the same bytes fit again.

/** Texts remembered for one schema, and characters of the longest: together they stay below a few megabytes. */
const MOST_TEXTS = 4;
const LONGEST_TEXT = 32_768;

export class FittingTexts {
  readonly #texts: string[] = [];

  /** Compared character by character, which takes a hundredth of a check. */
  has(text: string): boolean {
    return this.#texts.includes(text);
  }

  add(text: string): void {
    if (text.length > LONGEST_TEXT) return;
    if (this.#texts.length >= MOST_TEXTS) this.#texts.shift();
    this.#texts.push(text);
  }
}
