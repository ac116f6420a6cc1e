// Every requirement and invariant is cited by a test or listed as not met, with the reason.
import { describe, expect, test } from "vitest";
import { notMet, proofs, requirements } from "../../scripts/generate/reliability.ts";

type Inputs = { ids: readonly string[]; cited: ReadonlySet<string>; open: Readonly<Record<string, string>> };

/** The problems, one line each. */
function forgotten({ ids, cited, open }: Inputs): string[] {
  const known = new Set(ids);
  return [
    ...ids.filter((id) => !cited.has(id) && open[id] === undefined).map((id) => `${id} is cited by no test`),
    ...[...cited].filter((id) => !known.has(id)).map((id) => `${id} is cited, and there is no such requirement`),
    ...Object.keys(open)
      .filter((id) => !known.has(id))
      .map((id) => `${id} is not met, and there is no such requirement`),
    ...Object.entries(open)
      .filter(([, reason]) => reason.split(" ").length < 5)
      .map(([id]) => `${id} is not met, and no sentence says why`),
  ];
}

test("every R and every I is cited by a test or listed as not met with a reason, and nothing else is", () => {
  const ids = requirements().map(({ id }) => id);
  expect(ids.length).toBeGreaterThan(280);
  expect(forgotten({ ids, cited: new Set(proofs().keys()), open: notMet() })).toEqual([]);
});

describe("what is found", () => {
  // Not real ids: those would count as cited.
  const ids = ["one", "two", "three"];
  const reason = "It is built, and nobody has shown it.";

  test.each<[string, Partial<Inputs>, string[]]>([
    ["one that nobody cites", { cited: new Set(["one", "three"]) }, ["two is cited by no test"]],
    ["one that is not met, with a reason", { cited: new Set(["one", "three"]), open: { two: reason } }, []],
    [
      "one that is not met, without a reason",
      { cited: new Set(["one", "three"]), open: { two: "later" } },
      ["two is not met, and no sentence says why"],
    ],
    [
      "one that is listed and does not exist",
      { open: { four: reason } },
      ["four is not met, and there is no such requirement"],
    ],
    [
      "one that is cited and does not exist",
      { cited: new Set([...ids, "five"]) },
      ["five is cited, and there is no such requirement"],
    ],
  ])("%s", (_what, told, says) => {
    expect(forgotten({ ids, cited: new Set(ids), open: {}, ...told })).toEqual(says);
  });
});
