// eth_blockNumber is answered without the engine while nothing changes the chain, and never from the middle of a change.
import { Provider } from "@nomicfoundation/edr";
import { afterEach, expect, test, vi } from "vitest";
import { aTransaction, finishAll, mine, worldsOfThisFile } from "./a-chain.ts";

const openWorld = worldsOfThisFile();
afterEach(() => void vi.restoreAllMocks());

test("a chain at rest knows its height without asking the engine", async () => {
  const world = await openWorld();
  await mine(world);
  const crossings = vi.spyOn(Provider.prototype, "handleRequest");
  expect(await world.chain.request("eth_blockNumber")).toBe("0x1");
  expect(crossings).not.toHaveBeenCalled();
  await mine(world, 1);
  expect(await world.chain.request("eth_blockNumber")).toBe("0x2");
});

test("while a block is mined the engine is asked, which may have it already", async () => {
  const world = await openWorld();
  await world.chain.submit(await aTransaction(world.chain, { nonce: 0 }));
  const mined = mine(world);
  const crossings = vi.spyOn(Provider.prototype, "handleRequest");
  const asked = world.chain.request<string>("eth_blockNumber");
  await mined;
  const seen = await asked;
  expect(crossings.mock.calls.some(([question]) => String(question).includes("eth_blockNumber"))).toBe(true);
  expect(["0x0", "0x1"]).toContain(seen);
  expect(await world.chain.request("eth_blockNumber")).toBe("0x1");
});

test("a reader waits for the end of a reorg and never sees the height between", async () => {
  const world = await openWorld();
  for (const second of [1, 2, 3]) await mine(world, second);
  const reorg = world.chain.reorg(3, "keep");
  const seen: unknown[] = [];
  const reading = Promise.all(
    Array.from({ length: 5 }, async () => seen.push(await world.chain.request("eth_blockNumber"))),
  );
  finishAll(world, (await reorg).added);
  await reading;
  expect(seen).toEqual(["0x3", "0x3", "0x3", "0x3", "0x3"]);
});

test("a chain whose world was replaced answers no height", async () => {
  const world = await openWorld();
  await mine(world);
  const { chains } = await world.chains.reopen(world.database);
  await expect(world.chain.request("eth_blockNumber")).rejects.toThrow("the world was replaced");
  expect(await chains.all[0]!.request("eth_blockNumber")).toBe("0x1");
});
