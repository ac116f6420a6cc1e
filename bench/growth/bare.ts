// Mines the journaled blocks of a database on bare engines in a process of its own: `node bench/growth/bare.ts DATABASE` prints their memory and time.
import { realpathSync } from "node:fs";
import { type Hex, numberToHex } from "viem";
import { readCatalogue } from "../../src/chains/catalogue.ts";
import { applyGenesis } from "../../src/chains/genesis.ts";
import { Journal } from "../../src/chains/journal.ts";
import { type RunningEngine, startEngines } from "../../src/chains/simulated.ts";
import { DEFAULT_CONFIG } from "../../src/config/options.ts";
import { Database } from "../../src/db/database.ts";
import { FAUCET_PATH } from "../../src/flow/settlements/route-accounts.ts";
import { silentLog } from "../../src/kernel/log.ts";
import { systemClock } from "../../src/kernel/wall-clock.ts";
import { assembleWorld, fundingOf } from "../../src/runtime/create-world.ts";

/** Memory in bytes; `seconds` and `cpuMs` (all threads) for the blocks alone. */
export type Bare = {
  idle: number;
  end: number;
  seconds: number;
  cpuMs: number;
  blocks: number;
  transactions: number;
};

const BATCH = 500;

/** Mines every canonical block of the journal with its state changes, without comparing hashes and without snapshots. */
async function replayBlocks(engine: RunningEngine, journal: Journal, totals: Bare): Promise<void> {
  for (let height = 1; ; ) {
    const blocks = journal.blocksFrom(height, BATCH);
    for (const { inputs } of blocks) {
      for (const change of journal.stateChangesAt(inputs.height - 1)) {
        if (change.kind !== "give") throw new Error(`the load of the bench makes no state change ${change.kind}`);
        const before = BigInt(await engine.request<Hex>("eth_getBalance", [change.address, "latest"]));
        await engine.request("hardhat_setBalance", [change.address, numberToHex(before + change.amount)]);
      }
      for (const hash of inputs.transactionHashes)
        await engine.request("eth_sendRawTransaction", [journal.transaction(hash).raw]);
      await engine.request("hardhat_setPrevRandao", [inputs.prevRandao]);
      await engine.request("hardhat_setNextBlockBaseFeePerGas", [numberToHex(inputs.baseFee)]);
      await engine.request("evm_mine", [inputs.timestamp]);
      totals.transactions += inputs.transactionHashes.length;
    }
    totals.blocks += blocks.length;
    height += blocks.length;
    if (blocks.length < BATCH) return;
  }
}

async function main(path: string): Promise<void> {
  const db = new Database(realpathSync(path));
  const clock = { mode: "frozen" as const, now: 0, offset: 0 };
  const { world, keyring } = assembleWorld({ config: DEFAULT_CONFIG, wall: systemClock, log: silentLog }, db, clock);
  const definitions = readCatalogue();
  const engines = await startEngines(definitions);
  for (const [index, definition] of definitions.entries()) {
    const genesis = {
      tokenOwner: keyring.addressAt(FAUCET_PATH) as Hex,
      funding: fundingOf(world, keyring, definition),
    };
    await applyGenesis(engines[index] as RunningEngine, definition, genesis);
  }
  globalThis.gc?.();
  const totals: Bare = { idle: process.memoryUsage().rss, end: 0, seconds: 0, cpuMs: 0, blocks: 0, transactions: 0 };
  const begun = performance.now();
  const cpu = process.cpuUsage();
  for (const [index, { symbol }] of definitions.entries())
    await replayBlocks(engines[index] as RunningEngine, new Journal(db, symbol), totals);
  totals.seconds = (performance.now() - begun) / 1_000;
  const { user, system } = process.cpuUsage(cpu);
  totals.cpuMs = (user + system) / 1_000;
  globalThis.gc?.();
  totals.end = process.memoryUsage().rss;
  db.close();
  process.stdout.write(`${JSON.stringify(totals)}\n`);
  process.exit(0);
}

await main(process.argv[2] ?? "");
