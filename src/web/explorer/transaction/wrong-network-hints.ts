// Hints for a transaction that succeeded without effect: the usual mix-ups of networks.
import type { Hex } from "../../../chains/chain.ts";
import { watchedAt } from "../../../domain/address/store.ts";
import type { Network } from "../../../domain/network/network.ts";
import type { Context } from "../context.ts";
import type { EngineTransaction } from "../engine-shapes.ts";
import type { Moved } from "../value-transfers.ts";

/** For at most so many recipients the other networks are searched. */
const MOST_ASKED = 10;

/** Reports a call to an address without code, and the contract that was probably meant; "" where there is nothing to report. */
export async function calledNothing({ world, network, chain }: Context, sent: EngineTransaction): Promise<string> {
  if (sent.to === null || sent.input === "0x") return "";
  const code = await chain.request<Hex>("eth_getCode", [sent.to, "latest"]);
  if (code !== "0x") return "";
  const to = sent.to.toLowerCase();
  const [meant] = othersThan(network, world.catalogue.networks).flatMap((other) => {
    const asset = other.assets.find(({ native, key }) => !native && key === to);
    return asset === undefined ? [] : [`: it is ${asset.symbol} of ${other.name}`];
  });
  return `the called address has no code on ${network.name}, so nothing was called${meant ?? ""}`;
}

/** Reports a recipient that is an address of the API on another network but not on this one; "" where none is. */
export function arrivedNowhere({ world, network, showsRecords }: Context, moved: readonly Moved[]): string {
  if (!showsRecords) return "";
  const receivers = [...new Set(moved.map(({ to }) => to.toLowerCase()))].slice(0, MOST_ASKED);
  const notes = receivers.flatMap((to) => {
    if (watchedAt(world.db, network.symbol, to) !== undefined) return [];
    const homes = othersThan(network, world.catalogue.networks).filter(({ symbol }) => watchedAt(world.db, symbol, to));
    const names = homes.map(({ name }) => name).join(", ");
    return names === "" ? [] : [`${to} was assigned on ${names}, not on ${network.name}: no deposit comes of it here`];
  });
  return notes.join("; ");
}

function othersThan(network: Network, all: readonly Network[]): Network[] {
  return all.filter(({ symbol }) => symbol !== network.symbol);
}
