// Sweeps of deposit addresses by EIP-7702: signing a sweep, and recognising the delegation code (H-18, H-20).
import { encodeFunctionData, getAddress, type Hex, parseAbi } from "viem";
import type { PrivateKeyAccount } from "viem/accounts";
import { SWEEPER_ADDRESS } from "./artifact.ts";

const SWEEPER_ABI = parseAbi([
  "struct Payment { address to; uint256 amount; }",
  "function sweep(address token, Payment[] payments, uint256 deadline, bytes32 salt, bytes signature)",
]);

const SWEEP_TYPES = {
  Sweep: [
    { name: "token", type: "address" },
    { name: "payments", type: "Payment[]" },
    { name: "deadline", type: "uint256" },
    { name: "salt", type: "bytes32" },
  ],
  Payment: [
    { name: "to", type: "address" },
    { name: "amount", type: "uint256" },
  ],
} as const;

/** Receiver and amount in base units. */
export type SweepPayment = { to: string; amount: bigint };

export type Sweep = {
  chainId: number;
  /** The zero address means the native coin. */
  token: string;
  /** All of them are made, or none. */
  payments: readonly SweepPayment[];
  /** Unix seconds; a later block reverts the sweep. */
  deadline: number;
  /** 32 bytes; usable for one sweep of the address. */
  salt: Hex;
};

/**
 * Signs a sweep with the deposit address's own key and encodes its calldata, which any account may send *to the deposit
 * address*. Deterministic: the same sweep gives the same bytes.
 */
export async function signSweep(account: PrivateKeyAccount, sweep: Sweep): Promise<Hex> {
  const token = getAddress(sweep.token);
  const payments = sweep.payments.map(({ to, amount }) => ({ to: getAddress(to), amount }));
  const deadline = BigInt(sweep.deadline);
  const signature = await account.signTypedData({
    domain: { name: "Sweeper", version: "1", chainId: sweep.chainId, verifyingContract: account.address },
    types: SWEEP_TYPES,
    primaryType: "Sweep",
    message: { token, payments, deadline, salt: sweep.salt },
  });
  const args = [token, payments, deadline, sweep.salt, signature] as const;
  return encodeFunctionData({ abi: SWEEPER_ABI, functionName: "sweep", args });
}

/** The address an account's code delegates to (EIP-7702), lower-case, or undefined when the code is no delegation. */
export function delegationTarget(code: Hex): Hex | undefined {
  const target = /^0xef0100([0-9a-f]{40})$/.exec(code.toLowerCase())?.[1];
  return target === undefined ? undefined : `0x${target}`;
}

/** True when the code at a deposit address is a delegation to the sweeper. */
export function isDelegatedToSweeper(code: Hex): boolean {
  return delegationTarget(code) === SWEEPER_ADDRESS.toLowerCase();
}
