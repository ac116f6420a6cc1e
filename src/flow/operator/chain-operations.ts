// How an operator has the chains go on: mining modes, confirmation targets, base fees, tokens that are stopped, state that is changed.
import type { Chains, Hex, NextBlockInput } from "../../chains/chain.ts";
import { bringForward } from "../../domain/agenda.ts";
import { REPLACE_AFTER_MS, WATCH_ATTEMPT_JOB } from "../../domain/attempt/attempt.ts";
import { unminedOf } from "../../domain/attempt/store.ts";
import type { Asset } from "../../domain/network/network.ts";
import type { MiningMode } from "../../domain/network/store.ts";
import type { World } from "../../domain/world.ts";
import type { Loop } from "../loop/loop.ts";
import { type ChainDriver, exceptStorageFault } from "../mining/chain-driver.ts";
import type { MiningSchedule } from "../mining/mining-schedule.ts";
import type { Faucet } from "./faucet.ts";
import { type StateChange, setState } from "./set-state.ts";
import type { TokenAdminCall } from "./token-admin.ts";

export type ChainOperationsDependencies = {
  world: World;
  chains: Chains;
  mining: MiningSchedule;
  loop: Loop;
  work: ChainDriver;
  faucet: Faucet;
};

export class ChainOperations {
  readonly #parts: ChainOperationsDependencies;

  constructor(parts: ChainOperationsDependencies) {
    this.#parts = parts;
  }

  /** Changes how a network mines; `instant` mines what waits. */
  async setMining(network: string, mode: MiningMode, blockTimeMs: number | undefined): Promise<void> {
    const { loop, work } = this.#parts;
    await loop.exclusive(async () => work.setMining(network, mode, blockTimeMs));
    await loop.settled().catch(exceptStorageFault);
  }

  /** Changes the confirmation target; it holds for everything that is not confirmed yet. */
  async setConfirmations(network: string, blocks: number): Promise<void> {
    const { loop, work } = this.#parts;
    await loop.exclusive(async () => work.setConfirmations(network, blocks));
  }

  /**
   * Changes the base fee of every block from the next one on (wei per gas). That block is asked for, because clients reckon
   * with the fee of the head; resolves when what waited for a lower fee is visible. Manual mode: nothing is mined.
   */
  async setBaseFee(network: string, wei: bigint): Promise<void> {
    const { world, chains, mining, loop } = this.#parts;
    await loop.exclusive(async () => {
      chains.get(network).setBaseFee(wei);
      // What has become too cheap is replaced within a minute, however rarely it was looked at before.
      const soon = world.clock.now() + REPLACE_AFTER_MS;
      for (const { id } of unminedOf(world.db, network)) bringForward(world.db, WATCH_ATTEMPT_JOB, String(id), soon);
      mining.want(network, 1);
    });
    await loop.settled().catch(exceptStorageFault);
  }

  /** A transaction of a token's owner; resolves with its hash when what it causes is visible (manual mode: in the pool). */
  async administerToken(token: Asset, changeState: TokenAdminCall): Promise<Hex> {
    const { loop, work, faucet } = this.#parts;
    const hash = await loop.exclusive(() =>
      work.sending(token.network, () => faucet.administerToken(token, changeState)),
    );
    await loop.settled().catch(exceptStorageFault);
    return hash;
  }

  /** What holds for the next block alone. Throws `RpcError`. */
  setOnce(network: string, order: NextBlockInput): Promise<void> {
    const { loop, chains } = this.#parts;
    return loop.exclusive(async () => chains.get(network).setOnce(order));
  }

  /** Changes a chain's state without a transaction, as an act of its journal. Throws `RpcError`. */
  async act(network: string, order: StateChange): Promise<void> {
    const { loop, chains, world } = this.#parts;
    await loop.exclusive(() => setState(world, chains.get(network), order));
    await loop.settled().catch(exceptStorageFault);
  }
}
