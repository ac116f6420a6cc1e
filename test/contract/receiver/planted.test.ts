// The battery finds each planted mistake by exactly its cases, and nothing in a receiver that is right (C-80).
import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import { type BatteryInput, runBattery } from "../../../src/contract/receiver/battery.ts";
import { CASES } from "../../../src/contract/receiver/case-table.ts";
import { sandboxMaterial, storyMaterial } from "../../../src/contract/receiver/genuine.ts";
import { urlProbe } from "../../../src/contract/receiver/probe.ts";
import { exitCodeOf, FAIL_LEVELS, type ReceiverReport } from "../../../src/contract/receiver/result.ts";
import { systemClock } from "../../../src/kernel/wall-clock.ts";
import { createWebhookSender } from "../../../src/webhooks/send.ts";
import { clock, Receiver, SECRET, serve, turns } from "./correct.ts";
import { PLANTED } from "./planted.ts";

/** Time passes only where a receiver says so: nothing here depends on how fast the machine is. */
const wall = { ...systemClock, monotonic: () => clock.late };

async function grade(receiver: Receiver, input: Partial<BatteryInput> = {}): Promise<ReceiverReport> {
  clock.late = 0;
  const server = await serve(receiver);
  const sender = createWebhookSender({ wall });
  onTestFinished(async () => {
    sender.close();
    await server.close();
  });
  const material = storyMaterial("test");
  const rest = { url: server.url, secret: SECRET, material, probe: urlProbe(sender, server.probe) };
  const all = { ...rest, timeLimitMs: Number.MAX_SAFE_INTEGER, ...input };
  return runBattery(all, { sender, wall, pause: () => turns(400) });
}

const foundIn = ({ results }: ReceiverReport) =>
  results.filter(({ result }) => result === "fail" || result === "warning").map((one) => `${one.case} ${one.why}`);
const notJudgedIn = ({ results }: ReceiverReport) =>
  results.filter(({ result }) => result === "not_judged").map((one) => one.case);

describe("the battery for receivers", () => {
  test("a receiver that is right passes all thirty cases, with at most 20 readings of its probe (C-50)", async () => {
    const report = await grade(new Receiver());
    expect(foundIn(report)).toEqual([]);
    expect(report.counts.pass).toBe(30);
    expect(report.judged).toBe(true);
    expect(report.probe_reads).toBeLessThanOrEqual(20);
    expect(exitCodeOf(report, "should")).toBe(0);
  });

  test.each(PLANTED)("$mistake", async ({ found, notJudged = [], receiver: Planted }) => {
    const report = await grade(new Planted());
    expect(
      foundIn(report).map((line) => line.slice(0, 4)),
      foundIn(report).join("\n"),
    ).toEqual(found.toSorted());
    expect(notJudgedIn(report)).toEqual(notJudged);
    expect(JSON.stringify(report)).not.toContain(SECRET);
  });
});

describe("what cannot be seen is not judged (C-01, C-50)", () => {
  test("without a probe: what the app did with repeats and order", async () => {
    const report = await grade(new Receiver(), { probe: null });
    expect(notJudgedIn(report)).toEqual(["W-17", "W-18", "W-19", "W-20"]);
    expect(report.results.find((one) => one.case === "W-17")?.why).toContain("--probe URL");
    expect(foundIn(report)).toEqual([]);
  });

  test("with a probe that never changes, that breaks, or that is read too often", async () => {
    const cases = ["W-17", "W-20"] as const;
    const still = await grade(new Receiver(), { cases, probe: async () => "{}" });
    expect(still.results.slice(1).map(({ why }) => why)).toEqual(Array(2).fill(expect.stringContaining("--owner")));
    const broken = await grade(new Receiver(), { cases, probe: () => Promise.reject(new Error("no such file")) });
    expect(broken.results.slice(1).map(({ why }) => why)).toEqual(
      Array(2).fill(expect.stringContaining("no such file")),
    );
    let reads = 0;
    const noisy = await grade(new Receiver(), {
      probe: async () => {
        reads += 1;
        return String(reads);
      },
    });
    expect(reads).toBeLessThanOrEqual(20);
    expect(noisy.results.find((one) => one.case === "W-17")?.result).toBe("fail");
  });

  test("after a genuine webhook that was refused: nothing, with the next step (exit code 3)", async () => {
    const report = await grade(new Receiver(), { secret: "whsec_another-one" });
    expect(report).toMatchObject({ judged: false, counts: { pass: 0, fail: 1, not_judged: 29 } });
    expect(report.why).toContain("401");
    expect(exitCodeOf(report, "none")).toBe(3);
    const gone = await grade(new Receiver(), { url: "http://127.0.0.1:9" });
    expect(gone.why).toContain("was not reached");
    const refused = await grade(new Receiver(), { url: "http://169.254.169.254/hooks" });
    expect(refused.why).toContain("metadata service");
  });

  test("what comes after the time limit, or after Ctrl+C", async () => {
    const report = await grade(new Receiver(), { timeLimitMs: -1 });
    expect(report.results[0]?.why).toContain("time limit");
    expect(report.judged).toBe(false);
  });

  test("with --cases only those are sent, after W-01", async () => {
    const report = await grade(new Receiver(), { cases: ["W-28", "W-04"] });
    expect(report.results.map((one) => one.case)).toEqual(["W-01", "W-04", "W-28"]);
  });

  test("types that a running sandbox has not announced yet", async () => {
    const events =
      storyMaterial("x")
        .take("deposit.new", "deposit.confirmed")
        ?.map(({ envelope }) => envelope) ?? [];
    const report = await grade(new Receiver(), { material: sandboxMaterial("salt", events) });
    expect(report.results.find((one) => one.case === "W-02")).toMatchObject({
      result: "not_judged",
      why: expect.stringContaining("transaction.failed"),
    });
    expect(foundIn(report)).toEqual([]);
  });
});

test("an app that works after its answer is waited for", async () => {
  const app = new (class extends Receiver {
    override async take(
      event: Parameters<Receiver["take"]>[0],
      received: Parameters<Receiver["take"]>[1],
    ): Promise<void> {
      if (this.seen.has(event.id)) return;
      this.seen.add(event.id);
      void turns(60).then(() => this.book(event));
      void received;
    }
  })();
  expect(foundIn(await grade(app, { cases: ["W-17", "W-18", "W-19", "W-20"] }))).toEqual([]);
});

test("fail-on: must counts failures of musts, should all findings but notes, none nothing", () => {
  const report = (level: "must" | "should" | "note", result: "fail" | "warning" | "not_judged") =>
    ({ judged: true, results: [{ level, result }] }) as unknown as ReceiverReport;
  const codes = (...given: Parameters<typeof report>) =>
    FAIL_LEVELS.map((failOn) => exitCodeOf(report(...given), failOn));
  expect(codes("must", "fail")).toEqual([1, 1, 0]);
  expect(codes("must", "warning")).toEqual([0, 1, 0]);
  expect(codes("should", "fail")).toEqual([0, 1, 0]);
  expect(codes("note", "warning")).toEqual([0, 0, 0]);
  expect(codes("must", "not_judged")).toEqual([0, 0, 0]);
});

describe("the planted receivers", () => {
  test("are at least 25, and those found in several cases say why", () => {
    expect(PLANTED.length).toBeGreaterThanOrEqual(25);
    for (const { found, together, mistake } of PLANTED)
      expect([mistake, together !== undefined]).toEqual([mistake, found.length > 1]);
  });

  test("each case finds at least one; W-01 is the one without which nothing is judged", () => {
    const found = new Set(PLANTED.flatMap((one) => one.found));
    expect(CASES.map(({ id }) => id).filter((id) => !found.has(id))).toEqual(["W-01"]);
  });
});

afterAll(() => {
  clock.late = 0;
});
