// Chain operations of the control API: mining modes, confirmation targets, base fees, token administration, state changes.
import type { Chains, Hex, NextBlockInput } from "../../chains/chain.ts";
import type { BaseFeeMode } from "../../chains/inputs/base-fee.ts";
import { bringForward } from "../../domain/agenda.ts";
import { REPLACE_AFTER_MS, WATCH_ATTEMPT_JOB } from "../../domain/attempt/attempt.ts";
import { unminedOf } from "../../domain/attempt/store.ts";
import type { Asset, Finality } from "../../domain/network/network.ts";
import { updateFinality, updateL1GasPrice } from "../../domain/network/store.ts";
import type { World } from "../../domain/world.ts";
import type { Loop } from "../loop/loop.ts";
import type { ChainDriver } from "../mining/chain-driver.ts";
import { exceptStorageFault } from "../mining/chain-index.ts";
import type { MiningInput, MiningSchedule } from "../mining/mining-schedule.ts";
import type { Sender } from "../mining/sender.ts";
import type { Faucet } from "./faucet.ts";
import { Impersonation } from "./impersonation.ts";
import { type StateChange, setState } from "./set-state.ts";
import type { TokenAdminCall } from "./token-admin.ts";

export type ChainOperationsDependencies = {
  world: World;
  chains: Chains;
  mining: MiningSchedule;
  loop: Loop;
  driver: ChainDriver;
  sender: Sender;
  faucet: Faucet;
};

export class ChainOperations {
  readonly impersonation: Impersonation;
  readonly #dependencies: ChainOperationsDependencies;

  constructor(dependencies: ChainOperationsDependencies) {
    this.#dependencies = dependencies;
    this.impersonation = new Impersonation(dependencies);
  }

  /** Changes how a network mines; `instant` mines what is pending. */
  async setMining(network: string, input: MiningInput): Promise<void> {
    const { loop, mining } = this.#dependencies;
    await loop.exclusive(async () => mining.set(network, input));
    await loop.settled().catch(exceptStorageFault);
  }

  /** Changes the confirmation target for everything that is not confirmed yet. */
  async setConfirmations(network: string, blocks: number): Promise<void> {
    const { loop, driver } = this.#dependencies;
    await loop.exclusive(async () => driver.setConfirmations(network, blocks));
  }

  /**
   * Changes the base fee from the next block on (wei per gas), or how it moves; without either as it is. That block is requested, because clients calculate with the
   * fee of the head; resolves when transactions that waited for a lower fee are processed. Manual mode: nothing is mined.
   */
  async setBaseFee(network: string, wei: bigint | undefined, mode?: BaseFeeMode): Promise<void> {
    const { world, chains, mining, loop } = this.#dependencies;
    await loop.exclusive(async () => {
      chains.get(network).setBaseFee(wei, mode);
      // An attempt that has become too cheap is replaced within a minute, however rarely it was checked before.
      const soon = world.clock.now() + REPLACE_AFTER_MS;
      for (const { id } of unminedOf(world.db, network)) bringForward(world.db, WATCH_ATTEMPT_JOB, String(id), soon);
      mining.want(network, 1);
    });
    await loop.settled().catch(exceptStorageFault);
  }

  /** Which blocks `safe` and `finalized` name from now on; null: the confirmed height. */
  setFinality(network: string, finality: Finality | null): Promise<void> {
    const { loop, world } = this.#dependencies;
    return loop.exclusive(async () => world.db.transaction(() => updateFinality(world.db, network, finality)));
  }

  /** The price of L1 gas (wei) that receipts of a layer-2 network show from now on, also of older transactions; null: none. */
  setL1GasPrice(network: string, wei: bigint | null): Promise<void> {
    const { loop, world } = this.#dependencies;
    return loop.exclusive(async () => world.db.transaction(() => updateL1GasPrice(world.db, network, wei)));
  }

  /** A transaction of a token's owner; resolves with its hash when its effects are visible (manual mode: when it is in the pool). */
  async administerToken(token: Asset, changeState: TokenAdminCall): Promise<Hex> {
    const { loop, sender, faucet } = this.#dependencies;
    const hash = await sender.send(token.network, () => faucet.administerToken(token, changeState));
    await loop.settled().catch(exceptStorageFault);
    return hash;
  }

  /** Settings of the next block only. Throws `RpcError`. */
  setOnce(network: string, input: NextBlockInput): Promise<void> {
    const { loop, chains } = this.#dependencies;
    return loop.exclusive(async () => chains.get(network).setOnce(input));
  }

  /** Changes a chain's state without a transaction, as an entry of its journal. Throws `RpcError`. */
  async act(network: string, input: StateChange): Promise<void> {
    const { loop, chains, world } = this.#dependencies;
    await loop.exclusive(() => setState(world, chains.get(network), input));
    await loop.settled().catch(exceptStorageFault);
  }
}
