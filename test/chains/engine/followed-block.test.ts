// A block and the empty one that follows it, mined in one crossing to the engine.
import { describe, expect, test } from "vitest";
import type { Chain } from "../../../src/chains/chain.ts";
import { Database } from "../../../src/db/database.ts";
import { EPOCH_MS } from "../../../src/kernel/clock.ts";
import { aTransaction, carol, finishAll, hashesOf, worldsOfThisFile } from "../a-chain.ts";

const open = worldsOfThisFile();

describe("a block that is followed by an empty one, in the same crossing", () => {
  const followed = { empty: false, isFollowed: () => true };

  test("is asked for when one transaction waits alone; both are journaled, and replay to their hashes", async () => {
    const world = await open();
    const { chain, database } = world;
    await chain.submit(await aTransaction(chain, { nonce: 0, to: carol.address, value: 1n }));
    const blocks = await chain.produce(EPOCH_MS + 5_000, followed);
    expect(blocks).toMatchObject([{ number: 1 }, { number: 2, transactionHashes: [], parentHash: blocks[0]?.hash }]);
    expect(blocks[0]?.transactionHashes).toHaveLength(1);
    expect(blocks.map(({ timestamp }) => timestamp)).toEqual([0, 0].map(() => EPOCH_MS / 1_000 + 5));
    const rows = database.all<{ prev_randao: string; state: string }>(
      "select prev_randao, state from block order by id",
    );
    expect(rows.map(({ state }) => state)).toEqual(["intent", "intent"]);
    expect(new Set(rows.map(({ prev_randao }) => prev_randao)).size).toBe(2);
    finishAll(world, blocks);
    const again = await open({ database: new Database(database.bytes()) });
    expect(await hashesOf(again.chain)).toEqual(blocks.map(({ hash }) => hash));
  });

  test.each<[string, (chain: Chain) => unknown]>([
    [
      "two transactions wait",
      async (chain) => chain.submit(await aTransaction(chain, { nonce: 1, to: carol.address, value: 1n })),
    ],
    ["the base fee is set for one block", (chain) => chain.setOnce({ baseFee: 7n })],
    ["the base fee follows the load", (chain) => chain.setBaseFee(chain.baseFee, "dynamic")],
  ])("is not when %s", async (_why, change) => {
    const world = await open();
    const { chain } = world;
    await chain.submit(await aTransaction(chain, { nonce: 0, to: carol.address, value: 1n }));
    await change(chain);
    const blocks = await chain.produce(EPOCH_MS, followed);
    expect(blocks).toHaveLength(1);
    finishAll(world, blocks);
  });
});
