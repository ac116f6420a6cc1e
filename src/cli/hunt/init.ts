// Plays `hunt init`: loaded when the command runs. Tells a person what to do next, or plays the requests of a file, and writes the adapter.
import { AppFault } from "../../hunt/app/app.ts";
import { handText } from "../../hunt/init/by-hand.ts";
import { type CurlRequest, readCurlFile } from "../../hunt/init/curl-file.ts";
import { CurlFault } from "../../hunt/init/curl-words.ts";
import { type InitResult, init } from "../../hunt/init/init.ts";
import { wrapped } from "../../hunt/story/terminal.ts";
import { escapeControl } from "../../kernel/escape-control.ts";
import { HostFault } from "../../scenario/http-client.ts";
import type { OwnCall } from "../command.ts";
import { textOf } from "../command.ts";
import { signalCode } from "../commands/sandbox/exec.ts";
import { CommandError, jsonLine, type ProcessIo, type StopSignal } from "../process-io.ts";
import { adapterOf, refuseRealKeys } from "./adapter-of.ts";
import { type CliHost, cliHost } from "./host.ts";
import type { InitFlags } from "./init-options.ts";
import { ADAPTER_FILE, WIDTH } from "./options.ts";

/** Exit code: 0 opening and books hold, 2 called wrongly, 3 one of them is missing; that of the signal after Ctrl+C. */
export async function huntInit({ options: flags, io, create }: OwnCall<InitFlags>): Promise<number> {
  const out = flags.out ?? ADAPTER_FILE;
  if (exists(out, io) && !flags.force)
    throw new CommandError(`${out} is there already: --force replaces it, --out FILE writes another`, 2);
  refuseRealKeys(io.environment);
  const { app = "", webhook = "", ...given } = adapterOf({ ...flags, noFile: true }, io).adapter;
  const requests = flags.curl === undefined ? null : requestsIn(flags.curl, await textOf(flags.curl, io));
  const stop = new AbortController();
  const host = cliHost(io, create, stop.signal);
  const signals: StopSignal[] = [];
  const enough = Promise.withResolvers<void>();
  io.onStop((signal) => {
    signals.push(signal);
    // The first Ctrl+C ends the watching, and what was seen is tried; the second ends it all.
    if (signals.length === 1 && requests === null && signal === "SIGINT") return enough.resolve();
    enough.resolve();
    stop.abort();
    if (signals.length > 2) host.killAll();
  });
  if (requests === null) io.onLine(() => enough.resolve());
  const tell = (line: string): void => told(line, host, io);
  const ended = (): number | null => (stop.signal.aborted ? signalCode(signals.at(-1) ?? "SIGINT") : null);
  try {
    const result = await init(
      { adapter: { app, webhook, ...given }, requests },
      { ...host, tell, enough: enough.promise },
    );
    host.quiet();
    return ended() ?? finished(result, { out, io, json: flags.json === true });
  } catch (error) {
    host.quiet();
    if (!(error instanceof AppFault || error instanceof HostFault)) throw error;
    io.err(escapeControl(`could not be watched: ${error.message}`).concat("\n"));
    return ended() ?? 3;
  } finally {
    host.killAll();
  }
}

function told(line: string, host: CliHost, io: ProcessIo): void {
  host.quiet();
  io.err(`${wrapped(escapeControl(line), WIDTH).join("\n")}\n`);
}

function requestsIn(file: string, text: string): CurlRequest[] {
  try {
    return readCurlFile(text);
  } catch (error) {
    if (error instanceof CurlFault) throw new CommandError(`${file}: ${error.message}`, 2);
    throw error;
  }
}

function finished(result: InitResult, { out, io, json }: { out: string; io: ProcessIo; json: boolean }): number {
  const { adapter, holds, missing } = result;
  const isWritten = adapter.actions?.open !== undefined;
  if (isWritten) writeAdapter(out, adapter, io);
  if (json) io.out(jsonLine({ ...result, file: isWritten ? out : null }));
  else {
    const lines = [
      ...holds.map((one) => `holds     ${one}`),
      ...missing.flatMap(({ what, why }) => [
        `missing   ${what}: ${why}`,
        ...handText(what, new URL(adapter.webhook ?? "").origin).map((one) => `          ${one}`),
      ]),
      isWritten ? `wrote     ${out}` : `wrote     nothing: without a way to open an account there is nothing to keep`,
    ];
    io.out(`${lines.flatMap((line) => wrapped(escapeControl(line), WIDTH)).join("\n")}\n`);
    if (missing.every(({ what }) => what === "withdraw" || what === "uda") && isWritten)
      io.out("next      cpsandbox hunt --quick\n");
  }
  const isEnough = isWritten && adapter.books !== undefined && !missing.some(({ what }) => what === "worlds");
  return isEnough ? 0 : 3;
}

function writeAdapter(out: string, adapter: InitResult["adapter"], io: ProcessIo): void {
  try {
    io.replaceFile(out, `${JSON.stringify(adapter, null, 2)}\n`);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? ` (${String(error.code)})` : "";
    throw new CommandError(`${out} cannot be written${code}: check the path and its permissions`, 2);
  }
}

function exists(path: string, io: ProcessIo): boolean {
  try {
    io.readFile(path);
    return true;
  } catch (error) {
    return !(error instanceof Error && "code" in error && error.code === "ENOENT");
  }
}
