// Every built-in scenario passes, and two runs with the same seed have the same result to the byte.
import { expect, test } from "vitest";
import { runCommand } from "../../src/cli/program.ts";
import { builtInNames } from "../../src/scenario/built-in.ts";
import { anIo } from "../cli/an-io.ts";
import { aSandbox } from "../support/a-sandbox.ts";

/** Output and log of `run NAME --json`. */
async function told(name: string): Promise<{ code: number; out: string; err: string }> {
  const { io, said } = anIo();
  const code = await runCommand(["run", name, "--json"], io);
  return { code, ...said };
}

test.each(builtInNames())("scenario %s", async (name) => {
  const first = await told(name);
  const { outcome, steps } = JSON.parse(first.out) as { outcome: string; steps: { differences: unknown[] }[] };
  expect(steps.flatMap(({ differences }) => differences)).toEqual([]);
  expect({ outcome, code: first.code, err: first.err }).toEqual({ outcome: "passed", code: 0, err: "" });
  expect(await told(name)).toEqual(first);
});

test("all of them run one after the other in one sandbox with a running clock", async () => {
  const { control } = await aSandbox({ clock: "running" });
  for (const name of builtInNames()) {
    const { outcome, steps } = await control("POST", "/scenarios/run", { name });
    const wrong = steps.filter(({ differences }: any) => differences.length > 0);
    expect({ name, outcome, wrong }).toEqual({ name, outcome: "passed", wrong: [] });
  }
});
