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

/** Safe as text and as a quoted attribute; control characters are made visible. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;")
    .replace(/\p{Cc}/gu, "\u{fffd}");
}
