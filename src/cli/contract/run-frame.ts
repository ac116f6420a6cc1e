// What the commands that play the client's tests share: their folder, and what keeps them from judging anything (C-30).
import { join } from "node:path";
import type { PlayedRun } from "../../contract/run/played-run.ts";
import { escapeControl } from "../../kernel/escape-control.ts";
import { fill } from "../output.ts";
import { CommandError, codeOf, type ProcessIo } from "../process-io.ts";
import { NotStarted } from "./run-group.ts";

/** Exit code: it could not be judged. */
export const NOT_JUDGED = 3;
const CALLED_WRONGLY = 2;

/**
 * Runs `judge` with the folder of the report, or with a temporary one that is removed afterwards. A command that cannot be started is
 * a wrong call, whatever a shell would make of it.
 */
export async function inFolder(
  io: ProcessIo,
  report: string | undefined,
  judge: (folder: string) => Promise<number>,
): Promise<number> {
  const folder = report ?? io.temporaryFolder();
  try {
    makeFolder(io, folder);
    return await judge(folder);
  } catch (error) {
    if (error instanceof NotStarted) return CALLED_WRONGLY;
    throw error;
  } finally {
    if (report === undefined) io.removeFolder(folder);
  }
}

/** Columns of a log that is no terminal. */
const WIDTH = 80;

/** Tells on stderr which run begins and how it ended, each on one line: the result shows failing lines in full. */
export function progressOf(io: ProcessIo): (text: string) => void {
  return (text) => {
    const line = escapeControl(text);
    io.err(`${fill(line, Math.min([...line].length, io.terminal?.columns ?? WIDTH))}\n`);
  };
}

/** Looked at before the first run: nobody wants to learn after the last one that its report cannot be written. */
function makeFolder(io: ProcessIo, folder: string): void {
  const probe = join(folder, ".contract");
  try {
    io.makeFolder(folder);
    io.writeFile(probe, "");
    io.removeFolder(probe);
  } catch (error) {
    const why = `--report ${folder} cannot be written${codeOf(error)}: name a folder, and check its permissions`;
    throw new CommandError(escapeControl(why), 2);
  }
}

/** Why nothing can be judged after run 0, with the next step; undefined when it can. */
export function hindrance(first: PlayedRun, { report }: { report?: string }): string | undefined {
  const where = report === undefined ? "give --report DIR to keep its output" : `its output is in ${report}/run-0.log`;
  if (first.result === "timed out")
    return `your tests took longer than --run-timeout without any change: give them more time, or end what hangs; ${where}`;
  if (first.result === "failed") return `your tests fail without any change (${first.line}): mend them first; ${where}`;
  if (first.requests === 0 && first.webhooks === 0)
    return "nothing called the sandbox: does your app read SANDBOX_API_BASE_URL? A sandbox that your tests start themselves must see SANDBOX_READING and SANDBOX_CONTRACT_DIR";
  return undefined;
}
