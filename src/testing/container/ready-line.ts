// The ready line of a sandbox in a container, read from the container's log.
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { isObject } from "../../kernel/is-object.ts";
import { sleep, systemClock } from "../../kernel/wall-clock.ts";
import type { ReadyInfo } from "../../runtime/ready-info.ts";

/** How often the log is asked for, and how long each time; real ms. */
type Patience = { readonly tries: number; readonly waitMs: number };
const USUAL: Patience = { tries: 6, waitMs: 5_000 };

/**
 * `logs` gives the log from its beginning. A stream of an engine can break without an end: nothing would come, and a process that waits
 * for nothing else ends without a word. So each has a time, and the log is asked for again.
 * @throws Error that says so when no ready line is in it
 */
export async function readReady(logs: () => Promise<Readable>, { tries, waitMs } = USUAL): Promise<ReadyInfo> {
  for (let number = 1; number <= tries; number += 1) {
    const began = systemClock.monotonic();
    const ready = await readyIn(await logs(), waitMs);
    if (ready !== undefined) return ready;
    // A log that ended at once is not asked for in a tight loop.
    const pause = Math.max(0, began + waitMs / 10 - systemClock.monotonic());
    if (number < tries) await sleep(systemClock, pause);
  }
  throw new Error(
    `the container printed no ready line, of ${tries} looks at its log: is this the image of crypto-payment-sandbox?`,
  );
}

/** The first ready line; undefined when the log ends, breaks or says nothing in time. */
function readyIn(log: Readable, waitMs: number): Promise<ReadyInfo | undefined> {
  return new Promise((resolve) => {
    const lines = createInterface({ input: log });
    const end = (ready: ReadyInfo | undefined): void => {
      resolve(ready);
      timer.cancel();
      lines.close();
      log.destroy();
    };
    const timer = systemClock.after(waitMs, () => end(undefined));
    lines.on("line", (line) => {
      const ready = readyInfoOf(line);
      if (ready !== undefined) end(ready);
    });
    // The reader of lines hands on its last line when the log ends.
    for (const source of [lines, log]) for (const event of ["close", "error"]) source.on(event, () => end(undefined));
  });
}

function readyInfoOf(line: string): ReadyInfo | undefined {
  if (!line.startsWith("{")) return undefined;
  try {
    const ready: unknown = JSON.parse(line);
    return isObject(ready) && "api_key" in ready ? (ready as ReadyInfo) : undefined;
  } catch {
    // Half a line, of a log that broke in its middle.
    return undefined;
  }
}
