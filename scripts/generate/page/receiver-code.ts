// Writes the code of the example receivers for the page at `/`, which shows it beside a signature.
import { readFileSync } from "node:fs";
import { join } from "node:path";

const RECEIVERS = join(import.meta.dirname, "../../../examples/receivers");

/** In the order in which the page offers them. */
const FILES: readonly (readonly [language: string, file: string])[] = [
  ["JavaScript", "verify.mjs"],
  ["Python", "verify.py"],
  ["Go", "go/verify.go"],
  ["PHP", "verify.php"],
  ["Ruby", "verify.rb"],
  ["Java", "java/Verify.java"],
];

/** A module with one text a language. */
export function receiverCode(): string {
  const all = FILES.map(([language, file]) => ({
    ...{ language, file: file.replace(/^.*\//, "") },
    text: readFileSync(join(RECEIVERS, file), "utf8"),
  }));
  return `// Code of examples/receivers: written by \`npm run generate\`, never by hand.
export const RECEIVER_CODE: readonly { language: string; file: string; text: string }[] = ${JSON.stringify(all, null, 2)};
`;
}
