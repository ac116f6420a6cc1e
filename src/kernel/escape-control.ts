// Escapes control characters in foreign text before a terminal or a log shows it.

/** Control characters, line breaks and text-direction marks as `\uXXXX`: inside a JSON string that is the same text. */
export function escapeControl(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, (mark) =>
    [...Array(mark.length).keys()].map((i) => `\\u${mark.charCodeAt(i).toString(16).padStart(4, "0")}`).join(""),
  );
}
