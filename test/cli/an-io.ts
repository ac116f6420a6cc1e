// A process's surroundings for tests: what a command writes is kept, signals come when the test says so.
import type { Io } from "../../src/cli/io.ts";

export function anIo(environment: Record<string, string> = {}, files: Record<string, string> = {}) {
  const said = { out: "", err: "" };
  const stops: (() => void)[] = [];
  const closings: (() => void)[] = [];
  const watchers: (() => void)[] = [];
  const io: Io = {
    out(text) {
      said.out += text;
      for (const look of watchers) look();
    },
    err(text) {
      said.err += text;
      for (const look of watchers) look();
    },
    environment,
    pid: 4711,
    readFile(path) {
      const text = files[path];
      if (text === undefined) throw Object.assign(new Error("no such file"), { code: "ENOENT" });
      return text;
    },
    onStop: (listener) => void stops.push(listener),
    onOutputClosed: (listener) => void closings.push(listener),
  };
  /** Waits until something written makes `holds` true. */
  const until = (holds: () => boolean) =>
    new Promise<void>((resolve) => {
      const look = () => holds() && resolve();
      watchers.push(look);
      look();
    });
  const signal = () => {
    for (const stop of stops) stop();
  };
  const closeOutput = () => {
    for (const close of closings) close();
  };
  return { io, said, until, signal, closeOutput, listensToSignals: () => stops.length > 0 };
}
