// Saves a failed run to a folder: the world, its events and deliveries, the log, and the command that opens the world again.
import { escapeControl } from "../kernel/escape-control.ts";
import { isObject } from "../kernel/is-object.ts";
import { LOG_LEVELS, type LogLevel } from "../kernel/log.ts";
import type { AdminClient } from "./admin-client.ts";
import { recordsOf } from "./http-client.ts";
import { jsonLine, type ProcessIo } from "./process-io.ts";

/** Events or deliveries per request. */
const PAGE = 1_000;
/** Lines of the log that are kept; older ones are dropped. */
const MAX_LOG_LINES = 20_000;
/** Saved lines have at least this level, whatever the terminal shows. */
const SAVED_LEVEL: LogLevel = "debug";
/** Levels as they are written in log lines. */
const NUMBERS: Readonly<Record<LogLevel, number>> = {
  silent: Number.POSITIVE_INFINITY,
  error: 50,
  warn: 40,
  info: 30,
  debug: 20,
  trace: 10,
};

/** A log that goes to stderr at the configured level, and is remembered at level `debug` or finer. */
export class SavedLog {
  readonly level: LogLevel;
  readonly #shown: LogLevel;
  readonly #show: (line: string) => void;
  readonly #lines: string[] = [];

  constructor(shown: LogLevel, show: (line: string) => void) {
    this.level = LOG_LEVELS.indexOf(shown) > LOG_LEVELS.indexOf(SAVED_LEVEL) ? shown : SAVED_LEVEL;
    this.#shown = shown;
    this.#show = show;
  }

  readonly write = (line: string): void => {
    this.#lines.push(line);
    if (this.#lines.length > MAX_LOG_LINES) this.#lines.shift();
    const level = Number(/^\{"level":(\d+)/.exec(line)?.[1]);
    if (level >= NUMBERS[this.#shown]) this.#show(line);
  };

  get text(): string {
    return this.#lines.join("");
  }
}

/** Writes the files to `folder`, which is created. A file that cannot be written is reported; never throws. */
export async function keepRun(folder: string, log: SavedLog, client: AdminClient, io: ProcessIo): Promise<void> {
  const command = `cpsandbox start --clock frozen --import ${folder}/world.json`;
  const files: readonly [name: string, content: () => string | Promise<string>][] = [
    ["world.json", async () => `${JSON.stringify(await client.get("/admin/export"))}\n`],
    ["events.jsonl", () => allOf(client, "/admin/events")],
    ["deliveries.jsonl", () => allOf(client, "/admin/deliveries")],
    ["log.jsonl", () => log.text],
    ["README.txt", () => `${ABOUT}\n\n  ${command}\n`],
  ];
  let written = 0;
  for (const [name, content] of files) {
    try {
      io.makeFolder(folder);
      io.writeFile(`${folder}/${name}`, await content());
      written += 1;
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      io.err(`${escapeControl(`${folder}/${name} cannot be written: ${why}`)}\n`);
    }
  }
  if (written > 0) io.err(`${escapeControl(`the failed run is in ${folder}; to look at its world: ${command}`)}\n`);
}

const ABOUT = `A run against the sandbox that failed: world.json is the world at its end (with its signing secrets), events.jsonl and
deliveries.jsonl its events and webhook deliveries, log.jsonl the log of the sandbox. To look at the world:`;

/** All records of a list, one line of JSON each. */
async function allOf(client: AdminClient, path: string): Promise<string> {
  const lines: string[] = [];
  for (let after = 0; ; ) {
    const page = await client.get(path, { after, limit: PAGE });
    const items = recordsOf(isObject(page) ? page["items"] : undefined);
    lines.push(...items.map(jsonLine));
    const next = Number(isObject(page) ? page["next_after"] : undefined);
    if (items.length < PAGE || !(next > after)) return lines.join("");
    after = next;
  }
}
