// A small world in memory without chains: a new tenant, prices, and deposits on request.
import { createHash } from "node:crypto";
import { readCatalogue } from "../../../src/chains/catalogue.ts";
import type { AddressRow } from "../../../src/domain/address/address.ts";
import { watchedAt } from "../../../src/domain/address/store.ts";
import { databaseCounter } from "../../../src/domain/counter.ts";
import type { DepositRow } from "../../../src/domain/deposit/deposit.ts";
import { confirmDeposit, seeDeposit } from "../../../src/domain/deposit/detect.ts";
import { recordGrant } from "../../../src/domain/movement/record.ts";
import { Catalogue } from "../../../src/domain/network/network.ts";
import { insertNetworkSetting, putRate } from "../../../src/domain/network/store.ts";
import { type ProvisionedTenant, provisionTenant, type TenantInput } from "../../../src/domain/provision.ts";
import type { World } from "../../../src/domain/world.ts";
import { Clock, EPOCH_MS } from "../../../src/kernel/clock.ts";
import { Ids } from "../../../src/kernel/ids.ts";
import { Random } from "../../../src/kernel/random.ts";
import { FIXTURES } from "../fixtures.ts";
import { anEmptyDatabase } from "./an-empty-database.ts";

const RATES = { USDC: "1.00", USDT: "1.00", ETH: "2500.00", BNB: "600.00", POL: "0.50" };

/** A frozen world at the time of block 0. Addresses are made up from their paths, so no key is derived. */
export function aWorld(): World {
  const db = anEmptyDatabase();
  const clock = new Clock(() => EPOCH_MS, { mode: "frozen", now: EPOCH_MS, offset: 0 });
  const random = new Random("test");
  const world: World = {
    db,
    clock,
    random,
    ids: new Ids(random.fork("ids"), databaseCounter(db), () => clock.now()),
    catalogue: new Catalogue(readCatalogue()),
    derive: (path) => `0x${createHash("sha256").update(path).digest("hex").slice(0, 40)}`,
  };
  for (const { symbol, confirmations, blockTimeMs } of world.catalogue.networks) {
    insertNetworkSetting(db, { network: symbol, confirmations, mining: "instant", block_time_ms: blockTimeMs });
  }
  for (const [symbol, price] of Object.entries(RATES)) putRate(db, symbol, price);
  return world;
}

export function aTenant(world: World, order: Partial<TenantInput> = {}): ProvisionedTenant {
  return world.db.transaction(() =>
    provisionTenant(world, { name: FIXTURES.tenant, tier: "enterprise", environment: "sandbox", ...order }),
  );
}

/** A made-up hash, different for each text. */
export function aHash(text: string): string {
  return `0x${createHash("sha256").update(text).digest("hex")}`;
}

export const EXTERNAL = "0x70997970c51812dc3a010c7d01b50e0d17dc79c8";

export type DepositOptions = {
  network?: string;
  symbol?: string;
  raw?: bigint;
  tx?: string;
  ordinal?: number;
  height?: number;
  at?: number;
  confirmed?: boolean;
};

/** A deposit to a watched address (EIP-55 or lower case), written as the indexer writes it. */
export function aDeposit(world: World, to: string, options: DepositOptions = {}): DepositRow {
  const { network = "ethereum", symbol = "USDC", raw = 25_500_000n, tx = "tx", ordinal = 0, height = 1042 } = options;
  const receiver = receiverAt(world, network, to);
  const asset = world.catalogue.assetBySymbol(network, symbol)!;
  const leg = { network, txHash: aHash(tx), ordinal, asset: asset.key, raw, from: EXTERNAL, to: receiver.address };
  const timestamp = Math.floor((options.at ?? world.clock.now()) / 1_000);
  return world.db.transaction(() => {
    const seen = seeDeposit(world, leg, receiver, { height, hash: aHash(`block ${height}`), timestamp });
    return options.confirmed === true ? confirmDeposit(world, seen) : seen;
  });
}

/** Confirmed base units at a watched address. */
export function aBalance(world: World, network: string, at: string, symbol: string, raw: bigint): void {
  const asset = world.catalogue.assetBySymbol(network, symbol)!;
  recordGrant(world.db, { addressId: receiverAt(world, network, at).id, network, asset: asset.key, raw, height: 1 });
}

function receiverAt(world: World, network: string, address: string): AddressRow {
  const row = watchedAt(world.db, network, address.toLowerCase());
  if (row === undefined) throw new Error(`there is no watched address ${address} on ${network}`);
  return row;
}
