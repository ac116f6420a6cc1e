// Joining the reports of shards: what is counted, which findings are one, and what is refused (§4).
import fc from "fast-check";
import { expect, test } from "vitest";
import { runCommand } from "../../../src/cli/program.ts";
import type { Finding, HuntReport } from "../../../src/hunt/report.ts";
import { mergeReports } from "../../../src/hunt/shards/merge.ts";
import { readReport } from "../../../src/hunt/shards/read-report.ts";
import { anIo } from "../../cli/an-io.ts";
import { FINDING, REPORT } from "../a-report.ts";

const shard = (text: string, facts: Partial<HuntReport> = {}): HuntReport => ({
  ...{ ...REPORT, shard: text, findings: [], not_judged: [], never_met: [] },
  asked: { ...REPORT.asked, worlds: 82 },
  ...facts,
});
const found = (world: number, facts: Partial<Finding> = {}): Finding => ({ ...FINDING, world, ...facts });

test("worlds, troubles and rare situations of all shards are added up; further worlds are counted apart", () => {
  const { report } = mergeReports([
    shard("1/2", { met: { "a duplicate": 4, "a restart": 1 }, seconds: 2 }),
    shard("2/2", { met: { "a duplicate": 2 }, seconds: 3, further_worlds: 11 }),
  ]);
  expect(report).toMatchObject({
    ...{ shard: null, worlds: { plain: 0, singles: 82, pairs: 0, swarm: 0 }, further_worlds: 40, seconds: 5 },
    met: { "a duplicate": 6, "a restart": 1 },
    troubles: [
      { name: "webhook answer-lost deposit.confirmed", worlds: 2, failed: 2 },
      { name: "api status createWallet", worlds: 6, failed: 0 },
    ],
  });
});

test("rare situations that no shard met are named once the worlds of all are enough", () => {
  const worlds = { plain: 0, singles: 200, pairs: 300, swarm: 0 };
  expect(mergeReports([shard("1/2", { worlds }), shard("2/2", { worlds })]).report.never_met).toContain("webhook dead");
});

test("a rule is told by the world with the lowest number, and the finding keeps the way to its file", () => {
  const { report, origins } = mergeReports([
    shard("1/2", { findings: [found(9), found(41, { number: 2, rule: "B-13", seen_as: "B-13" })] }),
    shard("2/2", { findings: [found(4, { steps: FINDING.steps.slice(1) })] }),
  ]);
  expect(report.findings.map(({ number, rule, world }) => [number, rule, world])).toEqual([
    [1, "B-03", 4],
    [2, "B-13", 41],
  ]);
  expect(origins.map((one) => [one.report, one.number])).toEqual([
    [1, 1],
    [0, 2],
  ]);
});

test("findings of one rule and one shortest story are one, though their worlds broke different rules", () => {
  const findings = [found(4, { seen_as: "B-02" }), found(9, { number: 2 })];
  expect(mergeReports([shard("1/1", { findings })]).report.findings.map(({ world }) => world)).toEqual([4]);
  const other = [found(4, { seen_as: "B-02", steps: FINDING.steps.slice(1) }), found(9, { number: 2 })];
  expect(mergeReports([shard("1/1", { findings: other })]).report.findings).toHaveLength(2);
});

test("however worlds are divided, the same findings come out", () => {
  const worlds = fc.array(fc.record({ seen: fc.constantFrom("B-02", "B-03", "B-13"), same: fc.boolean() }), {
    maxLength: 24,
  });
  fc.assert(
    fc.property(worlds, fc.integer({ min: 1, max: 6 }), (drawn, total) => {
      const failing = drawn.map(({ seen, same }, at) =>
        found(at + 1, {
          seen_as: seen as Finding["rule"],
          rule: same ? "B-02" : (seen as Finding["rule"]),
          steps: FINDING.steps.slice(at % 2),
        }),
      );
      const of = (count: number) =>
        mergeReports(
          Array.from({ length: count }, (_, at) => {
            const own = failing.filter(({ world }) => (world - 1) % count === at);
            const first = own.filter((one, place) => own.findIndex(({ seen_as }) => seen_as === one.seen_as) === place);
            return shard(`${at + 1}/${count}`, {
              findings: first.map((one, number) => ({ ...one, number: number + 1 })),
            });
          }),
        ).report.findings;
      expect(of(total)).toEqual(of(1));
    }),
  );
});

test.each<[string, HuntReport[], string]>([
  ["none", [], "name the folders"],
  ["a missing one", [shard("1/3"), shard("3/3")], "shard 2/3 is missing"],
  ["one given twice", [shard("1/2"), shard("2/2"), shard("2/2")], "shard 2/2 is given twice"],
  ["different divisions", [shard("1/2"), shard("2/3")], "different divisions"],
  ["a whole hunt", [shard("1/2"), { ...shard("2/2"), shard: null }], "only shards are joined"],
  ["another seed", [shard("1/2"), shard("2/2", { seed: 8 })], "different seeds: 7, 8"],
  [
    "another version",
    [shard("1/2"), shard("2/2", { sandbox_version: "9" })],
    "different versions of the sandbox: 0.1.0, 9",
  ],
  [
    "another adapter",
    [shard("1/2"), shard("2/2", { asked: { ...REPORT.asked, worlds: 82, adapter: "b" } })],
    "different adapters",
  ],
  [
    "other worlds",
    [shard("1/2"), shard("2/2", { asked: { ...REPORT.asked, worlds: 9 } })],
    "different --worlds: 82, 9",
  ],
  [
    "other plans",
    [shard("1/2"), shard("2/2", { asked: { ...REPORT.asked, worlds: 82, plans: "q" } })],
    "different plans",
  ],
])("%s is refused, and says so", (_, reports, says) => {
  expect(() => mergeReports(reports)).toThrow(says);
});

test("a shard that was not judged or did not end leaves the whole unjudged", () => {
  const hindered = shard("2/2", { hindrance: "the app did not start", complete: false });
  expect(mergeReports([shard("1/2"), hindered]).report.hindrance).toBe("shard 2/2: the app did not start");
  const stopped = shard("2/2", { ended: "it was interrupted", complete: false });
  expect(mergeReports([shard("1/2"), stopped]).report).toMatchObject({
    hindrance: "shard 2/2 did not play all of its worlds: it was interrupted",
    complete: false,
  });
  const missed = [{ why: "no deposit arrived", worlds: 3 }];
  expect(
    mergeReports([shard("1/2", { not_judged: missed }), shard("2/2", { not_judged: missed })]).report.hindrance,
  ).toBe("6 of 82 worlds could not be judged, most often because no deposit arrived");
});

const files = (second: unknown) => ({
  "a/report.json": JSON.stringify(shard("1/2", { findings: [found(9)] })),
  "a/hunt-1.json": '{"title":"the story of a"}\n',
  "b/report.json": typeof second === "string" ? second : JSON.stringify(second),
  "b/hunt-1.json": '{"title":"the story of b"}\n',
});

test("hunt merge writes the report, the stories and every format, and ends as hunt does", async () => {
  const given: Record<string, string> = files(shard("2/2", { findings: [found(4)] }));
  const { io, said } = anIo({}, given);
  expect(await runCommand(["hunt", "merge", "a", "b", "--report", "/whole"], io)).toBe(1);
  expect(said.out).toContain("world 4: the books of h7-a are 51 USDC");
  expect(said.out).toContain("1 finding in 82 worlds");
  expect(said.out).toContain("again: cpsandbox run /whole/hunt-1.json");
  expect(given["/whole/hunt-1.json"]).toBe('{"title":"the story of b"}\n');
  expect(readReport(given["/whole/report.json"] ?? "").findings).toHaveLength(1);
  expect(Object.keys(given).filter((name) => name.startsWith("/whole/"))).toEqual(
    ["hunt-1.json", "hunt-1.html", "report.json", "hunt.junit.xml", "hunt.md"].map((name) => `/whole/${name}`),
  );
});

test("hunt merge: 0 when nothing counts, 3 when a shard was not judged, --json prints the report", async () => {
  const none = anIo({}, files(shard("2/2")));
  expect(await runCommand(["hunt", "merge", "a", "b", "--fail-on", "none", "--json"], none.io)).toBe(0);
  expect(readReport(none.said.out).worlds.singles).toBe(82);
  const hindered = anIo({}, files(shard("2/2", { hindrance: "the app did not start" })));
  expect(await runCommand(["hunt", "merge", "a", "b"], hindered.io)).toBe(3);
});

test.each<[string, unknown, string]>([
  ["no JSON", "{", "b/report.json is not JSON"],
  ["another document", { kind: "contract-run" }, "b/report.json is not the report of a hunt"],
  ["another version", { ...shard("2/2"), version: 2 }, "does not fit this version (it is of version 0.1.0): /version"],
  [
    "a finding without its story",
    shard("2/2", { findings: [{ ...FINDING, story: undefined as never }] }),
    "/findings/0",
  ],
  [
    "a number that is a path",
    shard("2/2", { findings: [{ ...FINDING, number: "../x" as never }] }),
    "/findings/0/number",
  ],
])("hunt merge refuses %s with exit code 2, and writes nothing", async (_, second, says) => {
  const given: Record<string, string> = files(second);
  const { io, said } = anIo({}, given);
  expect(await runCommand(["hunt", "merge", "a", "b", "--report", "/whole"], io)).toBe(2);
  expect(said.err).toContain(says);
  expect(Object.keys(given).some((name) => name.startsWith("/whole"))).toBe(false);
});
