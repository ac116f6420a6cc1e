// Operations that transfer from vaults and wallets: an amount or the whole balance, to external addresses or the tenant's own.

import type { Answer } from "../http-client.ts";
import { nextAddress, unitsOf } from "../model.ts";
import type { Simulation } from "../simulation.ts";
import { aChain, anAmount, anAsset, aTenant, type Operation, places } from "./operation.ts";

type Kind = "vault" | "external" | "internal";
const PATHS = {
  vault: "/transfer/vault",
  external: "/transfer/external/address",
  internal: "/transfer/internal/address",
};

type Input = { tenant: number; network: string; from: string; to: string; body: Record<string, unknown>; kind: Kind };
type TransferRequest = Input & { asset: string; decimals: number; amount: string | undefined };

/** A random transfer request; undefined where the tenant has no address to send from. */
export function aTransfer(sim: Simulation, kind: Kind, sendsMax = sim.dice.oneIn(3)): TransferRequest | undefined {
  const [tenant, chain] = [sim.dice.oneIn(3) ? aTenant(sim) : 0, aChain(sim)];
  const own = places(sim, chain.symbol, tenant);
  const sources = own.filter(({ category }) => category === (kind === "vault" ? "vault" : "user"));
  const inside = own.filter(({ category }) => category === "vault" || category === "gas_station");
  if (sources.length === 0 || inside.length === 0) return undefined;
  const source = sim.dice.of(sources);
  const others = sim.dice.oneIn(4) ? own.filter(({ address }) => address !== source.address) : [];
  const to =
    kind === "internal"
      ? sim.dice.of(inside).address
      : others.length > 0
        ? sim.dice.of(others).address
        : nextAddress(sim.model).address;
  const asset = anAsset(sim, chain);
  const amount = sendsMax ? undefined : anAmount(sim, asset === chain.native ? 1 : 8);
  const facts = { to_address: to, asset: asset.symbol, network_symbol: chain.symbol, ...(sendsMax ? {} : { amount }) };
  const body =
    kind === "vault" ? { ...facts, vault_id: sim.tenant(tenant).vault } : { ...facts, from_address: source.address };
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

export function send(sim: Simulation, wanted: TransferRequest): Promise<Answer | undefined> {
  return sim.ask(wanted.tenant, "POST", PATHS[wanted.kind], wanted.body);
}

export function recordTransferAnswer(sim: Simulation, wanted: TransferRequest, answer: Answer | undefined): void {
  if (answer === undefined && wanted.kind === "vault") {
    sim.model.uncertainHolds.add(`${wanted.tenant} ${wanted.network} ${wanted.asset}`);
  }
  if (answer === undefined || answer.status === 500) return;
  sim.check([201, 400].includes(answer.status), () => `a transfer was answered ${answer.status} ${answer.text}`);
  if (answer.status !== 201) return;
  const { tenant, network, from, to, asset, kind, amount, decimals } = wanted;
  const sendsMax = amount === undefined;
  const units = sendsMax ? 0n : unitsOf(amount, decimals);
  const id = String(answer.headers["x-transaction-id"] ?? "");
  sim.check(id !== "", () => "a transfer was acknowledged without its id");
  sim.model.transfers.push({ tenant, id, network, from, to, asset, sendsMax, units, kind, status: "created" });
}

async function transfer(sim: Simulation, kind: Kind): Promise<void> {
  const wanted = aTransfer(sim, kind);
  if (wanted !== undefined) recordTransferAnswer(sim, wanted, await send(sim, wanted));
}

export const TRANSFER_OPERATIONS: readonly Operation[] = [
  { name: "transfer from a vault", weight: 3, run: (sim) => transfer(sim, "vault") },
  { name: "transfer from a wallet", weight: 4, run: (sim) => transfer(sim, "external") },
  { name: "transfer inside", weight: 2, run: (sim) => transfer(sim, "internal") },
];
