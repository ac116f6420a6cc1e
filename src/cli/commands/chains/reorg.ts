// `reorg`: replaces the last blocks of a network.
import { escapeControl } from "../../../kernel/escape-control.ts";
import { isObject } from "../../../kernel/is-object.ts";
import { pluralize } from "../../../kernel/pluralize.ts";
import { type ClientCall, clientCommand, count } from "../../command.ts";
import { AdminError } from "../../http-client.ts";
import { print } from "../../output.ts";
import { NETWORK_ARGUMENT, networkPath } from "./network.ts";

type ReorgOptions = { transactions?: string; force?: true; json?: true };

export const reorgCommand = clientCommand<ReorgOptions>({
  name: "reorg",
  about: "replace the last blocks of a network by others",
  args: [NETWORK_ARGUMENT, { name: "depth", about: "how many blocks", required: true, read: count(1) }],
  options: [
    {
      flags: "--transactions <WHAT>",
      about: "what happens to the transactions of these blocks (default: keep)",
      choices: ["keep", "drop", "delay"],
    },
    { flags: "--force", about: "also remove deposits and transactions that are already confirmed" },
  ],
  examples: ["reorg base 1", "reorg polygon 3 --transactions drop --force"],
  run: reorg,
});

async function reorg({ client, args: [network = "", depth = ""], options, io }: ClientCall<ReorgOptions>) {
  const { transactions, force, json } = options;
  const body = { depth: Number(depth), transactions, force };
  const done = await client.post(networkPath(network, "reorg"), body).catch((error: unknown) => {
    // The API names the member of its request body; here it is an option.
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
