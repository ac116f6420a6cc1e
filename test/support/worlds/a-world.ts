// A world without chains and network: a database in memory, a frozen clock, one tenant, and defaults for everything.
import { onTestFinished } from "vitest";
import { readCatalogue } from "../../../src/chains/catalogue.ts";
import type { AddressRow } from "../../../src/domain/address/address.ts";
import { addressOfHolderOn } from "../../../src/domain/address/store.ts";
import { databaseCounter } from "../../../src/domain/counter.ts";
import type { DepositRow } from "../../../src/domain/deposit/deposit.ts";
import { confirmDeposit, seeDeposit } from "../../../src/domain/deposit/detect.ts";
import { confirmMovements, recordMovement } from "../../../src/domain/movement/record.ts";
import { type Asset, Catalogue } from "../../../src/domain/network/network.ts";
import { insertNetworkSetting, type MiningMode, putRate } from "../../../src/domain/network/store.ts";
import { createPayout, type PayoutInput } from "../../../src/domain/payout/create.ts";
import type { PayoutRow } from "../../../src/domain/payout/payout.ts";
import { type ProvisionedTenant, provisionTenant } from "../../../src/domain/provision.ts";
import { tenantById } from "../../../src/domain/tenant/store.ts";
import type { TenantRow } from "../../../src/domain/tenant/tenant.ts";
import { createUda, type UdaInput } from "../../../src/domain/uda/create.ts";
import type { UdaRow } from "../../../src/domain/uda/uda.ts";
import { assignWallet } from "../../../src/domain/wallet/assign.ts";
import type { World } from "../../../src/domain/world.ts";
import { Clock, type ClockMode, EPOCH_MS } from "../../../src/kernel/clock.ts";
import { Ids } from "../../../src/kernel/ids.ts";
import { Problem, type ProblemName } from "../../../src/kernel/problem.ts";
import { Random } from "../../../src/kernel/random.ts";
import { anEmptyDatabase } from "./an-empty-database.ts";

/** An address without an owner in this world, lower-case; different for each number. */
export function anAddress(number = 1): string {
  return `0x${"e0".padEnd(32, "0")}${number.toString(16).padStart(8, "0")}`;
}

/** A transaction hash, different for each number. */
export function aHash(number = 1): string {
  return `0x${number.toString(16).padStart(64, "0")}`;
}

export type WorldFacts = {
  seed?: string;
  startMs?: number;
  clock?: ClockMode;
  wallNow?: () => number;
  mining?: MiningMode;
  confirmations?: number;
  blockTimeMs?: number;
};

export type AWorld = World & {
  tenant: TenantRow;
  vaultId: string;
  apiKey: string;
  /** The asset of a network by ticker. */
  asset(network: string, symbol: string): Asset;
  /** The tenant's vault address on a network. */
  vaultOn(network: string): AddressRow;
  /** Runs inside one transaction, like every transition. */
  write<T>(work: () => T): T;
};

/** Prices of the default world: USDC and USDT 1, ETH 2500, BNB 600, POL 0.5. */
const PRICES = { USDC: "1.00", USDT: "1.00", ETH: "2500.00", BNB: "600.00", POL: "0.50" };

export function aWorld(facts: WorldFacts = {}): AWorld {
  const { seed = "1", startMs = EPOCH_MS, wallNow = () => EPOCH_MS, clock: mode = "frozen" } = facts;
  const db = anEmptyDatabase();
  onTestFinished(() => db.close());
  const clock = Clock.startingAt(wallNow, startMs, mode);
  const random = new Random(seed);
  const catalogue = new Catalogue(readCatalogue());
  const ids = new Ids(random.fork("ids"), databaseCounter(db), () => clock.now());
  const world: World = {
    db,
    clock,
    random,
    catalogue,
    ids,
    derive: (path) => `0x${random.fork("address").hex(path, 40)}`,
  };
  const provisioned = db.transaction(() => {
    for (const { symbol: network, blockTimeMs, confirmations } of catalogue.networks) {
      insertNetworkSetting(db, {
        network,
        confirmations: facts.confirmations ?? confirmations,
        mining: facts.mining ?? "instant",
        block_time_ms: facts.blockTimeMs ?? blockTimeMs,
      });
    }
    for (const [symbol, price] of Object.entries(PRICES)) putRate(db, symbol, price);
    return aTenant(world);
  });
  return withShortcuts(world, provisioned);
}

/** A further tenant of the world; call it inside a transaction. */
export function aTenant(world: World, name = "default"): ProvisionedTenant {
  return provisionTenant(world, { name, tier: "enterprise", environment: "sandbox" });
}

function withShortcuts(world: World, { tenant, vaultId, apiKey }: ProvisionedTenant): AWorld {
  return {
    ...world,
    tenant: tenantById(world.db, tenant.id) ?? tenant,
    vaultId,
    apiKey,
    asset(network, symbol) {
      const asset = world.catalogue.assetBySymbol(network, symbol);
      if (asset === undefined) throw new RangeError(`${network} has no ${symbol}`);
      return asset;
    },
    vaultOn(network) {
      const row = addressOfHolderOn(world.db, vaultId, network);
      if (row === undefined) throw new RangeError(`no vault address on ${network}`);
      return row;
    },
    write: (work) => world.db.transaction(work as never),
  };
}

let lastHash = 0x1000;

/** Confirmed funds at an address, as if received in a block. */
export function fund(world: AWorld, address: AddressRow, symbol: string, raw: bigint): void {
  lastHash += 1;
  const { network } = address;
  const asset = world.asset(network, symbol).key;
  world.write(() => {
    const place = { network, asset, txHash: aHash(lastHash), ordinal: 0, height: 1 };
    recordMovement(world.db, { ...place, addressId: address.id, kind: "in", raw });
    confirmMovements(world.db, network, 1);
  });
}

export type PayoutFacts = Partial<PayoutInput>;

/** A valid payout input: 10 USDT on Ethereum from the tenant's vault. */
export function aPayoutOrder(world: AWorld, facts: PayoutFacts = {}): PayoutInput {
  const value = "amount" in facts || "usdAmount" in facts ? {} : { amount: "10" };
  return {
    vaultId: world.vaultId,
    asset: "USDT",
    networkSymbol: "ethereum",
    toAddress: anAddress(0xbeef),
    referenceId: "order-1",
    amount: undefined,
    usdAmount: undefined,
    remark: undefined,
    expiredAt: undefined,
    ...value,
    ...facts,
  };
}

export function aPayout(world: AWorld, facts: PayoutFacts = {}): PayoutRow {
  return world.write(() => createPayout(world, world.tenant, aPayoutOrder(world, facts)));
}

export type UdaFacts = Partial<Omit<UdaInput, "destination">> & { destination?: Partial<UdaInput["destination"]> };

/** A valid UDA input: USDC on Arbitrum, every token accepted. */
export function aUdaOrder(facts: UdaFacts = {}): UdaInput {
  return {
    owner: "user-1",
    acceptedTokens: [],
    ...facts,
    destination: { address: anAddress(0xdede), asset_symbol: "USDC", network_id: "9001", ...facts.destination },
  };
}

export function aUda(world: AWorld, facts: UdaFacts = {}): UdaRow {
  return world.write(() => createUda(world, world.tenant, aUdaOrder(facts)).uda);
}

export function aWallet(world: AWorld, facts: { owner?: string; network?: string } = {}): AddressRow {
  const { owner = "user-1", network = "ethereum" } = facts;
  return world.write(() => assignWallet(world, world.tenant, { owner, networkId: undefined, networkSymbol: network }));
}

export type DepositFacts = {
  symbol?: string;
  raw?: bigint;
  hash?: string;
  ordinal?: number;
  height?: number;
  timestamp?: number;
  from?: string;
};

/** A deposit seen in a block, by default 25.5 USDC. */
export function aDeposit(world: AWorld, receiver: AddressRow, facts: DepositFacts = {}): DepositRow {
  const { symbol = "USDC", raw = 25_500_000n, hash = aHash(), ordinal = 0, height = 7, from = anAddress() } = facts;
  const timestamp = facts.timestamp ?? Math.floor(world.clock.now() / 1_000);
  const { network, address: to } = receiver;
  const leg = { network, txHash: hash, ordinal, asset: world.asset(network, symbol).key, raw, from, to };
  return world.write(() => seeDeposit(world, leg, receiver, { height, hash: aHash(height), timestamp }));
}

export function aConfirmedDeposit(world: AWorld, receiver: AddressRow, facts: DepositFacts = {}): DepositRow {
  const seen = aDeposit(world, receiver, facts);
  return world.write(() => confirmDeposit(world, seen));
}

/** The events so far as `type`, oldest first. */
export function eventTypes(world: World): string[] {
  return world.db.all<{ type: string }>("select type from event order by sequence").map(({ type }) => type);
}

/** Number of rows of each table, which a refused call must not change. */
export function rowCounts(world: World): Record<string, number> {
  const tables = world.db.all<{ name: string }>(
    "select name from pragma_table_list where schema = 'main' and type = 'table' and name not like 'sqlite_%'",
  );
  return Object.fromEntries(
    tables.map(({ name }) => [
      name,
      world.db.get<{ count: number }>(`select count(*) as count from "${name}"`)?.count ?? -1,
    ]),
  );
}

/** The name of the problem that `work` throws; any other error is rethrown. */
export function problemOf(work: () => unknown): ProblemName | "none" {
  try {
    work();
    return "none";
  } catch (error) {
    if (error instanceof Problem) return error.problem;
    throw error;
  }
}
