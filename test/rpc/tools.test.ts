// Unmodified viem and ethers with the methods beyond calls and receipts: pending blocks, proofs, traces, simulations.
import { JsonRpcProvider, Network } from "ethers";
import { createPublicClient, erc20Abi, http } from "viem";
import { base } from "viem/chains";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Hex } from "../../src/chains/chain.ts";
import { type AnRpc, alice, anRpc, carol, TOKENS_EACH } from "../support/an-rpc.ts";
import { get } from "./a-client.ts";
import { deployForwarder, word } from "./a-forwarder.ts";

let rpc: AnRpc;
let sent: Hex;
beforeAll(async () => {
  rpc = await anRpc();
  const forwarder = await deployForwarder(rpc.url());
  const call = { from: alice.address, to: forwarder, value: "0x2a", data: word(carol.address) };
  sent = await get(rpc.url(), "eth_sendTransaction", [call]);
});
afterAll(() => rpc.close());

test("ethers reads the pending block with its transactions, and traces a block", async () => {
  const network = new Network("base", 8453);
  const provider = new JsonRpcProvider(rpc.url(), network, { staticNetwork: network });
  try {
    const pending = await provider.getBlock("pending", true);
    expect(pending).toMatchObject({ number: rpc.chain.head.number + 1, parentHash: rpc.chain.head.hash });
    const traces = await provider.send("debug_traceBlockByNumber", ["latest", { tracer: "callTracer" }]);
    expect(traces).toMatchObject([{ txHash: sent, result: { calls: [{ value: "0x2a" }] } }]);
    const raw = await provider.send("eth_getRawTransactionByHash", [sent]);
    expect(raw).toMatch(/^0x02/);
  } finally {
    provider.destroy();
  }
});

test("viem reads proofs and the pending block, traces by a raw request, and overrides state in calls and estimates", async () => {
  const client = createPublicClient({ chain: base, transport: http(rpc.url()) });
  const usdc = rpc.chain.definition.tokens[0]!.address;
  const proof = await client.getProof({ address: usdc, storageKeys: [word(2)] });
  expect(proof.storageProof[0]?.proof.length).toBeGreaterThan(0);
  const pending = await client.getBlock({ blockTag: "pending", includeTransactions: true });
  expect(pending.baseFeePerGas).toBe(BigInt(rpc.chain.definition.base_fee));
  const trace = await client.request({ method: "trace_transaction", params: [sent] } as never);
  expect(trace).toMatchObject([{ traceAddress: [] }, { traceAddress: [0], action: { value: "0x2a" } }]);
  const owner = "0x00000000000000000000000000000000000000f4";
  const estimate = { account: owner, to: carol.address, value: 5n } as const;
  await expect(client.estimateGas(estimate)).rejects.toThrow(/insufficient funds/i);
  expect(await client.estimateGas({ ...estimate, stateOverride: [{ address: owner, balance: 5n }] })).toBe(21_000n);
  const balance = { abi: erc20Abi, address: usdc, functionName: "balanceOf", args: [alice.address] } as const;
  expect(await client.readContract({ ...balance, blockTag: "pending" })).toBe(TOKENS_EACH);
});
