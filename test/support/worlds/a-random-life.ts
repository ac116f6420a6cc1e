// Random runs from a seed: a small tenant, and a hundred actions of clients, operators and chains.
import type { Hex } from "viem";
import { Random } from "../../../src/kernel/random.ts";
import type { ASandbox } from "../a-sandbox.ts";
import type { aReceiver } from "../clients/a-receiver.ts";
import { asTokenOwner, payoutBody, vaultAddress } from "../payments/a-payout.ts";
import { DESTINATION } from "../payments/a-uda.ts";

export const NETWORKS = ["ethereum", "polygon", "base"] as const;

type Dice = { upTo(most: number): number; of<T>(values: readonly T[]): T };

export function diceOf(seed: string): Dice {
  const random = new Random(seed);
  let throws = 0;
  const upTo = (most: number): number => {
    throws += 1;
    return Number(BigInt(`0x${random.hex(String(throws), 12)}`) % BigInt(most));
  };
  return { upTo, of: (values) => values[upTo(values.length)] as (typeof values)[number] };
}

type Receiver = Awaited<ReturnType<typeof aReceiver>>;

export type Life = {
  receiver: Receiver;
  sandbox: ASandbox;
  uda: string;
  wallets: { network: string; address: Hex }[];
  dice: Dice;
  places: { network: string; address: Hex }[];
  count: number;
};
type Act = (life: Life) => Promise<unknown>;

const network = ({ dice }: Life): string => dice.of(NETWORKS);
const amount = ({ dice }: Life): string => `${dice.upTo(30)}.${1 + dice.upTo(999_999)}`;
const assetOn = ({ dice }: Life, symbol: string): string => (symbol === "base" ? "USDC" : dice.of(["USDC", "USDT"]));

/** Actions of a client, an operator or a chain; a refusal is a response like any other. */
const ACTS: readonly Act[] = [
  (life) => {
    const { network: name, address } = life.dice.of(life.places);
    const order = { network: name, asset: assetOn(life, name), amount: amount(life), to_address: address };
    return life.sandbox.control("POST", "/deposits", order);
  },
  (life) => {
    const { network: name, address } = life.dice.of(life.places);
    const asset = name === "polygon" ? "POL" : "ETH";
    return life.sandbox.control("POST", "/deposits", {
      network: name,
      asset,
      amount: `0.${1 + life.dice.upTo(9_999)}`,
      to_address: address,
    });
  },
  (life) => {
    const symbol = network(life);
    const body = payoutBody(life.sandbox.ready.vault_id, {
      network_symbol: symbol,
      asset: assetOn(life, symbol),
      amount: amount(life),
      reference_id: `order-${life.count}`,
      to_address: life.dice.of(life.places).address,
    });
    return life.sandbox.api.POST("/transfer/payout", { body });
  },
  async (life) => {
    const symbol = network(life);
    const { now } = await life.sandbox.control("GET", "/clock");
    const body = payoutBody(life.sandbox.ready.vault_id, {
      network_symbol: symbol,
      asset: "USDC",
      amount: amount(life),
      reference_id: `order-${life.count}`,
      expired_at: new Date(Date.parse(now) + 1_000 + life.dice.upTo(120_000)).toISOString(),
    });
    return life.sandbox.api.POST("/transfer/payout", { body });
  },
  (life) =>
    life.sandbox.control("PUT", `/networks/${network(life)}/mining`, {
      mode: life.dice.of(["instant", "manual", "interval"]),
    }),
  (life) => life.sandbox.control("POST", `/networks/${network(life)}/mine`, { blocks: 1 + life.dice.upTo(3) }),
  (life) =>
    life.sandbox.admin("POST", `/networks/${network(life)}/reorg`, {
      depth: 1 + life.dice.upTo(3),
      transactions: life.dice.of(["keep", "drop", "delay"]),
    }),
  (life) => {
    const symbol = network(life);
    const call = life.dice.of(["pause", "unpause", "unpause"]);
    return asTokenOwner(life.sandbox, { network: symbol, asset: "USDC" }, call).catch(refused);
  },
  (life) => life.sandbox.control("POST", "/clock/advance", { by: 1 + life.dice.upTo(90_000) }),
  (life) => {
    const effect = life.dice.of(["refuse", "fail", "no-quote", "empty-stock", "slow"]);
    return life.sandbox.control("POST", "/faults", { gate: "routing.provider", effect, times: 1 + life.dice.upTo(3) });
  },
  // A part or the maximum, from a vault or a wallet, to foreign addresses or the tenant's own (H-43, H-54, H-56).
  (life) => {
    const { network: name, address } = life.dice.of(life.places);
    const asset = assetOn(life, name);
    const isMaximum = life.dice.upTo(3) === 0;
    const body = { vault_id: life.sandbox.ready.vault_id, to_address: address, asset, network_symbol: name };
    return life.sandbox.api.POST("/transfer/vault", { body: isMaximum ? body : { ...body, amount: amount(life) } });
  },
  (life) => {
    const { network: name, address } = life.dice.of(life.wallets);
    const to = life.dice.of(life.places);
    const asset = life.dice.of([assetOn(life, name), name === "polygon" ? "POL" : "ETH"]);
    const body = { from_address: address, to_address: to.address, asset, network_symbol: name };
    return life.sandbox.api.POST("/transfer/external/address", {
      body: life.dice.upTo(3) === 0 ? body : { ...body, amount: "0.75" },
    });
  },
  (life) => {
    const { network: name, address } = life.dice.of(life.wallets);
    const vault = life.places.find((place) => place.network === name)?.address ?? "";
    const body = { from_address: address, to_address: vault, asset: assetOn(life, name) };
    return life.sandbox.api.POST("/transfer/internal/address", { body });
  },
  async (life) => {
    const { api, ready } = life.sandbox;
    const { data } = await api.GET("/transfer/payout/pending", { params: { query: { vault_id: ready.vault_id } } });
    const id = data?.data[0]?.id;
    return id === undefined ? undefined : api.POST("/transfer/payout/{id}/reject", { params: { path: { id } } });
  },
  (life) => {
    const path = { id: life.uda };
    const status = life.dice.of(["active", "active", "retired"] as const);
    return life.sandbox.api.PATCH("/uda/{id}", { params: { path }, body: { status } });
  },
  (life) => life.sandbox.control("PUT", `/networks/${network(life)}/confirmations`, { blocks: 1 + life.dice.upTo(3) }),
];

/** Pausing a paused token reverts, and in manual mode there is no receipt yet: neither matters here. */
export const refused = (): void => {};

/** Vault addresses, a wallet and a UDA (same token, same chain: internal routes too) on every network. */
async function born(sandbox: ASandbox, receiver: Receiver, seed: string): Promise<Life> {
  const { api, control, ready } = sandbox;
  await control("POST", `/tenants/${ready.tenant_id}/webhook-endpoints`, { url: receiver.url });
  const places: Life["places"] = [];
  const wallets: Life["wallets"] = [];
  for (const name of NETWORKS) {
    places.push({ network: name, address: await vaultAddress(api, ready.vault_id, name) });
    const wallet = await api.POST("/wallets", { body: { owner: "alice", network_symbol: name } });
    wallets.push({ network: name, address: wallet.data?.data.address as Hex });
  }
  places.push(...wallets);
  const destination = { address: DESTINATION, asset_symbol: "USDC", network_id: "966" };
  const uda = await api.POST("/uda", { body: { owner: "alice", destination } });
  for (const name of NETWORKS)
    places.push({ network: name, address: uda.data?.data.deposit_addresses[0]?.address as Hex });
  return { receiver, sandbox, uda: uda.data?.data.id ?? "", wallets, dice: diceOf(seed), places, count: 0 };
}

/** A run of a hundred actions; the same seed gives the same actions in the same order. */
export async function aRandomLife(sandbox: ASandbox, receiver: Receiver, seed: string, acts = 100): Promise<Life> {
  const life = await born(sandbox, receiver, seed);
  for (const { network: name, address } of life.places) {
    const order = { network: name, asset: "USDC", amount: "50", to_address: address };
    await sandbox.control("POST", "/deposits", order);
  }
  await liveOn(life, acts);
  return life;
}

/** Further actions of a run, from its dice. */
export async function liveOn(life: Life, acts: number): Promise<void> {
  for (let act = 0; act < acts; act += 1) {
    life.count += 1;
    await life.dice.of(ACTS)(life);
  }
}
