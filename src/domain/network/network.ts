// The catalogue of networks and assets, with lookups by every name of the service (K-8).
import { assert, required } from "../../kernel/assert.ts";

/** The contract address that stands for the native coin (K-7). */
export const NATIVE = "0x0000000000000000000000000000000000000000";

/** How networks are grouped; the catalogue of the sandbox has `evm` only (H-49). */
export const NETWORK_CATEGORIES = ["evm", "tvm", "utxo", "svm"] as const;
export type NetworkCategory = (typeof NETWORK_CATEGORIES)[number];

/** One asset of one network. `address` is EIP-55, `key` the same in lower case (used in rows and maps). */
export type Asset = {
  network: string;
  name: string;
  symbol: string;
  decimals: number;
  address: string;
  key: string;
  native: boolean;
};

/** A token of the network that the service does not know: it makes no deposit. `mintable`: its owner can create units. */
export type OtherToken = Asset & { mintable: boolean };

/** How old a block is before it is safe and finalized, ms of virtual time. */
export type Finality = { safeMs: number; finalizedMs: number };

/** One network; assets native first, then tickers A–Z. */
export type Network = {
  id: string;
  symbol: string;
  name: string;
  chainId: number;
  category: NetworkCategory;
  blockTimeMs: number;
  confirmations: number;
  udaSupport: boolean;
  /** How old a block of the real network is when it is safe and finalized (ms); null when the catalogue does not say. */
  finality: Finality | null;
  native: Asset;
  assets: readonly Asset[];
  otherTokens: readonly OtherToken[];
  /** Further names that people write, for hints. */
  alsoCalled: readonly string[];
};

type TokenRow = { name: string; symbol: string; decimals: number; address: string; contract?: string };

/** A row of the catalogue file, as far as the domain reads it (the chains read more). */
export type CatalogueRow = {
  network_id: string;
  symbol: string;
  name: string;
  eip155_id: number;
  category: string;
  native: { name: string; symbol: string; decimals: number };
  tokens: readonly TokenRow[];
  other_tokens?: readonly TokenRow[];
  also_called?: readonly string[];
  block_time_ms: number;
  confirmations: number;
  uda_support: boolean;
  finality?: { safe_ms: number; finalized_ms: number };
};

/** All networks, ordered by numeric network id, with lookups by symbol, id and chain id. */
export class Catalogue {
  readonly networks: readonly Network[];
  readonly #byName = new Map<string, Network>();
  readonly #byChainId = new Map<number, Network>();
  readonly #assets = new Map<string, Asset>();

  constructor(rows: readonly CatalogueRow[]) {
    this.networks = rows.map(toNetwork).toSorted((a, b) => Number(a.id) - Number(b.id));
    for (const network of this.networks) {
      this.#byName.set(`symbol:${network.symbol}`, network).set(`id:${network.id}`, network);
      this.#byChainId.set(network.chainId, network);
      for (const asset of network.assets) this.#assets.set(`${network.symbol}:${asset.key}`, asset);
    }
  }

  /** By slug in any case. */
  bySymbol(symbol: string): Network | undefined {
    return this.#byName.get(`symbol:${symbol.toLowerCase()}`);
  }

  /** By SLIP-44 network id. */
  byId(id: string): Network | undefined {
    return this.#byName.get(`id:${id}`);
  }

  byChainId(chainId: number): Network | undefined {
    return this.#byChainId.get(chainId);
  }

  /** The network of a stored row; a missing one is a bug. */
  network(symbol: string): Network {
    const network = this.bySymbol(symbol);
    assert(network !== undefined, "a row names a network that the catalogue lacks", { symbol });
    return network;
  }

  /** By contract address in any case; `native` is an alias of the zero address (K-7). */
  findAsset(network: string, address: string): Asset | undefined {
    const key = address.toLowerCase();
    return this.#assets.get(`${network}:${key === "native" ? NATIVE : key}`);
  }

  /** A token that the service does not know, by contract address in any case. */
  otherToken(network: string, address: string): OtherToken | undefined {
    const key = address.toLowerCase();
    return this.network(network).otherTokens.find((token) => token.key === key);
  }

  /** The asset of a stored row; a missing one is a bug. */
  asset(network: string, key: string): Asset {
    const asset = this.#assets.get(`${network}:${key}`);
    assert(asset !== undefined, "a row names an asset that the catalogue lacks", { network, key });
    return asset;
  }

  /** By ticker in any case. */
  assetBySymbol(network: string, symbol: string): Asset | undefined {
    const wanted = symbol.toUpperCase();
    return this.network(network).assets.find((asset) => asset.symbol.toUpperCase() === wanted);
  }
}

function toAsset(network: string, { name, symbol, decimals, address }: TokenRow): Asset {
  return { network, name, symbol, decimals, address, key: address.toLowerCase(), native: false };
}

function toNetwork(row: CatalogueRow): Network {
  const native: Asset = { network: row.symbol, ...row.native, address: NATIVE, key: NATIVE, native: true };
  const tokens = row.tokens
    .map((token) => toAsset(row.symbol, token))
    .toSorted((a, b) => (a.symbol < b.symbol ? -1 : 1));
  return {
    id: row.network_id,
    symbol: row.symbol,
    name: row.name,
    chainId: row.eip155_id,
    category: required(
      NETWORK_CATEGORIES.find((category) => category === row.category),
      "the category of a network",
      { category: row.category },
    ),
    blockTimeMs: row.block_time_ms,
    confirmations: row.confirmations,
    udaSupport: row.uda_support,
    finality:
      row.finality === undefined ? null : { safeMs: row.finality.safe_ms, finalizedMs: row.finality.finalized_ms },
    native,
    assets: [native, ...tokens],
    alsoCalled: row.also_called ?? [],
    otherTokens: (row.other_tokens ?? []).map((token) => {
      return { ...toAsset(row.symbol, token), mintable: token.contract !== "WrappedNative" };
    }),
  };
}
