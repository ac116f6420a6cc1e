// Token transfers signed in advance, so that a benchmark measures the sandbox and not the signing.
import { encodeFunctionData, erc20Abi, type Hex } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { readCatalogue } from "../src/chains/catalogue.ts";

/** The network of the benchmarks. */
export const NETWORK = "base";

const definition = readCatalogue().find(({ symbol }) => symbol === NETWORK);
if (definition === undefined) throw new Error(`no network ${NETWORK}`);
export const chainDefinition = definition;

const token = definition.tokens[0];
if (token === undefined) throw new Error("no token");

/** `count` transfers of one base unit to `to`, distributed over the keys, each with the next nonce of its key. */
export async function signTransfers(
  keys: readonly Hex[],
  to: Hex,
  count: number,
  firstNonces: readonly number[],
): Promise<Hex[]> {
  const accounts = keys.map((key) => privateKeyToAccount(key));
  const data = encodeFunctionData({ abi: erc20Abi, functionName: "transfer", args: [to, 1n] });
  const signed: Hex[] = [];
  for (let index = 0; index < count; index += 1) {
    const sender = index % accounts.length;
    const account = accounts[sender];
    if (account === undefined) throw new Error("no account");
    signed.push(
      await account.signTransaction({
        type: "eip1559",
        chainId: chainDefinition.eip155_id,
        nonce: (firstNonces[sender] ?? 0) + Math.floor(index / accounts.length),
        to: token?.address as Hex,
        data,
        gas: 100_000n,
        maxFeePerGas: 3_000_000_000n,
        maxPriorityFeePerGas: 1_000_000n,
      }),
    );
  }
  return signed;
}
