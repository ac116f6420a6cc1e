// Calls that would keep a chain busy are limited: far block ranges, endless loops, invalid tags.
import { expect, test } from "vitest";
import { sharedSandbox } from "../support/a-sandbox.ts";

const sandbox = sharedSandbox();

async function rpc(
  method: string,
  ...params: unknown[]
): Promise<{ result?: unknown; error?: { code: number; message: string } }> {
  const response = await fetch(sandbox().ready.rpc["base"] ?? "", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
  });
  return (await response.json()) as { result?: unknown; error?: { code: number; message: string } };
}

test("a log range beyond the head ends at the head", async () => {
  await sandbox().control("POST", "/faucet", {
    network: "base",
    asset: "USDC",
    amount: "1",
    to_address: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
  });
  const all = { fromBlock: "0x0", toBlock: "0xffffffffffffff" };
  expect((await rpc("eth_getLogs", all)).result).toHaveLength(1);
  expect((await rpc("eth_getLogs", { ...all, fromBlock: "0xfffffffffffff0" })).result ?? []).toEqual([]);
  const filter = await rpc("eth_newFilter", all);
  expect((await rpc("eth_getFilterLogs", filter.result)).result).toHaveLength(1);
});

test("an endless call stops at the gas limit of a transaction", async () => {
  const { error } = await rpc("eth_call", { data: "0x5b600056" });
  expect(error?.message).toMatch(/out of gas/i);
});

test.each(["zz", "-1", "0xzz", ""])("the block tag %j is an invalid argument, not a missing method", async (tag) => {
  const { error } = await rpc("eth_getBalance", "0x70997970C51812dc3A010C7d01b50e0d17dc79C8", tag);
  expect(error?.code).toBe(-32602);
});
