// eth_getRawTransactionByHash and eth_getTransactionBySenderAndNonce, for every type of transaction, waiting and mined.
import { parseGwei } from "viem";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Hex } from "../../src/chains/chain.ts";
import { type AnRpc, alice, anRpc, bob, carol } from "../support/an-rpc.ts";
import { ask, get } from "./a-client.ts";
import { word } from "./a-forwarder.ts";

let rpc: AnRpc;
let url: string;
beforeEach(async () => {
  rpc = await anRpc({ mining: "manual" });
  url = rpc.url();
});
afterEach(() => rpc.close());

const signed = async (): Promise<Hex[]> => {
  const base = { to: bob.address, gas: 100_000n, chainId: 8453, value: 1n } as const;
  const fees = { maxFeePerGas: parseGwei("2"), maxPriorityFeePerGas: 1n };
  const accessList = [{ address: bob.address, storageKeys: [word(1)] }];
  const authorization = await carol.signAuthorization!({ contractAddress: bob.address, chainId: 8453, nonce: 0 });
  return Promise.all([
    alice.signTransaction({ ...base, type: "legacy", nonce: 0, gasPrice: parseGwei("2") }),
    alice.signTransaction({ ...base, type: "legacy", chainId: undefined, nonce: 1, gasPrice: parseGwei("2") } as never),
    alice.signTransaction({ ...base, type: "eip2930", nonce: 2, gasPrice: parseGwei("2"), accessList }),
    alice.signTransaction({ ...base, type: "eip1559", nonce: 3, ...fees, accessList, data: "0x1234" }),
    alice.signTransaction({ ...base, type: "eip7702", nonce: 4, ...fees, authorizationList: [authorization] }),
  ]);
};

test("the signed bytes of a waiting and of a mined transaction are those that were sent", async () => {
  const sent = await signed();
  const hashes: Hex[] = [];
  for (const raw of sent) hashes.push(await get<Hex>(url, "eth_sendRawTransaction", [raw]));
  for (const mined of [false, true]) {
    if (mined) await rpc.loop.mine("base", 1);
    for (const [index, hash] of hashes.entries())
      expect(await get(url, "eth_getRawTransactionByHash", [hash])).toBe(sent[index]);
  }
  expect(await get(url, "eth_getRawTransactionByHash", [word(7)])).toBeNull();
});

test("a transaction is found by sender and nonce, waiting and in whichever block it was mined", async () => {
  const hashes: Hex[] = [];
  for (const raw of await signed()) {
    hashes.push(await get<Hex>(url, "eth_sendRawTransaction", [raw]));
    await rpc.loop.mine("base", hashes.length % 3);
  }
  for (const [nonce, hash] of hashes.entries()) {
    const found = await get(url, "eth_getTransactionBySenderAndNonce", [alice.address, `0x${nonce.toString(16)}`]);
    expect(found).toEqual(await get(url, "eth_getTransactionByHash", [hash]));
  }
  expect(await get(url, "eth_getTransactionBySenderAndNonce", [alice.address, "0x5"])).toBeNull();
  // The nonce of an account also grows with an authorization.
  expect(await get(url, "eth_getTransactionBySenderAndNonce", [carol.address, "0x0"])).toBeNull();
  expect((await ask(url, "eth_getTransactionBySenderAndNonce", [alice.address])).error?.code).toBe(-32602);
});
