// Counts and durations of /metrics that the library gets late: the page is the one that it would have made itself.
import fc from "fast-check";
import { Counter, Histogram, Registry } from "prom-client";
import { expect, test } from "vitest";
import { Timed } from "../../src/admin/tallies.ts";

const BUCKETS = [0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 10];
const LABELS = ["method", "result"];

/** The metrics of the library alone, under the same names. */
function aReference() {
  const registry = new Registry();
  const common = { help: "Calls", registers: [registry] };
  const count = new Counter({ name: "sandbox_calls_total", ...common, labelNames: LABELS });
  const name = "sandbox_call_duration_seconds";
  const times = { name, help: "Calls: how long each took", labelNames: ["method"], buckets: BUCKETS };
  const seconds = new Histogram({ ...times, registers: [registry] });
  const add = (labels: { method: string; result: string }, ms: number): void => {
    count.inc(labels);
    seconds.observe({ method: labels.method }, ms / 1_000);
  };
  return { registry, add };
}

function ours() {
  const registry = new Registry();
  return { registry, timed: new Timed([registry], "call", "Calls", LABELS, "method") };
}

test("any calls, scraped at any time, give the page of the library", async () => {
  const call = fc.record({
    labels: fc.record({ method: fc.constantFrom("eth_call", 'a "b"\n'), result: fc.constantFrom("ok", "error") }),
    ms: fc.constantFrom(0, 0.5, 1, 1.5, 99, 100, 20_000),
    scrape: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(call, { maxLength: 30 }), async (calls) => {
      const [reference, { registry, timed }] = [aReference(), ours()];
      for (const { labels, ms, scrape } of calls) {
        reference.add({ ...labels }, ms);
        timed.add({ ...labels }, ms);
        if (scrape) await registry.metrics();
      }
      expect(await registry.metrics()).toBe(await reference.registry.metrics());
    }),
  );
});

test("without a scrape nothing is lost, however many calls there are", async () => {
  const [reference, { registry, timed }] = [aReference(), ours()];
  for (let call = 0; call < 2_000; call += 1) {
    const labels = { method: "eth_call", result: "ok" };
    reference.add(labels, call % 7);
    timed.add(labels, call % 7);
  }
  expect(await registry.metrics()).toBe(await reference.registry.metrics());
});
