// `finality`: chooses which blocks the tags `safe` and `finalized` name.

import { durationText } from "../../../kernel/duration.ts";
import { isObject } from "../../../kernel/is-object.ts";
import { clientCommand, durationOf } from "../../command.ts";
import { print } from "../../output.ts";
import { CommandError } from "../../process-io.ts";
import { NETWORK_ARGUMENT, networkPath } from "./network.ts";

type Options = { safe?: string; finalized?: string; json?: true };

export const finalityCommand = clientCommand<Options>({
  name: "finality",
  about: "choose which blocks safe and finalized name",
  args: [
    NETWORK_ARGUMENT,
    { name: "preset", about: "confirmed, or as old as on the real network", choices: ["confirmed", "real"] },
  ],
  options: [
    { flags: "--safe <DURATION>", about: "age of a safe block in virtual time, for example 8m" },
    { flags: "--finalized <DURATION>", about: "age of a finalized block" },
  ],
  examples: ["finality ethereum real", "finality base --safe 3m --finalized 18m", "finality base confirmed"],
  async run({ client, args: [network = "", preset], options: { safe, finalized, json }, io }) {
    if ((preset === undefined) === (safe === undefined && finalized === undefined))
      throw new CommandError("give either a preset, or --safe and --finalized", 2);
    const ages = { safe: safe && durationOf(safe), finalized: finalized && durationOf(finalized) };
    const set = await client.put(networkPath(network, "finality"), preset === undefined ? ages : { preset });
    return print(io, json, set, () => finalityLine(set));
  },
});

function finalityLine(network: unknown): string {
  if (!isObject(network) || !isObject(network["finality"])) return "";
  const { preset, safe_ms, finalized_ms } = network["finality"];
  const age = (ms: unknown): string =>
    typeof ms === "number" ? `blocks older than ${durationText(ms)}` : "confirmed blocks";
  return `${String(network["network"])} (${String(preset)}): safe are ${age(safe_ms)}, finalized ${age(finalized_ms)}\n`;
}
