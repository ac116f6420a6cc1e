// Opening balances: known from the first block on, read after the assignment, and read again after a reorg below it (I-10).
import { expect, test } from "vitest";
import { lowerOpenings, openingOf, storeOpening, unreadOpenings } from "../../src/domain/address/opening.ts";
import { insertAddress } from "../../src/domain/address/store.ts";
import { appendTail } from "../../src/domain/chain-tail.ts";
import { type AWorld, aHash, anAddress, aWorld } from "../support/worlds/a-world.ts";

const NETWORK = "base";

function assigned(world: AWorld, id: number): string {
  const address = anAddress(id);
  world.write(() =>
    insertAddress(world.db, {
      ...{ id: address, tenant_id: world.tenant.id, network: NETWORK, address, category: "user", owner: "alice" },
      ...{ holder_id: "", derivation: address, created_at: 0 },
    }),
  );
  return address;
}

function blocksUpTo(world: AWorld, height: number): void {
  for (let at = 0; at <= height; at += 1)
    world.write(() =>
      appendTail(world.db, {
        ...{ network: NETWORK, height: at, hash: aHash(at), parent_hash: aHash(at - 1), timestamp: at },
      }),
    );
}

test("I-10 an address that was assigned before block 0 held nothing", () => {
  const world = aWorld();
  expect(openingOf(world.db, assigned(world, 1))).toEqual(new Map());
  expect(unreadOpenings(world.db, 10)).toEqual([]);
});

test("I-10 it is unknown until it was read, and again after a reorg of the block before the assignment or a lower one", () => {
  const world = aWorld();
  blocksUpTo(world, 5);
  const id = assigned(world, 1);
  expect(openingOf(world.db, id)).toBeUndefined();
  expect(unreadOpenings(world.db, 10)).toEqual([{ id, network: NETWORK, address: id, height: 5 }]);
  const held = new Map([
    ["coin", -3n],
    ["token", 7n],
  ]);
  world.write(() => storeOpening(world.db, id, new Map([...held, ["other", 0n]])));
  expect(openingOf(world.db, id)).toEqual(held);
  world.write(() => lowerOpenings(world.db, NETWORK, 6));
  world.write(() => lowerOpenings(world.db, "ethereum", 2));
  expect(openingOf(world.db, id)).toEqual(held);
  world.write(() => lowerOpenings(world.db, NETWORK, 5));
  expect(unreadOpenings(world.db, 10)).toEqual([{ id, network: NETWORK, address: id, height: 4 }]);
  world.write(() => storeOpening(world.db, id, new Map()));
  expect(openingOf(world.db, id)).toEqual(new Map());
});
