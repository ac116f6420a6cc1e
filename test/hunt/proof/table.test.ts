// The table of the proof: misses are told like what was found, and parts of a proof add up (U-81).
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { type CorrectResult, keyOf, type MistakeResult, madeIn, resultsIn } from "./result.ts";
import { proofText, withProof } from "./table.ts";

const found: MistakeResult = {
  ...{ kind: "mistake", example: "shop-with-books", name: "no-dedupe", why: "1 finding", worlds: 3, repeats: null },
  found: {
    ...{ rule: "B-02", phase: "singles", world: 3, seconds: 2.04, steps: 3, certificate: "smallest", worlds: 25 },
    rate: "10 of 10",
  },
};
const missed: MistakeResult = { ...found, name: "gives-up", found: null, why: "the time was up", worlds: 280 };
const correct: CorrectResult = {
  ...{ kind: "correct", example: "shop", seed: 2, phases: ["singles"], worlds: { singles: 10, pairs: 5, swarm: 0 } },
  ...{ notJudged: 1, alarms: ["B-10 never settled"], neverMet: ["deposit orphaned"], seconds: 4 },
};

test("misses, mistakes that were not tried and false alarms stand in the table", () => {
  const text = proofText([found, missed, correct]);
  expect(text).toContain("1 of 2 mistakes were found; missed: `gives-up`.");
  expect(text).toContain(
    "| `no-dedupe` | every delivery of a webhook is credited | B-02 | singles 3, 2.0 s | 3, smallest | 10 of 10 |",
  );
  expect(text).toMatch(/\| `gives-up` \| .* \| \*\*missed\*\* \| in 280 worlds \| \| \|/);
  expect(text).toMatch(/\| `float-sums` \| .* \| not tried \| \| \| \|/);
  expect(text).toContain("Correct apps: 1 false alarm in 15 worlds.");
  expect(text).toContain("| shop | 2 | 10 | 5 | 0 | 1 | 1, never met: deposit orphaned |");
  const rows = text.split("\n").filter((line) => line.startsWith("|"));
  for (const row of rows) expect([7, 8]).toContain(row.split("|").length - 1);
});

test("the last result of a mistake counts, wherever the parts of the proof were made", () => {
  const folder = mkdtempSync(join(tmpdir(), "proof-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "results.jsonl");
  expect(resultsIn(file)).toEqual([]);
  writeFileSync(
    file,
    [missed, correct, { ...missed, ...found, name: "gives-up" }].map((one) => JSON.stringify(one)).join("\n"),
  );
  expect(resultsIn(file)).toEqual([{ ...found, name: "gives-up" }, correct]);
});

test("what stands around the marks stays, and a document without them is refused", () => {
  const document =
    "before\n<!-- proof: written by `npm run proof:hunt -- --write` -->\nwritten before\n<!-- end of proof -->\nafter\n";
  const written = withProof(document, [found]);
  expect(written.startsWith("before\n")).toBe(true);
  expect(written.endsWith("<!-- end of proof -->\nafter\n")).toBe(true);
  expect(written).not.toContain("written before");
  expect(withProof(written, [found])).toBe(written);
  expect(() => withProof("nothing", [found])).toThrow("has no marks");
});

test("the table says of which state of the code it is, and where it mixes several", () => {
  const made = { ...found, commit: "abc1234" };
  expect(proofText([made, { ...correct, commit: "abc1234" }])).toContain("All of it was made with commit `abc1234`.");
  expect(proofText([made, { ...missed, commit: "def5678" }, correct])).toContain(
    "These results were made with several commits: 1 with `abc1234`, 1 with `def5678`, 1 with earlier ones.",
  );
});

test("a story that is not proven minimal says why", () => {
  const why = "it fails now and then without step 2, which makes it likelier";
  const one = { ...found, found: { ...found.found, certificate: "not proven", why } } as MistakeResult;
  expect(proofText([one])).toContain(`| 3, not proven: ${why} | 10 of 10 |`);
});

test("what was made with this commit is left out after a stop; with changed files nothing is", () => {
  const folder = mkdtempSync(join(tmpdir(), "proof-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "results.jsonl");
  const lines = [{ ...found, commit: "abc1234" }, { ...missed, commit: "def5678" }, correct];
  writeFileSync(file, lines.map((one) => JSON.stringify(one)).join("\n"));
  expect(madeIn(file, { commit: "abc1234" }).map(keyOf)).toEqual(["shop-with-books no-dedupe"]);
  expect(madeIn(file, { commit: "abc1234, changed" })).toEqual([]);
  expect(madeIn(file, {})).toEqual([]);
});
