// The face of the flow: what the RPC front, the admin API and the service may ask of the loop.
import { type Chains, type Hex, type MinedBlock, type ReorgTransactions, RpcError } from "../chains/chain.ts";
import { confirmedHeight, tailHead } from "../domain/chain-tail.ts";
import { confirmedFrom } from "../domain/deposit/store.ts";
import { type MiningMode, updateConfirmations, updateMining } from "../domain/network/store.ts";
import {
  gasStationAddress,
  gasStationFunding,
  type ProvisionedTenant,
  provisionTenant,
  type TenantOrder,
} from "../domain/provision.ts";
import { nextTenantNumber } from "../domain/tenant/store.ts";
import type { World } from "../domain/world.ts";
import { Problem } from "../kernel/problem.ts";
import { Courtesy } from "./courtesy.ts";
import { Funds, type FundsOrder } from "./funds.ts";
import { Deliverer } from "./jobs/deliver.ts";
import { jobTable } from "./jobs.ts";
import { Loop } from "./loop.ts";
import { Mining, settingOf } from "./mining.ts";
import type { FlowParts } from "./parts.ts";
import { react } from "./reactions.ts";
import { runJob } from "./run-job.ts";
import { advance, type Journey, pendingWork, runUntilIdle, type TravelParts } from "./travel.ts";
import { type ChainChange, watch } from "./watcher/watch.ts";

export type ReorgOrder = { depth: number; transactions: ReorgTransactions; force: boolean };
export type ChainListener = (change: { network: string; removed: readonly MinedBlock[]; added: readonly MinedBlock[] }) => void;

export class Flow {
  readonly world: World;
  readonly chains: Chains;
  readonly #parts: FlowParts;
  readonly #loop: Loop;
  readonly #mining: Mining;
  readonly #deliverer: Deliverer;
  readonly #funds: Funds;
  readonly #courtesy: Courtesy;
  readonly #listeners = new Set<ChainListener>();

  constructor(parts: FlowParts) {
    this.#parts = parts;
    this.world = parts.world;
    this.chains = parts.chains;
    this.#mining = new Mining(parts.world, parts.chains);
    this.#deliverer = new Deliverer(parts);
    this.#funds = new Funds(parts);
    this.#courtesy = new Courtesy(parts.world, parts.chains, this.#mining);
    const jobs = jobTable(this.#deliverer, this.#courtesy);
    this.#loop = new Loop({
      world: parts.world,
      wall: parts.wall,
      log: parts.log,
      nextBlock: () => this.#mining.nextBlock(),
      mineBlock: (network) => this.#mineBlock(network),
      react: () => react(parts),
      runJob: (row) => runJob(parts, jobs, row),
    });
  }

  /** Reads in the blocks the chains have by now, and lets the loop begin. */
  async start(unfinished: readonly MinedBlock[]): Promise<void> {
    for (const { definition } of this.chains.all) {
      const mined = unfinished.filter(({ network }) => network === definition.symbol);
      await watch(this.world, this.chains.get(definition.symbol), mined);
    }
    this.#loop.wake();
  }

  /** Tells the loop that something was written. */
  wake(): void {
    this.#loop.wake();
  }

  /** Resolves when nothing is due now, deliveries under way aside. */
  settled(): Promise<void> {
    return this.#loop.settled();
  }

  /** Resolves at once with a running clock; with a frozen one when all due work is done, so that order is all that counts. */
  async settledWhenFrozen(): Promise<void> {
    if (this.world.clock.mode === "frozen") await this.settled();
  }

  /** Takes a signed transaction; in instant mode its block is mined and read in before this resolves. */
  async submit(network: string, raw: Hex): Promise<Hex> {
    const hash = await this.#loop.exclusive(() => this.#send(network, () => this.chains.get(network).submit(raw)));
    await this.settledWhenFrozen();
    return hash;
  }

  /** A real transfer from the faucet or the payer; resolves when what it causes is visible (manual mode: in the pool). */
  async transfer(order: FundsOrder): Promise<Hex> {
    const hash = await this.#loop.exclusive(async () => {
      try {
        return await this.#send(order.asset.network, () => this.#funds.transfer(order));
      } catch (error) {
        if (error instanceof RpcError) throw new Problem("invalidRequest", `the chain refused the transfer: ${error.message}`);
        throw error;
      }
    });
    await this.settledWhenFrozen();
    return hash;
  }

  /** Mines `blocks` blocks, whatever the mining mode. */
  async mine(network: string, blocks: number): Promise<void> {
    await this.#loop.exclusive(async () => {
      for (let mined = 0; mined < blocks; mined += 1) {
        await this.#mineBlock(network);
        while ((await this.#loop.step()) !== undefined);
      }
    });
    await this.settledWhenFrozen();
  }

  /** Replaces the last blocks; refused when it would take confirmed deposits away, unless forced. */
  async reorg(network: string, order: ReorgOrder): Promise<{ removed: Hex[]; added: Hex[] }> {
    const result = await this.#loop.exclusive(async () => {
      const chain = this.chains.get(network);
      const { depth } = order;
      if (depth > chain.head.number || depth > chain.deepestReorg) {
        throw new Problem("invalidRequest", `depth: ${network} has ${chain.head.number} blocks above block 0`);
      }
      const confirmed = confirmedFrom(this.world.db, network, chain.head.number - depth + 1);
      if (confirmed.length > 0 && !order.force) {
        const detail = `depth: ${confirmed.length} confirmed deposits lie in these blocks; use "force": true to remove them all the same`;
        throw new Problem("invalidRequest", detail, { details: { confirmed_deposits: confirmed.map(({ id }) => id) } });
      }
      const { removed, added } = await chain.reorg(depth, order.transactions);
      this.#funds.forgetNonces(network);
      await this.#readIn(network, added);
      return { removed, added: added.map(({ hash }) => hash) };
    });
    await this.settled();
    return result;
  }

  /** Changes how a network mines; `instant` mines what waits. */
  async setMining(network: string, mode: MiningMode, blockTimeMs: number | undefined): Promise<void> {
    await this.#loop.exclusive(async () => {
      const current = settingOf(this.world, network);
      this.world.db.transaction(() => updateMining(this.world.db, network, mode, blockTimeMs ?? current.block_time_ms));
    });
    await this.settled();
  }

  /** Changes the confirmation target; it holds for everything that is not confirmed yet. */
  async setConfirmations(network: string, blocks: number): Promise<void> {
    await this.#loop.exclusive(async () => {
      this.world.db.transaction(() => updateConfirmations(this.world.db, network, blocks));
      const head = tailHead(this.world.db, network)?.height ?? 0;
      if (head > 0) this.#mining.want(network, blocks);
    });
    await this.settledWhenFrozen();
  }

  /** A client of the RPC front waits for more confirmations. */
  clientWaits(network: string): void {
    this.#courtesy.clientWaits(network);
  }

  /** The height at or below which blocks are confirmed. */
  confirmedHeight(network: string): number {
    const head = tailHead(this.world.db, network)?.height ?? 0;
    return Math.max(0, confirmedHeight(head, settingOf(this.world, network).confirmations));
  }

  /** Travels to `to` (virtual ms); one journey at a time. */
  advance(to: number): Promise<Journey> {
    return this.#loop.exclusive(async () => {
      const now = this.world.clock.tick();
      if (to < now) throw new Problem("invalidRequest", "time goes forward only: name an instant that is not in the past");
      return advance(this.#travel, to);
    });
  }

  /** As `advance`, by a duration from the moment the journey begins. */
  advanceBy(durationMs: number): Promise<Journey> {
    return this.#loop.exclusive(() => advance(this.#travel, this.world.clock.tick() + durationMs));
  }

  async runUntilIdle(options: { advance: boolean; limitMs: number }): Promise<{ steps: number; pending: ReturnType<typeof pendingWork> }> {
    return this.#loop.exclusive(async () => {
      const until = options.advance ? this.world.clock.tick() + options.limitMs : undefined;
      const { steps } = await runUntilIdle(this.#travel, until);
      return { steps, pending: pendingWork(this.world) };
    });
  }

  freeze(): Promise<void> {
    return this.#loop.exclusive(async () => this.world.clock.freeze());
  }

  resume(): Promise<void> {
    return this.#loop.exclusive(async () => this.world.clock.resume());
  }

  /** Funds the gas stations of a new tenant on the chains, then provisions it (H-05). */
  createTenant(order: Omit<TenantOrder, "environment">): Promise<ProvisionedTenant> {
    return this.#loop.exclusive(async () => {
      const number = nextTenantNumber(this.world.db);
      for (const network of this.world.catalogue.networks) {
        const station = gasStationAddress(this.world, number, network);
        await this.chains.get(network.symbol).grant(station as Hex, gasStationFunding(network));
      }
      const full = { ...order, environment: this.#parts.environment };
      return this.world.db.transaction(() => provisionTenant(this.world, full));
    });
  }

  /** Calls `listener` for each change of a chain once it is read in; answers how to stop. */
  onBlocks(listener: ChainListener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Ends the loop and waits for deliveries under way. */
  async stop(): Promise<void> {
    await this.#loop.stop();
    await this.#deliverer.idle();
  }

  get #travel(): TravelParts {
    return { world: this.world, loop: this.#loop, deliverer: this.#deliverer };
  }

  async #send(network: string, send: () => Promise<Hex>): Promise<Hex> {
    const hash = await send();
    if (settingOf(this.world, network).mining === "instant" && this.chains.get(network).waiting > 0) await this.#mineBlock(network);
    return hash;
  }

  async #mineBlock(network: string): Promise<void> {
    const block = await this.chains.get(network).produce(this.world.clock.tick());
    this.#mining.mined(network, block.transactionHashes.length);
    if (block.transactionHashes.length > 0) this.#courtesy.filled(network, block.number);
    await this.#readIn(network, [block]);
  }

  async #readIn(network: string, mined: readonly MinedBlock[]): Promise<void> {
    const change = await watch(this.world, this.chains.get(network), mined);
    for (const listener of this.#listeners) listener(presentChange(change));
  }
}

function presentChange({ network, removed, added }: ChainChange): Parameters<ChainListener>[0] {
  return {
    network,
    removed: removed.map((block) => ({
      network,
      number: block.height,
      hash: block.hash as Hex,
      parentHash: block.parent_hash as Hex,
      timestamp: block.timestamp,
      transactionHashes: [],
    })),
    added: added.map((block) => ({
      network,
      number: block.number,
      hash: block.hash,
      parentHash: block.parentHash,
      timestamp: block.timestamp,
      transactionHashes: block.transactions.map(({ hash }) => hash),
    })),
  };
}
