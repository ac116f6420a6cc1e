// Table: the forms in which a result document is written, and the file of each in a report folder (C-70).
import { escapeControl } from "../../kernel/escape-control.ts";
import { htmlOf } from "./html.ts";
import { junitOf } from "./junit.ts";
import { markdownOf } from "./markdown.ts";
import type { SealedDocument } from "./seal.ts";

export const OUTPUT_FORMATS = ["json", "junit", "html", "markdown"] as const;
export type OutputFormat = (typeof OUTPUT_FORMATS)[number];

type Output = {
  /** Its name in the folder of `--report`. */
  readonly file: string;
  readonly contentType: string;
  readonly write: (document: SealedDocument) => string;
};

export const OUTPUTS: Readonly<Record<OutputFormat, Output>> = {
  json: { file: "contract.json", contentType: "application/json; charset=utf-8", write: jsonOf },
  junit: { file: "contract.junit.xml", contentType: "application/xml; charset=utf-8", write: junitOf },
  html: { file: "contract.html", contentType: "text/html; charset=utf-8", write: htmlOf },
  markdown: { file: "contract.md", contentType: "text/markdown; charset=utf-8", write: markdownOf },
};

/** The document as JSON; control characters in texts are written as JSON escapes, so that a terminal can show it. */
function jsonOf(document: SealedDocument): string {
  const lines = JSON.stringify(document, null, 2).split("\n");
  return `${lines.map(escapeControl).join("\n")}\n`;
}
