// What the commands on one network share: the argument that names it and the line that shows its latest block.

import { escapeControl } from "../../../kernel/escape-control.ts";
import { isObject } from "../../../kernel/is-object.ts";
import { NETWORKS } from "../../names.gen.ts";

export const NETWORK_ARGUMENT = {
  name: "network",
  suggests: () => NETWORKS,
  about: "symbol or id, for example base or 8453",
  required: true,
} as const;

/** Path of a network in the admin API, for example `/admin/networks/base/mine`. */
export function networkPath(
  network: string,
  action: "mine" | "mining" | "reorg" | "finality" | "base-fee" | "l1-fees",
): string {
  return `/admin/networks/${encodeURIComponent(network)}/${action}`;
}

/** Latest block, mining mode and number of waiting transactions in one line. */
export function headLine(network: unknown): string {
  if (!isObject(network)) return "";
  const { network: symbol, head, mining, waiting_transactions } = network;
  const { number, hash } = isObject(head) ? head : {};
  return `${escapeControl(`${symbol} is at block ${number} ${hash}, mining ${mining}, ${waiting_transactions} waiting`)}\n`;
}
