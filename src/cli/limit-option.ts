// `--limit` of the commands that list what a sandbox has.
import { type CliOption, count } from "./command.ts";

/** Rows without `--limit`. */
export const DEFAULT_LIMIT = 20;
/** Rows of one answer of the control API. */
export const MAX_LIMIT = 200;

/** A number above `most` asks for `most`. */
export function limitOption(most: number = MAX_LIMIT): CliOption {
  return {
    flags: "--limit <N>",
    about: `how many to show (default: ${DEFAULT_LIMIT}, at most ${most})`,
    read: (text) => Math.min(count(1)(text), most),
  };
}

/** What stands below a list that goes on. */
export const OLDER_ONES = `there are older ones (--limit shows up to ${MAX_LIMIT})\n`;
