// The load of the growth run: transfers of every kind on five chains, payouts and settlements.
import { encodeFunctionData, erc20Abi, type Hex } from "viem";
import { type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts";
import { type ChainDefinition, readCatalogue } from "../../src/chains/catalogue.ts";
import { type BenchServer, call } from "./server.ts";

const DEFINITIONS = readCatalogue();
const SENDERS = 8;
const WALLETS = 20;
const BATCH = 25;
const UNKNOWN_ADDRESS = `0x${"d0".repeat(20)}` as const;

/** The receivers and assets of twenty consecutive transfers of a network. */
const KINDS = [
  ...Array.from({ length: 11 }, () => "token to wallet" as const),
  ...(["coin to wallet", "coin to wallet", "token to unknown", "token to unknown", "token to unknown"] as const),
  ...(["coin to unknown", "token to uda", "payout", "payout"] as const),
];
type Kind = (typeof KINDS)[number];

export class Load {
  readonly #server: BenchServer["ready"];
  readonly #accounts: PrivateKeyAccount[];
  readonly #wallets = new Map<string, Hex[]>();
  readonly #nonces = new Map<string, number>();
  #uda: Hex = UNKNOWN_ADDRESS;
  #transfers = 0;

  private constructor(server: BenchServer["ready"]) {
    this.#server = server;
    this.#accounts = server.accounts.slice(0, SENDERS).map((one) => privateKeyToAccount(one.private_key as Hex));
  }

  /** Creates wallets on every chain and a deposit address, and funds the vault. */
  static async prepare({ ready }: BenchServer): Promise<Load> {
    const load = new Load(ready);
    const { admin_url: admin, api_base_url: api, api_key: key, vault_id } = ready;
    const post = <T>(url: string, body: unknown): Promise<T> => call<T>(url, { method: "POST", body, key });
    const vaults = await call<{ network_symbol: string; address: Hex }[]>(`${api}/vault/${vault_id}/addresses`, {
      key,
    });
    for (const { symbol, native } of DEFINITIONS) {
      const owned: Hex[] = [];
      for (let index = 0; index < WALLETS; index += 1) {
        const body = { owner: `growth-${index}`, network_symbol: symbol };
        owned.push((await post<{ address: Hex }>(`${api}/wallets`, body)).address);
      }
      load.#wallets.set(symbol, owned);
      const to_address = vaults.find(({ network_symbol }) => network_symbol === symbol)?.address;
      for (const [asset, amount] of [
        ["USDC", "1000"],
        [native.symbol, "100"],
      ])
        await post(`${admin}/faucet`, { network: symbol, asset, amount, to_address });
    }
    const destination = { address: UNKNOWN_ADDRESS, asset_symbol: "USDC", network_id: "9001" };
    const uda = await post<{ deposit_addresses: { address: Hex }[] }>(`${api}/uda`, { owner: "growth", destination });
    load.#uda = uda.deposit_addresses[0]?.address ?? UNKNOWN_ADDRESS;
    await post(`${admin}/run-until-idle`, {});
    return load;
  }

  /** Makes `count` transfers and runs until idle; answers the wall seconds without the signing. */
  async slice(count: number): Promise<number> {
    const raws = new Map<string, Hex[]>(DEFINITIONS.map(({ symbol }) => [symbol, []]));
    const payouts: { network: ChainDefinition; number: number }[] = [];
    for (let done = 0; done < count; done += 1, this.#transfers += 1) {
      const network = DEFINITIONS[this.#transfers % DEFINITIONS.length] as ChainDefinition;
      const number = Math.floor(this.#transfers / DEFINITIONS.length);
      const kind = KINDS[(number * 7) % KINDS.length] as Kind;
      // Yields, so that the event loop notices connections that the server has closed.
      if (done % 20 === 0) await new Promise((resolve) => setImmediate(resolve));
      if (kind === "payout") payouts.push({ network, number });
      else raws.get(network.symbol)?.push(await this.#signed(network, kind, number));
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
    const begun = performance.now();
    await Promise.all([
      ...DEFINITIONS.map(({ symbol }) => this.#send(symbol, raws.get(symbol) ?? [])),
      this.#pay(payouts),
    ]);
    await call(`${this.#server.admin_url}/run-until-idle`, { method: "POST", body: {} });
    return (performance.now() - begun) / 1_000;
  }

  async #signed({ symbol, eip155_id, tokens }: ChainDefinition, kind: Kind, number: number): Promise<Hex> {
    const sender = number % SENDERS;
    const nonceKey = `${symbol} ${sender}`;
    const nonce = this.#nonces.get(nonceKey) ?? 0;
    this.#nonces.set(nonceKey, nonce + 1);
    const token = tokens[number % tokens.length] as ChainDefinition["tokens"][number];
    const wallets = this.#wallets.get(symbol) ?? [];
    const to = kind.endsWith("unknown")
      ? UNKNOWN_ADDRESS
      : kind.endsWith("uda")
        ? this.#uda
        : (wallets[number % WALLETS] as Hex);
    const amount = 10n ** BigInt(token.decimals) / 100n;
    const fees = { maxFeePerGas: 100_000_000_000n, maxPriorityFeePerGas: 1_000_000n };
    const common = { type: "eip1559" as const, chainId: eip155_id, nonce, ...fees };
    const account = this.#accounts[sender] as PrivateKeyAccount;
    if (kind.startsWith("coin")) return account.signTransaction({ ...common, to, value: 1_000_000n, gas: 60_000n });
    const data = encodeFunctionData({ abi: erc20Abi, functionName: "transfer", args: [to, amount] });
    return account.signTransaction({ ...common, to: token.address, data, gas: 100_000n });
  }

  async #send(network: string, raws: readonly Hex[]): Promise<void> {
    for (let index = 0; index < raws.length; index += BATCH) {
      const requests = raws.slice(index, index + BATCH).map((raw, id) => {
        return { jsonrpc: "2.0", id, method: "eth_sendRawTransaction", params: [raw] };
      });
      const response = await fetch(this.#server.rpc[network] ?? "", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(requests),
      });
      const refused = ((await response.json()) as { error?: unknown }[]).find(({ error }) => error !== undefined);
      if (refused !== undefined) throw new Error(`${network}: ${JSON.stringify(refused)}`);
    }
  }

  async #pay(payouts: readonly { network: ChainDefinition; number: number }[]): Promise<void> {
    const { api_base_url: api, api_key: key, vault_id } = this.#server;
    for (const { network, number } of payouts) {
      const body = {
        vault_id,
        asset: "USDC",
        network_symbol: network.symbol,
        to_address: UNKNOWN_ADDRESS,
        amount: "0.01",
        reference_id: `growth ${network.symbol} ${number}`,
      };
      await call(`${api}/transfer/payout`, { method: "POST", body, key });
    }
  }
}
