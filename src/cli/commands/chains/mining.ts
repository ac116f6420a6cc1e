// `mining`: chooses when the blocks of a network are mined.
import { clientCommand, count, durationOf } from "../../command.ts";
import { print } from "../../output.ts";
import { headLine, NETWORK_ARGUMENT, networkPath } from "./network.ts";

export const miningCommand = clientCommand<{ blockTime?: string; emptyBlocks?: number; json?: true }>({
  name: "mining",
  about: "choose when blocks are mined",
  args: [
    NETWORK_ARGUMENT,
    { name: "mode", about: "mining mode", required: true, choices: ["instant", "interval", "manual"] },
  ],
  options: [
    { flags: "--block-time <DURATION>", about: "for interval mining, for example 2s (default: unchanged)" },
    {
      flags: "--empty-blocks <N>",
      about: "interval slots that get an empty block (default: unchanged)",
      read: count(0),
    },
  ],
  examples: ["mining base manual", "mining ethereum interval --block-time 5s"],
  async run({ client, args: [network = "", mode], options, io }) {
    const { blockTime, emptyBlocks, json } = options;
    const body = {
      mode,
      block_time: blockTime === undefined ? undefined : durationOf(blockTime),
      empty_blocks: emptyBlocks,
    };
    const set = await client.put(networkPath(network, "mining"), body);
    return print(io, json, set, () => headLine(set));
  },
});
