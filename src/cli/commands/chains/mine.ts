// `mine`: mines blocks at once, and names the faults that stop further blocks.
import { escapeControl } from "../../../kernel/escape-control.ts";
import { isObject } from "../../../kernel/is-object.ts";
import type { AdminClient } from "../../admin-client.ts";
import { clientCommand, count } from "../../command.ts";
import { recordsOf } from "../../http-client.ts";
import { print } from "../../output.ts";
import { headLine, NETWORK_ARGUMENT, networkPath } from "./network.ts";

export const mineCommand = clientCommand<{ json?: true }>({
  name: "mine",
  about: "mine blocks now",
  args: [NETWORK_ARGUMENT, { name: "blocks", about: "how many (default: 1)", read: count(1) }],
  examples: ["mine base", "mine ethereum 12"],
  async run({ client, args: [network = "", blocks], options, io }) {
    const body = blocks === undefined ? {} : { blocks: Number(blocks) };
    const mined = await client.post(networkPath(network, "mine"), body);
    const halts = options.json ? [] : await haltLines(client, mined);
    return print(io, options.json, mined, () => [headLine(mined), ...halts].join(""));
  },
});

/** A line for each fault at `chain.mine` that still stops blocks of this network. */
async function haltLines(client: AdminClient, mined: unknown): Promise<string[]> {
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
        `no more blocks are mined on ${escapeControl(String(network))} while fault ${escapeControl(String(id))} is armed: remove it with fault remove\n`,
    );
}
