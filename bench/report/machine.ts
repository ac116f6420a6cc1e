// The machine of a run: figures mean little without it.
import { execFileSync } from "node:child_process";
import { arch, availableParallelism, cpus, loadavg, platform, totalmem } from "node:os";

/** `load`: the average of the last minute at the start and at the end of the run. */
export type Machine = {
  cores: number;
  model: string;
  memoryGigabytes: number;
  system: string;
  node: string;
  commit: string;
  date: string;
  load: number[];
};

/** This machine, now. `root`: the checkout whose commit is named; `date`: the time of the run. */
export function machine(root: string, date: Date): Machine {
  return {
    ...{ cores: availableParallelism(), model: cpus()[0]?.model.trim() ?? "unknown" },
    ...{ memoryGigabytes: Math.round(totalmem() / 2 ** 30), system: `${platform()}-${arch()}`, node: process.version },
    ...{ commit: commitOf(root), date: `${date.toISOString().slice(0, 16)}Z`, load: [load()] },
  };
}

export function load(): number {
  return Math.round((loadavg()[0] ?? 0) * 10) / 10;
}

/** The short hash of the last commit, with a `+` when files have changed since; `none` for a package. */
export function commitOf(root: string): string {
  const git = (...words: string[]): string =>
    execFileSync("git", ["-C", root, ...words], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
  try {
    return `${git("rev-parse", "--short", "HEAD")}${git("status", "--porcelain") === "" ? "" : "+"}`;
  } catch {
    return "none";
  }
}

/** One sentence about the machine. */
export function machineText({ cores, model, memoryGigabytes, system, node, commit, date, load }: Machine): string {
  const memory = `${memoryGigabytes} GB`;
  return `${date}, commit ${commit}, Node ${node}, ${system}, ${cores} cores (${model}), ${memory}, load ${load.join(" to ")}`;
}
