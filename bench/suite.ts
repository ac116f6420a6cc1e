// The CPU time of `npm test`: of all its processes, user and system.
import { spawnSync } from "node:child_process";
import { divided, type Part } from "./report/report.ts";
import type { Version } from "./subjects/versions.ts";

/** Runs the suites of the versions that are checkouts, one after the other. A suite that fails is measured all the same, and named. */
export function benchSuite(versions: readonly Version[], say: (text: string) => void): Part {
  const found = new Map<string, number>();
  const failed: string[] = [];
  for (const { name, root } of versions) {
    say(`npm test, ${name}`);
    // `times` of the shell: CPU of all children that have ended, with their children.
    const { stdout, stderr } = spawnSync("sh", ["-c", "npm test >&2; echo $?; times"], {
      cwd: root,
      encoding: "utf8",
      maxBuffer: 1e9,
    });
    const [status = "", , children = ""] = stdout.trim().split("\n");
    if (status !== "0") failed.push(`npm test of ${name} ended with ${status}`);
    for (const line of stderr.split("\n").filter((text) => /^\s*(Test Files|Tests)\s/.test(text))) say(line.trim());
    found.set(name, parseTimes(children));
  }
  const note = failed.length === 0 ? undefined : failed.join("; ");
  const [now, before] = [found.get("now"), found.get("before")];
  return { findings: { suite: { now, before, ratio: divided(now, before), note } }, details: [], rows: [] };
}

/** Seconds of a line of `times`, user and system: "1m2.50s 0m3.5s" is 66. */
export function parseTimes(line: string): number {
  return [...line.matchAll(/(\d+)m([\d.]+)s/g)].reduce(
    (sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds),
    0,
  );
}
