// The memory of another process, in MB of 1,000,000 bytes.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** Resident memory, shared pages included; `ps` knows it on every system. @throws Error when there is no such process */
export function rssMegabytes(pid: number): number {
  return (Number(execFileSync("ps", ["-o", "rss=", "-p", String(pid)]).toString()) * 1_024) / 1e6;
}

/** Resident memory with each shared page divided by those who share it; undefined where the system does not say. */
export function pssMegabytes(pid: number): number | undefined {
  try {
    return parsePss(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"));
  } catch {
    return undefined;
  }
}

/** The `Pss:` line of a `smaps_rollup` file in MB. */
export function parsePss(text: string): number | undefined {
  const kibibytes = /^Pss:\s+(\d+) kB$/m.exec(text)?.[1];
  return kibibytes === undefined ? undefined : (Number(kibibytes) * 1_024) / 1e6;
}
