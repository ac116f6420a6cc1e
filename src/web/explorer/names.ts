// Names of addresses: a token, an account of the sandbox itself, or the role it has for a tenant.
import { MULTICALL_ADDRESS, SWEEPER_ADDRESS } from "../../chains/artifact.ts";
import { watchedAt } from "../../domain/address/store.ts";
import type { Network } from "../../domain/network/network.ts";
import { PROVIDERS } from "../../domain/quote/quote.ts";
import type { World } from "../../domain/world.ts";
import {
  FAUCET_PATH,
  intakePath,
  PAYER_PATHS,
  PLATFORM_PATH,
  solverPath,
} from "../../flow/settlements/route-accounts.ts";

const CATEGORIES = { user: "wallet", vault: "vault", gas_station: "gas station", uda: "deposit address" } as const;

/** The name of a lower-case address, or "" where it has none. */
export type Names = (address: string) => string;

/** `showsRecords`: whether the roles of tenants' addresses may be shown. */
export function namesOf(world: World, network: Network, showsRecords: boolean): Names {
  const own = accountsOf(world);
  return (address) => {
    const token = network.assets.find((asset) => !asset.native && asset.key === address);
    if (token !== undefined) return `${token.symbol} token`;
    const watched = showsRecords ? watchedAt(world.db, network.symbol, address) : undefined;
    return watched === undefined ? (own.get(address) ?? "") : CATEGORIES[watched.category];
  };
}

const accounts = new WeakMap<World, ReadonlyMap<string, string>>();

/** Deriving keys takes time, so the accounts of each world are derived once. */
function accountsOf(world: World): ReadonlyMap<string, string> {
  const known = accounts.get(world);
  if (known !== undefined) return known;
  const named: [string, string][] = [
    [world.derive(FAUCET_PATH), "sandbox faucet"],
    ...PAYER_PATHS.map((path): [string, string] => [world.derive(path), "sandbox payer"]),
    [world.derive(PLATFORM_PATH), "platform fees"],
    ...PROVIDERS.flatMap((provider): [string, string][] => [
      [world.derive(solverPath(provider)), `${provider} solver`],
      [world.derive(intakePath(provider)), `${provider} intake`],
    ]),
    [SWEEPER_ADDRESS.toLowerCase(), "sweeper contract"],
    [MULTICALL_ADDRESS.toLowerCase(), "multicall contract"],
  ];
  const map = new Map(named.map(([address, name]) => [address.toLowerCase(), name]));
  accounts.set(world, map);
  return map;
}
