// A signed transaction and its block in one crossing: the same world as sent and mined one after the other, or nothing at all.
import { type Hex, parseGwei } from "viem";
import { expect, test } from "vitest";
import { RpcError } from "../../src/chains/chain.ts";
import { EPOCH_MS } from "../../src/kernel/clock.ts";
import { alice, aTransaction, bob, carol, finishAll, hashesOf, mine, type World, worldsOfThisFile } from "./a-chain.ts";

const open = worldsOfThisFile();
const AT = EPOCH_MS + 5_000;

/** All that the journal has. */
const rowsOf = ({ database }: World) => [
  database.all(
    "select height, timestamp, prev_randao, base_fee, transactions, state, hash, parent_hash from block order by height",
  ),
  database.all("select hash, raw, sequence, state, sender from chain_transaction order by hash"),
];

const offer = async (world: World, raw: Hex, isFollowed = false) => {
  const offered = await world.chain.produceOffered(raw, AT, () => isFollowed);
  finishAll(world, offered?.blocks ?? []);
  return offered;
};

test.each([false, true])(
  "it gives the blocks and rows of sending and mining; with an empty block behind it: %s",
  async (isPair) => {
    const [world, other] = [await open(), await open()];
    for (const nonce of [0, 1, 2]) {
      const raw = await aTransaction(world.chain, { nonce, to: carol.address });
      const offered = await offer(world, raw, isPair);
      expect(offered?.blocks).toHaveLength(isPair ? 2 : 1);
      const hash = await other.chain.submit(raw);
      finishAll(other, await other.chain.produce(AT, { empty: false, isFollowed: () => isPair }));
      expect(offered?.hash).toBe(hash);
      expect(world.chain.justMined(world.chain.head.hash)).toEqual(other.chain.justMined(other.chain.head.hash));
    }
    expect(rowsOf(world)).toEqual(rowsOf(other));
    expect(await hashesOf(world.chain)).toEqual(await hashesOf(other.chain));
    const again = await open({ database: world.database });
    expect([again.unfinished, again.chain.head]).toEqual([[], world.chain.head]);
  },
);

test.each<[string, (world: World) => Promise<Hex>]>([
  ["after a gap of nonces", ({ chain }) => aTransaction(chain, { nonce: 2 })],
  ["with a nonce that was used", ({ chain }) => aTransaction(chain, { nonce: 0, value: 2n })],
  ["below the base fee", ({ chain }) => aTransaction(chain, { nonce: 1, maxFeePerGas: 5n })],
  ["of a sender without money", ({ chain }) => aTransaction(chain, { from: carol, nonce: 0 })],
  ["of another chain", async ({ chain }) => alice.signTransaction({ ...(await plain(chain)), chainId: 1 })],
  [
    "of type 0",
    async ({ chain }) =>
      alice.signTransaction({
        chainId: chain.definition.eip155_id,
        type: "legacy",
        nonce: 1,
        to: bob.address,
        gas: 21_000n,
        gasPrice: parseGwei("100"),
      }),
  ],
  ["of bytes that are none", async () => "0x02c0"],
  ["of bytes that end too early", async ({ chain }) => (await aTransaction(chain, { nonce: 1 })).slice(0, -8) as Hex],
])("one %s changes nothing, and the next block is what it would have been", async (_, bad) => {
  const [world, quiet] = [await open(), await open()];
  for (const each of [world, quiet]) await offer(each, await aTransaction(each.chain, { nonce: 0 }));
  const before = rowsOf(world);
  expect(await offer(world, await bad(world))).toBeUndefined();
  expect([rowsOf(world), world.chain.head, world.chain.waiting]).toEqual([before, quiet.chain.head, 0]);
  expect(await world.chain.request("eth_pendingTransactions")).toEqual([]);
  for (const each of [world, quiet]) await offer(each, await aTransaction(each.chain, { nonce: 1 }));
  expect(rowsOf(world)).toEqual(rowsOf(quiet));
  // The engine mines only what it is told to.
  await world.chain.submit(await aTransaction(world.chain, { nonce: 2 }));
  expect([world.chain.waiting, Number(await world.chain.request("eth_blockNumber"))]).toEqual([1, 2]);
});

const plain = async (chain: World["chain"]) =>
  ({
    type: "eip1559",
    chainId: chain.definition.eip155_id,
    nonce: 1,
    to: bob.address,
    gas: 21_000n,
    maxFeePerGas: parseGwei("100"),
  }) as const;

test("a transaction of the journal, one beside others that wait, and one before a block with inputs of its own are left to be sent", async () => {
  const world = await open();
  const { chain } = world;
  const first = await aTransaction(chain, { nonce: 0 });
  await offer(world, first);
  const before = rowsOf(world);
  expect(await offer(world, first)).toBeUndefined();
  await expect(chain.submit(first)).rejects.toThrow(RpcError);
  chain.setOnce({ baseFee: 7n });
  expect(await offer(world, await aTransaction(chain, { nonce: 1 }))).toBeUndefined();
  expect(rowsOf(world)).toEqual(before);
  await mine(world, 5);
  await chain.submit(await aTransaction(chain, { nonce: 3 }));
  expect(await offer(world, await aTransaction(chain, { nonce: 1 }))).toBeUndefined();
  expect(chain.head.number).toBe(2);
});

test("bytes in capitals are the same transaction", async () => {
  const world = await open();
  const raw = await aTransaction(world.chain, { nonce: 0 });
  const offered = await offer(world, `0x${raw.slice(2).toUpperCase()}`);
  expect(offered?.blocks[0]?.transactionHashes).toEqual([offered?.hash]);
  expect(await offer(world, raw)).toBeUndefined();
});
