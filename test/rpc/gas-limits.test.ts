// One read-only call cannot take the memory of the machine: gas limits of calls, estimates and traces, and who waits.
import { expect, test } from "vitest";
import { RpcError } from "../../src/chains/chain.ts";
import { DEFAULT_GAS_OPTIONS, GasLimits } from "../../src/rpc/gas-limits.ts";
import { createSerialQueue } from "../../src/rpc/serial-queue.ts";
import { alice, anRpc, bob } from "../support/an-rpc.ts";
import { ask, get } from "./a-client.ts";

/** JUMPDEST PUSH1 0 JUMP. */
const LOOP = "0x5b600056";

test("a call gets the gas it names up to the limit of a transaction, else a default by its kind", () => {
  const limits = new GasLimits(DEFAULT_GAS_OPTIONS);
  const gasOf = (request: Record<string, unknown>): number => Number(limits.limit(request).gas);
  expect(gasOf({ to: bob.address })).toBe(5_000_000);
  expect(gasOf({ to: bob.address, data: `0x${"00".repeat(4_096)}` })).toBe(5_000_000);
  expect(gasOf({ to: bob.address, data: `0x${"00".repeat(4_097)}` })).toBe(8_000_000);
  expect(gasOf({ data: LOOP })).toBe(8_000_000);
  expect(gasOf({ to: bob.address, gas: "0x5208" })).toBe(21_000);
  expect(gasOf({ to: bob.address, gas: "0xffffffffff" })).toBe(16_777_216);
  const set = new GasLimits({ ...DEFAULT_GAS_OPTIONS, callGas: 100_000 });
  expect(Number(set.limit({ data: LOOP }).gas)).toBe(100_000);
});

test("calls with much gas run one at a time, cheap ones do not wait", async () => {
  const limits = new GasLimits(DEFAULT_GAS_OPTIONS);
  const { promise, resolve } = Promise.withResolvers<string>();
  const steps: string[] = [];
  const first = limits.run({ gas: "0x989680" }, () => promise);
  const second = limits.run({ gas: "0x989680" }, async () => steps.push("second"));
  await limits.run({ gas: "0x5208" }, async () => steps.push("cheap"));
  expect(steps).toEqual(["cheap"]);
  resolve("first");
  await Promise.all([first, second]);
  expect(steps).toEqual(["cheap", "second"]);
});

test("a queue runs its work in order, and refuses when too much waits", async () => {
  const queue = createSerialQueue(2, "traces");
  const { promise, resolve } = Promise.withResolvers<void>();
  const done: number[] = [];
  const work = [0, 1, 2].map((index) => queue(() => promise.then(() => void done.push(index))));
  await expect(queue(async () => {})).rejects.toEqual(new RpcError(-32005, "too many traces are waiting (limit 2)"));
  resolve();
  await Promise.all(work);
  expect(done).toEqual([0, 1, 2]);
  await queue(() => Promise.reject(new Error("failed"))).catch(() => {});
  expect(await queue(async () => "next")).toBe("next");
});

test("an endless call or estimate says which limit ended it; single steps end earlier; a capped transaction is refused", async () => {
  const gas = { callGas: 200_000, traceGas: 100_000, transactionGasCap: 1_000_000 };
  const rpc = await anRpc({ gas });
  try {
    for (const method of ["eth_call", "eth_estimateGas", "debug_traceCall"]) {
      const options = method === "debug_traceCall" ? ["latest", { tracer: "callTracer" }] : [];
      const { error } = await ask(rpc.url(), method, [{ data: LOOP }, ...options]);
      if (method !== "debug_traceCall") expect(error?.message).toMatch(/^out of gas: 200000 gas, .*--rpc-gas/);
    }
    expect((await ask(rpc.url(), "eth_call", [{ data: LOOP, gas: "0x186a0" }])).error?.message).toMatch(/^out of gas$/);
    const steps = await ask(rpc.url(), "debug_traceCall", [{ data: LOOP }, "latest"]);
    expect(steps.error?.message).toMatch(/more than 100000 gas .*callTracer.*--rpc-trace-gas/);
    const send = { from: alice.address, to: alice.address, gas: "0x1e8480" };
    expect((await ask(rpc.url(), "eth_sendTransaction", [send])).error?.message).toMatch(
      /cap: 1000000, tx: 2000000\); .*--transaction-gas-cap/,
    );
    const hash = await get(rpc.url(), "eth_sendTransaction", [{ from: alice.address, data: LOOP, gas: "0x30d40" }]);
    expect((await ask(rpc.url(), "debug_traceTransaction", [hash])).error?.message).toContain("callTracer");
    expect(await get(rpc.url(), "debug_traceTransaction", [hash, { tracer: "callTracer" }])).toMatchObject({
      gasUsed: "0x30d40",
    });
  } finally {
    await rpc.close();
  }
});

test("steps have memory, stack and storage on request only", async () => {
  const rpc = await anRpc();
  try {
    const call = { data: "0x6001600052600160005500" };
    type Trace = { structLogs: Record<string, unknown>[] };
    const plain = await get<Trace>(rpc.url(), "debug_traceCall", [call, "latest"]);
    expect(Object.keys(plain.structLogs[2]!)).not.toEqual(expect.arrayContaining(["stack"]));
    const full = { disableStack: false, enableMemory: true, disableStorage: false };
    const asked = await get<Trace>(rpc.url(), "debug_traceCall", [call, "latest", full]);
    expect(asked.structLogs.at(-1)).toMatchObject({ stack: expect.any(Array), memory: expect.any(Array) });
    expect((await ask(rpc.url(), "debug_traceCall", [call, "latest", { tracer: "js" }])).error?.message).toContain(
      "callTracer",
    );
  } finally {
    await rpc.close();
  }
});
