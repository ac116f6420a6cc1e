// `l1-fees`: chooses whether receipts of a layer-2 network carry its members about L1.
import { isObject } from "../../../kernel/is-object.ts";
import { clientCommand } from "../../command.ts";
import { print } from "../../output.ts";
import { NETWORK_ARGUMENT, networkPath } from "./network.ts";

export const l1FeesCommand = clientCommand<{ gwei?: string; json?: true }>({
  name: "l1-fees",
  about: "choose whether receipts of Base and Arbitrum carry simulated L1 members",
  args: [
    NETWORK_ARGUMENT,
    { name: "mode", about: "they are shown, never charged", required: true, choices: ["off", "simulated"] },
  ],
  options: [{ flags: "--gwei <GWEI>", about: "price of L1 gas that they show (default: 0)" }],
  examples: ["l1-fees base simulated", "l1-fees arbitrum simulated --gwei 0.5", "l1-fees base off"],
  async run({ client, args: [network = "", mode], options: { gwei, json }, io }) {
    const set = await client.put(networkPath(network, "l1-fees"), { mode, gwei });
    const { network: symbol, l1_fees } = isObject(set) ? set : {};
    const shown = isObject(l1_fees) && l1_fees["mode"] === "simulated";
    const text = shown ? `L1 members at ${String(l1_fees["gwei"])} gwei, which nobody pays` : "no L1 members";
    return print(io, json, set, () => `${String(symbol)}: receipts have ${text}\n`);
  },
});
