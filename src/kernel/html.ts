// An HTML template tag: every value is escaped unless it is finished markup.

/** A piece of finished markup. */
export class Html {
  readonly markup: string;
  constructor(markup: string) {
    this.markup = markup;
  }
}

export type HtmlValue = string | number | Html | readonly HtmlValue[];

/** Tag of templates: html`<td>${text}</td>`. */
export function html(pieces: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  return new Html(
    pieces.map((piece, index) => (index === 0 ? piece : `${markupOf(values[index - 1] ?? "")}${piece}`)).join(""),
  );
}

function markupOf(value: HtmlValue): string {
  if (value instanceof Html) return value.markup;
  if (typeof value === "object") return value.map(markupOf).join("");
  return escapeHtml(String(value));
}

/** What turns the direction of a text or cannot be seen at all. */
const HIDDEN = /[\p{Cf}\u2028\u2029]/gu;

/** Safe as text and as a quoted attribute; control, direction and invisible characters are made visible (D-83). */
export function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;")
    .replace(/\p{Cc}/gu, "\u{fffd}")
    .replace(HIDDEN, (found) => `\\u${(found.codePointAt(0) ?? 0).toString(16).padStart(4, "0")}`);
}
