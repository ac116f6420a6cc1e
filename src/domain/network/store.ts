// SQL of network settings, the price table and the settings of the world.
import type { Database } from "../../db/database.ts";
import { required } from "../../kernel/assert.ts";
import type { Finality } from "./network.ts";

export type MiningMode = "instant" | "interval" | "manual";

/** The settings that every network is created with. */
export type NetworkSettingInput = {
  network: string;
  confirmations: number;
  mining: MiningMode;
  block_time_ms: number;
};

/**
 * Lags: how old a block is before it is safe and finalized (ms); null: both are the confirmed height. `empty_blocks`: slots
 * after a block with transactions that get an empty block in interval mode.
 */
export type NetworkSetting = NetworkSettingInput & {
  safe_lag_ms: number | null;
  finalized_lag_ms: number | null;
  empty_blocks: number;
  /** Wei per gas, decimal text: what receipts of a layer-2 network show; null: nothing. */
  l1_gas_price: string | null;
};

/** How many slots get an empty block unless `PUT /admin/networks/{network}/mining` says otherwise. */
const DEFAULT_EMPTY_BLOCKS = 64;

/** As a network begins: with interval mining its first slots get blocks. */
export function insertNetworkSetting(db: Database, setting: NetworkSettingInput): void {
  db.run(
    `insert into network_setting (network, confirmations, mining, block_time_ms, empty_blocks)
     values (:network, :confirmations, :mining, :block_time_ms, ${DEFAULT_EMPTY_BLOCKS})`,
    setting,
  );
  if (setting.mining === "interval") putEmptySlots(db, setting.network, DEFAULT_EMPTY_BLOCKS);
}

export function networkSetting(db: Database, network: string): NetworkSetting | undefined {
  return db.keptGet("select * from network_setting where network = :network", { network });
}

/** The settings of a network; every world has them. */
export function settingOf(world: { readonly db: Database }, network: string): NetworkSetting {
  return required(networkSetting(world.db, network), "network setting", { network });
}

export function networkSettings(db: Database): NetworkSetting[] {
  return db.all("select * from network_setting order by network");
}

export type MiningSetting = Pick<NetworkSetting, "network" | "mining" | "block_time_ms" | "empty_blocks">;

/** Sets how a network mines; interval mining begins with its empty slots. */
export function updateMining(db: Database, setting: MiningSetting): void {
  db.run(
    `update network_setting set mining = :mining, block_time_ms = :block_time_ms, empty_blocks = :empty_blocks
     where network = :network`,
    setting,
  );
  putEmptySlots(db, setting.network, setting.mining === "interval" ? setting.empty_blocks : 0);
}

export function updateConfirmations(db: Database, network: string, confirmations: number): void {
  db.run("update network_setting set confirmations = :confirmations where network = :network", {
    network,
    confirmations,
  });
}

/** Null: `safe` and `finalized` are the confirmed height. */
export function updateFinality(db: Database, network: string, finality: Finality | null): void {
  const { safeMs, finalizedMs } = finality ?? { safeMs: null, finalizedMs: null };
  db.run("update network_setting set safe_lag_ms = :safeMs, finalized_lag_ms = :finalizedMs where network = :network", {
    network,
    safeMs,
    finalizedMs,
  });
}

/** Wei per gas; null: receipts say nothing about L1. */
export function updateL1GasPrice(db: Database, network: string, wei: bigint | null): void {
  const sql = "update network_setting set l1_gas_price = :price where network = :network";
  db.run(sql, { network, price: wei === null ? null : wei.toString() });
}

export function putRate(db: Database, symbol: string, price: string): void {
  db.run(
    "insert into rate (symbol, price) values (:symbol, :price) on conflict (symbol) do update set price = excluded.price",
    { symbol, price },
  );
}

export function rateText(db: Database, symbol: string): string | undefined {
  return db.keptGet<{ price: string }>("select price from rate where symbol = :symbol", { symbol })?.price;
}

export function allRates(db: Database): { symbol: string; price: string }[] {
  return db.all("select symbol, price from rate order by symbol");
}

export function putSetting(db: Database, name: string, value: string): void {
  db.run(
    "insert into setting (name, value) values (:name, :value) on conflict (name) do update set value = excluded.value",
    { name, value },
  );
}

export function settingText(db: Database, name: string): string | undefined {
  return db.get<{ value: string }>("select value from setting where name = :name", { name })?.value;
}

/** The number of confirmation blocks that each network has yet to mine; networks without any are left out. */
export function owedBlocks(db: Database): Map<string, number> {
  const rows = db.keptAll<{ network: string; blocks: number }>("select network, blocks from owed_block");
  return new Map(rows.map(({ network, blocks }) => [network, blocks]));
}

export function putOwedBlocks(db: Database, network: string, blocks: number): void {
  if (blocks !== (owedBlocks(db).get(network) ?? 0)) putCount(db, "owed_block", "blocks", { network, count: blocks });
}

/** A network without a row has none. */
function putCount(db: Database, table: string, column: string, row: { network: string; count: number }): void {
  if (row.count === 0) db.run(`delete from ${table} where network = :network`, { network: row.network });
  else
    db.run(
      `insert into ${table} (network, ${column}) values (:network, :count)
       on conflict (network) do update set ${column} = excluded.${column}`,
      row,
    );
}

/** Interval mode: how many of the next slots get a block, whether or not a transaction waits. 0 when there are none. */
export function emptySlots(db: Database, network: string): number {
  const sql = "select slots from empty_slot where network = :network";
  return db.keptGet<{ slots: number }>(sql, { network })?.slots ?? 0;
}

export function putEmptySlots(db: Database, network: string, slots: number): void {
  if (slots !== emptySlots(db, network)) putCount(db, "empty_slot", "slots", { network, count: slots });
}

/** The networks that have a block due although no transaction may wait: owed ones and empty slots. */
export function networksWithBlocksDue(db: Database): Set<string> {
  const owed = db.keptAll<{ network: string }>("select network, blocks from owed_block");
  const slots = db.keptAll<{ network: string }>("select network, slots from empty_slot");
  return new Set([...owed, ...slots].map(({ network }) => network));
}

/** A block delayed by a fault: when it is due (virtual ms), and the id of the fault. */
export type HeldBlock = { network: string; until: number; fault: string };

export function heldBlock(db: Database, network: string): HeldBlock | undefined {
  return db.keptGet("select network, until, fault from held_block where network = :network", { network });
}

export function putHeldBlock(db: Database, held: HeldBlock): void {
  db.run(
    `insert into held_block (network, until, fault) values (:network, :until, :fault)
     on conflict (network) do update set until = excluded.until, fault = excluded.fault`,
    held,
  );
}

export function deleteHeldBlock(db: Database, network: string): void {
  if (heldBlock(db, network) === undefined) return;
  db.run("delete from held_block where network = :network", { network });
}
