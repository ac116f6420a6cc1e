// C-82: a comparison of 60 shapes holds at most 20 MB, whatever a host answers.
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";

const MAX_MEGABYTES = 20;

/** Weighed in a process of its own: only there the heap holds nothing else, and can be collected. */
function measured(kind: string): { shapes: number; megabytes: number; verdicts: { same: number; extra: number } } {
  const file = join(import.meta.dirname, "measure-memory.ts");
  return JSON.parse(execFileSync(process.execPath, ["--expose-gc", file, kind], { encoding: "utf8" }));
}

test.each([
  ["plain", { extra: 0 }],
  ["hostile", { extra: expect.any(Number) }],
])("60 %s answers", (kind, verdicts) => {
  const { shapes, megabytes, verdicts: found } = measured(kind);
  expect(shapes).toBe(60);
  expect(found).toMatchObject(verdicts);
  expect(found.same).toBeGreaterThan(1_000);
  expect(megabytes).toBeLessThan(MAX_MEGABYTES);
});
