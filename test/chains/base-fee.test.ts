// The base fee by load: EIP-1559's rule above the network's own fee, kept in the journal like any other fee.
import { parseGwei } from "viem";
import { expect, test } from "vitest";
import type { Hex } from "../../src/chains/chain.ts";
import { baseFeeAfter } from "../../src/chains/inputs/base-fee.ts";
import { EPOCH_MS } from "../../src/kernel/clock.ts";
import { aTransaction, finishAll, hashesOf, mine, type World, worldsOfThisFile } from "./a-chain.ts";

const open = worldsOfThisFile();

const LIMIT = 60_000_000n;
const floorOf = ({ chain }: World) => BigInt(chain.definition.base_fee);
const feeOfHead = async ({ chain }: World) =>
  BigInt((await chain.request<{ baseFeePerGas: Hex }>("eth_getBlockByNumber", ["latest", false])).baseFeePerGas);
/** A creation that burns all of its gas at once: an invalid instruction. */
const burn = (world: World, nonce: number) =>
  aTransaction(world.chain, { nonce, data: "0xfe", gas: 12_000_000n, to: null as never });

test.each([
  ["an empty block", 0n, 800n, 700n],
  ["a full block", LIMIT, 800n, 900n],
  ["half a block", LIMIT / 2n, 800n, 800n],
  ["a little more than half, where the eighth rounds to nothing", LIMIT / 2n + 1n, 8n, 9n],
  ["an empty block at the least fee", 0n, 5n, 5n],
])("after %s the fee is what EIP-1559 says", (_about, gasUsed, baseFee, next) => {
  expect(baseFeeAfter({ baseFee, gasUsed, gasLimit: LIMIT }, 5n)).toBe(next);
});

test("dynamic: a fee that was set falls by an eighth a block to the network's own; fixed keeps the one that it has", async () => {
  const world = await open();
  const { chain } = world;
  expect(chain.baseFeeMode).toBe("fixed");
  chain.setBaseFee(floorOf(world) * 2n, "dynamic");
  const fees: bigint[] = [];
  for (let block = 0; block < 8; block += 1) {
    const announced = chain.baseFee;
    await mine(world, block);
    expect(await feeOfHead(world)).toBe(announced);
    fees.push(announced);
  }
  const expected = [floorOf(world) * 2n];
  while (expected.length < 8)
    expected.push(baseFeeAfter({ baseFee: expected.at(-1)!, gasUsed: 0n, gasLimit: LIMIT }, floorOf(world)));
  expect(fees).toEqual(expected);
  expect(fees.at(-1)).toBe(floorOf(world));
  chain.setBaseFee(parseGwei("3"));
  await mine(world, 9);
  const now = chain.baseFee;
  expect(now < parseGwei("3")).toBe(true);
  chain.setBaseFee(undefined, "fixed");
  await mine(world, 10);
  await mine(world, 11);
  expect([await feeOfHead(world), chain.baseFee]).toEqual([now, now]);
});

test("dynamic: the fee rises with full blocks, and a start, a reorg and a rewind replay it", async () => {
  const world = await open();
  const { chain } = world;
  chain.setBaseFee(undefined, "dynamic");
  await mine(world, 1);
  for (let nonce = 0; nonce < 4; nonce += 1) await chain.submit(await burn(world, nonce));
  await mine(world, 2);
  expect(chain.baseFee > floorOf(world)).toBe(true);
  const waiting = aTransaction(chain, { nonce: 4, maxFeePerGas: floorOf(world) });
  await chain.submit(await waiting);
  expect(chain.waiting).toBe(0);
  const second = await open({ database: world.database });
  expect([await hashesOf(second.chain), second.chain.baseFee, second.chain.baseFeeMode]).toEqual([
    await hashesOf(chain),
    chain.baseFee,
    "dynamic",
  ]);
  // Empty blocks bring the fee down, and what waited for it is mined.
  for (let block = 3; second.chain.waiting === 0; block += 1) await mine(second, block);
  expect((await mine(second, 20)).transactionHashes).toHaveLength(1);
  finishAll(second, (await second.chain.reorg(3, "keep")).added);
  const third = await open({ database: world.database });
  expect([await hashesOf(third.chain), third.chain.baseFee]).toEqual([
    await hashesOf(second.chain),
    second.chain.baseFee,
  ]);
  expect((await third.chain.produce(EPOCH_MS + 30_000))[0]?.number).toBe(third.chain.head.number);
});
