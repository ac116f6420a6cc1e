// Plays `hunt`: loaded when the command runs, so that no other command waits for it.
import { resolve } from "node:path";
import { hunt } from "../../hunt/hunt.ts";
import { exitCodeOf } from "../../hunt/options.ts";
import { troubleNames } from "../../hunt/plan/troubles.ts";
import type { Finding, HuntReport } from "../../hunt/report.ts";
import { findingText, summaryText } from "../../hunt/story/terminal.ts";
import { escapeControl } from "../../kernel/escape-control.ts";
import type { OwnCall } from "../command.ts";
import { signalCode } from "../commands/sandbox/exec.ts";
import { jsonLine, type ProcessIo, type StopSignal } from "../process-io.ts";
import { adapterOf, refuseRealKeys } from "./adapter-of.ts";
import { withFileOptions } from "./file-options.ts";
import { cliHost } from "./host.ts";
import { FOLDER, type HuntFlags, huntOptionsOf, WIDTH } from "./options.ts";
import { type OutputFolder, writeFinding, writeHuntReport } from "./outputs.ts";
import { replayFolder } from "./replay.ts";

/** Exit code: 0 nothing found, 1 found, 2 called wrongly, 3 could not be judged (U-05); that of the signal after Ctrl+C. */
export async function playHunt({ options: given, io, create }: OwnCall<HuntFlags>): Promise<number> {
  if (given.list) {
    io.out(
      troubleNames()
        .map((name) => `${name}\n`)
        .join(""),
    );
    return 0;
  }
  refuseRealKeys(io.environment);
  const { adapter, options: inFile } = adapterOf(given, io);
  const flags = withFileOptions(given, inFile);
  const stop = new AbortController();
  const host = cliHost(io, create, stop.signal, flags.jobs);
  const signals: StopSignal[] = [];
  io.onStop((signal) => {
    signals.push(signal);
    stop.abort();
    // The second one does not wait for the world that is being played.
    if (signals.length > 1) host.killAll();
  });
  const named = flags.report ?? FOLDER;
  const folder = resolve(named);
  const width = Math.max(WIDTH, io.terminal?.columns ?? 0);
  io.err("requests of your app must go to SANDBOX_API_BASE_URL: the first are checked\n");
  const options = huntOptionsOf(flags, adapter);
  if (flags.replay !== undefined)
    return replayFolder(flags.replay, options, host, { io, json: flags.json === true, stopped: () => signals[0] });
  const onFinding = (finding: Finding): void => {
    host.quiet();
    writeFinding(finding, { adapter, seed: options.seed, version: host.version }, { folder, named }, io);
    if (!flags.json) io.out(`${findingText(finding, { folder: named, width })}\n`);
  };
  const report = await hunt({ ...options, onFinding }, host);
  host.quiet();
  return told(report, { flags, io, folder, named, width, signal: signals[0] });
}

type Told = OutputFolder & { flags: HuntFlags; io: ProcessIo; width: number; signal: StopSignal | undefined };

function told(report: HuntReport, { flags, io, folder, named, width, signal }: Told): number {
  writeHuntReport(report, { folder, named }, io);
  if (flags.json) io.out(jsonLine(report));
  else io.out(summaryText(report, width));
  if (report.hindrance !== null)
    io.err(escapeControl(`could not be judged; ${folder}/report.json has the whole report`).concat("\n"));
  return signal === undefined ? exitCodeOf(report, flags.failOn ?? "error") : signalCode(signal);
}
