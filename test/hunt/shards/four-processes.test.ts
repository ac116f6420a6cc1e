// Four shards in four processes find what one run with `--shard 1/1` finds, and plan as many worlds (§4).

import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { freePort } from "../../../src/cli/hunt/free-port.ts";
import { atPort } from "../../../src/hunt/adapter.ts";
import { readReport } from "../../../src/hunt/shards/read-report.ts";
import { COMMAND } from "../../support/the-command.ts";
import { aCopy } from "../a-hunt.ts";

const WORLDS = 10;

/** Runs the command in this folder; resolves with its exit code and what it wrote. */
function cpsandbox(args: readonly string[], cwd: string, port = 0): Promise<{ code: number; text: string }> {
  const env = { ...process.env, PORT: String(port), NO_COLOR: "1" };
  return new Promise((resolve) => {
    execFile(process.execPath, [COMMAND, ...args], { cwd, env }, (error, out, err) => {
      resolve({ code: error === null ? 0 : Number(error.code), text: out + err });
    });
  });
}

test("four shards in four processes give the findings and the planned worlds of one run with --shard 1/1", async () => {
  const copy = await aCopy({ mistake: "no-dedupe" });
  const folder = mkdtempSync(join(tmpdir(), "shards-"));
  onTestFinished(() => {
    copy.remove();
    rmSync(folder, { recursive: true, force: true });
  });
  const shard = async (text: string) => {
    const name = text.replace("/", "-of-");
    const port = await freePort();
    writeFileSync(join(folder, `${name}.json`), JSON.stringify(atPort(copy.adapter, port)));
    const only = "webhook deposit.confirmed,value two";
    const args = [
      "hunt",
      "--adapter",
      `${name}.json`,
      "--only",
      only,
      "--phase",
      "singles,pairs",
      "--worlds",
      `${WORLDS}`,
    ];
    return cpsandbox([...args, "--settle", "500ms", "--shard", text, "--report", name], folder, port);
  };
  const shards = await Promise.all(["1/4", "2/4", "3/4", "4/4"].map(shard));
  const whole = await shard("1/1");
  expect(whole, whole.text).toMatchObject({ code: 1 });
  expect(Math.max(...shards.map(({ code }) => code)), shards.map(({ text }) => text).join("\n")).toBe(1);

  const folders = [1, 2, 3, 4].map((at) => `${at}-of-4`);
  const merged = await cpsandbox(["hunt", "merge", ...folders, "--report", "merged"], folder);
  expect(merged, merged.text).toMatchObject({ code: 1 });
  const [joined, one] = ["merged", "1-of-1"].map((name) =>
    readReport(readFileSync(join(folder, name, "report.json"), "utf8")),
  );
  const facts = (report: typeof joined) => ({
    worlds: report?.worlds,
    troubles: report?.troubles.map(({ name, worlds }) => [name, worlds]).toSorted(),
    findings: report?.findings.map(({ rule, seen_as, world, steps, troubles }) => ({
      rule,
      seen_as,
      world,
      steps,
      troubles,
    })),
  });
  expect(facts(joined)).toEqual(facts(one));
  expect(one?.worlds).toMatchObject({ plain: 0, swarm: 0 });
  expect((one?.worlds.singles ?? 0) + (one?.worlds.pairs ?? 0)).toBe(WORLDS);
  expect(one?.findings.length).toBeGreaterThan(0);

  const lacking = await cpsandbox(["hunt", "merge", "1-of-4", "2-of-4"], folder);
  expect(lacking).toMatchObject({ code: 2, text: "hunt merge: shard 3/4, 4/4 is missing\n" });
}, 600_000);
