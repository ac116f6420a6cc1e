// The engine is asked directly. Hardhat's own networks are the reference: one journal gives the same blocks on both, and both answer alike.
import { readFileSync } from "node:fs";
import { encodeDeployData, encodeFunctionData, type Hex, parseEther, zeroHash } from "viem";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { artifact, SWEEPER_ADDRESS } from "../../src/chains/artifact.ts";
import { readCatalogue } from "../../src/chains/catalogue.ts";
import { type Chain, RpcError } from "../../src/chains/chain.ts";
import type { Engine } from "../../src/chains/engine/engine.ts";
import { applyGenesis } from "../../src/chains/genesis.ts";
import { Journal } from "../../src/chains/journal.ts";
import { replay } from "../../src/chains/replay.ts";
import { RewindableEngine } from "../../src/chains/rewindable-engine.ts";
import type { RunningEngine } from "../../src/chains/simulated.ts";
import { encodeTransfer, TOKEN_ABI } from "../../src/chains/token.ts";
import { startHardhatNetworks } from "../support/worlds/hardhat-networks.ts";
import { alice, aTransaction, aWorld, bob, carol, finishAll, fundingOf, mine, type World } from "./a-chain.ts";

const REVERTING: Hex = "0x60ff60005260206000fd";
const LOOPING: Hex = "0x5b600056";
const INVALID: Hex = "0xfe";

/** Transfers, a token's, one that reverts, a creation, a delegation, a state change, all kinds of reorg, and empty blocks. */
async function makeHistory(world: World, chain: Chain): Promise<void> {
  const on = { database: world.database, chain };
  const token = chain.definition.tokens[0]?.address as Hex;
  let nonce = 0;
  const send = async (payment: Partial<Parameters<typeof aTransaction>[1]>): Promise<Hex> =>
    chain.submit(await aTransaction(chain, { nonce: nonce++, ...payment }));
  await send({ value: parseEther("1"), to: carol.address });
  await send({ to: token, value: 0n, data: encodeTransfer(carol.address, 25n) });
  await send({ to: token, value: 0n, data: encodeTransfer(carol.address, 10n ** 60n) });
  await mine(on, 1);
  const { abi, bytecode } = artifact("Multicall3");
  const creation = encodeDeployData({ abi, bytecode });
  await chain.submit(
    await alice.signTransaction({
      ...{ type: "eip1559", chainId: chain.definition.eip155_id, nonce: nonce++, data: creation, gas: 3_000_000n },
      ...{ maxFeePerGas: parseEther("0.0000005"), maxPriorityFeePerGas: 7n },
    }),
  );
  const authorization = await bob.signAuthorization({
    ...{ contractAddress: SWEEPER_ADDRESS, chainId: chain.definition.eip155_id, nonce: 0 },
  });
  await chain.submit(
    await alice.signTransaction({
      ...{ type: "eip7702", chainId: chain.definition.eip155_id, nonce: nonce++, to: bob.address, gas: 200_000n },
      ...{ maxFeePerGas: parseEther("0.0000005"), authorizationList: [authorization] },
    }),
  );
  await mine(on, 2);
  await chain.grant(carol.address, parseEther("0.5"));
  await mine(on, 3);
  for (const kind of ["keep", "delay", "drop"] as const) {
    await send({ value: 5n });
    await mine(on, 10 + nonce);
    finishAll(on, (await chain.reorg(2, kind)).added);
    await mine(on, 10 + nonce);
    nonce = Number(await chain.request("eth_getTransactionCount", [alice.address, "latest"]));
  }
  for (let empty = 0; empty < 5; empty += 1) await mine(on, 40 + empty);
}

let world: World;
let hardhat: RunningEngine[];
const definitions = readCatalogue();

beforeAll(async () => {
  world = await aWorld({ definitions });
  for (const chain of world.chains.all) await makeHistory(world, chain);
  hardhat = await startHardhatNetworks(definitions);
});
afterAll(async () => {
  await world.close();
  for (const engine of hardhat) await engine.close();
});

test("the engine is the one that the pinned Hardhat depends on", () => {
  const versionIn = (path: string, name: string): string =>
    JSON.parse(readFileSync(new URL(path, import.meta.url), "utf8")).dependencies[name];
  const own = versionIn("../../package.json", "@nomicfoundation/edr");
  const hardhats = new URL("package.json", import.meta.resolve("hardhat").replace(/dist\/.*$/, ""));
  expect(own).toBe(JSON.parse(readFileSync(hardhats, "utf8")).dependencies["@nomicfoundation/edr"]);
  expect(own).toMatch(/^\d+\.\d+\.\d+$/);
});

const ANSWER = (engine: Pick<Engine, "request">, method: string, parameters: readonly unknown[]): Promise<unknown> =>
  engine.request(method, parameters).catch((error: unknown) => {
    if (error instanceof RpcError) return { code: error.code, message: error.message, data: error.data };
    throw error;
  });

describe.each(definitions.map(({ symbol }, index) => ({ symbol, index })))("$symbol", ({ symbol, index }) => {
  test("the journal replays on Hardhat's network to the same hashes, state roots and receipts", async () => {
    const engine = hardhat[index] as RunningEngine;
    const chain = world.chains.get(symbol) as Chain;
    const definition = definitions[index]!;
    await applyGenesis(engine, definition, { tokenOwner: alice.address, funding: fundingOf(definition) });
    const unfinished = await replay(
      await RewindableEngine.atGenesis(engine, symbol),
      new Journal(world.database, symbol),
    );
    expect(unfinished).toEqual([]);
    expect(chain.head.number).toBeGreaterThan(10);
    const hashes: Hex[] = [];
    for (let height = 0; height <= chain.head.number; height += 1) {
      const parameters = [`0x${height.toString(16)}`, true];
      const block = await chain.request<{ transactions: { hash: Hex }[] }>("eth_getBlockByNumber", parameters);
      expect(block).toEqual(await engine.request("eth_getBlockByNumber", parameters));
      hashes.push(...block.transactions.map(({ hash }) => hash));
    }
    expect(hashes.length).toBeGreaterThanOrEqual(6);
    for (const hash of hashes)
      for (const method of ["eth_getTransactionByHash", "eth_getTransactionReceipt"])
        expect(await chain.request(method, [hash])).toEqual(await engine.request(method, [hash]));
  });

  test("calls, traces, proofs and refusals are answered alike", async () => {
    const engine = hardhat[index] as RunningEngine;
    const chain = world.chains.get(symbol) as Chain;
    const token = chain.definition.tokens[0]?.address as Hex;
    const balanceOf = encodeFunctionData({ abi: TOKEN_ABI, functionName: "balanceOf", args: [carol.address] });
    const tooMuch = { from: carol.address, to: token, data: encodeTransfer(alice.address, 10n ** 60n) };
    const [{ hash }] = (await chain.request<{ transactions: { hash: Hex }[] }>("eth_getBlockByNumber", ["0x1", true]))
      .transactions as [{ hash: Hex }];
    const questions: [string, unknown[]][] = [
      ["eth_call", [{ to: token, data: balanceOf }, "latest"]],
      ["eth_call", [{ to: token, data: balanceOf }, "0x1"]],
      ["eth_call", [tooMuch, "latest"]],
      ["eth_call", [{ data: REVERTING }, "latest"]],
      ["eth_call", [{ data: LOOPING, gas: "0x186a0" }, "latest"]],
      ["eth_call", [{ data: INVALID }, "latest"]],
      ["eth_call", [{ data: "0x56" }, "latest"]],
      ["eth_call", [{ to: token, data: balanceOf }, "0xffff"]],
      ["eth_call", [{ to: token, data: balanceOf }, { blockHash: zeroHash }]],
      ["eth_call", [{ to: "0x12" }, "latest"]],
      ["eth_call", []],
      ["eth_estimateGas", [{ from: alice.address, to: token, data: encodeTransfer(bob.address, 1n) }]],
      ["eth_estimateGas", [tooMuch]],
      ["eth_estimateGas", [{ from: alice.address, data: LOOPING, gas: "0x186a0" }]],
      ["eth_getProof", [token, [zeroHash], "latest"]],
      ["eth_getLogs", [{ fromBlock: "0x0", toBlock: "latest", address: token }]],
      ["eth_getCode", [bob.address, "latest"]],
      ["eth_feeHistory", ["0x5", "latest", [10, 90]]],
      ["debug_traceTransaction", [hash, { tracer: "callTracer" }]],
      ["debug_traceCall", [tooMuch, "latest", { tracer: "callTracer" }]],
      ["eth_getTransactionByHash", [zeroHash]],
      ["eth_nothing", []],
    ];
    for (const [method, parameters] of questions) {
      const [here, there] = await Promise.all([ANSWER(chain, method, parameters), ANSWER(engine, method, parameters)]);
      expect({ method, parameters, answer: here }).toEqual({ method, parameters, answer: there });
    }
  });

  test("transactions are refused alike", async () => {
    const engine = hardhat[index] as RunningEngine;
    const chain = world.chains.get(symbol) as Chain;
    const { eip155_id: chainId } = chain.definition;
    const raws: readonly Hex[] = [
      "0x00",
      await aTransaction(chain, { nonce: 0 }),
      await aTransaction(chain, { nonce: 90, gas: 100n }),
      await aTransaction(chain, { nonce: 90, gas: 17_000_000n }),
      await aTransaction(chain, { from: carol, nonce: 0, value: parseEther("9999") }),
      await alice.signTransaction({ chainId: chainId + 1, nonce: 90, gas: 21_000n, maxFeePerGas: 10n ** 12n }),
    ];
    for (const raw of raws) {
      const here = await chain.submit(raw).catch((error: unknown) => error);
      const there = await engine.request("eth_sendRawTransaction", [raw]).catch((error: unknown) => error);
      expect(there).toBeInstanceOf(RpcError);
      expect(here).toEqual(there);
    }
  });
});
