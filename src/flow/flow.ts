// Facade of the flow: what the RPC server, the control API and the service may ask of the main loop.
import type { Chains, Hex, MinedBlock, Submission } from "../chains/chain.ts";
import type { Finality } from "../domain/network/network.ts";
import type { World } from "../domain/world.ts";
import { Announcements } from "./announcements.ts";
import { Deliverer } from "./deliveries/deliver.ts";
import type { FlowDependencies } from "./dependencies.ts";
import { jobTable } from "./job-table.ts";
import { Loop } from "./loop/loop.ts";
import { mineBlocks } from "./loop/mine-on-request.ts";
import { preparing } from "./loop/prepare.ts";
import { quiesce } from "./loop/quiesce.ts";
import { recover } from "./loop/recovery.ts";
import { runJob } from "./loop/run-job.ts";
import {
  advance,
  advanceBy,
  type PendingWork,
  pendingWork,
  runUntilIdle,
  setClockMode,
  type TimeTravelDependencies,
  type TimeTravelResult,
} from "./loop/time-travel.ts";
import { ChainDriver } from "./mining/chain-driver.ts";
import { exceptStorageFault } from "./mining/chain-index.ts";
import { ConfirmationBlocks } from "./mining/confirmation-blocks.ts";
import { MiningSchedule } from "./mining/mining-schedule.ts";
import { Sender } from "./mining/sender.ts";
import { ChainOperations } from "./operator/chain-operations.ts";
import { createTenant, type NewTenant } from "./operator/create-tenant.ts";
import { type Dropped, dropTransaction } from "./operator/drop-transaction.ts";
import { Faucet, type FaucetInput, type LegsInput, networkOf, refusedByChain } from "./operator/faucet.ts";

/** What waits for webhook handlers itself. */
const OUTERMOST = { outermost: true };

export class Flow {
  readonly world: World;
  readonly chains: Chains;
  /** Chain operations of the control API: mining modes, confirmation targets, base fees, token administration, state changes. */
  readonly operations: ChainOperations;
  /** Blocks for clients of the RPC server that wait for confirmations. */
  readonly waiting: ConfirmationBlocks;
  readonly #dependencies: FlowDependencies;
  readonly #loop: Loop;
  readonly #driver: ChainDriver;
  readonly #deliverer: Deliverer;
  readonly #faucet: Faucet;
  readonly #sender: Sender;
  readonly #mining: MiningSchedule;
  readonly #travel: TimeTravelDependencies;

  constructor(dependencies: FlowDependencies) {
    const { world, chains, wall, log, maxSteps } = dependencies;
    const limits = maxSteps === undefined ? {} : { maxSteps };
    [this.#dependencies, this.world, this.chains] = [dependencies, world, chains];
    this.#mining = new MiningSchedule(world, chains);
    this.#driver = new ChainDriver(dependencies, this.#mining);
    this.#deliverer = new Deliverer(dependencies, () => this.#loop.wake());
    this.#faucet = new Faucet(dependencies);
    const [jobs, announcements] = [jobTable(this.#deliverer), new Announcements(dependencies)];
    this.#loop = new Loop({
      ...{ world, wall, log, ...limits },
      nextBlock: (sendsTo) => this.#mining.nextBlock(sendsTo),
      mineBlock: (network) => this.#driver.mineBlock(network),
      hasEvents: () => announcements.hasEvents,
      processEvents: () => announcements.take(),
      runJob: (row) => runJob(dependencies, jobs, row),
      prepare: () => preparing(dependencies, this.#driver, this.#deliverer),
    });
    const [loop, mining, driver, faucet] = [this.#loop, this.#mining, this.#driver, this.#faucet];
    this.#sender = new Sender({ world, chains, mining, loop, driver });
    this.operations = new ChainOperations({ ...dependencies, mining, loop, driver, sender: this.#sender, faucet });
    this.waiting = new ConfirmationBlocks({ world, chains, mining, loop });
    this.#travel = { world, loop, deliverer: this.#deliverer, ...limits };
  }

  /** Indexes the blocks that the chains already have, schedules jobs for open records, and starts the loop. */
  async start(unfinished: readonly MinedBlock[]): Promise<void> {
    await this.#driver.catchUp(unfinished);
    recover(this.#dependencies);
    this.#loop.wake();
  }

  /** Notifies the loop that something was written. */
  wake(): void {
    this.#loop.wake();
  }

  /** Resolves when nothing is due now (running deliveries aside) and subscribers are notified, or when a storage fault stops the loop. */
  async settled(): Promise<void> {
    await this.#loop.settled().catch(exceptStorageFault);
    await this.#driver.announced();
  }

  /** Runs `work` when nothing is due and no other work runs; the chains do not change meanwhile. */
  alone<T>(work: () => Promise<T>): Promise<T> {
    return this.#loop.exclusive(work);
  }

  /** With a running clock resolves at once; with a frozen one when all due work is done: results depend only on the order of requests. */
  async settledWhenFrozen(): Promise<void> {
    if (this.world.clock.mode === "frozen") await this.settled();
  }

  /** Submits a transaction; in instant mode its block is mined before this resolves, and indexed before the next request is read. Throws `RpcError`. */
  async submit(network: string, transaction: Submission): Promise<Hex> {
    const hash = await this.#sender.send(network, () => this.chains.get(network).submit(transaction), transaction);
    await this.settledWhenFrozen();
    return hash;
  }

  /**
   * Sends a real transfer from the faucet or a payer, or several in one transaction of a payer; resolves when its effects are visible (manual mode: when it is in the pool).
   * @throws Problem invalidRequest when the chain rejects it
   */
  async transfer(input: FaucetInput | LegsInput): Promise<Hex> {
    const hash = await this.#sender.send(networkOf(input), () => this.#faucet.transfer(input)).catch(refusedByChain);
    await this.settled();
    return hash;
  }

  /** Mines `blocks` blocks in any mining mode and processes the effects of each. */
  async mine(network: string, blocks: number): Promise<void> {
    await this.#loop.exclusive(() => mineBlocks(this.#driver, this.#loop, network, blocks));
    await this.settledWhenFrozen();
  }

  /** Replaces the last blocks; refused when they hold confirmed records, unless forced. */
  async reorg(...[network, input]: Parameters<ChainDriver["reorg"]>): ReturnType<ChainDriver["reorg"]> {
    const result = await this.#loop.exclusive(() => this.#driver.reorg(network, input));
    await this.settled();
    return result;
  }

  /** Removes a pending transaction from the pool. @throws Problem for one that is not pending */
  drop(network: string, hash: string): Promise<Dropped> {
    return this.#loop.exclusive(() => dropTransaction(this.#dependencies, network, hash));
  }

  /** The block that `safe` or `finalized` names: the highest confirmed one, unless the network has lags. */
  taggedHeight(network: string, lag: keyof Finality): number {
    return this.#driver.taggedHeight(network, lag);
  }

  /** Moves the clock to `to` (virtual ms) or to work that is due next; one at a time. @throws Problem invalidRequest for the past */
  advance(to: number | { next: number }): Promise<TimeTravelResult> {
    return this.#loop.exclusive(() => advance(this.#travel, to), OUTERMOST);
  }

  /** As `advance`, by a duration counted from when it starts. */
  advanceBy(durationMs: number): Promise<TimeTravelResult> {
    return this.#loop.exclusive(() => advanceBy(this.#travel, durationMs), OUTERMOST);
  }

  /** Runs what is due; with `advance` also moves the clock from one due item to the next, at most `limitMs` ahead. */
  runUntilIdle(options: { advance: boolean; limitMs: number }): Promise<{ steps: number; pending: PendingWork[] }> {
    return this.#loop.exclusive(async () => {
      const until = options.advance ? this.world.clock.tick() + options.limitMs : undefined;
      const { steps } = await runUntilIdle(this.#travel, until);
      return { steps, pending: this.pending() };
    }, OUTERMOST);
  }

  /** Planned blocks and jobs, soonest first. */
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
  createTenant(input: NewTenant): ReturnType<typeof createTenant> {
    return this.#loop.exclusive(() => createTenant(this.#dependencies, input), OUTERMOST);
  }

  /** Runs `read` while no work and no delivery is running, with the clock's position saved. */
  quiesce<T>(read: () => T): Promise<T> {
    return this.#loop.exclusive(() => quiesce(this.world, this.#loop, this.#deliverer, read), OUTERMOST);
  }

  /** Calls `listener` for each change of a chain after it is indexed; returns a function that unsubscribes. */
  onBlocks(listener: Parameters<ChainDriver["onBlocks"]>[0]): () => void {
    return this.#driver.onBlocks(listener);
  }

  /** Stops the loop; running deliveries are abandoned without saving their results. */
  async stop(): Promise<void> {
    this.#deliverer.abandon();
    await this.#loop.stop();
  }
}
