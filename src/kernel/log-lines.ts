// Log lines for people: time, level, message and facts instead of JSON. Foreign text is escaped after it was unpacked (R-212).
import { escapeControl } from "./escape-control.ts";
import { isObject } from "./is-object.ts";

export const LOG_FORMATS = ["auto", "json", "pretty"] as const;
/** `auto` is pretty in a terminal and JSON elsewhere. */
export type LogFormat = (typeof LOG_FORMATS)[number];

/** pino's numbers, the highest first. */
const LEVELS = [
  [50, "ERROR"],
  [40, "WARN"],
  [30, "INFO"],
  [20, "DEBUG"],
  [0, "TRACE"],
] as const;

/** Styles the word of a level, padded to five characters. */
export type PaintLevel = (word: string, level: number) => string;

/** A line of JSON as one for people: `12:00:01 WARN  message  key=value`. Text that is no line of the log stays as it is. */
export function prettyLine(line: string, paint: PaintLevel = (word) => word): string {
  const facts = parsed(line);
  if (facts === undefined) return line;
  const { level, time, msg, ...rest } = facts;
  const [least, name] = LEVELS.find(([number]) => Number(level) >= number) ?? LEVELS[4];
  const clock = new Date(Number(time)).toISOString().slice(11, 19);
  const more = Object.entries(rest).map(([key, value]) => `  ${key}=${valueText(value)}`);
  return `${clock} ${paint(name.padEnd(5), least)} ${escapeControl(`${String(msg ?? "")}${more.join("")}`)}\n`;
}

function parsed(line: string): Record<string, unknown> | undefined {
  try {
    const facts: unknown = JSON.parse(line);
    return isObject(facts) && Number.isFinite(facts["time"]) ? facts : undefined;
  } catch {
    return undefined;
  }
}

/** Text without spaces stays bare; an error is its message, since the stack is for JSON. */
function valueText(value: unknown): string {
  if (isObject(value) && typeof value["message"] === "string") return JSON.stringify(value["message"]);
  if (typeof value === "string" && /^[^\s"=]+$/.test(value)) return value;
  return JSON.stringify(value) ?? "";
}
