// Assets of the catalogue for scenarios: contract addresses, call data of ERC-20 calls, and amounts in base units.
import { type ChainDefinition, readCatalogue } from "../chains/catalogue.ts";
import { formatAmount, parseAmount } from "../kernel/amount.ts";
import { HostFault } from "./http-client.ts";

/** `contract` is null for the native coin. */
export type ChainAsset = { network: string; contract: string | null; decimals: number };

let catalogue: readonly ChainDefinition[] | undefined;

/** @throws HostFault for a network or asset that is not in the catalogue */
export function assetOn(network: string, symbol: string): ChainAsset {
  catalogue ??= readCatalogue();
  const row = catalogue.find((one) => one.symbol === network.toLowerCase() || String(one.eip155_id) === network);
  if (row === undefined) {
    throw new HostFault(`there is no network ${network}: use one of ${catalogue.map((one) => one.symbol).join(", ")}`);
  }
  const wanted = symbol.toUpperCase();
  const token = row.tokens.find((one) => one.symbol.toUpperCase() === wanted);
  if (token !== undefined) return { network: row.symbol, contract: token.address, decimals: token.decimals };
  if (wanted === row.native.symbol.toUpperCase())
    return { network: row.symbol, contract: null, decimals: row.native.decimals };
  const known = [row.native, ...row.tokens].map((one) => one.symbol);
  throw new HostFault(`${row.symbol} has no ${symbol}: use one of ${known.join(", ")}`);
}

/** The token at a contract address; undefined if the catalogue has none there. */
export function tokenAt(network: string, contract: string): { symbol: string; decimals: number } | undefined {
  catalogue ??= readCatalogue();
  const row = catalogue.find((one) => one.symbol === network);
  return row?.tokens.find((one) => one.address.toLowerCase() === contract.toLowerCase());
}

/** The native coin of a network of the catalogue. */
export function nativeOf(network: string): { symbol: string; decimals: number } | undefined {
  catalogue ??= readCatalogue();
  return catalogue.find((one) => one.symbol === network)?.native;
}

/** Addresses of all tokens in the catalogue, which are the same in every sandbox. */
export function knownContracts(): string[] {
  catalogue ??= readCatalogue();
  return catalogue.flatMap(({ tokens }) => tokens.map(({ address }) => address));
}

/** Call data of an ERC-20 transfer. */
export function transferData(to: string, raw: bigint): string {
  return `0xa9059cbb${word(BigInt(to))}${word(raw)}`;
}

/** Call data of ERC-20 `balanceOf`. */
export function balanceData(holder: string): string {
  return `0x70a08231${word(BigInt(holder))}`;
}

function word(value: bigint): string {
  return value.toString(16).padStart(64, "0");
}

/** Human decimals → base units. @throws HostFault for an amount that the asset cannot represent */
export function rawOf(amount: string, { decimals }: ChainAsset): bigint {
  const parsed = parseAmount(amount, decimals);
  if (!parsed.ok) throw new HostFault(`the amount ${amount} cannot be paid: ${parsed.reason}`);
  return parsed.raw;
}

/** Base units → human decimals. */
export function amountOf(raw: bigint, decimals: number): string {
  return formatAmount(raw, decimals);
}
