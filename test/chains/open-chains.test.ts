// The networks of the catalogue in one process, plus a sixth one from one more row.
import { createPublicClient, custom, type Hex, parseEther, zeroAddress } from "viem";
import { afterAll, beforeAll, expect, test } from "vitest";
import { artifact, MULTICALL_ADDRESS, SWEEPER_ADDRESS } from "../../src/chains/artifact.ts";
import { type ChainDefinition, readCatalogue } from "../../src/chains/catalogue.ts";
import type { Chain } from "../../src/chains/chain.ts";
import { encodeMint, encodeTransfer } from "../../src/chains/token.ts";
import { EPOCH_MS } from "../../src/kernel/clock.ts";
import { alice, aTransaction, aWorld, balanceOf, bob, carol, mine, SUPPLY_EACH, type World } from "./a-chain.ts";

const sixth: ChainDefinition = {
  network_id: "614",
  symbol: "optimism",
  name: "OP Mainnet",
  eip155_id: 10,
  category: "evm",
  native: { symbol: "ETH", name: "Ether", decimals: 18 },
  tokens: [{ symbol: "USDC", name: "USD Coin", decimals: 6, address: "0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85" }],
  block_time_ms: 2000,
  confirmations: 2,
  uda_support: true,
  base_fee: "1000000",
};

let world: World;
beforeAll(async () => {
  world = await aWorld({ definitions: [...readCatalogue(), sixth] });
});
afterAll(() => world.close());

const clientOf = (chain: Chain) =>
  createPublicClient({
    transport: custom({ request: ({ method, params }) => chain.request(method, params) }, { retryCount: 0 }),
  });

test("every network of the catalogue runs under its own EIP-155 id, in catalogue order", async () => {
  const ids = await Promise.all(world.chains.all.map((chain) => chain.request("eth_chainId")));
  expect(ids.map(Number)).toEqual([1, 56, 137, 42161, 8453, 10]);
  expect(world.chains.get("polygon").definition.network_id).toBe("966");
  expect(() => world.chains.get("solana")).toThrow("no such network");
});

test("block 0 has the epoch of the world as its time on every network", () => {
  for (const { head } of world.chains.all) expect([head.number, head.timestamp]).toEqual([0, EPOCH_MS / 1000]);
});

test("every token is at its canonical address with its name, decimals, owner and supply", async () => {
  const { abi } = artifact("SandboxToken");
  for (const chain of world.chains.all) {
    const client = clientOf(chain);
    for (const token of chain.definition.tokens) {
      const read = (functionName: string, args: unknown[] = []) =>
        client.readContract({ address: token.address, abi, functionName, args });
      expect(
        await Promise.all(["name", "symbol", "decimals", "owner", "totalSupply"].map((name) => read(name))),
      ).toEqual([token.name, token.symbol, token.decimals, alice.address, 2n * SUPPLY_EACH]);
      expect(await read("balanceOf", [bob.address])).toBe(SUPPLY_EACH);
      expect(await read("balanceOf", [carol.address])).toBe(0n);
      expect(await read("paused")).toBe(false);
    }
  }
});

test("Sweeper and Multicall3 have the same address on every network, and the initial balances are there", async () => {
  for (const chain of world.chains.all) {
    expect(await chain.request("eth_getCode", [SWEEPER_ADDRESS, "latest"])).toBe(artifact("Sweeper").deployedBytecode);
    expect(await chain.request("eth_getCode", [MULTICALL_ADDRESS, "latest"])).toBe(
      artifact("Multicall3").deployedBytecode,
    );
    expect(await balanceOf(chain, bob.address)).toBe(parseEther("1000"));
    expect(await balanceOf(chain, zeroAddress)).toBe(0n);
  }
});

test("one more row makes a network: transfers, mints and reorgs work on the sixth one", async () => {
  const chain = world.chains.get("optimism");
  const token = chain.definition.tokens[0]!.address;
  const pay = async (nonce: number, data: Hex) =>
    chain.submit(await aTransaction(chain, { nonce, to: token, value: 0n, data }));
  const hashes = [await pay(0, encodeTransfer(carol.address, 25n)), await pay(1, encodeMint(carol.address, 5n))];
  const block = await mine({ chain, database: world.database }, 3);
  expect(block).toMatchObject({ network: "optimism", transactionHashes: hashes });
  const balance = () =>
    clientOf(chain).readContract({
      address: token,
      abi: artifact("SandboxToken").abi,
      functionName: "balanceOf",
      args: [carol.address],
    });
  expect(await balance()).toBe(30n);
  await chain.reorg(1, "drop");
  expect(await balance()).toBe(0n);
});

test("a block on one network changes no other network", async () => {
  const chain = world.chains.get("bsc");
  const heads = world.chains.all.filter((other) => other !== chain).map((other) => other.head);
  await chain.submit(await aTransaction(chain, { nonce: 0, to: carol.address, value: 5n }));
  await mine({ chain, database: world.database });
  expect(world.chains.all.filter((other) => other !== chain).map((other) => other.head)).toEqual(heads);
  expect(await balanceOf(world.chains.get("ethereum"), carol.address)).toBe(0n);
});

test("funding an account twice in block 0 fails an assertion", async () => {
  const twice = [alice, alice].map(({ address }) => ({ address, native: 1n, tokens: { USDC: 1n } }));
  await expect(aWorld({ funding: () => twice })).rejects.toThrow("funded once");
});
