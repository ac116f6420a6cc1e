// How the benchmarks read processes and put rounds together: no clock is compared here.
import { expect, test } from "vitest";
import { cpuBetween, cpuSoFar, parseSchedstat } from "../../bench/measure/cpu.ts";
import { parsePss } from "../../bench/measure/memory.ts";
import { percentile } from "../../bench/measure/percentile.ts";
import { alternate, leastCpu, lowest, median, pairedCpu, perUnit } from "../../bench/measure/rounds.ts";
import { GATES, judge } from "../../bench/report/gates.ts";
import { detailsOf, rateFinding } from "../../bench/report/report.ts";
import { detailTable } from "../../bench/report/table.ts";

test("schedstat says the nanoseconds that a thread has run", () => {
  expect(parseSchedstat("1500000 77 3\n")).toBe(1.5);
  expect(() => parseSchedstat("")).toThrow("no schedstat");
  expect(() => parseSchedstat("run 1 2")).toThrow("no schedstat");
});

test("CPU time between two readings is that of the threads that live at the second, the main thread apart", () => {
  const reading = (threads: Record<string, number>) => ({ pid: 7, threads: new Map(Object.entries(threads)) });
  const [before, after] = [reading({ 7: 10, 8: 5, 9: 100 }), reading({ 7: 13, 8: 6, 10: 2 })];
  expect(cpuBetween(before, after)).toEqual({ main: 3, rest: 3 });
  expect(cpuBetween(undefined, after)).toBeUndefined();
  expect(cpuBetween(before, undefined)).toBeUndefined();
});

test("a process that is not there has no CPU time", () => {
  expect(cpuSoFar(2 ** 22 + 1)).toBeUndefined();
});

test("the proportional memory is read from its own line", () => {
  expect(parsePss("Rss:  300 kB\nPss:  1000 kB\nPss_Dirty:  20 kB\n")).toBe(1.024);
  expect(parsePss("Rss:  300 kB\n")).toBeUndefined();
});

test("percentiles are samples, and there are none without samples", () => {
  expect(percentile([5, 1, 3], 0.5)).toBe(3);
  expect(percentile([5, 1, 3], 0.99)).toBe(5);
  expect(percentile([], 0.5)).toBeNaN();
});

test("the subjects of a measurement take turns, and only what is timed counts", async () => {
  const order: string[] = [];
  const subject = (name: string) => ({
    ...{ name, pid: process.pid },
    async run(timed: (work: () => Promise<unknown>) => Promise<void>, round: number) {
      order.push(`${name}${round}`);
      await timed(() => new Promise((resolve) => setImmediate(resolve)));
      return 2;
    },
  });
  const measured = await alternate([subject("a"), subject("b")], 2);
  expect(order).toEqual(["a0", "b0", "a1", "b1"]);
  expect(measured.map(({ subject, samples }) => [subject, samples.length])).toEqual([
    ["a", 2],
    ["b", 2],
  ]);
  await expect(alternate([{ name: "idle", pid: process.pid, run: async () => 1 }], 1)).rejects.toThrow(
    "idle has measured nothing",
  );
});

test("a peer that fails is measured no further, its row says why, and the others go on; what is no peer ends the run", async () => {
  let failing = 0;
  const good = async (timed: (work: () => Promise<unknown>) => Promise<void>): Promise<number> => {
    await timed(() => new Promise((resolve) => setImmediate(resolve)));
    return 1;
  };
  const bad: typeof good = async (timed) => {
    failing += 1;
    if (failing === 1) return good(timed);
    throw new Error("fetch failed", { cause: new Error("connect\n ECONNREFUSED") });
  };
  const pid = process.pid;
  const measured = await alternate(
    [
      { name: "anvil", pid, isPeer: true, run: bad },
      { name: "now", pid, run: good },
    ],
    4,
  );
  expect(measured.map(({ subject, samples, failed }) => [subject, samples.length, failed])).toEqual([
    ["anvil", 1, "fetch failed: connect ECONNREFUSED"],
    ["now", 4, undefined],
  ]);
  expect(failing).toBe(2);
  await expect(alternate([{ name: "now", pid, run: bad }], 1)).rejects.toThrow("fetch failed");
  const finding = rateFinding([{ subject: "anvil", samples: [], failed: "it ended" }, ...measured.slice(1)], "anvil");
  expect([finding.note, judge(GATES[3], finding)]).toEqual(["anvil failed: it ended", "open"]);
  expect(detailTable(detailsOf("sends", "/s", [{ subject: "anvil", samples: [], failed: "it ended" }]))).toMatch(
    /anvil +– +–.*\n {4}failed: it ended$/,
  );
});

test("a round is divided by its units; best, median and least CPU are taken over the rounds", () => {
  const round = { wallMs: 100, cpu: { main: 40, rest: 20 } };
  expect(perUnit(round, 10)).toEqual({ wallMs: 10, cpu: { main: 4, rest: 2 } });
  expect(perUnit({ wallMs: 100, cpu: undefined }, 10)).toEqual({ wallMs: 10, cpu: undefined });
  const samples = [9, 3, 6].map((wallMs) => ({ wallMs, cpu: { main: wallMs, rest: 1 } }));
  expect([lowest({ subject: "a", samples }), median({ subject: "a", samples })]).toEqual([3, 6]);
  expect(leastCpu({ subject: "a", samples })).toEqual({ main: 3, rest: 1 });
  expect(leastCpu({ subject: "a", samples: [{ wallMs: 1, cpu: undefined }] })).toBeUndefined();
});

test("subjects are compared round by round: a machine that slows down for a while changes no quotient", () => {
  const measuredAs = (subject: string, ms: readonly (number | undefined)[]) => ({
    subject,
    samples: ms.map((main) => ({ wallMs: 1, cpu: main === undefined ? undefined : { main, rest: 0 } })),
  });
  const [one, other] = [measuredAs("on", [11, 110, 12, undefined]), measuredAs("off", [10, 100, 10, 10])];
  const { low, median: middle, high } = pairedCpu([[one, other]]) ?? {};
  expect([low, middle, high].map((value) => value?.toFixed(2))).toEqual(["1.10", "1.10", "1.20"]);
  expect(pairedCpu([[measuredAs("on", [undefined]), measuredAs("off", [undefined])]])).toBeUndefined();
  expect(pairedCpu([])).toBeUndefined();
});
