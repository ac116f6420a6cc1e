// `networks`, `mine`, `mining` and `reorg`: what the chains do and when.

import { escapeControl } from "../../../kernel/escape-control.ts";
import { isObject } from "../../../kernel/is-object.ts";
import { pluralize } from "../../../kernel/pluralize.ts";
import type { AdminClient } from "../../admin-client.ts";
import { type ClientCall, clientCommand, count, durationOf } from "../../command.ts";
import { AdminError, recordsOf } from "../../http-client.ts";
import { print, table } from "../../output.ts";

type Json = { json?: true };
type Row = Record<string, unknown>;
const NETWORK = { name: "network", about: "symbol or id, as base or 8453", required: true } as const;

/** The networks as a table. */
export function networkTable(io: Parameters<typeof table>[0], networks: readonly Row[]): string {
  const head = (row: Row): Row => (isObject(row["head"]) ? row["head"] : {});
  const right = true as const;
  const columns = [
    { head: "NETWORK", cell: (row: Row) => row["network"] },
    { head: "CHAIN ID", cell: (row: Row) => row["eip155_id"], right },
    { head: "HEAD", cell: (row: Row) => head(row)["number"], right },
    { head: "TIME", cell: (row: Row) => head(row)["time"], shrinks: true as const },
    { head: "MINING", cell: (row: Row) => row["mining"] },
    { head: "CONFIRMATIONS", cell: (row: Row) => row["confirmations"], right },
    { head: "WAITING", cell: (row: Row) => row["waiting_transactions"], right },
  ];
  return table(io, columns, networks, "no networks");
}

export const networksCommand = clientCommand<Json>({
  name: "networks",
  about: "list the networks with head and mining mode",
  examples: ["networks"],
  async run({ client, options, io }) {
    const found = await client.get("/admin/networks");
    return print(io, options.json, found, () => networkTable(io, recordsOf(isObject(found) ? found["items"] : [])));
  },
});

export const mineCommand = clientCommand<Json>({
  name: "mine",
  about: "mine blocks now",
  args: [NETWORK, { name: "blocks", about: "how many (default: 1)", read: count(1) }],
  examples: ["mine base", "mine ethereum 12"],
  async run({ client, args: [network = "", blocks], options, io }) {
    const body = blocks === undefined ? {} : { blocks: Number(blocks) };
    const mined = await client.post(`/admin/networks/${encodeURIComponent(network)}/mine`, body);
    const halts = options.json ? [] : await haltsOf(client, mined);
    return print(io, options.json, mined, () => [headLine(mined), ...halts].join(""));
  },
});

export const miningCommand = clientCommand<Json & { blockTime?: string }>({
  name: "mining",
  about: "choose when blocks are mined",
  args: [NETWORK, { name: "mode", about: "when", required: true, choices: ["instant", "interval", "manual"] }],
  options: [{ flags: "--block-time <DURATION>", about: "of interval mining, as 2s (default: as it is)" }],
  examples: ["mining base manual", "mining ethereum interval --block-time 5s"],
  async run({ client, args: [network = "", mode], options, io }) {
    const { blockTime, json } = options;
    const body = { mode, block_time: blockTime === undefined ? undefined : durationOf(blockTime) };
    const set = await client.put(`/admin/networks/${encodeURIComponent(network)}/mining`, body);
    return print(io, json, set, () => headLine(set));
  },
});

type ReorgOptions = Json & { transactions?: string; force?: true };

export const reorgCommand = clientCommand<ReorgOptions>({
  name: "reorg",
  about: "replace the last blocks of a network by others",
  args: [NETWORK, { name: "depth", about: "how many blocks", required: true, read: count(1) }],
  options: [
    {
      flags: "--transactions <WHAT>",
      about: "what becomes of theirs (default: keep)",
      choices: ["keep", "drop", "delay"],
    },
    { flags: "--force", about: "also take back what is confirmed" },
  ],
  examples: ["reorg base 1", "reorg polygon 3 --transactions drop --force"],
  run: reorg,
});

async function reorg({ client, args: [network = "", depth = ""], options, io }: ClientCall<ReorgOptions>) {
  const { transactions, force, json } = options;
  const body = { depth: Number(depth), transactions, force };
  const path = `/admin/networks/${encodeURIComponent(network)}/reorg`;
  const done = await client.post(path, body).catch((error: unknown) => {
    // What a request calls a member is an option here.
    if (error instanceof AdminError)
      throw new AdminError(error.status, error.message.replace('"force": true', "--force"));
    throw error;
  });
  return print(io, json, done, () => {
    if (!isObject(done)) return "";
    const hashes = (name: string): unknown[] => (Array.isArray(done[name]) ? done[name] : []);
    const lines = [
      `${pluralize(hashes("removed").length, "block was", "blocks were")} replaced on ${network}`,
      ...hashes("removed").map((hash) => `  - ${hash}`),
      ...hashes("added").map((hash) => `  + ${hash}`),
    ];
    return lines.map((line) => `${escapeControl(line)}\n`).join("");
  });
}

/** What keeps blocks away that were asked for: faults at `chain.mine` that stand after them. */
async function haltsOf(client: AdminClient, mined: unknown): Promise<string[]> {
  const faults = await client.get("/admin/faults");
  const network = isObject(mined) ? mined["network"] : undefined;
  return recordsOf(isObject(faults) ? faults["items"] : undefined)
    .filter(
      ({ gate, effect, hits, times }) =>
        gate === "chain.mine" && effect === "halt" && (times === null || Number(hits) < Number(times)),
    )
    .filter(({ match }) => !isObject(match) || match["network"] === undefined || match["network"] === network)
    .map(
      ({ id }) =>
        `no block comes while fault ${escapeControl(String(id))} halts ${escapeControl(String(network))}: fault remove takes it away\n`,
    );
}

function headLine(network: unknown): string {
  if (!isObject(network)) return "";
  const { network: symbol, head, mining, waiting_transactions } = network;
  const { number, hash } = isObject(head) ? head : {};
  return `${escapeControl(`${symbol} is at block ${number} ${hash}, mining ${mining}, ${waiting_transactions} waiting`)}\n`;
}
