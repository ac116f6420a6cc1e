// The output of a client's tests as it is kept: no key in it, however it came, and nothing that it does ends a run.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { OutputLog } from "../../../src/cli/contract/output-log.ts";
import { failingLine } from "../../../src/contract/run/failing-line.ts";

const KEY = "sk_live_planted0123456789abcdef0123456789";
const TOKEN = "planted-admin-token-0815";

/** What is written when the output comes in these pieces. */
function written(pieces: readonly string[]): { text: string; log: OutputLog } {
  let text = "";
  const log = new OutputLog(
    (part) => (text += part),
    [TOKEN],
    () => {},
  );
  for (const piece of pieces) log.add(piece);
  log.end();
  return { text, log };
}

/** The text in pieces of this length. */
const piecesOf = (text: string, length: number): string[] =>
  Array.from({ length: Math.ceil(text.length / length) }, (_, at) => text.slice(at * length, (at + 1) * length));

describe("R-211 keys and secrets", () => {
  test("are in no part of a line, wherever a long line is cut and however its pieces come", () => {
    const secret = fc.constantFrom(KEY, TOKEN, `bearer ${KEY.slice(8)}`);
    const filler = fc.constantFrom("word ", "x,y", '"', "x".repeat(999), " ");
    fc.assert(
      fc.property(
        fc.array(fc.oneof(secret, filler), { minLength: 1, maxLength: 40 }),
        fc.integer({ min: 1_000, max: 70_000 }),
        (parts, length) => {
          const line = Array.from({ length: 400 }, () => parts.join(" "))
            .join(" ")
            .slice(0, 300_000);
          const { text, log } = written(piecesOf(line, length));
          // A text that is cut by this test itself ends in the middle of a key.
          for (const kept of [text.slice(0, -100), log.text.slice(0, -100)]) expect(kept).not.toMatch(/planted/);
        },
      ),
      { numRuns: 30 },
    );
  });

  test("are in no part of a line without any space", () => {
    for (const length of [1_000, 65_536, 70_001])
      expect(written(piecesOf(`${"x".repeat(65_530)}${KEY}${"y".repeat(70_000)}`, length)).text).not.toContain(
        "planted",
      );
  });

  test("what is between them stays as it was", () => {
    const text = `one\ntwo ${KEY}\n${"word ".repeat(40_000)}\nend`;
    const { text: kept } = written(piecesOf(text, 777));
    expect(kept).toBe(text.replace(KEY, "sk_live_..."));
  });
});

test("a disk that is full is told once, and the first failing line is found all the same", () => {
  const faults: unknown[] = [];
  const full = Object.assign(new Error("no space left"), { code: "ENOSPC" });
  const log = new OutputLog(
    () => {
      throw full;
    },
    [],
    (fault) => faults.push(fault),
  );
  log.add("Error: no id\n");
  log.add("bye\n");
  log.end();
  expect(faults).toEqual([full]);
  expect(failingLine(log.text)).toBe("Error: no id");
});

test("a log holds 16 MB, and says that it was cut", () => {
  const { text } = written(Array.from({ length: 40 }, () => `${"x ".repeat(262_144)}\n`));
  expect(text.length).toBeLessThan(18 * 1_024 * 1_024);
  expect(text.trimEnd().split("\n").at(-1)).toMatch(/the log was cut here/);
});
