// State overrides of a call: what is read, what is refused by name, and how a dry run applies them to the engine.
import { type Hex, isHash, numberToHex, zeroAddress } from "viem";
import type { Engine } from "../../chains/engine/engine.ts";
import { isObject } from "../../kernel/is-object.ts";
import { address, bytes, invalid, quantity } from "../arguments.ts";

type Slots = readonly (readonly [slot: Hex, value: Hex])[];

/** What an account has instead of its own. `balance` in wei; `state` replaces the whole storage, `stateDiff` single slots. */
export type AccountOverride = {
  address: Hex;
  balance?: bigint;
  nonce?: bigint;
  code?: Hex;
  state?: Slots;
  stateDiff?: Slots;
};

const MEMBERS = ["balance", "nonce", "code", "state", "stateDiff"];

/** Storage of an account that has none. */
const EMPTY_ROOT = "0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421";

/** Accounts in lower case; none when nothing is overridden. @throws RpcError -32602 for a member that is not supported */
export function readStateOverrides(value: unknown): readonly AccountOverride[] {
  if (value === undefined || value === null) return [];
  if (!isObject(value)) throw invalid("invalid state overrides: want an object");
  return Object.entries(value).map(([account, given]) => {
    const owner = address(account, "address of a state override").toLowerCase() as Hex;
    if (!isObject(given)) throw invalid(`invalid state override of ${owner}: want an object`);
    return { address: owner, ...readAccount(owner, given) };
  });
}

/** The form that the engine's own eth_call takes; undefined for none. */
export function engineOverrides(overrides: readonly AccountOverride[]): Record<string, unknown> | undefined {
  if (overrides.length === 0) return undefined;
  const entries = overrides.map(({ address: owner, balance, nonce, code, state, stateDiff }) => [
    owner,
    {
      ...(balance === undefined ? {} : { balance: numberToHex(balance) }),
      ...(nonce === undefined ? {} : { nonce: numberToHex(nonce) }),
      ...(code === undefined ? {} : { code }),
      ...(state === undefined ? {} : { state: Object.fromEntries(state) }),
      ...(stateDiff === undefined ? {} : { stateDiff: Object.fromEntries(stateDiff) }),
    },
  ]);
  return Object.fromEntries(entries) as Record<string, unknown>;
}

/**
 * Writes overrides into the state at the head; only in a dry run.
 * @throws RpcError -32602 for a storage that would have to be cleared, -32000 for a nonce below the present one
 */
export async function applyOverrides(engine: Engine, overrides: readonly AccountOverride[]): Promise<void> {
  for (const { address: owner, balance, nonce, code, state, stateDiff } of overrides) {
    if (balance !== undefined) await engine.request("hardhat_setBalance", [owner, numberToHex(balance)]);
    if (nonce !== undefined) await engine.request("hardhat_setNonce", [owner, numberToHex(nonce)]);
    if (code !== undefined) await engine.request("hardhat_setCode", [owner, code]);
    if (state !== undefined) await checkNoStorage(engine, owner);
    await writeSlots(engine, owner, state ?? stateDiff ?? []);
  }
}

export async function writeSlots(engine: Engine, owner: Hex, slots: Slots): Promise<void> {
  for (const [slot, value] of slots)
    await engine.request("hardhat_setStorageAt", [owner, numberToHex(BigInt(slot)), value]);
}

/** Takes everything out of the engine's pool; only in a dry run, which puts it back. */
export async function emptyPool(engine: Engine): Promise<void> {
  const waiting = await engine.request<{ hash: Hex }[]>("eth_pendingTransactions");
  for (const { hash } of waiting) await engine.request("hardhat_dropTransaction", [hash]);
  // The engine may count senders whose transactions were all dropped, and refuses nonces then, until a balance is set.
  const balance = await engine.request<Hex>("eth_getBalance", [zeroAddress, "latest"]);
  await engine.request("hardhat_setBalance", [zeroAddress, balance]);
}

async function checkNoStorage(engine: Engine, owner: Hex): Promise<void> {
  const { storageHash } = await engine.request<{ storageHash: Hex }>("eth_getProof", [owner, [], "latest"]);
  if (storageHash === EMPTY_ROOT) return;
  throw invalid(
    `the state override "state" of ${owner} is not supported by this method, because the account has storage: use "stateDiff"`,
  );
}

function readAccount(owner: Hex, value: Record<string, unknown>): Omit<AccountOverride, "address"> {
  const given = Object.entries(value).filter(([, member]) => member !== undefined && member !== null);
  const other = given.find(([name]) => !MEMBERS.includes(name));
  if (other !== undefined) {
    throw invalid(`the state override ${JSON.stringify(other[0])} is not supported; supported: ${MEMBERS.join(", ")}`);
  }
  const members = Object.fromEntries(given.map(([name, member]) => [name, readMember(owner, name, member)]));
  if (members["state"] !== undefined && members["stateDiff"] !== undefined) {
    throw invalid(`account ${owner} has both "state" and "stateDiff"`);
  }
  return members;
}

function readMember(owner: Hex, name: string, value: unknown): bigint | Hex | Slots {
  const what = `state override ${JSON.stringify(name)} of ${owner}`;
  if (name === "balance" || name === "nonce") return quantity(value, what);
  if (name === "code") return bytes(value, what);
  if (!isObject(value)) throw invalid(`invalid ${what}: want an object of slots`);
  return Object.entries(value).map(([slot, word]) => {
    const isRead = isHash(slot) && typeof word === "string" && isHash(word);
    if (!isRead) throw invalid(`invalid ${what}: want slots and values of 32 bytes in hex`);
    return [slot, word as Hex] as const;
  });
}
