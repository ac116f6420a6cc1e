// Text of others where a terminal or a log may show it: what could move a cursor or turn a line comes out as an escape.

/** Control characters, line breaks and text-direction marks as `\uXXXX`: inside of JSON that is the same text. */
export function escapeControl(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, (mark) =>
    [...Array(mark.length).keys()].map((i) => `\\u${mark.charCodeAt(i).toString(16).padStart(4, "0")}`).join(""),
  );
}
