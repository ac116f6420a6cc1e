// How the base fee follows the load of a chain, as EIP-1559 has it on Ethereum.

/** What a block tells about the load: base fee (wei per gas) and gas. */
export type BlockLoad = { baseFee: bigint; gasUsed: bigint; gasLimit: bigint };

/** `fixed`: as it was set. `dynamic`: by the load of the block before. */
export type BaseFeeMode = "fixed" | "dynamic";

const TARGET_SHARE = 2n;
const MAX_CHANGE = 8n;

/** The base fee (wei per gas) after a block: up to an eighth more when it used more than half of its gas limit, less otherwise, never below `floor`. */
export function baseFeeAfter({ baseFee, gasUsed, gasLimit }: BlockLoad, floor: bigint): bigint {
  const target = gasLimit / TARGET_SHARE;
  const change = (distance: bigint): bigint => (baseFee * distance) / target / MAX_CHANGE;
  const next =
    gasUsed > target
      ? baseFee + (change(gasUsed - target) > 0n ? change(gasUsed - target) : 1n)
      : baseFee - change(target - gasUsed);
  return next > floor ? next : floor;
}
