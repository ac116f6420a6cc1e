// The page /metrics.
import { expect, test, vi } from "vitest";
import { INVARIANTS } from "../../src/invariants/statements.ts";
import { type ASandbox, aSandbox } from "../support/a-sandbox.ts";
import { anRpcCall } from "../support/clients/an-rpc-call.ts";
import { anAssignment, anEndpoint } from "../support/payments/a-webhook.ts";

/** The page as numbers by name and labels; checks that each line has the format and each metric has a HELP line. */
async function numbers({ url }: Pick<ASandbox, "url">): Promise<Map<string, number>> {
  const response = await fetch(`${url}/metrics`);
  expect(response.headers.get("content-type")).toContain("text/plain; version=0.0.4");
  const lines = (await response.text()).split("\n").filter((line) => line !== "");
  const seen = new Set(lines.flatMap((line) => /^# TYPE (\S+) (counter|gauge|histogram)$/.exec(line)?.[1] ?? []));
  const found = new Map<string, number>();
  for (const line of lines.filter((text) => !text.startsWith("#"))) {
    const [, name = "", labels = "", value] = /^([a-z_]+)(\{[^}]*\})? (\S+)$/.exec(line) ?? [];
    expect(value, line).toBeDefined();
    expect(
      [name, name.replace(/_(bucket|sum|count)$/, "")].some((one) => seen.has(one)),
      line,
    ).toBe(true);
    found.set(`${name}${labels}`, Number(value));
  }
  return found;
}

test("answers are counted by operation and status, chains show their heights, and there is no mismatch", async () => {
  const sandbox = await aSandbox();
  await sandbox.api.GET("/vault");
  await sandbox.api.GET("/deposits/{id}", { params: { path: { id: "nobody" } } });
  await sandbox.control("POST", "/networks/base/mine", { blocks: 3 });
  const page = await numbers(sandbox);
  expect(page.get('sandbox_answers_total{surface="v1",operation="listVaults",status="200"}')).toBe(1);
  expect(page.get('sandbox_answers_total{surface="v1",operation="getDeposit",status="404"}')).toBe(1);
  expect(page.get('sandbox_answers_total{surface="admin",operation="mineBlocks",status="200"}')).toBe(1);
  expect(page.get('sandbox_answer_duration_seconds_count{operation="listVaults"}')).toBe(1);
  expect(page.get('sandbox_answer_duration_seconds_bucket{le="+Inf",operation="listVaults"}')).toBe(1);
  expect(page.get('sandbox_chain_height{network="base"}')).toBe(3);
  expect(page.get('sandbox_blocks_total{network="base"}')).toBe(3);
  expect([...page.keys()].filter((name) => name.startsWith("sandbox_document_mismatches_total"))).toEqual([]);
});

test("work is counted where it happens: calls, jobs, events, attempts by outcome, cut connections", async () => {
  const sandbox = await aSandbox();
  await anEndpoint(sandbox, { answer: (number) => (number === 1 ? 500 : 200) });
  await anEndpoint(sandbox, { answer: () => (response) => void response.destroy() });
  await sandbox.control("POST", "/faults", { gate: "webhook.delivery", effect: "drop", match: { attempt: 3 } });
  await anAssignment(sandbox);
  await sandbox.control("POST", "/clock/advance", { by: "15s" });
  await sandbox.control("POST", "/clock/advance", { by: "20s" });
  for (const method of ["eth_chainId", "eth_chainId", "eth_no_such_thing"]) await anRpcCall(sandbox, "base", method);
  await sandbox.control("POST", "/faults", { gate: "api.request", effect: "close" });
  await sandbox.api.GET("/vault").catch(() => {});
  const page = await numbers(sandbox);
  expect(page.get('sandbox_events_total{type="address.assigned"}')).toBe(1);
  expect(page.get('sandbox_delivery_attempts_total{outcome="delivered"}')).toBe(1);
  expect(page.get('sandbox_delivery_attempts_total{outcome="refused"}')).toBe(1);
  expect(page.get('sandbox_delivery_attempts_total{outcome="unanswered"}')).toBe(2);
  expect(page.get('sandbox_delivery_attempts_total{outcome="faulted"}')).toBe(1);
  expect(page.get('sandbox_delivery_attempt_duration_seconds_count{outcome="unanswered"}')).toBe(2);
  expect(page.get('sandbox_jobs_total{job="deliver",result="ok"}')).toBe(5);
  expect(page.get('sandbox_rpc_calls_total{network="base",method="eth_chainId",result="ok"}')).toBe(2);
  expect(page.get('sandbox_rpc_calls_total{network="base",method="unknown",result="error"}')).toBe(1);
  expect(page.get('sandbox_answers_total{surface="v1",operation="listVaults",status="cut"}')).toBe(1);
  // Present values: one delivery that arrived, one that waits for its fourth attempt, and the faults that fired.
  expect(page.get('sandbox_deliveries{state="delivered"}')).toBe(1);
  expect(page.get('sandbox_deliveries{state="due"}')).toBe(1);
  expect(page.get('sandbox_planned_jobs{job="deliver"}')).toBe(1);
  expect(page.get("sandbox_events_waiting")).toBe(0);
  expect(page.get('sandbox_fault_hits{fault="webhook.delivery:drop"}')).toBe(1);
  expect(page.get('sandbox_fault_hits{fault="api.request:close"}')).toBe(1);
});

test("every invariant is there with 0, the clock, the storage, the heap, and from the second scrape on the event loop's delay", async () => {
  const sandbox = await aSandbox();
  const first = await numbers(sandbox);
  for (const id of Object.keys(INVARIANTS))
    expect(first.get(`sandbox_invariant_breaches{invariant="${id}"}`), id).toBe(0);
  expect(first.get("sandbox_clock_seconds")).toBe(Date.UTC(2026, 0, 1) / 1_000);
  expect(first.get("sandbox_clock_running")).toBe(0);
  expect(first.get('sandbox_database_bytes{file="database"}')).toBeGreaterThan(100_000);
  expect(first.get('sandbox_database_bytes{file="wal"}')).toBe(0);
  expect(first.get('sandbox_memory_bytes{kind="heap_used"}')).toBeGreaterThan(1_000_000);
  await sandbox.control("POST", "/clock/resume");
  // The delay is sampled every 10 ms.
  const second = await vi.waitFor(async () => {
    const page = await numbers(sandbox);
    expect(page.get('sandbox_event_loop_delay_seconds{quantile="0.99"}')).toBeGreaterThanOrEqual(0);
    return page;
  });
  expect(second.get("sandbox_clock_running")).toBe(1);
});

test("counters continue after a reset, gauges are those of the new world, and no label holds a text of a client", async () => {
  const sandbox = await aSandbox();
  await anAssignment(sandbox, "alice");
  await sandbox.control("POST", "/networks/base/mine", { blocks: 2 });
  await fetch(`${sandbox.url}/v1/some-very-secret-text`, { headers: { "x-api-key": "hush" } });
  await sandbox.control("POST", "/reset");
  await anAssignment(sandbox, "alice");
  const page = await numbers(sandbox);
  expect(page.get('sandbox_events_total{type="address.assigned"}')).toBe(2);
  expect(page.get('sandbox_blocks_total{network="base"}')).toBe(2);
  expect(page.get('sandbox_chain_height{network="base"}')).toBe(0);
  expect([...page.keys()].join("\n")).not.toMatch(/secret|hush|alice/);
});
