// Addresses on the wire: EIP-55, empty where there is none, and the native coin's two spellings (K-7).
import { displayAddress } from "../domain/address/evm-address.ts";
import type { Asset } from "../domain/network/network.ts";

/** EIP-55, or "" for a row that has no address yet (K-5). */
export function addressText(address: string): string {
  return address === "" ? "" : displayAddress(address);
}

/** `contract_address` of deposit, transaction and balance records: "" for the native coin (K-7). */
export function contractAddress(asset: Asset): string {
  return asset.native ? "" : asset.address;
}
