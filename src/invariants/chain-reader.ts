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
const NATIVE = `0x${"0".repeat(40)}`;

/** Amounts of one call: well under its gas limit, and under the sizes of creation code (48 KB) and of what it returns (24 KB). */
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

/** The balance of an account, or without one the supply of a token; the zero address stands for native coin. */
export type Wanted = { asset: string; account?: string };

/** Balances and supplies at the head, in the order of `wanted`. */
export async function amountsAt(chain: Chain, wanted: readonly Wanted[]): Promise<bigint[]> {
  const amounts: bigint[] = [];
  for (let start = 0; start < wanted.length; start += BATCH) {
    amounts.push(...(await amountsOfBatch(chain, wanted.slice(start, start + BATCH))));
  }
  return amounts;
}

/**
 * One call that creates a contract and keeps nothing: its creation code reads all amounts and returns them, with a word before each
 * that says whether it could be read. The engine takes an eighth of the time of Multicall3, whose loop it traces step by step.
 */
async function amountsOfBatch(chain: Chain, wanted: readonly Wanted[]): Promise<bigint[]> {
  // A word of zeros first: code that begins with 0xef is refused. After the answers there is room for the data of a call.
  const slot = (index: number): number => 32 + 64 * index;
  const end = slot(wanted.length);
  const reads = wanted.map((one, index) => readInto(slot(index), end, one));
  const data = `0x${reads.join("")}${push(end)}5f${RETURN}`;
  const answer = await chain.request<Hex>("eth_call", [{ data, gas: "0xe4e1c0" }, "latest"]);
  const words = answer.slice(2).match(/.{64}/g) ?? [];
  return wanted.map((one, index) => {
    const [isRead = "0", amount = "0"] = words.slice(slot(index) / 32);
    assert(BigInt(`0x${isRead}`) === 1n, "a balance can be read", { ...one });
    return BigInt(`0x${amount}`);
  });
}

const [ADD_CHECK, SHIFT_LEFT, BALANCE, STORE, STATIC_CALL, RETURN] = ["3d60201416", "60e01b", "31", "52", "5afa", "f3"];

/** Code that writes 1 and the amount to `slot`; 0 for a token that reverts or returns anything but one word. */
function readInto(slot: number, scratch: number, { asset, account }: Wanted): string {
  const store = (at: number): string => `${push(at)}${STORE}`;
  if (asset === NATIVE && account !== undefined)
    return `6001${store(slot)}${address(account)}${BALANCE}${store(slot + 32)}`;
  const selector = account === undefined ? "18160ddd" : "70a08231";
  const argument = account === undefined ? "" : `${address(account)}${store(scratch + 4)}`;
  const result = `6020${push(slot + 32)}`;
  const input = `${push(account === undefined ? 4 : 36)}${push(scratch)}`;
  const call = `${result}${input}${address(asset)}${STATIC_CALL}${ADD_CHECK}`;
  return `63${selector}${SHIFT_LEFT}${store(scratch)}${argument}${call}${store(slot)}`;
}

/** PUSH2 and PUSH20. */
const push = (number: number): string => `61${number.toString(16).padStart(4, "0")}`;
const address = (hex: string): string => `73${hex.slice(2).toLowerCase().padStart(40, "0")}`;
