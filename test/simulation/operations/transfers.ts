// Transfers out of vaults and wallets: a part or all, to strangers and among the tenant's own addresses.
import { next, unitsOf } from "../model.ts";
import type { Play } from "../play.ts";
import type { Answer } from "../wire.ts";
import { aChain, anAmount, anAsset, aTenant, type Operation, places } from "./operation.ts";

type Kind = "vault" | "external" | "internal";
const PATHS = {
  vault: "/transfer/vault",
  external: "/transfer/external/address",
  internal: "/transfer/internal/address",
};

type Order = { tenant: number; network: string; from: string; to: string; body: Record<string, unknown>; kind: Kind };
type Wanted = Order & { asset: string; decimals: number; amount: string | undefined };

/** What a tenant could order now; undefined where it has nothing to send from. */
export function aTransfer(play: Play, kind: Kind, whole = play.dice.oneIn(3)): Wanted | undefined {
  const [tenant, chain] = [play.dice.oneIn(3) ? aTenant(play) : 0, aChain(play)];
  const own = places(play, chain.symbol, tenant);
  const sources = own.filter(({ category }) => category === (kind === "vault" ? "vault" : "user"));
  const inside = own.filter(({ category }) => category === "vault" || category === "gas_station");
  if (sources.length === 0 || inside.length === 0) return undefined;
  const source = play.dice.of(sources);
  const elsewhere = play.dice.oneIn(4) ? own.filter(({ address }) => address !== source.address) : [];
  const to =
    kind === "internal"
      ? play.dice.of(inside).address
      : elsewhere.length > 0
        ? play.dice.of(elsewhere).address
        : next(play.model).address;
  const asset = anAsset(play, chain);
  const amount = whole ? undefined : anAmount(play, asset === chain.native ? 1 : 8);
  const facts = { to_address: to, asset: asset.symbol, network_symbol: chain.symbol, ...(whole ? {} : { amount }) };
  const body =
    kind === "vault" ? { ...facts, vault_id: play.tenant(tenant).vault } : { ...facts, from_address: source.address };
  const { symbol: network } = chain;
  return {
    tenant,
    network,
    from: source.address,
    to,
    body,
    kind,
    asset: asset.address,
    decimals: asset.decimals,
    amount,
  };
}

export function send(play: Play, wanted: Wanted): Promise<Answer | undefined> {
  return play.ask(wanted.tenant, "POST", PATHS[wanted.kind], wanted.body);
}

export function learnTransfer(play: Play, wanted: Wanted, answer: Answer | undefined): void {
  if (answer === undefined && wanted.kind === "vault") {
    play.model.unsureHolds.add(`${wanted.tenant} ${wanted.network} ${wanted.asset}`);
  }
  if (answer === undefined || answer.status === 500) return;
  play.demand([201, 400].includes(answer.status), () => `a transfer was answered ${answer.status} ${answer.text}`);
  if (answer.status !== 201) return;
  const { tenant, network, from, to, asset, kind, amount, decimals } = wanted;
  const whole = amount === undefined;
  const units = whole ? 0n : unitsOf(amount, decimals);
  const id = String(answer.headers["x-transaction-id"] ?? "");
  play.demand(id !== "", () => "a transfer was acknowledged without its id");
  play.model.transfers.push({ tenant, id, network, from, to, asset, whole, units, kind, status: "created" });
}

async function transfer(play: Play, kind: Kind): Promise<void> {
  const wanted = aTransfer(play, kind);
  if (wanted !== undefined) learnTransfer(play, wanted, await send(play, wanted));
}

export const TRANSFER_OPERATIONS: readonly Operation[] = [
  { name: "transfer from a vault", weight: 3, act: (play) => transfer(play, "vault") },
  { name: "transfer from a wallet", weight: 4, act: (play) => transfer(play, "external") },
  { name: "transfer inside", weight: 2, act: (play) => transfer(play, "internal") },
];
