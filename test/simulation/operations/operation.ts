// The type of an operation, and the random choices that several share: a tenant, a network, an asset, an address, an amount.
import type { Simulation } from "../simulation.ts";
import type { Chain } from "../world-setup.ts";

export type Operation = {
  name: string;
  /** Relative frequency. */
  weight: number;
  /** In every plan: the other operations depend on it. */
  always?: boolean;
  /** Only with a data folder. */
  needs?: "folder";
  run(sim: Simulation): Promise<unknown>;
};

export type Asset = { symbol: string; address: string; decimals: number };
export type Place = { network: string; address: string; category: string; tenant: number };

export function aTenant({ dice, model }: Simulation): number {
  const present = [...model.tenants.keys()].filter((number) => !model.tenants[number]?.removed);
  return dice.of(present);
}

export function aChain({ dice, setup }: Simulation): Chain {
  return dice.of(setup.chains);
}

export function anAsset({ dice }: Simulation, chain: Chain): Asset {
  return dice.oneIn(4) ? chain.native : dice.of(chain.tokens);
}

/** The addresses of one tenant, or of all, on a network. */
export function places({ model }: Simulation, network: string, of?: number): Place[] {
  return model.tenants.flatMap(({ watched, removed }, tenant) =>
    removed || (of !== undefined && of !== tenant)
      ? []
      : Object.entries(watched[network] ?? {}).map(([address, category]) => ({ network, address, category, tenant })),
  );
}

/** A plain decimal with at most six fraction digits, below `most` units. */
export function anAmount({ dice }: Simulation, most: number): string {
  const whole = dice.upTo(most);
  const parts = dice.oneIn(3) ? "" : `.${String(1 + dice.upTo(999_999)).padStart(6, "0")}`;
  return whole === 0 && parts === "" ? "1" : `${whole}${parts}`;
}

/** An amount as the service writes it: without trailing zeros. */
export function trimmed(amount: string): string {
  return amount.includes(".") ? amount.replace(/\.?0+$/, "") : amount;
}
