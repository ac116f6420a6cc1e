// The option `reading`: texts such as `record=top-level`, and files with a JSON object of them.
import { parseReadings, parseReadingsFile, ReadingFault } from "../contract/readings/parse.ts";
import { READING_NAMES, valuesOf } from "../contract/readings/table.ts";
import { isObject } from "../kernel/is-object.ts";
import { OptionFault, type Reader } from "./option-values.ts";

/** An editor offers names and values of the object form. */
const SCHEMA = {
  anyOf: [
    {
      type: "object",
      additionalProperties: false,
      properties: Object.fromEntries(READING_NAMES.map((name) => [name, { enum: valuesOf(name) }])),
    },
    { type: "array", items: { type: "string", minLength: 1 } },
  ],
};

/**
 * Reads `NAME=VALUE,…` and `@FILE`: one text, a list of them, or an object of names and values. Returns texts of one reading or one
 * file each; names and values are checked, files are not read yet.
 */
export const readingTexts: Reader<readonly string[]> = Object.assign(
  (raw: unknown): readonly string[] => {
    const parts = partsOf(raw).flatMap((part) => part.split(","));
    const texts = parts.map((part) => part.trim()).filter((part) => part !== "");
    reworded(() => parseReadings(texts.filter((text) => !isFile(text))));
    return Object.freeze(texts);
  },
  { schema: SCHEMA },
);

/** The same texts with what stands in the files instead of their names. @throws OptionFault; the error of `readFile` */
export function withFiles(texts: readonly string[], readFile: (path: string) => string): readonly string[] {
  const read = (path: string): string[] => {
    const choices = reworded(() => parseReadingsFile(readFile(path)));
    return Object.entries(choices).map(([name, value]) => `${name}=${value}`);
  };
  return Object.freeze(texts.flatMap((text) => (isFile(text) ? read(text.slice(1)) : [text])));
}

const isFile = (text: string): boolean => text.startsWith("@");

function partsOf(raw: unknown): string[] {
  if (isObject(raw)) return Object.entries(raw).map(([name, value]) => `${name}=${String(value)}`);
  const list = [raw].flat();
  if (list.every((one) => typeof one === "string")) return list;
  throw new OptionFault("must be NAME=VALUE texts, or an object of names and values");
}

function reworded<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof ReadingFault) throw new OptionFault(`cannot be used: ${error.message}`);
    throw error;
  }
}
