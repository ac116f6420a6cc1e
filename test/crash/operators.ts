// Actions of operators before a crash: faults, mining modes, time travel, reorgs, settlement retries, snapshots.

import { NETWORKS, type Network } from "./acknowledged.ts";
import {
  type Act,
  createUda,
  createWallet,
  deposit,
  look,
  payout,
  reject,
  repeatPayout,
  type Scene,
  transfer,
} from "./actions.ts";

const FAULTS = [
  ["api.request", "after-commit-close"],
  ["api.request", "close"],
  ["webhook.delivery", "drop"],
  ["webhook.delivery", "duplicate"],
  ["chain.submit", "stuck"],
  ["chain.submit", "drop"],
  ["chain.submit", "unavailable"],
  ["chain.submit", "nonce-too-low"],
  ["chain.submit", "no-gas-money"],
  ["chain.submit", "revert"],
  ["chain.mine", "skip"],
  ["chain.mine", "halt"],
  ["routing.provider", "fail"],
  ["routing.provider", "refuse"],
] as const;

const fault: Act = ({ client, dice }) => {
  const [gate, effect] = dice.of(FAULTS);
  return client.ask("POST", "/admin/faults", { gate, effect, times: 1 + dice.upTo(2) });
};

export function setMining({ client }: Scene, network: Network, mode: string): Promise<unknown> {
  return client.ask("PUT", `/admin/networks/${network}/mining`, { mode });
}

const mining: Act = (scene) =>
  setMining(scene, scene.dice.of(NETWORKS), scene.dice.of(["instant", "instant", "interval", "manual"]));

export const mine: Act = ({ client, dice }) =>
  client.ask("POST", `/admin/networks/${dice.of(NETWORKS)}/mine`, { blocks: 1 + dice.upTo(3) });

export function travelBy({ client }: Scene, seconds: number): Promise<unknown> {
  return client.ask("POST", "/admin/clock/advance", { by: `${seconds}s` });
}

const travel: Act = (scene) => travelBy(scene, 1 + scene.dice.upTo(scene.dice.oneIn(3) ? 600 : 20));

const clockMode: Act = ({ client, dice }) =>
  client.ask("POST", `/admin/clock/${dice.of(["freeze", "resume", "resume"])}`);

/** Replaces the last blocks; refused where that would take back what is confirmed. */
export const reorg: Act = ({ client, book, dice }) => {
  const network = dice.of(NETWORKS);
  const transactions = dice.of(["keep", "keep", "delay", "drop"] as const);
  const mayDrop = transactions === "drop" || book.reorgs.get(network) === "drop";
  book.reorgs.set(network, mayDrop ? "drop" : "keep");
  return client.ask("POST", `/admin/networks/${network}/reorg`, { depth: 1 + dice.upTo(4), transactions });
};

/** A failed settlement gets another run. */
const retrySettlement: Act = async ({ client, book, dice }) => {
  if (book.udas.length === 0) return;
  const list = await client.ask("GET", `/v1/uda/${dice.of(book.udas).id}/settlements?limit=100`);
  const failed = (list?.data?.items ?? []).find(({ status }: { status: string }) => status === "failed");
  if (failed !== undefined) await client.ask("POST", `/admin/settlements/${failed.id}/retry`, {});
};

// Listed once for each unit of weight.
const ACTS: readonly Act[] = [
  ...[payout, payout, payout, payout, payout, payout, repeatPayout, reject, transfer, transfer, transfer],
  ...[deposit, deposit, deposit, deposit, createWallet, createUda, look, look, look],
  ...[travel, travel, fault, mining, mine, clockMode, reorg, retrySettlement],
];

/** Acts until the server is gone; with `only`, nothing but that. */
export async function actUntil(scene: Scene, isOver: () => boolean, only?: Act): Promise<void> {
  while (!isOver()) await (only ?? scene.dice.of(ACTS))(scene);
}
