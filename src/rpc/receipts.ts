// Receipts of layer-2 networks: the members about L1 that their real nodes add, simulated, and only if somebody asked for them.
import { numberToHex } from "viem";
import { heightAt } from "../chains/block-at-time.ts";
import type { Chain, Hex } from "../chains/chain.ts";
import { isObject } from "../kernel/is-object.ts";

export type ReceiptDependencies = {
  chain(network: string): Chain;
  /** Wei per gas; null: receipts say nothing about L1. */
  l1GasPrice(network: string): bigint | null;
};

/** Reads a receipt; null while the transaction is in no block. */
export type ReadReceipt = (chain: Chain, hash: Hex) => Promise<unknown>;

type Receipt = Record<string, unknown> & { blockNumber: Hex; gasUsed: Hex; effectiveGasPrice: Hex };

/** Bytes of a signed transaction beside its input: fields and signature. */
const ENVELOPE_BYTES = 120n;
const GAS_PER_BYTE = 16n;
/** Of Base: millionths that its L1 prices are multiplied with. */
const BASE_FEE_SCALAR = 2_269n;
const BLOB_BASE_FEE_SCALAR = 1_055_762n;
const SCALAR_UNIT = 1_000_000n;

/**
 * The engine takes no L1 fee, so none is booked and no balance moves by one: with the price 0, which is the default, what a client adds
 * up is what was paid; with another price the members show an L1 fee that nobody pays.
 */
export function createReadReceipt({ chain: chainOf, l1GasPrice }: ReceiptDependencies): ReadReceipt {
  return async (chain, hash) => {
    const receipt = await chain.request<unknown>("eth_getTransactionReceipt", [hash]);
    const { symbol, rollup } = chain.definition;
    if (!isObject(receipt) || rollup === undefined) return receipt;
    const price = l1GasPrice(symbol);
    const sent = price === null ? null : await chain.request<unknown>("eth_getTransactionByHash", [hash]);
    if (price === null || !isObject(sent)) return receipt;
    const size = ENVELOPE_BYTES + BigInt(String(sent["input"] ?? "0x").length - 2) / 2n;
    const members =
      rollup.kind === "op" ? opMembers(size, price) : arbitrumMembers(receipt as Receipt, size * GAS_PER_BYTE * price);
    if (rollup.kind === "op") return { ...receipt, ...members };
    return { ...receipt, ...members, l1BlockNumber: l1Height(chain, chainOf(rollup.l1), receipt as Receipt) };
  };
}

/** The formula of the OP stack since Fjord, with the plain size instead of the compressed one. */
function opMembers(size: bigint, l1GasPrice: bigint): Record<string, Hex> {
  const l1BlobBaseFee = l1GasPrice === 0n ? 0n : 1n;
  const perByte = GAS_PER_BYTE * BASE_FEE_SCALAR * l1GasPrice + BLOB_BASE_FEE_SCALAR * l1BlobBaseFee;
  return {
    l1Fee: numberToHex((size * perByte) / SCALAR_UNIT),
    l1GasPrice: numberToHex(l1GasPrice),
    l1GasUsed: numberToHex(size * GAS_PER_BYTE),
    l1BaseFeeScalar: numberToHex(BASE_FEE_SCALAR),
    l1BlobBaseFee: numberToHex(l1BlobBaseFee),
    l1BlobBaseFeeScalar: numberToHex(BLOB_BASE_FEE_SCALAR),
  };
}

/** Arbitrum pays for L1 in gas of its own, which is part of `gasUsed`: so never more than that. */
function arbitrumMembers({ gasUsed, effectiveGasPrice }: Receipt, l1Wei: bigint): Record<string, Hex> {
  const price = BigInt(effectiveGasPrice);
  const gas = price === 0n ? 0n : l1Wei / price;
  return { gasUsedForL1: numberToHex(gas < BigInt(gasUsed) ? gas : BigInt(gasUsed)) };
}

/** The last block of the sandbox's own L1 before this one: later ones are never older, so the number stays. */
function l1Height(chain: Chain, l1: Chain, { blockNumber }: Receipt): Hex {
  const timestamp = chain.blockAt(Number(blockNumber))?.timestamp ?? 0;
  return numberToHex(heightAt(l1, timestamp - 1));
}
