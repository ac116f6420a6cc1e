// Reads of the chain for the checks, with encoders and decoders of their own: those of the product could hide its bugs.
import type { Chain, Hex } from "../chains/chain.ts";
import { assert } from "../kernel/assert.ts";

export type Transaction = { hash: Hex; from: string; to: string | null; value: bigint; input: Hex };
export type Block = {
  number: number;
  hash: Hex;
  parentHash: Hex;
  baseFee: bigint;
  miner: string;
  transactions: Transaction[];
};
export type Log = { address: Hex; topics: readonly Hex[]; data: Hex };
export type Receipt = { succeeded: boolean; gasUsed: bigint; created: string | null; logs: readonly Log[] };

type WireBlock = {
  number: Hex;
  hash: Hex;
  parentHash: Hex;
  baseFeePerGas: Hex;
  miner: Hex;
  transactions: { hash: Hex; from: Hex; to: Hex | null; value: Hex; input: Hex }[];
};
type WireReceipt = { status: Hex; gasUsed: Hex; contractAddress: Hex | null; logs: Log[] };
type Frame = { type?: string; from?: Hex; to?: Hex; value?: Hex; error?: string; calls?: Frame[] };

/** keccak256("Transfer(address,address,uint256)") */
const TRANSFER = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";
/** Call types that transfer their value; a DELEGATECALL only repeats the value of its caller. */
const TRANSFERRING = new Set(["CALL", "CREATE", "CREATE2", "SELFDESTRUCT"]);
const MULTICALL = "0xca11bde05977b3631167028862be2a173976ca11";
const NATIVE = `0x${"0".repeat(40)}`;

/** Balances of one call: well under its gas limit. */
const BATCH = 200;

export async function blockAt(chain: Chain, height: number): Promise<Block | undefined> {
  const block = await chain.request<WireBlock | null>("eth_getBlockByNumber", [`0x${height.toString(16)}`, true]);
  if (block === null) return undefined;
  return {
    number: Number(block.number),
    hash: block.hash,
    parentHash: block.parentHash,
    baseFee: BigInt(block.baseFeePerGas),
    miner: block.miner.toLowerCase(),
    transactions: block.transactions.map(({ hash, from, to, value, input }) => ({
      hash,
      from: from.toLowerCase(),
      to: to === null ? null : to.toLowerCase(),
      value: BigInt(value),
      input,
    })),
  };
}

/** Undefined when the transaction is in no block. */
export async function receiptOf(chain: Chain, hash: string): Promise<Receipt | undefined> {
  const receipt = await chain.request<WireReceipt | null>("eth_getTransactionReceipt", [hash]);
  if (receipt === null) return undefined;
  return {
    succeeded: receipt.status === "0x1",
    gasUsed: BigInt(receipt.gasUsed),
    created: receipt.contractAddress === null ? null : receipt.contractAddress.toLowerCase(),
    logs: receipt.logs,
  };
}

/** The native transfers of a successful transaction: its own value, or those of its call tree. */
export async function coinMovedBy(chain: Chain, hash: string): Promise<{ to: string; value: bigint }[]> {
  const found = await chain.request<{ to: Hex | null; value: Hex; input: Hex } | null>("eth_getTransactionByHash", [
    hash,
  ]);
  if (found === null) return [];
  if (found.input === "0x") return [{ to: found.to?.toLowerCase() ?? "", value: BigInt(found.value) }];
  const moves = (frame: Frame): { to: string; value: bigint }[] => {
    if (frame.error !== undefined) return [];
    const own = TRANSFERRING.has(frame.type ?? "")
      ? [{ to: frame.to?.toLowerCase() ?? "", value: BigInt(frame.value ?? 0) }]
      : [];
    return [...own, ...(frame.calls ?? []).flatMap(moves)];
  };
  return moves(await chain.request<Frame>("debug_traceTransaction", [hash, { tracer: "callTracer" }]));
}

export type Moved = { token: string; from: string; to: string; value: bigint };

/** ERC-20 transfers among the logs, of any contract; logs of another form are skipped. */
export function transfersIn(logs: readonly Log[]): Moved[] {
  return logs.flatMap(({ address, topics, data }) => {
    const [topic, from = "", to = ""] = topics;
    if (topic !== TRANSFER || topics.length !== 3 || data.length !== 66) return [];
    return [{ token: address.toLowerCase(), from: addressIn(from), to: addressIn(to), value: BigInt(data) }];
  });
}

function addressIn(word: string): string {
  return `0x${word.slice(-40)}`.toLowerCase();
}

/** Every account whose native balance a transaction could have changed: those of its call tree. */
export async function accountsTouched(chain: Chain, { hash, from, to, input }: Transaction): Promise<string[]> {
  const plain = to !== null && input === "0x" && (await chain.request<Hex>("eth_getCode", [to, "latest"])) === "0x";
  if (plain) return [from, to];
  const found = new Set([from, ...(to === null ? [] : [to])]);
  const walk = (frame: Frame): void => {
    for (const account of [frame.from, frame.to]) if (account !== undefined) found.add(account.toLowerCase());
    for (const call of frame.calls ?? []) walk(call);
  };
  walk(await chain.request<Frame>("debug_traceTransaction", [hash, { tracer: "callTracer" }]));
  return [...found];
}

export async function supplyOf(chain: Chain, token: string): Promise<bigint> {
  return BigInt(await chain.request<Hex>("eth_call", [{ to: token, data: "0x18160ddd" }, "latest"]));
}

/** Balances at the head, in the order of `wanted`; the zero address stands for native coin. */
export async function balancesAt(
  chain: Chain,
  wanted: readonly { asset: string; account: string }[],
): Promise<bigint[]> {
  const balances: bigint[] = [];
  for (let start = 0; start < wanted.length; start += BATCH) {
    balances.push(...(await balancesOfBatch(chain, wanted.slice(start, start + BATCH))));
  }
  return balances;
}

/** `aggregate3((address target, bool allowFailure, bytes callData)[])` answers `(bool success, bytes data)[]`. */
async function balancesOfBatch(chain: Chain, wanted: readonly { asset: string; account: string }[]): Promise<bigint[]> {
  const calls = wanted.map(({ asset, account }) => {
    const [target, selector] = asset === NATIVE ? [MULTICALL, "4d2301cc"] : [asset, "70a08231"];
    return [word(target), word("0x0"), word("0x60"), word("0x24"), `${selector}${word(account)}`.padEnd(128, "0")].join(
      "",
    );
  });
  const offsets = calls.map((_, index) => word(`0x${(calls.length * 32 + index * 192).toString(16)}`));
  const data = `0x82ad56cb${word("0x20")}${word(`0x${calls.length.toString(16)}`)}${offsets.join("")}${calls.join("")}`;
  const answer = await chain.request<Hex>("eth_call", [{ to: MULTICALL, data, gas: "0xe4e1c0" }, "latest"]);
  const words = answer.slice(2).match(/.{64}/g) ?? [];
  const at = (index: number): bigint => BigInt(`0x${words[index] ?? "0"}`);
  return wanted.map((_, index) => {
    const start = 2 + Number(at(2 + index)) / 32;
    assert(at(start) === 1n && at(start + 2) === 32n, "a balance can be read", { ...wanted[index] });
    return at(start + 3);
  });
}

function word(hex: string): string {
  return hex.slice(2).toLowerCase().padStart(64, "0");
}
