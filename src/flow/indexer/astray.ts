// What a block holds that moves no money of ours but that people want to know: money on a wrong network, and calls of a token's issuer.
import type { Hex } from "../../chains/chain.ts";
import { watchedAt } from "../../domain/address/store.ts";
import { isCustomerOnOtherNetwork, type WrongNetwork } from "../../domain/deposit/wrong-network.ts";
import type { World } from "../../domain/world.ts";

type Place = Pick<WrongNetwork, "network" | "height" | "txHash">;
type MovedLeg = { asset: string; from: string; to: string; raw: bigint };

/** The legs of a transaction whose receiver is a customer on other networks alone; addresses lower-case. */
export function astray(world: World, place: Place, legs: readonly MovedLeg[]): WrongNetwork[] {
  return legs
    .filter(({ to, from }) => to !== from && watchedAt(world.db, place.network, to) === undefined)
    .filter(({ to }) => isCustomerOnOtherNetwork(world.db, to))
    .map(({ to, asset, raw }) => ({ ...place, to, asset, raw }));
}

/** `0x` and four bytes. */
const SELECTOR_LENGTH = 10;

/** A selector and nothing behind it to the contract of a token: `pause()` and `unpause()` are such calls. */
export function callsToken(world: World, network: string, { to, input }: { to: Hex | null; input: Hex }): boolean {
  return input.length === SELECTOR_LENGTH && to !== null && world.catalogue.findAsset(network, to) !== undefined;
}
