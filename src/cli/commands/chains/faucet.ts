// `faucet`: sends coins or tokens to any address, as a real transfer or mint.

import { escapeControl } from "../../../kernel/escape-control.ts";
import { isObject } from "../../../kernel/is-object.ts";
import { clientCommand } from "../../command.ts";
import { print } from "../../output.ts";
import { TRANSFER_OPTIONS } from "./transfer-options.ts";

type FaucetOptions = { network: string; asset: string; amount: string; toAddress: string; json?: true };

export const faucetCommand = clientCommand<FaucetOptions>({
  name: "faucet",
  about: "send coins or tokens to any address",
  options: [...TRANSFER_OPTIONS, { flags: "--to-address <ADDRESS>", about: "the receiver", required: true }],
  examples: ["faucet --network base --asset ETH --amount 1 --to-address 0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC"],
  async run({ client, options, io }) {
    const { network, asset, amount, toAddress, json } = options;
    const sent = await client.post("/admin/faucet", { network, asset, amount, to_address: toAddress });
    const text = (): string =>
      isObject(sent)
        ? `${escapeControl(`gave ${amount} ${asset} on ${network} to ${toAddress} in ${sent["tx_id"]}`)}\n`
        : "";
    return print(io, json, sent, text);
  },
});
