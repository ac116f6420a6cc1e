// Sends transactions in turn; with instant mining their block is mined before the answer, and under load they share blocks that are owed.
import type { Chains, Hex, Submission } from "../../chains/chain.ts";
import { settingOf } from "../../domain/network/store.ts";
import type { World } from "../../domain/world.ts";
import type { Loop } from "../loop/loop.ts";
import type { ChainDriver } from "./chain-driver.ts";
import { exceptStorageFault } from "./chain-index.ts";
import type { MiningSchedule } from "./mining-schedule.ts";

/** Transactions that one turn sends at most: the blocks stay small, and whoever waits is answered soon. */
export const MAX_SHARED = 64;

type Dependencies = {
  world: World;
  chains: Chains;
  mining: Pick<MiningSchedule, "isDue" | "isUndisturbed" | "owesAtOnce" | "share">;
  loop: Pick<Loop, "exclusive">;
  driver: Pick<ChainDriver, "mineBlock" | "mineOffered" | "needsRepair">;
};
type Send = { submit: () => Promise<Hex>; given: Submission | undefined } & PromiseWithResolvers<Hex>;

export class Sender {
  readonly #dependencies: Dependencies;
  /** Network → sends whose turn has not come, oldest first. */
  readonly #queued = new Map<string, Set<Send>>();

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * Runs `submit` in its turn; in instant mode the block of the transaction is mined and read before this resolves, and indexed before
   * the process reads the next request. A block that
   * is owed takes the transactions that are queued by then, if the clock runs: with a frozen one, as with one request at a time,
   * each has its own block, so that the world follows from the order of requests alone. Rejects as `submit` and the loop do. `given`: what
   * `submit` submits: where its block can be mined at once, it is.
   */
  send(network: string, submit: () => Promise<Hex>, given?: Submission): Promise<Hex> {
    const send: Send = { submit: async () => submit(), given, ...Promise.withResolvers<Hex>() };
    const queued = this.#queued.get(network) ?? new Set();
    this.#queued.set(network, queued.add(send));
    const turn = this.#dependencies.loop.exclusive(() => this.#turn(network, send), { sendsTo: network });
    turn.catch((error: unknown) => {
      queued.delete(send);
      send.reject(error);
    });
    return send.promise;
  }

  async #turn(network: string, send: Send): Promise<void> {
    const { mining } = this.#dependencies;
    const queued = this.#queued.get(network);
    if (!queued?.has(send)) return;
    const sends = this.#isShared(network) ? [...queued].slice(0, MAX_SHARED) : [send];
    if (sends.length === 1 && (await this.#offer(network, send, queued))) return;
    const sent = await this.#submit(sends, queued);
    try {
      await this.#mine(network, sent.size, queued);
    } catch (error) {
      for (const { reject } of sent.keys()) reject(error);
      throw error;
    }
    // Only what was queued before these answers: the next request of the same client always finds the owed blocks mined.
    mining.share(network, this.#isRunning && queued.size > 0);
    for (const [{ resolve }, hash] of sent) resolve(hash);
  }

  /** True when the transaction was mined in one crossing, and answered; else nothing has changed. Throws as `mineOffered` before the answer. */
  async #offer(network: string, send: Send, queued: Set<Send>): Promise<boolean> {
    const { mining, driver } = this.#dependencies;
    const { given } = send;
    if (typeof given !== "string" || driver.needsRepair || !mining.isUndisturbed(network)) return false;
    queued.delete(send);
    // As in #turn: only what was queued before this answer.
    let isQueued = false;
    const answer = (hash: Hex): void => {
      isQueued = this.#isRunning && queued.size > 0;
      send.resolve(hash);
    };
    const isAlone = !this.#isRunning || queued.size === 0;
    const isMined = await driver.mineOffered(network, given, { isAlone, answer });
    if (isMined) mining.share(network, isQueued);
    return isMined;
  }

  get #isRunning(): boolean {
    return this.#dependencies.world.clock.mode === "running";
  }

  #isShared(network: string): boolean {
    return this.#isRunning && this.#dependencies.mining.owesAtOnce(network);
  }

  /** Puts the transactions into the pool; those that were refused are answered. After a storage fault the rest stays queued. */
  async #submit(sends: readonly Send[], queued: Set<Send>): Promise<Map<Send, Hex>> {
    const sent = new Map<Send, Hex>();
    for (const send of sends) {
      if (sent.size > 0 && this.#dependencies.driver.needsRepair) break;
      queued.delete(send);
      await send.submit().then((hash) => sent.set(send, hash), send.reject);
    }
    return sent;
  }

  /** Mines what is ready. A full block leaves the rest to further ones, at most one for each transaction. */
  async #mine(network: string, sent: number, queued: ReadonlySet<Send>): Promise<void> {
    const { world, chains, mining, driver } = this.#dependencies;
    if (settingOf(world, network).mining !== "instant") return;
    const isReady = () => chains.get(network).waiting > 0 && !driver.needsRepair && mining.isDue(network);
    // What is queued takes the place of the empty block that would follow.
    const isAlone = () => !this.#isRunning || queued.size === 0;
    for (let left = sent; left > 0 && isReady(); left -= 1)
      await driver.mineBlock(network, isAlone()).catch(exceptStorageFault);
  }
}
