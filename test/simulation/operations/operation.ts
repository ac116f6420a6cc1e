// What an operation of the menu is, and what several of them draw: a tenant, a network, an asset, a place, an amount.
import type { Play } from "../play.ts";
import type { Chain } from "../stage.ts";

export type Operation = {
  name: string;
  /** How often it is on the menu, against the others. */
  weight: number;
  /** Never switched off: without it nothing else would mean anything. */
  always?: boolean;
  /** Only where rows are kept in a folder. */
  needs?: "folder";
  act(play: Play): Promise<unknown>;
};

export type Asset = { symbol: string; address: string; decimals: number };
export type Place = { network: string; address: string; category: string; tenant: number };

export function aTenant({ dice, model }: Play): number {
  const present = [...model.tenants.keys()].filter((number) => !model.tenants[number]?.removed);
  return dice.of(present);
}

export function aChain({ dice, stage }: Play): Chain {
  return dice.of(stage.chains);
}

export function anAsset({ dice }: Play, chain: Chain): Asset {
  return dice.oneIn(4) ? chain.native : dice.of(chain.tokens);
}

/** Where value may arrive on a network: of one tenant or of any. */
export function places({ model }: Play, network: string, of?: number): Place[] {
  return model.tenants.flatMap(({ watched, removed }, tenant) =>
    removed || (of !== undefined && of !== tenant)
      ? []
      : Object.entries(watched[network] ?? {}).map(([address, category]) => ({ network, address, category, tenant })),
  );
}

/** A plain decimal with at most six digits behind the point, less than `most` whole units. */
export function anAmount({ dice }: Play, most: number): string {
  const whole = dice.upTo(most);
  const parts = dice.oneIn(3) ? "" : `.${String(1 + dice.upTo(999_999)).padStart(6, "0")}`;
  return whole === 0 && parts === "" ? "1" : `${whole}${parts}`;
}

/** An amount as the service tells it: no zeros at the end. */
export function trimmed(amount: string): string {
  return amount.includes(".") ? amount.replace(/\.?0+$/, "") : amount;
}
