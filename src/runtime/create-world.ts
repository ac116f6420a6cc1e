// Creates a world: database, clock, chains with their genesis balances, and the default tenant (H-05, H-73).
import { readFileSync } from "node:fs";
import { developmentAccounts, type Keyring, keyringOf } from "../chains/address.ts";
import { type ChainDefinition, readCatalogue } from "../chains/catalogue.ts";
import type { Chains, GenesisFunding, Hex, MinedBlock, OpenedChains } from "../chains/chain.ts";
import { openChains } from "../chains/open-chains.ts";
import type { ReplayListener } from "../chains/replay.ts";
import type { Config } from "../config/options.ts";
import { Database } from "../db/database.ts";
import { createSchema } from "../db/migrate.ts";
import { databaseCounter } from "../domain/counter.ts";
import { DEFAULT_TENANT, type DefaultTenant, type StoredTenant } from "../domain/default-tenant.ts";
import { Catalogue } from "../domain/network/network.ts";
import { insertNetworkSetting, putRate, putSetting, updateFinality } from "../domain/network/store.ts";
import { gasStationAddress, gasStationFunding, provisionTenant } from "../domain/provision.ts";
import { registerEndpoint } from "../domain/webhook-endpoint/register.ts";
import type { World } from "../domain/world.ts";
import { insertWorldRow } from "../domain/world-row.ts";
import { FAUCET_PATH, PAYER_PATHS, solverPath } from "../flow/settlements/route-accounts.ts";
import { Clock, type ClockMode, type ClockState, EPOCH_MS } from "../kernel/clock.ts";
import { Ids } from "../kernel/ids.ts";
import type { Log } from "../kernel/log.ts";
import { Random } from "../kernel/random.ts";
import type { WallClock } from "../kernel/wall-clock.ts";

type Coins = { native: string; token: string };
type FirstWorldFile = {
  tenant: { name: string };
  rates: Record<string, string>;
  funding: { development_account: Coins; solver: Coins; payer: Coins; faucet: Coins };
};

const FILE = new URL("../../fixtures/worlds/default.json", import.meta.url);

/** An opened world: its database, its chains at the end of their journals, and the keys of its addresses. */
export type OpenedWorld = {
  world: World;
  chains: Chains;
  keyring: Keyring;
  unfinished: MinedBlock[];
  defaultTenant: DefaultTenant;
};

export type WorldOptions = {
  config: Config;
  wall: WallClock;
  log: Log;
  catalogue?: readonly ChainDefinition[];
  /** Called with the progress of the replay of a long journal. */
  onReplay?: ReplayListener;
};

/**
 * Builds the initial world in memory: the same seed gives the same ids, keys, addresses and block hashes (K-1). Its clock
 * is at block 0.
 */
export async function createWorld(options: WorldOptions): Promise<OpenedWorld> {
  const { config } = options;
  const db = new Database(":memory:");
  createSchema(db);
  const clock: ClockState = { mode: "frozen", now: EPOCH_MS, offset: 0 };
  const { world, keyring } = assembleWorld(options, db, clock);
  const { chains, unfinished } = await startChains(options, world, keyring);
  const defaultTenant = db.transaction(() => {
    insertWorldRow(db, { seed: String(config.seed), environment: config.env }, clock);
    return populate(world, config);
  });
  return { world, chains, keyring, unfinished, defaultTenant };
}

type AssembledWorld = Pick<OpenedWorld, "world" | "keyring">;

/** The parts of a world other than its chains, on a database that has its schema. */
export function assembleWorld(options: WorldOptions, db: Database, clockState: ClockState): AssembledWorld {
  const { config, wall, catalogue } = options;
  const keyring = keyringOf(String(config.seed));
  const clock = new Clock(() => wall.now(), clockState);
  const random = new Random(String(config.seed));
  const world: World = {
    db,
    clock,
    random,
    ids: new Ids(random.fork("ids"), databaseCounter(db), () => clock.now()),
    catalogue: new Catalogue(catalogue ?? readCatalogue()),
    derive: (path) => keyring.addressAt(path).toLowerCase(),
  };
  return { world, keyring };
}

/** Starts the engines of a world and replays their journals. */
export function startChains(
  { config, catalogue, onReplay }: WorldOptions,
  world: World,
  keyring: Keyring,
): Promise<OpenedChains> {
  return openChains({
    definitions: catalogue ?? readCatalogue(),
    database: world.db,
    seed: String(config.seed),
    tokenOwner: keyring.addressAt(FAUCET_PATH),
    funding: (definition) => fundingOf(world, keyring, definition),
    ...(onReplay === undefined ? {} : { onReplay }),
  });
}

/** The clock state with which a new world starts: the requested time, or the wall clock, or block 0 (decision 0004). */
export function initialClock(
  wall: WallClock,
  { mode, startTime }: { mode: ClockMode; startTime: number | null },
): ClockState {
  const now = startTime ?? (mode === "running" ? wall.now() : EPOCH_MS);
  return { mode, now, offset: mode === "running" ? now - wall.now() : 0 };
}

let firstWorld: FirstWorldFile | undefined;

function firstWorldFile(): FirstWorldFile {
  firstWorld ??= JSON.parse(readFileSync(FILE, "utf8")) as FirstWorldFile;
  return firstWorld;
}

function populate(world: World, config: Config): DefaultTenant {
  const file = firstWorldFile();
  for (const network of world.catalogue.networks) {
    const { symbol, confirmations, blockTimeMs } = network;
    insertNetworkSetting(world.db, {
      network: symbol,
      confirmations,
      mining: config.mining,
      block_time_ms: blockTimeMs,
    });
    if (config.finality === "real") updateFinality(world.db, symbol, network.finality);
  }
  for (const [symbol, price] of Object.entries(file.rates)) putRate(world.db, symbol, price);
  const { tenant, keyId, apiKey, vaultId } = provisionTenant(world, {
    name: file.tenant.name,
    tier: config.tier,
    environment: config.env,
    ...(config.apiKey === null ? {} : { apiKey: config.apiKey }),
  });
  const webhookSecret = config.webhookSecret ?? `whsec_${world.random.fork("webhook-secret").hex("default", 48)}`;
  if (config.webhook !== null) {
    registerEndpoint(world, {
      tenantId: tenant.id,
      url: config.webhook,
      eventTypes: ["*"],
      secret: webhookSecret,
    });
  }
  const stored: StoredTenant = { tenantId: tenant.id, keyId, vaultId, webhookSecret };
  putSetting(world.db, DEFAULT_TENANT, JSON.stringify(stored));
  return { tenantId: tenant.id, vaultId, apiKey, webhookSecret };
}

/** Balances of block 0: the development accounts, solvers, payers, faucet, and the default tenant's gas station. */
export function fundingOf(
  world: Pick<World, "catalogue" | "derive">,
  keyring: Keyring,
  definition: ChainDefinition,
): GenesisFunding {
  const { development_account, solver, payer, faucet } = firstWorldFile().funding;
  const network = world.catalogue.network(definition.symbol);
  const give = (address: string, coins: Coins): GenesisFunding[number] => ({
    address: address as Hex,
    native: inBaseUnits(coins.native, definition.native.decimals),
    tokens: Object.fromEntries(
      definition.tokens.map(({ symbol, decimals }) => [symbol, inBaseUnits(coins.token, decimals)]),
    ),
  });
  return [
    ...developmentAccounts().map(({ address }) => give(address, development_account)),
    give(keyring.addressAt(solverPath("lifi")), solver),
    give(keyring.addressAt(solverPath("relay")), solver),
    ...PAYER_PATHS.map((path) => give(keyring.addressAt(path), payer)),
    give(keyring.addressAt(FAUCET_PATH), faucet),
    { address: gasStationAddress(world, 1, network) as Hex, native: gasStationFunding(network), tokens: {} },
  ];
}

function inBaseUnits(coins: string, decimals: number): bigint {
  return BigInt(coins) * 10n ** BigInt(decimals);
}
