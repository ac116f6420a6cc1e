// What the benchmarks compute from their measurements: no clock is read here.
import { expect, test } from "vitest";
import { PART_NAMES, readOptions } from "../../bench/options.ts";
import { imagePart } from "../../bench/parts/image.ts";
import { GATES, type Gate, judge, missed } from "../../bench/report/gates.ts";
import { detailsOf, rateFinding, timeFinding } from "../../bench/report/report.ts";
import { gateTable, notes, reportText, shortNumber } from "../../bench/report/table.ts";
import { parseTimes } from "../../bench/suite.ts";

const rate: Gate = { id: "r", measure: "a rate", by: "ratio", better: "more", must: 0.35, aim: 0.6 };
const time: Gate = { id: "t", measure: "a time", by: "value", better: "less", must: 10, aim: 5 };

/** A subject whose rounds took these ms a unit, each with half of it as CPU time. */
function measured(subject: string, ...rounds: number[]) {
  const samples = rounds.map((wallMs) => ({ wallMs, cpu: { main: wallMs / 4, rest: wallMs / 4 } }));
  return { subject, samples };
}

test("a gate is reached from its limit on, in its own direction, by the ratio or by the value", () => {
  expect(judge(rate, { now: 1, ratio: 0.34 })).toBe("no");
  expect(judge(rate, { now: 1, ratio: 0.35 })).toBe("yes");
  expect(judge(rate, { now: 1, ratio: 0.6 })).toBe("aim");
  expect(judge(time, { now: 10.1, ratio: 0.1 })).toBe("no");
  expect(judge(time, { now: 10 })).toBe("yes");
  expect(judge(time, { now: 5 })).toBe("aim");
});

test("what was not measured is neither reached nor missed, and an aim alone fails no run", () => {
  expect(judge(rate, undefined)).toBe("open");
  expect(judge(rate, { now: 3 })).toBe("open");
  expect(judge(rate, { ratio: Number.NaN })).toBe("open");
  expect(missed({})).toEqual([]);
  expect(missed({ shared: { ratio: 0.1 } })).toEqual([]);
  expect(missed({ deposits: { ratio: 0.1 }, restore: { now: 11 }, reset: { now: 9 } }).map(({ id }) => id)).toEqual([
    "deposits",
    "restore",
  ]);
});

test("a rate is that of the best round, and half the CPU time counts as twice the rate", () => {
  const finding = rateFinding([measured("bare", 2, 1), measured("now", 4, 8), measured("before", 20, 10)], "bare");
  expect(finding).toEqual({ now: 250, before: 100, ratio: 0.25, ratioBefore: 0.1, byCpu: 0.25 });
  expect(rateFinding([measured("now", 4)], "before")).toMatchObject({ now: 250, ratio: undefined });
});

test("a time is compared with that of the version before, when there is one", () => {
  const lowest = ({ samples }: { samples: { wallMs: number }[] }): number =>
    Math.min(...samples.map((one) => one.wallMs));
  const both = [measured("now", 6, 5), measured("before", 10, 11)];
  expect(timeFinding(both, lowest)).toEqual({ now: 5, before: 10, ratio: 0.5, byCpu: 0.5 });
  expect(timeFinding(both.slice(0, 1), lowest)).toMatchObject({ now: 5, before: undefined, ratio: undefined });
});

test("the table has a line of at most 80 columns for every gate, and says what is open", () => {
  const findings = {
    deposits: { now: 12_345, before: 100, ratio: 0.4, ratioBefore: 0.1, byCpu: 0.5 },
    restore: { now: 12 },
  };
  const lines = gateTable(findings).split("\n");
  expect(lines).toHaveLength(GATES.length + 1);
  expect(lines.filter((line) => line.length > 80)).toEqual([]);
  expect(lines[1]).toMatch(/^deposits \/s in a batch .* 12345 +100 +0\.400 +0\.35 +– +yes$/);
  expect(lines.find((line) => line.startsWith("restore of a small world, lowest"))).toMatch(/ 12\.0 +– +– +10 +5 +NO$/);
  expect(lines.at(-1)).toMatch(/^npm test, .* – +– +– +0\.5 +0\.35 +–$/);
  expect(notes(findings)).toBe("deposits /s in a batch / bare engine: by CPU 0.500, before 0.100");
});

test("the details name each group once, with rates from ms a unit", () => {
  const details = detailsOf("reads", "/s", [measured("now", 2, 4), measured("before", 5)]);
  expect(details[0]).toEqual({
    group: "reads",
    subject: "now",
    unit: "/s",
    best: 500,
    median: 250,
    cpu: { main: 0.5, rest: 0.5 },
  });
  const text = reportText({ findings: {}, details, rows: [{ what: "something", value: 3, unit: "MB" }] });
  expect(text.match(/^reads, \/s$/gm)).toHaveLength(1);
  expect(text).toMatch(/^ {2}now +500 +250 +1\.000 +0\.500 +0\.500$/m);
  expect(text).toMatch(/^something +3\.00 MB$/m);
  expect(text.split("\n").filter((line) => line.length > 80)).toEqual([]);
});

test("an image is compared with the one before by its size and its lowest time to the first 200; alone it has its size", () => {
  const now = { name: "now", bytes: 60_000_000, ms: [900, 700] };
  const both = imagePart([now, { name: "before", bytes: 120_000_000, ms: [1_000, 1_400] }]);
  expect(both.findings["image-size"]).toMatchObject({ now: 60, before: 120, ratio: 0.5 });
  expect(both.findings["image-start"]).toMatchObject({ now: 700, before: 1_000, ratio: 0.7 });
  expect(missed(both.findings)).toEqual([]);
  const alone = imagePart([{ ...now, bytes: 151_000_000 }], "before: a tarball has no Dockerfile");
  expect(missed(alone.findings).map(({ id }) => id)).toEqual(["image-size"]);
  expect(notes(alone.findings)).toContain("before: a tarball has no Dockerfile");
  expect(
    reportText(both)
      .split("\n")
      .filter((line) => line.length > 80),
  ).toEqual([]);
});

test("numbers have three figures", () => {
  expect([0.123, 9.876, 12.345, 123.45, 12_345, undefined, Number.NaN].map(shortNumber)).toEqual([
    ...["0.12", "9.88", "12.3", "123", "12345", "–", "–"],
  ]);
});

test("the CPU time of a suite is user and system time of all its processes", () => {
  expect(parseTimes("1m2.50s 0m3.500s")).toBe(66);
  expect(parseTimes("")).toBe(0);
});

test("the options have defaults, take their sizes from the environment too, and refuse what is not there", () => {
  expect(readOptions([], {})).toMatchObject({
    only: PART_NAMES.filter((name) => name !== "image"),
    rounds: 3,
    transfers: 2_000,
    build: true,
    gate: false,
  });
  expect(readOptions(["--no-build", "--only", "start,rpc"], { BENCH_TRANSFERS: "50" })).toMatchObject({
    ...{ build: false, only: ["start", "rpc"], transfers: 50 },
  });
  expect(readOptions(["image"], {})).toMatchObject({ only: ["image"] });
  expect(readOptions(["hunt", "--long"], {})).toMatchObject({ only: ["hunt"], long: true });
  expect(() => readOptions(["--only", "starts"], {})).toThrow("--only starts: there are start, ");
  expect(() => readOptions(["--rounds", "0"], {})).toThrow("--rounds 0: a whole number above 0");
});
