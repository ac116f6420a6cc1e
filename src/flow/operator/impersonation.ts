// Impersonation: which addresses a client may send from without a key, and why never from those of the platform.
import { type Hex, RpcError } from "../../chains/chain.ts";
import { RPC_CODE } from "../../chains/rpc-errors.ts";
import { isUdaAddress, watchedAt } from "../../domain/address/store.ts";
import { PROVIDERS } from "../../domain/quote/quote.ts";
import { deleteUnlocked, insertUnlocked, isUnlocked, putUnlockAll } from "../../domain/unlocked-account/store.ts";
import type { World } from "../../domain/world.ts";
import type { Loop } from "../loop/loop.ts";
import { FAUCET_PATH, intakePath, PAYER_PATHS, PLATFORM_PATH, solverPath } from "../settlements/route-accounts.ts";

const CATEGORIES = {
  user: "a wallet address",
  vault: "a vault address",
  gas_station: "a gas station",
  uda: "a UDA",
} as const;

/** Unlocked addresses are rows of the world: they outlive a restart, and a snapshot has those that it was taken with. */
export class Impersonation {
  readonly #world: World;
  readonly #loop: Pick<Loop, "exclusive">;
  #platform: ReadonlyMap<string, string> | undefined;

  constructor({ world, loop }: { world: World; loop: Pick<Loop, "exclusive"> }) {
    this.#world = world;
    this.#loop = loop;
  }

  /** @throws RpcError for an address that the platform manages on any network */
  unlock(network: string, address: Hex): Promise<void> {
    this.#checkForeign(address);
    return this.#write(() => insertUnlocked(this.#world.db, network, address.toLowerCase()));
  }

  /** False when it was not unlocked. */
  lock(network: string, address: Hex): Promise<boolean> {
    return this.#write(() => deleteUnlocked(this.#world.db, network, address.toLowerCase()));
  }

  /** Every address of the network, or only the unlocked ones again. */
  unlockAll(network: string, on: boolean): Promise<void> {
    return this.#write(() => putUnlockAll(this.#world.db, network, on));
  }

  /** @throws RpcError for an unlocked address that the platform manages by now */
  isUnlocked(network: string, address: Hex): boolean {
    if (!isUnlocked(this.#world.db, network, address.toLowerCase())) return false;
    this.#checkForeign(address);
    return true;
  }

  #checkForeign(address: Hex): void {
    const role = this.#roleOf(address.toLowerCase());
    if (role === undefined) return;
    throw new RpcError(
      RPC_CODE.server,
      `${address} is ${role} of the sandbox and cannot be impersonated: its ledger knows no such outflow; pay out of it with a payout or a transfer of the service, or fund another address with hardhat_setBalance or POST /admin/faucet`,
    );
  }

  #roleOf(address: string): string | undefined {
    const { db, catalogue, derive } = this.#world;
    for (const { symbol } of catalogue.networks) {
      const watched = watchedAt(db, symbol, address);
      if (watched !== undefined) return CATEGORIES[watched.category];
    }
    if (isUdaAddress(db, address)) return CATEGORIES.uda;
    this.#platform ??= new Map(platformAccounts().map(([path, role]) => [derive(path), role]));
    return this.#platform.get(address);
  }

  #write<T>(work: () => T extends PromiseLike<unknown> ? never : T): Promise<T> {
    return this.#loop.exclusive(async () => this.#world.db.transaction(work));
  }
}

function platformAccounts(): [path: string, role: string][] {
  return [
    ...PROVIDERS.map((provider): [string, string] => [solverPath(provider), `the solver ${provider}`]),
    ...PROVIDERS.map((provider): [string, string] => [intakePath(provider), `an account of the solver ${provider}`]),
    [PLATFORM_PATH, "the fee account"],
    [FAUCET_PATH, "the faucet and token owner"],
    ...PAYER_PATHS.map((path): [string, string] => [path, "a payer of requested deposits"]),
  ];
}
