// A fake `ProcessIo`: collects the output of a command and sends signals when the test says so.
import type { ProcessIo, StopSignal } from "../../src/cli/process-io.ts";

/** Differences from a process in a pipe without input: a terminal at stdout or stdin, the text of stdin, how commands are started. */
type Hands = "terminal" | "errorsToTerminal" | "stdinIsTerminal" | "spawn" | "spawnGroup" | "outputOf";
type More = Partial<Pick<ProcessIo, Hands>> & {
  input?: string;
};

export function anIo(
  environment: Record<string, string> = {},
  files: Record<string, string> = {},
  { input = "", ...more }: More = {},
) {
  const said = { out: "", err: "" };
  const stops: ((signal: StopSignal) => void)[] = [];
  const closings: (() => void)[] = [];
  const watchers: (() => void)[] = [];
  const io: ProcessIo = {
    out(text) {
      said.out += text;
      for (const check of watchers) check();
    },
    err(text) {
      said.err += text;
      for (const check of watchers) check();
    },
    environment,
    pid: 4711,
    ownCommand: ["cpsandbox"],
    killSelf: () => {
      throw new Error("no process is ended here");
    },
    readFile(path) {
      const text = files[path];
      if (text === undefined) throw Object.assign(new Error("no such file"), { code: "ENOENT" });
      return text;
    },
    makeFolder() {},
    writeFile: (path, text) => void Object.assign(files, { [path]: text }),
    replaceFile: (path, text) => void Object.assign(files, { [path]: text }),
    appendFile: (path, text) => void Object.assign(files, { [path]: `${files[path] ?? ""}${text}` }),
    readInput: async () => input,
    onLine() {},
    terminal: undefined,
    errorsToTerminal: false,
    stdinIsTerminal: false,
    spawn: () => {
      throw new Error("no command is started here");
    },
    spawnGroup: () => {
      throw new Error("no command is started here");
    },
    temporaryFolder: () => "/temporary",
    listFolder: (path) =>
      Object.keys(files).flatMap((file) => (file.startsWith(`${path}/`) ? [file.slice(path.length + 1)] : [])),
    removeFolder: (path) => {
      for (const file of Object.keys(files)) if (file.startsWith(`${path}/`)) delete files[file];
    },
    outputOf: () => {
      throw new Error("no command is started here");
    },
    ...more,
    onStop: (listener) => void stops.push(listener),
    onOutputClosed: (listener) => void closings.push(listener),
  };
  /** Waits until the output makes `holds` true. */
  const until = (holds: () => boolean) =>
    new Promise<void>((resolve) => {
      const check = () => holds() && resolve();
      watchers.push(check);
      check();
    });
  const signal = (name: StopSignal = "SIGTERM") => {
    for (const stop of stops) stop(name);
  };
  const closeOutput = () => {
    for (const close of closings) close();
  };
  return { io, said, until, signal, closeOutput, listensToSignals: () => stops.length > 0 };
}
