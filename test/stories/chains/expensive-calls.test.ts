// Endless calls and traces: the memory they take is bounded, and the sandbox answers meanwhile.
import { expect, test } from "vitest";
import { ask } from "../../rpc/a-client.ts";
import { type ASandbox, aSandbox } from "../../support/a-sandbox.ts";

const MB = 1_000_000;
/** JUMPDEST PUSH1 0 JUMP, at an address of its own. */
const LOOP = `0x${"1f".repeat(20)}`;

/** Runs a call; returns the growth of memory (bytes) and the longest answer of /healthz (ms) meanwhile. */
async function measure(sandbox: ASandbox, method: string, params: unknown[]) {
  const before = process.memoryUsage().rss;
  const watch = { peak: before, slowest: 0, running: true };
  const probing = (async () => {
    while (watch.running) {
      const began = performance.now();
      await (await fetch(`${sandbox.url}/healthz`)).text();
      watch.slowest = Math.max(watch.slowest, performance.now() - began);
      watch.peak = Math.max(watch.peak, process.memoryUsage().rss);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  })();
  const reply = await ask(sandbox.chain("base").url, method, params);
  watch.running = false;
  await probing;
  return { reply, grown: watch.peak - before, slowest: watch.slowest };
}

test("an endless loop without gas grows the process by at most 1.3 GB while /healthz answers within a second, two beside a trace", async () => {
  const sandbox = await aSandbox();
  await ask(sandbox.chain("base").url, "hardhat_setCode", [LOOP, "0x5b600056"]);
  for (const [method, params, within] of [
    ["eth_call", [{ to: LOOP }], 1_000],
    ["eth_estimateGas", [{ to: LOOP }], 1_000],
    ["debug_traceCall", [{ to: LOOP }, "latest", {}], 2_000],
  ] as const) {
    const { reply, grown, slowest } = await measure(sandbox, method, [...params]);
    expect(reply.error?.message).toMatch(/--rpc-(trace-)?gas/);
    expect([method, Math.round(grown / MB)]).toEqual([method, expect.toSatisfy((mb: number) => mb <= 1_300)]);
    expect([method, Math.round(slowest)]).toEqual([method, expect.toSatisfy((ms: number) => ms <= within)]);
  }
}, 120_000);
