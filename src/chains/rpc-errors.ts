// Translates engine errors to geth's codes and messages, because client libraries match on both.
import { decodeErrorResult, type Hex, parseAbi } from "viem";
import { RpcError } from "./chain.ts";

/** JSON-RPC codes as geth uses them. */
export const RPC_CODE = {
  reverted: 3,
  server: -32000,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internal: -32603,
  parse: -32700,
} as const;

/** The message for a transaction that waits in the pool. */
export const ALREADY_KNOWN = "already known";

type Translation = readonly [pattern: RegExp, code: number, wording: (match: RegExpExecArray) => string];

const TRANSLATIONS: readonly Translation[] = [
  [
    /enough funds to send tx.* upfront cost is: (\d+) and the sender's balance is: (\d+)/,
    RPC_CODE.server,
    ([, want, have]) => `insufficient funds for gas * price + value: balance ${have}, tx cost ${want}`,
  ],
  // The engine reports how many arguments were given.
  [
    /invalid length (\d+), expected tuple variant/,
    RPC_CODE.invalidParams,
    ([, given]) => `missing value for required argument ${given}`,
  ],
  [/^Known transaction/, RPC_CODE.server, () => ALREADY_KNOWN],
  [/^Replacement transaction underpriced/, RPC_CODE.server, () => "replacement transaction underpriced"],
  [
    /nonce too low\. Expected nonce to be at least (\d+) but got (\d+)/,
    RPC_CODE.server,
    ([, next, got]) => `nonce too low: next nonce ${next}, tx nonce ${got}`,
  ],
  [
    /requires at least (\d+) gas but got (\d+)/,
    RPC_CODE.server,
    ([, need, got]) => `intrinsic gas too low: gas ${got}, minimum needed ${need}`,
  ],
  [
    /gas limit is (\d+) and exceeds transaction gas cap of (\d+)/,
    RPC_CODE.server,
    ([, got, cap]) => `transaction gas limit too high (cap: ${cap}, tx: ${got})`,
  ],
  [/gas limit is (\d+) and exceeds block gas limit/, RPC_CODE.server, () => "exceeds block gas limit"],
  [
    /invalid chainId\. The expected chainId is (\d+)/,
    RPC_CODE.server,
    ([, want]) => `invalid chain id for signer: want ${want}`,
  ],
  [
    /init code length is (\d+)\. The max length allowed by EIP-3860 is (\d+)/s,
    RPC_CODE.server,
    ([, got, limit]) => `max initcode size exceeded: code size ${got}, limit ${limit}`,
  ],
  [/authorization list is empty/, RPC_CODE.server, () => "EIP-7702 transaction with empty auth list"],
  [
    /^Invalid transaction type|input too short|^rlp/i,
    RPC_CODE.server,
    () => "transaction type not supported or malformed",
  ],
  [
    /Cannot send both gasPrice/,
    RPC_CODE.server,
    () => "both gasPrice and (maxFeePerGas or maxPriorityFeePerGas) specified",
  ],
  [/^Transaction ran out of gas/, RPC_CODE.server, () => "out of gas"],
  [/invalid block tag/, RPC_CODE.server, () => "header not found"],
  [/blockHash cannot be found/, RPC_CODE.server, () => "unknown block"],
  [/Unable to find a block containing transaction/, RPC_CODE.server, () => "transaction not found"],
  [/^Unknown account/, RPC_CODE.server, () => "unknown account"],
  [
    /^Method (\S+) is not supported/,
    RPC_CODE.methodNotFound,
    ([, method]) => `the method ${method} does not exist/is not available`,
  ],
];

/** EVM failures that the engine reports as reverts. */
const EVM_FAILURES: readonly (readonly [RegExp, string])[] = [
  [/invalid opcode/, "invalid opcode: INVALID"],
  [/out of gas/i, "out of gas"],
];

const PANICS: Readonly<Record<string, string>> = {
  "1": "assert(false)",
  "17": "arithmetic underflow or overflow",
  "18": "division or modulo by zero",
  "33": "enum overflow",
  "34": "invalid encoded storage byte array accessed",
  "49": "out-of-bounds array access; popping on an empty array",
  "50": "out-of-bounds access of an array or bytesN",
  "65": "out of memory",
  "81": "uninitialized function",
};

const SOLIDITY_ERRORS = parseAbi(["error Error(string)", "error Panic(uint256)"]);

/**
 * Turns an error of the engine into an `RpcError`. An error without a JSON-RPC code does not come from the engine and is
 * answered unchanged.
 */
export function toRpcError(error: unknown): unknown {
  if (error instanceof RpcError || !(error instanceof Error)) return error;
  const { code, data } = error as Error & { code?: unknown; data?: unknown };
  if (typeof code !== "number") return error;
  if (code === RPC_CODE.reverted) return revertError(error.message, data);
  for (const [pattern, geth, wording] of TRANSLATIONS) {
    const match = pattern.exec(error.message);
    if (match !== null) return new RpcError(geth, wording(match));
  }
  if (code === RPC_CODE.invalidParams) return new RpcError(code, `invalid argument: ${withoutPosition(error.message)}`);
  return new RpcError(code, withoutPosition(error.message));
}

/** The error of a call that reverted with `data`, in geth's wording. */
export function revertError(engineMessage: string, data: unknown): RpcError {
  const bytes = typeof data === "string" ? (data as Hex) : "0x";
  for (const [pattern, wording] of EVM_FAILURES) {
    if (bytes === "0x" && pattern.test(engineMessage)) return new RpcError(RPC_CODE.server, wording);
  }
  const reason = reasonOf(bytes);
  return new RpcError(RPC_CODE.reverted, reason === "" ? "execution reverted" : `execution reverted: ${reason}`, bytes);
}

/** The text of `Error(string)` or `Panic(uint256)`, else "". */
function reasonOf(data: Hex): string {
  try {
    const { errorName, args } = decodeErrorResult({ abi: SOLIDITY_ERRORS, data });
    if (errorName === "Error") return args[0];
    return PANICS[args[0].toString()] ?? `unknown panic code: 0x${args[0].toString(16)}`;
  } catch {
    return "";
  }
}

/** The first line, without the engine parser's position, which a client cannot use. */
function withoutPosition(message: string): string {
  return (message.trim().split("\n")[0] ?? "").replace(/ at line \d+ column \d+$/, "");
}
