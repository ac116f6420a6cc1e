// Value that comes in: the admin's deposits and mints, transfers of strangers, to places that count and to places that do not.
import { next } from "../model.ts";
import type { Play } from "../play.ts";
import { aChain, anAmount, anAsset, type Operation, type Place, places } from "./operation.ts";

const hex = (value: bigint | number): string => `0x${value.toString(16)}`;
export const word = (value: bigint | string): string =>
  (typeof value === "bigint" ? value.toString(16) : value.replace("0x", "")).padStart(64, "0");

/** A stranger's account, which the sandbox funds: it belongs to no tenant. */
export function aStranger({ dice, stage }: Play): string {
  return dice.of(stage.ready.accounts).address;
}

function aPlace(play: Play, network: string): Place | undefined {
  const found = places(play, network);
  return found.length === 0 ? undefined : play.dice.of(found);
}

async function adminDeposit(play: Play): Promise<void> {
  const chain = aChain(play);
  const place = aPlace(play, chain.symbol);
  if (place === undefined) return;
  const asset = anAsset(play, chain);
  const path = asset.address === chain.native.address || play.dice.oneIn(2) ? "/deposits" : "/faucet";
  const amount = anAmount(play, asset === chain.native ? 2 : 60);
  await play.admin("POST", path, { network: chain.symbol, asset: asset.symbol, amount, to_address: place.address });
}

export async function payToken(play: Play, network: string, to: string, units: bigint, from = aStranger(play)) {
  const token = play.dice.of(play.stage.chain(network).tokens).address;
  const data = `0xa9059cbb${word(to)}${word(units)}`;
  return play.node(network, "eth_sendTransaction", [{ from, to: token, data, gas: hex(150_000) }]);
}

async function strangersTransfer(play: Play): Promise<void> {
  const { symbol } = aChain(play);
  const place = aPlace(play, symbol);
  if (place === undefined) return;
  const units = play.dice.oneIn(8) ? 0n : BigInt(1 + play.dice.upTo(50_000_000));
  await payToken(play, symbol, place.address, units);
}

async function strangersCoin(play: Play): Promise<void> {
  const { symbol } = aChain(play);
  const place = aPlace(play, symbol);
  if (place === undefined) return;
  const value = play.dice.oneIn(8) ? 0n : BigInt(1 + play.dice.upTo(10 ** 9)) * 10n ** 9n;
  const order = { from: aStranger(play), to: place.address, value: hex(value), gas: hex(100_000) };
  await play.node(symbol, "eth_sendTransaction", [order]);
}

/** To a wallet's address on a network where it is not assigned, or to nobody: neither counts. */
async function besideTheMark(play: Play): Promise<void> {
  const { symbol } = aChain(play);
  const others = play.model.wallets.filter(({ network }) => network !== symbol);
  const to = others.length === 0 || play.dice.oneIn(3) ? next(play.model).address : play.dice.of(others).address;
  await payToken(play, symbol, to, 5n);
}

/** `transferFrom` of nothing in the name of one of ours: anybody may send it, and nothing comes of it. */
async function poison(play: Play): Promise<void> {
  const chain = aChain(play);
  const place = aPlace(play, chain.symbol);
  if (place === undefined) return;
  const data = `0x23b872dd${word(place.address)}${word(next(play.model).address)}${word(0n)}`;
  const order = { from: aStranger(play), to: play.dice.of(chain.tokens).address, data, gas: hex(150_000) };
  await play.node(chain.symbol, "eth_sendTransaction", [order]);
}

export const MONEY_IN_OPERATIONS: readonly Operation[] = [
  { name: "admin deposit", weight: 6, always: true, act: adminDeposit },
  { name: "token of a stranger", weight: 5, act: strangersTransfer },
  { name: "coin of a stranger", weight: 3, act: strangersCoin },
  { name: "transfer beside the mark", weight: 1, act: besideTheMark },
  { name: "transfer of nothing in our name", weight: 1, act: poison },
];
