// Operations that send value to tenants: deposits through the control API, external transfers, and transfers that are no deposits.
import { nextAddress } from "../model.ts";
import type { Simulation } from "../simulation.ts";
import { aChain, anAmount, anAsset, type Operation, type Place, places } from "./operation.ts";

const hex = (value: bigint | number): string => `0x${value.toString(16)}`;
export const word = (value: bigint | string): string =>
  (typeof value === "bigint" ? value.toString(16) : value.replace("0x", "")).padStart(64, "0");

/** A funded account that belongs to no tenant. */
export function anExternalAccount({ dice, setup }: Simulation): string {
  return dice.of(setup.ready.accounts).address;
}

function aPlace(sim: Simulation, network: string): Place | undefined {
  const found = places(sim, network);
  return found.length === 0 ? undefined : sim.dice.of(found);
}

async function adminDeposit(sim: Simulation): Promise<void> {
  const chain = aChain(sim);
  const place = aPlace(sim, chain.symbol);
  if (place === undefined) return;
  const asset = anAsset(sim, chain);
  const path = asset.address === chain.native.address || sim.dice.oneIn(2) ? "/deposits" : "/faucet";
  const amount = anAmount(sim, asset === chain.native ? 2 : 60);
  await sim.admin("POST", path, { network: chain.symbol, asset: asset.symbol, amount, to_address: place.address });
}

export async function payToken(
  sim: Simulation,
  network: string,
  to: string,
  units: bigint,
  from = anExternalAccount(sim),
) {
  const token = sim.dice.of(sim.setup.chain(network).tokens).address;
  const data = `0xa9059cbb${word(to)}${word(units)}`;
  return sim.node(network, "eth_sendTransaction", [{ from, to: token, data, gas: hex(150_000) }]);
}

async function externalTokenTransfer(sim: Simulation): Promise<void> {
  const { symbol } = aChain(sim);
  const place = aPlace(sim, symbol);
  if (place === undefined) return;
  const units = sim.dice.oneIn(8) ? 0n : BigInt(1 + sim.dice.upTo(50_000_000));
  await payToken(sim, symbol, place.address, units);
}

async function externalCoinTransfer(sim: Simulation): Promise<void> {
  const { symbol } = aChain(sim);
  const place = aPlace(sim, symbol);
  if (place === undefined) return;
  const value = sim.dice.oneIn(8) ? 0n : BigInt(1 + sim.dice.upTo(10 ** 9)) * 10n ** 9n;
  const transaction = { from: anExternalAccount(sim), to: place.address, value: hex(value), gas: hex(100_000) };
  await sim.node(symbol, "eth_sendTransaction", [transaction]);
}

/** To the address of a wallet on a network where it is not assigned, or to an unknown address: no deposit. */
async function transferToUnknown(sim: Simulation): Promise<void> {
  const { symbol } = aChain(sim);
  const others = sim.model.wallets.filter(({ network }) => network !== symbol);
  const to = others.length === 0 || sim.dice.oneIn(3) ? nextAddress(sim.model).address : sim.dice.of(others).address;
  await payToken(sim, symbol, to, 5n);
}

/** Address poisoning: a `transferFrom` of zero from an address of a tenant, which anyone may send, creates no record. */
async function zeroTransferFrom(sim: Simulation): Promise<void> {
  const chain = aChain(sim);
  const place = aPlace(sim, chain.symbol);
  if (place === undefined) return;
  const data = `0x23b872dd${word(place.address)}${word(nextAddress(sim.model).address)}${word(0n)}`;
  const transaction = { from: anExternalAccount(sim), to: sim.dice.of(chain.tokens).address, data, gas: hex(150_000) };
  await sim.node(chain.symbol, "eth_sendTransaction", [transaction]);
}

export const INCOMING_TRANSFER_OPERATIONS: readonly Operation[] = [
  { name: "admin deposit", weight: 6, always: true, run: adminDeposit },
  { name: "token of a stranger", weight: 5, run: externalTokenTransfer },
  { name: "coin of a stranger", weight: 3, run: externalCoinTransfer },
  { name: "transfer beside the mark", weight: 1, run: transferToUnknown },
  { name: "transfer of nothing in our name", weight: 1, run: zeroTransferFrom },
];
