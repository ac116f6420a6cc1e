// The shipped command as a process that is killed: started on a folder, waited for, ended by SIGKILL or by SIGTERM, examined by doctor.
import { type ChildProcess, spawn } from "node:child_process";
import { COMMAND } from "../support/the-command.ts";

/** What the line of `start --json` says, as far as it is used here. */
export type Ready = {
  url: string;
  api_key: string;
  vault_id: string;
  tenant_id: string;
  rpc: Record<string, string>;
  accounts: { address: string }[];
};

export type Running = {
  child: ChildProcess;
  ready: Promise<Ready>;
  ended: Promise<number | string>;
  errors: () => string;
};

function command(words: string[], node: readonly string[] = []): ChildProcess {
  const own = Object.fromEntries(Object.entries(process.env).filter(([key]) => !key.startsWith("SANDBOX_")));
  return spawn(process.execPath, [...node, COMMAND, ...words], { env: own, stdio: ["ignore", "pipe", "pipe"] });
}

/** Further flags of `start`, and of Node itself. */
type More = { flags?: readonly string[]; node?: readonly string[] };

/** Starts it on a folder, ending by itself at a failpoint if one is named; `ready` fails when the process ends before it says that it is ready. */
export function start(folder: string, failpoint = "", { flags = [], node = [] }: More = {}): Running {
  const armed = failpoint === "" ? [] : ["--failpoint", failpoint];
  const child = command(["start", "--data", folder, "--port", "0", "--json", ...armed, ...flags], node);
  const said = { out: "", err: "" };
  child.stderr?.on("data", (bytes: Buffer) => (said.err += bytes.toString()));
  const ended = new Promise<number | string>((resolve) =>
    child.once("close", (code, signal) => resolve(signal ?? code ?? "?")),
  );
  const ready = new Promise<Ready>((resolve, reject) => {
    child.stdout?.on("data", (bytes: Buffer) => {
      said.out += bytes.toString();
      if (said.out.includes("\n")) resolve(JSON.parse(said.out) as Ready);
    });
    void ended.then((how) => reject(new Error(`start ended with ${how} before it was ready: ${said.err}`)));
  });
  // Killed while it starts: the promise has no consumer then.
  ready.catch(() => {});
  return { child, ready, ended, errors: () => said.err };
}

/** Ends it by a signal and says how it ended: an exit code or the signal. */
export function end({ child, ended }: Running, signal: "SIGKILL" | "SIGTERM"): Promise<number | string> {
  child.kill(signal);
  return ended;
}

/** `doctor` on the folder: its exit code and what it said. */
export function doctor(folder: string): Promise<{ code: number | null; said: string }> {
  const child = command(["doctor", "--data", folder]);
  let said = "";
  child.stdout?.on("data", (bytes: Buffer) => (said += bytes.toString()));
  child.stderr?.on("data", (bytes: Buffer) => (said += bytes.toString()));
  return new Promise((resolve) => child.once("close", (code) => resolve({ code, said })));
}
