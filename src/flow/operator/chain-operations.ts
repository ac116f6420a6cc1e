// How an operator has the chains go on: mining modes, confirmation targets, base fees, tokens that are stopped, state that is changed.
import type { Chains, Hex, OnceOrder } from "../../chains/chain.ts";
import { bringForward } from "../../domain/agenda.ts";
import { REPLACE_AFTER_MS, WATCH_ATTEMPT_JOB } from "../../domain/attempt/attempt.ts";
import { unminedOf } from "../../domain/attempt/store.ts";
import type { Asset } from "../../domain/network/network.ts";
import type { MiningMode } from "../../domain/network/store.ts";
import type { World } from "../../domain/world.ts";
import type { Loop } from "../loop/loop.ts";
import { type ChainWork, unlessDisk } from "../mining/chain-driver.ts";
import type { Mining } from "../mining/mining-schedule.ts";
import type { Funds } from "./faucet.ts";
import { actOnChain, type StateAct } from "./set-state.ts";
import type { TokenAct } from "./token-admin.ts";

export type ChainOrderParts = {
  world: World;
  chains: Chains;
  mining: Mining;
  loop: Loop;
  work: ChainWork;
  funds: Funds;
};

export class ChainOrders {
  readonly #parts: ChainOrderParts;

  constructor(parts: ChainOrderParts) {
    this.#parts = parts;
  }

  /** Changes how a network mines; `instant` mines what waits. */
  async setMining(network: string, mode: MiningMode, blockTimeMs: number | undefined): Promise<void> {
    const { loop, work } = this.#parts;
    await loop.exclusive(async () => work.setMining(network, mode, blockTimeMs));
    await loop.settled().catch(unlessDisk);
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
    await loop.settled().catch(unlessDisk);
  }

  /** A transaction of a token's owner; resolves with its hash when what it causes is visible (manual mode: in the pool). */
  async actOnToken(token: Asset, act: TokenAct): Promise<Hex> {
    const { loop, work, funds } = this.#parts;
    const hash = await loop.exclusive(() => work.sending(token.network, () => funds.actOnToken(token, act)));
    await loop.settled().catch(unlessDisk);
    return hash;
  }

  /** What holds for the next block alone. Throws `RpcError`. */
  setOnce(network: string, order: OnceOrder): Promise<void> {
    const { loop, chains } = this.#parts;
    return loop.exclusive(async () => chains.get(network).setOnce(order));
  }

  /** Changes a chain's state without a transaction, as an act of its journal. Throws `RpcError`. */
  async act(network: string, order: StateAct): Promise<void> {
    const { loop, chains, world } = this.#parts;
    await loop.exclusive(() => actOnChain(world, chains.get(network), order));
    await loop.settled().catch(unlessDisk);
  }
}
