// A line of the shell: what it prints, and what is said where there is no shell.
import { expect, test } from "vitest";
import { outputOf } from "../../src/cli/child-processes.ts";
import { CommandError } from "../../src/cli/process-io.ts";
import { shellOutput } from "../../src/cli/shell-line.ts";

const LIMITS = { timeoutMs: 60_000, maxBytes: 1_000 };

test("a system without a shell is named with the next step; any other error is handed on", async () => {
  const failing = (error: Error) => shellOutput({ outputOf: () => Promise.reject(error) }, "date", LIMITS);
  const missing = Object.assign(new Error("spawn sh ENOENT"), { code: "ENOENT" });
  const told = await failing(missing).catch((error: unknown) => error);
  expect(told).toBeInstanceOf(CommandError);
  expect(String(told)).toContain("date: there is no shell here, as in the container image");
  await expect(failing(new Error("other"))).rejects.toThrow(/^other$/);
});

test("where there is one, the line runs with its variables", async () => {
  const io = {
    outputOf: (...given: Parameters<typeof shellOutput> extends [unknown, ...infer Rest] ? Rest : never) =>
      outputOf(given[0], given[1], given[2] ?? {}),
  };
  expect(await shellOutput(io, "node -p process.env.WORD", LIMITS, { ...process.env, WORD: "here" })).toEqual({
    code: 0,
    out: "here\n",
  });
});
