// Builds chains on an in-memory database, with defaults, for the tests of src/chains.
import { type Hex, parseEther, parseGwei } from "viem";
import { afterAll } from "vitest";
import { developmentAccounts } from "../../src/chains/address.ts";
import { type ChainDefinition, readCatalogue } from "../../src/chains/catalogue.ts";
import type { Chain, GenesisFunding, MinedBlock } from "../../src/chains/chain.ts";
import { type OpenChainsOptions, openChains } from "../../src/chains/open-chains.ts";
import type { Database } from "../../src/db/database.ts";
import { EPOCH_MS } from "../../src/kernel/clock.ts";
import { anEmptyDatabase } from "../support/worlds/an-empty-database.ts";

export const developers = developmentAccounts().map(({ account }) => account);
export const [alice, bob, carol] = [developers[0]!, developers[1]!, developers[2]!];
export const SUPPLY_EACH = 1_000_000_000_000n;

/** The catalogue's row of a network. */
export const definitionOf = (symbol: string): ChainDefinition => readCatalogue().find((row) => row.symbol === symbol)!;

export const aDatabase = (): Database => anEmptyDatabase();

/** Two accounts with coins and tokens. */
export const fundingOf = (definition: ChainDefinition): GenesisFunding =>
  [alice, bob].map(({ address }) => ({
    address,
    native: parseEther("1000"),
    tokens: Object.fromEntries(definition.tokens.map(({ symbol }) => [symbol, SUPPLY_EACH])),
  }));

/** Opens Base (or what `options` names) with three funded accounts; alice owns the tokens. */
export const aWorld = async (options: Partial<OpenChainsOptions> = {}) => {
  const database = options.database ?? aDatabase();
  const { chains, unfinished } = await openChains({
    definitions: [definitionOf("base")],
    seed: "test",
    tokenOwner: alice.address,
    funding: fundingOf,
    ...options,
    database,
  });
  return { database, chains, chain: chains.all[0]!, unfinished, close: chains.close };
};
export type World = Awaited<ReturnType<typeof aWorld>>;

/** Answers a function that opens worlds, which are closed after the last test of the file. */
export const worldsOfThisFile = () => {
  const worlds: World[] = [];
  afterAll(async () => {
    for (const { close } of worlds) await close();
  });
  return async (options: Parameters<typeof aWorld>[0] = {}): Promise<World> => {
    const world = await aWorld(options);
    worlds.push(world);
    return world;
  };
};

type Payment = {
  from?: (typeof developers)[number];
  to?: Hex;
  nonce: number;
  value?: bigint;
  data?: Hex;
  gas?: bigint;
  maxFeePerGas?: bigint;
};

/** Signed bytes of a transaction on the chain; by default alice sends bob one wei. */
export const aTransaction = (chain: Chain, payment: Payment): Promise<Hex> => {
  const { from = alice, to = bob.address, nonce, value = 1n, data, gas = data ? 300_000n : 21_000n } = payment;
  return from.signTransaction({
    type: "eip1559",
    chainId: chain.definition.eip155_id,
    to,
    nonce,
    value,
    gas,
    maxFeePerGas: payment.maxFeePerGas ?? parseGwei("100"),
    maxPriorityFeePerGas: 0n,
    ...(data ? { data } : {}),
  });
};

/** Mines a block `seconds` after block 0 and marks it as done, as the loop does. */
export const mine = async (
  { chain, database }: Pick<World, "chain" | "database">,
  seconds = 0,
): Promise<MinedBlock> => {
  const block = (await chain.produce(EPOCH_MS + seconds * 1000))[0]!;
  database.transaction(() => chain.finish(block));
  return block;
};

export const finishAll = (
  { chain, database }: Pick<World, "chain" | "database">,
  blocks: readonly MinedBlock[],
): void => {
  for (const block of blocks) database.transaction(() => chain.finish(block));
};

export const balanceOf = async (chain: Chain, address: Hex): Promise<bigint> =>
  BigInt(await chain.request<Hex>("eth_getBalance", [address, "latest"]));

/** The hashes of the canonical chain, block 1 first. */
export const hashesOf = async (chain: Chain): Promise<Hex[]> => {
  const hashes: Hex[] = [];
  for (let height = 1; height <= chain.head.number; height += 1) {
    const block = await chain.request<{ hash: Hex }>("eth_getBlockByNumber", [`0x${height.toString(16)}`, false]);
    hashes.push(block.hash);
  }
  return hashes;
};
