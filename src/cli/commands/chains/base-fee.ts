// `base-fee`: sets the base fee of a network, and whether it moves with the load.
import { isObject } from "../../../kernel/is-object.ts";
import { clientCommand } from "../../command.ts";
import { print } from "../../output.ts";
import { CommandError } from "../../process-io.ts";
import { NETWORK_ARGUMENT, networkPath } from "./network.ts";

export const baseFeeCommand = clientCommand<{ mode?: string; json?: true }>({
  name: "base-fee",
  about: "set the base fee of a network, and whether it moves with the load",
  args: [NETWORK_ARGUMENT, { name: "gwei", about: "fee of the next block (default: as it is)" }],
  options: [
    { flags: "--mode <MODE>", about: "the same in every block, or as EIP-1559", choices: ["fixed", "dynamic"] },
  ],
  examples: ["base-fee base 0.25", "base-fee ethereum --mode dynamic", "base-fee ethereum 80 --mode dynamic"],
  async run({ client, args: [network = "", gwei], options: { mode, json }, io }) {
    if (gwei === undefined && mode === undefined) throw new CommandError("give a fee in gwei, or --mode, or both", 2);
    const set = await client.put(networkPath(network, "base-fee"), { gwei, mode });
    const { network: symbol, base_fee_gwei, base_fee_mode } = isObject(set) ? set : {};
    return print(
      io,
      json,
      set,
      () => `${symbol}: the next block has a base fee of ${base_fee_gwei} gwei (${base_fee_mode})\n`,
    );
  },
});
