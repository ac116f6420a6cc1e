// Traces of blocks and ranges, and look-ups of transactions: what indexers and explorers ask a node for.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Hex } from "../../src/chains/chain.ts";
import { type AnRpc, alice, anRpc, carol } from "../support/an-rpc.ts";
import { ask, get } from "./a-client.ts";
import { deployForwarder, word } from "./a-forwarder.ts";

type Frame = { from: Hex; to?: Hex; value?: Hex; error?: string; calls?: Frame[] };
type Flat = { action: { from: Hex; to?: Hex; value: Hex }; traceAddress: number[]; transactionHash: Hex } & Record<
  string,
  unknown
>;

let rpc: AnRpc;
let url: string;
let forwarder: Hex;
let sent: Hex;
beforeAll(async () => {
  rpc = await anRpc();
  url = rpc.url();
  forwarder = await deployForwarder(url);
  const call = { from: alice.address, to: forwarder, value: "0x2a", data: word(carol.address) };
  sent = await get(url, "eth_sendTransaction", [call]);
});
afterAll(() => rpc.close());

describe("an indexer of native payments", () => {
  test("finds an internal transfer with debug_traceBlockByNumber and debug_traceBlockByHash", async () => {
    const { hash, number } = rpc.chain.head;
    for (const [method, block] of [
      ["debug_traceBlockByNumber", `0x${number.toString(16)}`],
      ["debug_traceBlockByNumber", "latest"],
      ["debug_traceBlockByHash", hash],
    ]) {
      const traces = await get<{ txHash: Hex; result: Frame }[]>(url, method!, [block, { tracer: "callTracer" }]);
      const transfers = traces.flatMap(({ txHash, result }) =>
        framesOf(result)
          .filter(({ value, error }) => error === undefined && BigInt(value ?? 0) > 0n)
          .map(({ to, value }) => ({ txHash, to, value })),
      );
      expect(transfers).toContainEqual({ txHash: sent, to: carol.address.toLowerCase(), value: "0x2a" });
    }
  });

  test("finds the same transfer with trace_transaction, trace_block and trace_filter", async () => {
    const height = `0x${rpc.chain.head.number.toString(16)}`;
    const internal = { action: { from: forwarder, to: carol.address.toLowerCase(), value: "0x2a" }, traceAddress: [0] };
    const place = { blockHash: rpc.chain.head.hash, transactionHash: sent, transactionPosition: 0, type: "call" };
    for (const [method, parameter] of [
      ["trace_transaction", sent],
      ["trace_block", height],
      ["trace_filter", { fromBlock: "0x0", toAddress: [carol.address] }],
      ["trace_filter", { fromBlock: height, toBlock: "latest", fromAddress: [forwarder] }],
    ] as const) {
      const found = await get<Flat[]>(url, method, [parameter]);
      expect(found.find(({ traceAddress }) => traceAddress.length === 1)).toMatchObject({ ...internal, ...place });
    }
  });
});

describe("trace_filter", () => {
  test("joins senders and receivers as asked, and pages through the result", async () => {
    const filter = (more: object): Promise<Flat[]> => get(url, "trace_filter", [{ fromBlock: "0x0", ...more }]);
    const all = await filter({});
    expect(all.length).toBe(3);
    expect(await filter({ after: 1, count: 1 })).toEqual([all[1]]);
    const both = { fromAddress: [alice.address], toAddress: [carol.address] };
    expect(await filter(both)).toEqual([]);
    expect(await filter({ ...both, mode: "union" })).toEqual(all);
    expect(await filter({ toAddress: [forwarder] })).toEqual([all[0], all[1]]);
    expect(await filter({ fromBlock: "0x99" })).toEqual([]);
  });

  test.each([[{ fromBlok: "0x0" }], [{ mode: "any" }], [{ toAddress: ["0x12"] }], [{ after: "x" }], ["text"]])(
    "%j is refused",
    async (filter) => {
      expect((await ask(url, "trace_filter", [filter])).error?.code).toBe(-32602);
    },
  );
});

describe("what cannot be traced", () => {
  test.each([
    ["debug_traceBlockByNumber", ["latest"], /named tracer/],
    ["debug_traceBlockByNumber", ["latest", { tracer: "4byteTracer" }], /callTracer, prestateTracer, flatCallTracer/],
    ["debug_traceBlockByNumber", ["pending", { tracer: "callTracer" }], /pending/],
    ["debug_traceBlockByNumber", ["0x99", { tracer: "callTracer" }], /block #0x99 not found/],
    ["debug_traceBlockByHash", [word(7), { tracer: "callTracer" }], /not found/],
    ["trace_block", ["pending"], /pending/],
    ["trace_replayTransaction", [word(7), ["trace"]], /debug_traceTransaction/],
  ])("%s %j is refused by name", async (method, parameters, message) => {
    expect((await ask(url, method, parameters)).error?.message).toMatch(message);
  });

  test("unknown transactions and blocks have no trace", async () => {
    expect(await get(url, "trace_transaction", [word(7)])).toBeNull();
    expect(await get(url, "trace_block", ["0x99"])).toBeNull();
    expect(await get(url, "debug_traceBlockByNumber", ["0x0", { tracer: "callTracer" }])).toEqual([]);
  });
});

/** A call and all calls inside it. */
const framesOf = (frame: Frame): Frame[] => [frame, ...(frame.calls ?? []).flatMap(framesOf)];
