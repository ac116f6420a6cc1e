// viem clients of one network of a sandbox, as a dapp, a wallet or a back end would create them.
import {
  type Account,
  type Address,
  type Chain,
  createPublicClient,
  createWalletClient,
  defineChain,
  erc20Abi,
  type Hex,
  type HttpTransport,
  http,
  type PublicClient,
  parseUnits,
  type WalletClient,
} from "viem";
import { privateKeyToAccount } from "viem/accounts";
import type { ChainDefinition } from "../chains/catalogue.ts";
import type { Amount } from "./sandbox-input.ts";

/** An ERC-20 of a network. */
export type TestToken = { symbol: string; address: Address; decimals: number };

export type TestChain = {
  /** The JSON-RPC address. */
  url: string;
  chain: Chain;
  public: PublicClient<HttpTransport, Chain>;
  /** A wallet of a funded development account; by default the first; `index` is 0…9. */
  wallet(index?: number): WalletClient<HttpTransport, Chain, Account>;
  /** @throws Error that lists the known tokens */
  token(symbol: string): TestToken;
  /**
   * Sends `amount` ("25.5", or a bigint of base units) of a token or of the native coin from a development account, as a customer would.
   * Resolves with the hash once the transaction is accepted.
   */
  pay(input: { asset: string; amount: Amount; to: string; from?: number }): Promise<Hex>;
};

/** The clients for `definition` at `url`. `accounts` are the funded development accounts. */
export function testChain(
  definition: ChainDefinition,
  url: string,
  accounts: readonly { private_key: string }[],
): TestChain {
  const chain = defineChain({
    id: definition.eip155_id,
    name: definition.name,
    nativeCurrency: definition.native,
    rpcUrls: { default: { http: [url] } },
  });
  const transport = http(url);
  const wallet = (index = 0): WalletClient<HttpTransport, Chain, Account> => {
    const key = accounts[index]?.private_key;
    if (key === undefined) throw new Error(`there is no development account ${index}: use 0 to ${accounts.length - 1}`);
    return createWalletClient({ chain, transport, account: privateKeyToAccount(key as Hex) });
  };
  const token = (symbol: string): TestToken => {
    const found = definition.tokens.find((row) => row.symbol.toLowerCase() === symbol.toLowerCase());
    if (found !== undefined) return found;
    const known = definition.tokens.map((row) => row.symbol).join(", ");
    throw new Error(`${definition.symbol} has no token ${symbol}: it has ${known}`);
  };
  return {
    url,
    chain,
    public: createPublicClient({ chain, transport, pollingInterval: 50 }),
    wallet,
    token,
    pay({ asset, amount, to, from = 0 }) {
      const sender = wallet(from);
      const receiver = to as Address;
      if (asset.toLowerCase() === definition.native.symbol.toLowerCase())
        return sender.sendTransaction({ to: receiver, value: baseUnits(amount, definition.native.decimals) });
      const { address, decimals } = token(asset);
      const args = [receiver, baseUnits(amount, decimals)] as const;
      return sender.writeContract({ address, abi: erc20Abi, functionName: "transfer", args });
    },
  };
}

function baseUnits(amount: Amount, decimals: number): bigint {
  return typeof amount === "bigint" ? amount : parseUnits(amount, decimals);
}
