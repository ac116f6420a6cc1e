// Transfers signed in advance, so that a benchmark measures the sandbox and not the signing.
import { encodeFunctionData, erc20Abi, type Hex } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { developmentAccounts } from "../../src/chains/address.ts";
import { readCatalogue } from "../../src/chains/catalogue.ts";
import { required } from "../../src/kernel/assert.ts";

/** The network of the benchmarks. */
export const NETWORK = "base";

export const chainDefinition = required(
  readCatalogue().find(({ symbol }) => symbol === NETWORK),
  "the network of the benchmarks",
);

const TOKEN = required(chainDefinition.tokens[0], "a token").address;
const FEES = { maxFeePerGas: 3_000_000_000n, maxPriorityFeePerGas: 1_000_000n };

/** How many of the development accounts send the deposits. */
export const SENDERS = 8;
/** The account that sends one by one. */
const SINGLE_SENDER = 8;
/** The account that sends the transfers whose webhooks are waited for. */
export const LATENCY_SENDER = 9;
/** Nobody's address. */
export const STRANGER = "0x00000000000000000000000000000000000000a1";

/**
 * Transfers `first` to `first + count - 1` of one base unit of the token to an address, from the senders in turn. Remembered: the
 * servers of a run have the same seed, so their wallets have the same address.
 */
export class DepositSigner {
  readonly #signed = new Map<string, Promise<Hex[]>>();

  sign(to: Hex, first: number, count: number): Promise<Hex[]> {
    const name = `${to} ${first} ${count}`;
    const signed = this.#signed.get(name) ?? this.#sign(to, first, count);
    this.#signed.set(name, signed);
    return signed;
  }

  #sign(to: Hex, first: number, count: number): Promise<Hex[]> {
    return signAll(count, (index) => signToken((first + index) % SENDERS, Math.floor((first + index) / SENDERS), to));
  }
}

/** `count` transfers of one base unit of the token from one account; nonces from 0. */
export function signTokenTransfers(sender: number, to: Hex, count: number): Promise<Hex[]> {
  return signAll(count, (nonce) => signToken(sender, nonce, to));
}

/** Of the account that sends the plain transfers. */
export function addressOfSingleSender(): Hex {
  return accountOf(SINGLE_SENDER).address;
}

/** `count` transfers of one wei to a stranger, one nonce after the other from `first`. */
export function signPlainTransfers(first: number, count: number): Promise<Hex[]> {
  const account = accountOf(SINGLE_SENDER);
  const common = { type: "eip1559" as const, chainId: chainDefinition.eip155_id, ...FEES };
  return signAll(count, (index) =>
    account.signTransaction({ ...common, nonce: first + index, to: STRANGER, value: 1n, gas: 21_000n }),
  );
}

function signToken(sender: number, nonce: number, to: Hex): Promise<Hex> {
  const data = encodeFunctionData({ abi: erc20Abi, functionName: "transfer", args: [to, 1n] });
  const common = { type: "eip1559" as const, chainId: chainDefinition.eip155_id, nonce, ...FEES };
  return accountOf(sender).signTransaction({ ...common, to: TOKEN, data, gas: 100_000n });
}

async function signAll(count: number, sign: (index: number) => Promise<Hex>): Promise<Hex[]> {
  const signed: Hex[] = [];
  for (let index = 0; index < count; index += 1) {
    signed.push(await sign(index));
    // Yields, so that the event loop notices connections that a server has closed.
    if (index % 50 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  return signed;
}

const accounts = new Map<number, ReturnType<typeof privateKeyToAccount>>();

function accountOf(index: number): ReturnType<typeof privateKeyToAccount> {
  const known =
    accounts.get(index) ?? privateKeyToAccount(required(developmentAccounts()[index], "an account").privateKey);
  accounts.set(index, known);
  return known;
}
