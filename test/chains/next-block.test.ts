// Calls in the block that would be mined next: what they see, and that nothing of them remains.
import { hexToBigInt, sliceHex } from "viem";
import { expect, test } from "vitest";
import type { Chain, Hex, NextBlockEnvironment } from "../../src/chains/chain.ts";
import { AssertionFailure } from "../../src/kernel/assert.ts";
import { EPOCH_MS } from "../../src/kernel/clock.ts";
import { Problem } from "../../src/kernel/problem.ts";
import { aTransaction, hashesOf, mine, worldsOfThisFile } from "./a-chain.ts";

const aWorld = worldsOfThisFile();
const START = EPOCH_MS / 1_000;
/** Answers timestamp, number, base fee and prevRandao. */
const CODE = "0x425f5243602052486040524460605260805ff3";

const seen = (answer: Hex) => ({
  time: Number(hexToBigInt(sliceHex(answer, 0, 32))),
  number: Number(hexToBigInt(sliceHex(answer, 32, 64))),
  fee: hexToBigInt(sliceHex(answer, 64, 96)),
  prevRandao: sliceHex(answer, 96, 128),
});
const callIn = async (chain: Chain, environment: NextBlockEnvironment) =>
  seen(
    await chain.inNextBlock(
      () => environment,
      (request) => request<Hex>("eth_call", [{ data: CODE }, "pending"]),
    ),
  );

test("a call sees the time it asks for in the block after the head, earlier ones again later", async () => {
  const { chain } = await aWorld();
  expect(await callIn(chain, { timestamp: START + 90 })).toMatchObject({ time: START + 90, number: 1 });
  expect(await callIn(chain, { timestamp: START + 30 })).toMatchObject({ time: START + 30, number: 1 });
  expect(await callIn(chain, { timestamp: START - 5 })).toMatchObject({ time: START });
});

test("a call sees the prevRandao that it asks for, else that of the next block; a base fee shows in the pending block alone", async () => {
  const world = await aWorld();
  const prevRandao: Hex = `0x${"ab".repeat(32)}`;
  expect(await callIn(world.chain, { timestamp: START, prevRandao })).toMatchObject({ prevRandao });
  const pending = (baseFee?: bigint) =>
    world.chain.inNextBlock(
      () => ({ timestamp: START, ...(baseFee === undefined ? {} : { baseFee }) }),
      (request) => request<{ baseFeePerGas: Hex }>("eth_getBlockByNumber", ["pending", false]),
    );
  expect(hexToBigInt((await pending(77n)).baseFeePerGas)).toBe(77n);
  expect(hexToBigInt((await pending()).baseFeePerGas)).toBe(world.chain.baseFee);
  const plain = await callIn(world.chain, { timestamp: START });
  expect(plain.fee).toBe(0n);
  await mine(world);
  const block = await world.chain.request<{ mixHash: Hex }>("eth_getBlockByNumber", ["latest", false]);
  expect(plain.prevRandao).toBe(block.mixHash);
});

test("blocks have their own time and the same hashes, whatever was called before (R-229)", async () => {
  const [quiet, asked] = [await aWorld(), await aWorld()];
  for (const world of [quiet, asked]) {
    for (const [nonce, seconds] of [10, 20].entries()) {
      await world.chain.submit(await aTransaction(world.chain, { nonce }));
      if (world === asked) await callIn(world.chain, { timestamp: START + 86_400, baseFee: 1n });
      expect((await mine(world, seconds)).timestamp).toBe(START + seconds);
    }
  }
  expect(await hashesOf(asked.chain)).toEqual(await hashesOf(quiet.chain));
  const again = await aWorld({ database: asked.database });
  expect(again.chain.head).toEqual(asked.chain.head);
});

test("calls and blocks that are asked for at once run one after the other", async () => {
  const world = await aWorld();
  const calls = [50, 60, 70].map((seconds) => callIn(world.chain, { timestamp: START + seconds }));
  const mined = mine(world, 5);
  const later = callIn(world.chain, { timestamp: START + 80 });
  expect((await Promise.all(calls)).map(({ time, number }) => [time - START, number])).toEqual([
    [50, 1],
    [60, 1],
    [70, 1],
  ]);
  expect(await mined).toMatchObject({ number: 1, timestamp: START + 5 });
  expect(await later).toMatchObject({ time: START + 80, number: 2 });
});

test("a call cannot change the chain, and one that fails leaves it usable", async () => {
  const world = await aWorld();
  const change = world.chain.inNextBlock(
    () => ({ timestamp: START }),
    (request) => request("evm_mine"),
  );
  await expect(change).rejects.toThrow(AssertionFailure);
  const refusing = world.chain.inNextBlock(
    () => {
      throw new Error("not in this block");
    },
    async () => {},
  );
  await expect(refusing).rejects.toThrow("not in this block");
  expect(world.chain.needsRepair).toBe(false);
  expect(await mine(world)).toMatchObject({ number: 1 });
});

test("a call that waits while the world is replaced is refused", async () => {
  const { chain, chains } = await aWorld();
  const other = await aWorld();
  const first = callIn(chain, { timestamp: START + 9 });
  const reopened = chains.reopen(other.database);
  const late = callIn(chain, { timestamp: START + 9 });
  await Promise.allSettled([first]);
  await expect(late).rejects.toThrow(Problem);
  const next = (await reopened).chains.all[0]!;
  expect(await callIn(next, { timestamp: START + 9 })).toMatchObject({ time: START + 9, number: 1 });
});
