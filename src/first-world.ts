// The birth of a world: database, clock, chains with their first balances, and the default tenant (H-05, H-73).
import { readFileSync } from "node:fs";
import { developmentAccounts, Keyring } from "./chains/address.ts";
import { readCatalogue } from "./chains/catalogue.ts";
import type { ChainDefinition, Chains, GenesisFunding, Hex, MinedBlock } from "./chains/chain.ts";
import { openChains } from "./chains/open-chains.ts";
import type { Config } from "./config.ts";
import { Database } from "./db/database.ts";
import { migrate } from "./db/migrate.ts";
import { databaseCounter } from "./domain/counter.ts";
import { Catalogue } from "./domain/network/network.ts";
import { insertNetworkSetting, putRate } from "./domain/network/store.ts";
import { gasStationAddress, gasStationFunding, type ProvisionedTenant, provisionTenant } from "./domain/provision.ts";
import { registerEndpoint } from "./domain/webhook-endpoint/register.ts";
import type { World } from "./domain/world.ts";
import { FAUCET_PATH, PAYER_PATHS, solverPath } from "./flow/routing.ts";
import { Clock, EPOCH_MS } from "./kernel/clock.ts";
import { Ids } from "./kernel/ids.ts";
import type { Log } from "./kernel/log.ts";
import { Random } from "./kernel/random.ts";
import type { Wall } from "./kernel/wall.ts";

type Coins = { native: string; token: string };
type FirstWorldFile = {
  tenant: { name: string };
  rates: Record<string, string>;
  funding: { development_account: Coins; solver: Coins; payer: Coins; faucet: Coins };
};

const FILE = new URL("../fixtures/worlds/default.json", import.meta.url);

export type FirstWorld = {
  world: World;
  chains: Chains;
  keyring: Keyring;
  unfinished: MinedBlock[];
  tenant: ProvisionedTenant;
  webhookSecret: string;
};

export type WorldOptions = { config: Config; wall: Wall; log: Log; catalogue?: readonly ChainDefinition[] };

/** Builds the first world in memory: the same seed gives the same ids, keys, addresses and block hashes (K-1). */
export async function firstWorld({ config, wall, log, catalogue }: WorldOptions): Promise<FirstWorld> {
  const file = JSON.parse(readFileSync(FILE, "utf8")) as FirstWorldFile;
  const definitions = catalogue ?? readCatalogue();
  const seed = String(config.seed);
  const keyring = new Keyring(seed);
  const db = new Database(":memory:");
  migrate(db);
  const clock = Clock.startingAt(() => wall.now(), EPOCH_MS, "frozen");
  const random = new Random(seed);
  const world: World = {
    db,
    clock,
    random,
    ids: new Ids(random.fork("ids"), databaseCounter(db), () => clock.now()),
    catalogue: new Catalogue(definitions),
    derive: derivedOnce(keyring),
  };
  const { chains, unfinished } = await openChains({
    definitions,
    database: db,
    seed,
    tokenOwner: keyring.addressAt(FAUCET_PATH),
    funding: (definition) => fundingOf(world, keyring, file, definition),
    log,
  });
  const { tenant, webhookSecret } = db.transaction(() => populate(world, config, file));
  const startAt = config.startTime ?? (config.clock === "running" ? wall.now() : EPOCH_MS);
  clock.restart({ mode: config.clock, now: startAt, offset: config.clock === "running" ? startAt - wall.now() : 0 });
  return { world, chains, keyring, unfinished, tenant, webhookSecret };
}

function populate(
  world: World,
  config: Config,
  file: FirstWorldFile,
): { tenant: ProvisionedTenant; webhookSecret: string } {
  for (const network of world.catalogue.networks) {
    const { symbol, confirmations, blockTimeMs } = network;
    insertNetworkSetting(world.db, {
      network: symbol,
      confirmations,
      mining: config.mining,
      block_time_ms: blockTimeMs,
    });
  }
  for (const [symbol, price] of Object.entries(file.rates)) putRate(world.db, symbol, price);
  const tenant = provisionTenant(world, {
    name: file.tenant.name,
    tier: config.tier,
    environment: config.env,
    ...(config.apiKey === null ? {} : { apiKey: config.apiKey }),
  });
  const webhookSecret = config.webhookSecret ?? `whsec_${world.random.fork("webhook-secret").hex("default", 48)}`;
  if (config.webhook !== null) {
    registerEndpoint(world, {
      tenantId: tenant.tenant.id,
      url: config.webhook,
      eventTypes: ["*"],
      secret: webhookSecret,
    });
  }
  return { tenant, webhookSecret };
}

/** Balances of block 0: the user's accounts, solvers, payers, faucet, and the default tenant's gas station. */
function fundingOf(world: World, keyring: Keyring, file: FirstWorldFile, definition: ChainDefinition): GenesisFunding {
  const { development_account, solver, payer, faucet } = file.funding;
  const network = world.catalogue.network(definition.symbol);
  const give = (address: string, coins: Coins): GenesisFunding[number] => ({
    address: address as Hex,
    native: whole(coins.native, definition.native.decimals),
    tokens: Object.fromEntries(definition.tokens.map(({ symbol, decimals }) => [symbol, whole(coins.token, decimals)])),
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

function whole(coins: string, decimals: number): bigint {
  return BigInt(coins) * 10n ** BigInt(decimals);
}

/** A derivation costs half a millisecond; the few fixed accounts are asked for again and again. */
function derivedOnce(keyring: Keyring): (path: string) => string {
  const known = new Map<string, string>();
  return (path) => {
    const found = known.get(path) ?? keyring.addressAt(path).toLowerCase();
    if (known.size < 1_000) known.set(path, found);
    return found;
  };
}
