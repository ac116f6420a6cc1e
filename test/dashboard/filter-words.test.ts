// Filters of the page's lists as words: what is read, what is completed, and times of the sandbox (D-11).
import { expect, test } from "vitest";
import { completions, filterWords, instantOf, withWord } from "../../src/dashboard/lists/filter-words.ts";

test.each([
  ["", {}, ""],
  ["state:dead", { state: "dead" }, ""],
  ["state:dead owner:alice 0x12ab", { state: "dead", owner: "alice" }, "0x12ab"],
  ['owner:"Alice B." rest  of it', { owner: "Alice B." }, "rest of it"],
  ["state:due state:dead", { state: "dead" }, ""],
  ["unknown:word", {}, "unknown:word"],
  ["state:", {}, "state:"],
])("%j is read as words", (text, named, free) => {
  expect(filterWords(text, ["state", "owner"])).toEqual({ named, free });
});

test("a word takes the place of another of its name, and an empty one takes it away", () => {
  expect(withWord("state:due owner:alice", "state", "dead")).toBe("owner:alice state:dead");
  expect(withWord("state:due owner:alice", "state", "")).toBe("owner:alice");
  expect(withWord("", "owner", "Alice B.")).toBe('owner:"Alice B."');
});

test("the word that is typed is completed: names first, then the values that are known of a name", () => {
  const catalogue = { state: ["due", "dead"], status: ["200"] };
  expect(completions("owner:alice sta", catalogue)).toEqual(["owner:alice state:", "owner:alice status:"]);
  expect(completions("state:d", catalogue)).toEqual(["state:due", "state:dead"]);
  expect(completions("state:dead", catalogue)).toEqual([]);
});

const NOW = Date.UTC(2026, 0, 31, 12, 0, 5);

test.each([
  ["12:00", "2026-01-31T12:00:00Z"],
  ["9:05:07", "2026-01-31T09:05:07Z"],
  ["2026-01-30", "2026-01-30T00:00:00.000Z"],
  ["2026-01-30T10:00", "2026-01-30T10:00:00.000Z"],
  ["2026-01-30T10:00:00+02:00", "2026-01-30T08:00:00.000Z"],
  ["yesterday", undefined],
  ["", undefined],
])("%j is a time of the sandbox", (text, instant) => {
  expect(instantOf(text, NOW)).toBe(instant);
});
