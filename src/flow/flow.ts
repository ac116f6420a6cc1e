// The face of the flow: what the RPC front, the admin API and the service may ask of the loop.
import type { Chains, Hex, MinedBlock } from "../chains/chain.ts";
import type { World } from "../domain/world.ts";
import { Deliverer } from "./deliveries/deliver.ts";
import type { FlowDependencies } from "./dependencies.ts";
import { jobTable } from "./job-table.ts";
import { Loop } from "./loop/loop.ts";
import { mineBlocks } from "./loop/mine-on-request.ts";
import { quiesce } from "./loop/quiesce.ts";
import { recover } from "./loop/recovery.ts";
import { repairing } from "./loop/repair.ts";
import { runJob } from "./loop/run-job.ts";
import {
  advance,
  type PendingWork,
  pendingWork,
  runUntilIdle,
  setClockMode,
  type TimeTravelDependencies,
  type TimeTravelResult,
} from "./loop/time-travel.ts";
import { ChainDriver, exceptStorageFault, type ReorgInput, type ReorgResult } from "./mining/chain-driver.ts";
import { MiningSchedule } from "./mining/mining-schedule.ts";
import { ChainOperations } from "./operator/chain-operations.ts";
import { createTenant, type NewTenant } from "./operator/create-tenant.ts";
import { type Dropped, dropTransaction } from "./operator/drop-transaction.ts";
import { Faucet, type FaucetInput, refusedByChain } from "./operator/faucet.ts";
import { processNextEvent } from "./outbox-processor.ts";

export class Flow {
  readonly world: World;
  readonly chains: Chains;
  /** What an operator has the chains do beside their own course. */
  readonly operations: ChainOperations;
  readonly #parts: FlowDependencies;
  readonly #loop: Loop;
  readonly #work: ChainDriver;
  readonly #deliverer: Deliverer;
  readonly #funds: Faucet;
  readonly #mining: MiningSchedule;
  readonly #travel: TimeTravelDependencies;

  constructor(parts: FlowDependencies) {
    const { world, chains, wall, log, maxSteps } = parts;
    const patience = maxSteps === undefined ? {} : { maxSteps };
    this.world = world;
    this.chains = chains;
    this.#parts = parts;
    this.#mining = new MiningSchedule(world, chains);
    this.#work = new ChainDriver(parts, this.#mining);
    this.#deliverer = new Deliverer(parts, () => this.#loop.wake());
    this.#funds = new Faucet(parts);
    const jobs = jobTable(this.#deliverer, this.#work.confirmationBlocks);
    this.#loop = new Loop({
      ...{ world, wall, log, ...patience },
      nextBlock: () => this.#mining.nextBlock(),
      mineBlock: (network) => this.#work.mineBlock(network),
      processNextEvent: () => processNextEvent(parts),
      runJob: (row) => runJob(parts, jobs, row),
      repair: () => repairing(this.#work, this.#deliverer),
    });
    const [loop, work, faucet] = [this.#loop, this.#work, this.#funds];
    this.operations = new ChainOperations({ ...parts, mining: this.#mining, loop, work, faucet });
    this.#travel = { world, loop, deliverer: this.#deliverer, ...patience };
  }

  /** Reads in the blocks the chains have by now, brings what is open to its worker, and lets the loop begin. */
  async start(unfinished: readonly MinedBlock[]): Promise<void> {
    await this.#work.catchUp(unfinished);
    recover(this.#parts);
    this.#loop.wake();
  }

  /** Tells the loop that something was written. */
  wake(): void {
    this.#loop.wake();
  }

  /** Resolves when nothing is due now, deliveries under way aside, and subscribers are told; or when the disk stops it. */
  async settled(): Promise<void> {
    await this.#loop.settled().catch(exceptStorageFault);
    await this.#work.announced();
  }

  /** Runs `work` when nothing is due and nothing else runs; the chains do not change meanwhile. */
  alone<T>(work: () => Promise<T>): Promise<T> {
    return this.#loop.exclusive(work);
  }

  /** Resolves at once with a running clock; with a frozen one when all due work is done, so that order is all that counts. */
  async settledWhenFrozen(): Promise<void> {
    if (this.world.clock.mode === "frozen") await this.settled();
  }

  /** Takes a signed transaction; in instant mode its block is mined and read in before this resolves. Throws `RpcError`. */
  async submit(network: string, raw: Hex): Promise<Hex> {
    const send = (): Promise<Hex> => this.chains.get(network).submit(raw);
    const hash = await this.#loop.exclusive(() => this.#work.sending(network, send));
    await this.settledWhenFrozen();
    return hash;
  }

  /**
   * A real transfer from the faucet or the payer; resolves when what it causes is visible (manual mode: in the pool).
   * @throws Problem invalidRequest when the chain refuses it
   */
  async transfer(order: FaucetInput): Promise<Hex> {
    const send = (): Promise<Hex> => this.#funds.transfer(order);
    const sent = this.#loop.exclusive(() => this.#work.sending(order.asset.network, send));
    const hash = await sent.catch(refusedByChain);
    await this.settled();
    return hash;
  }

  /** Mines `blocks` blocks, whatever the mining mode, with all that each brings about. */
  async mine(network: string, blocks: number): Promise<void> {
    await this.#loop.exclusive(() => mineBlocks(this.#work, this.#loop, network, blocks));
    await this.settledWhenFrozen();
  }

  /** Replaces the last blocks; refused when it would take away what is confirmed, unless forced. */
  async reorg(network: string, order: ReorgInput): Promise<ReorgResult> {
    const result = await this.#loop.exclusive(() => this.#work.reorg(network, order));
    await this.settled();
    return result;
  }

  /** Takes a waiting transaction out of the pool. @throws Problem for one that does not wait */
  drop(network: string, hash: string): Promise<Dropped> {
    return this.#loop.exclusive(() => dropTransaction(this.#parts, network, hash));
  }

  /** A client of the RPC front waits for more confirmations. */
  clientWaits(network: string): void {
    this.#work.confirmationBlocks.clientWaits(network);
  }

  /** The height at or below which blocks are confirmed. */
  confirmedHeight(network: string): number {
    return this.#work.confirmedHeight(network);
  }

  /** Travels to `to` (virtual ms); one journey at a time. @throws Problem invalidRequest for an instant in the past */
  advance(to: number): Promise<TimeTravelResult> {
    return this.#loop.exclusive(() => advance(this.#travel, to));
  }

  /** As `advance`, by a duration from when it begins. */
  advanceBy(durationMs: number): Promise<TimeTravelResult> {
    return this.#loop.exclusive(() => advance(this.#travel, this.world.clock.tick() + durationMs));
  }

  /** Does what is due; with `advance` also travels from one due thing to the next, at most `limitMs` ahead. */
  runUntilIdle(options: { advance: boolean; limitMs: number }): Promise<{ steps: number; pending: PendingWork[] }> {
    return this.#loop.exclusive(async () => {
      const until = options.advance ? this.world.clock.tick() + options.limitMs : undefined;
      const { steps } = await runUntilIdle(this.#travel, until);
      return { steps, pending: this.pending() };
    });
  }

  /** What is planned, soonest first: blocks and jobs. */
  pending(limit?: number): PendingWork[] {
    return pendingWork(this.world, this.#mining.planned(), limit);
  }

  freeze(): Promise<void> {
    return this.#loop.exclusive(async () => setClockMode(this.world, "frozen"));
  }

  resume(): Promise<void> {
    return this.#loop.exclusive(async () => setClockMode(this.world, "running"));
  }

  /** Funds the gas stations of a new tenant on the chains, then provisions it (H-05). */
  createTenant(order: NewTenant): ReturnType<typeof createTenant> {
    return this.#loop.exclusive(() => createTenant(this.#parts, order));
  }

  /** Runs `read` while nothing moves and no delivery is under way, with the clock's position written down. */
  quiesce<T>(read: () => T): Promise<T> {
    return this.#loop.exclusive(() => quiesce(this.world, this.#deliverer, read));
  }

  /** Calls `listener` for each change of a chain once it is read in; answers how to stop. */
  onBlocks(listener: Parameters<ChainDriver["onBlocks"]>[0]): () => void {
    return this.#work.onBlocks(listener);
  }

  /** Ends the loop; deliveries under way are let go without writing what came of them. */
  async stop(): Promise<void> {
    this.#deliverer.abandon();
    await this.#loop.stop();
  }
}
