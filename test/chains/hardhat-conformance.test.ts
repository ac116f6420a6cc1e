// The engine is asked directly. Hardhat's own networks are the reference: one journal gives the same blocks on both, and both answer alike.
import { readFileSync } from "node:fs";
import {
  encodeDeployData,
  encodeFunctionData,
  type Hex,
  numberToHex,
  parseEther,
  serializeTransaction,
  zeroHash,
} from "viem";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { artifact, SWEEPER_ADDRESS } from "../../src/chains/artifact.ts";
import { readCatalogue } from "../../src/chains/catalogue.ts";
import { type Chain, RpcError } from "../../src/chains/chain.ts";
import type { Engine } from "../../src/chains/engine/engine.ts";
import { sendTo } from "../../src/chains/engine/unlocked-transaction.ts";
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

/** A contract that stores the base fee and the prevRandao of the block in slots 0 and 1. */
const OF_THE_BLOCK: Hex = "0x485f5544600155";
const CONTRACT: Hex = `0x${"c0".repeat(20)}`;

/** Code and storage from nowhere, base fees and a prevRandao of their own, seen by a contract, and a sender without a key. */
async function makeOperatorsHistory(on: Pick<World, "chain" | "database">, nonce: () => number): Promise<void> {
  const { chain } = on;
  await chain.changeState({ kind: "code", address: CONTRACT, code: OF_THE_BLOCK });
  await chain.changeState({ kind: "storage", address: CONTRACT, slot: "0x7", value: `0x${"07".repeat(32)}` });
  chain.setOnce({ baseFee: 3n * BigInt(chain.definition.base_fee), prevRandao: `0x${"ab".repeat(32)}` });
  const call = { to: CONTRACT, value: 0n, data: "0x00", gas: 100_000n } as const;
  const dear = { maxFeePerGas: 100n * BigInt(chain.definition.base_fee) };
  await chain.submit(await aTransaction(chain, { ...call, ...dear, nonce: nonce() }));
  await mine(on, 4);
  chain.setBaseFee(2n * BigInt(chain.definition.base_fee), "dynamic");
  const plain = { type: "eip1559", nonce: 0, to: bob.address, value: 9n, gas: 21_000n } as const;
  const unsigned = serializeTransaction({ ...plain, ...dear, chainId: chain.definition.eip155_id });
  await chain.submit({ sender: carol.address, unsigned });
  await mine(on, 5);
  await chain.submit(await aTransaction(chain, { ...call, ...dear, nonce: nonce() }));
  await mine(on, 6);
  chain.setBaseFee(BigInt(chain.definition.base_fee), "fixed");
}

/**
 * Transfers, a token's, one that reverts, a creation, a delegation, state changes, several base fees, a prevRandao, an impersonated
 * sender, all kinds of reorg, and empty blocks.
 */
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
  await makeOperatorsHistory(on, () => nonce++);
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
    expect(hashes.length).toBeGreaterThanOrEqual(9);
    const fees = await Promise.all(
      [4, 5, 6].map((height) =>
        chain.request<{ baseFeePerGas: Hex }>("eth_getBlockByNumber", [numberToHex(height), false]),
      ),
    );
    expect(new Set(fees.map(({ baseFeePerGas }) => baseFeePerGas)).size).toBeGreaterThan(1);
    expect(await chain.request("eth_getStorageAt", [CONTRACT, "0x1", "0x4"])).toBe(`0x${"ab".repeat(32)}`);
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

test("an impersonated sender's tip of zero is zero; one of an older journal, which an engine had chosen, stays as it was", async () => {
  for (const [index, { symbol, eip155_id: chainId, base_fee }] of definitions.entries()) {
    const chain = world.chains.get(symbol);
    for (const maxFeePerGas of [10n * BigInt(base_fee), 10n ** 11n]) {
      const sender = `0x${"0f".repeat(20)}` as const;
      const plain = { type: "eip1559", nonce: 0, to: bob.address, gas: 21_000n, chainId, maxFeePerGas } as const;
      const transaction = { raw: serializeTransaction(plain), sender };
      await chain.dryRun(async ({ engine }) => {
        const there = hardhat[index] as RunningEngine;
        for (const each of [engine, there]) await each.request("hardhat_setBalance", [sender, "0xde0b6b3a7640000"]);
        await there.request("hardhat_impersonateAccount", [sender]);
        const fields = {
          from: sender,
          to: bob.address,
          nonce: "0x0",
          gas: "0x5208",
          maxFeePerGas: numberToHex(maxFeePerGas),
        };
        const older = await there.request<Hex>("eth_sendTransaction", [fields]);
        await there.request("hardhat_dropTransaction", [older]);
        await there.request("hardhat_stopImpersonatingAccount", [sender]);
        await there.request("hardhat_setBalance", [sender, "0x0"]);
        expect(await sendTo(engine, { ...transaction, hash: older })).toBe(older);
        expect(await engine.request("hardhat_dropTransaction", [older])).toBe(true);
        const sent = await sendTo(engine, transaction);
        expect(sent).not.toBe(older);
        const found = await engine.request("eth_getTransactionByHash", [sent]);
        expect(found).toMatchObject({ maxPriorityFeePerGas: "0x0", maxFeePerGas: numberToHex(maxFeePerGas) });
      });
    }
  }
});
