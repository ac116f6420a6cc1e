// `deposit`: a real transfer from a funded payer to a wallet, a UDA or any other address.

import { escapeControl } from "../../../kernel/escape-control.ts";
import { isObject } from "../../../kernel/is-object.ts";
import { type ClientCall, clientCommand } from "../../command.ts";
import { ASSETS, NETWORKS } from "../../names.gen.ts";
import { CommandError, jsonLine } from "../../process-io.ts";

type DepositOptions = {
  network: string;
  asset: string;
  /** Human decimals, `25.5`. */
  amount: string;
  owner?: string;
  tenantId?: string;
  toAddress?: string;
  fromAddress?: string;
  json?: true;
};

export const depositCommand = clientCommand<DepositOptions>({
  name: "deposit",
  about: "send a real transfer from a funded payer",
  options: [
    {
      flags: "--network <NETWORK>",
      about: "symbol or id of the network, for example base or 8453",
      suggests: () => NETWORKS,
      required: true,
    },
    {
      flags: "--asset <SYMBOL>",
      about: "token or native coin, for example USDC",
      suggests: () => ASSETS,
      required: true,
    },
    { flags: "--amount <DECIMAL>", about: "amount in whole units, for example 25.5", required: true },
    { flags: "--owner <OWNER>", about: "receiver: the wallet or UDA of this owner on the network" },
    { flags: "--tenant-id <ID>", about: "tenant of the owner (default: the default tenant)" },
    { flags: "--to-address <ADDRESS>", about: "receiver: this address" },
    { flags: "--from-address <ADDRESS>", about: "payer (default: a funded account of the sandbox)" },
  ],
  examples: ["deposit --network base --asset USDC --amount 25.5 --owner user-1"],
  run: deposit,
});

async function deposit({ client, options, io }: ClientCall<DepositOptions>): Promise<number> {
  const { network, asset, amount, owner, tenantId, toAddress, fromAddress } = options;
  if ((owner === undefined) === (toAddress === undefined)) {
    throw new CommandError(
      'name the receiver with either --owner OWNER or --to-address ADDRESS: see "cpsandbox deposit --help"',
      2,
    );
  }
  const body = { network, asset, amount, owner, tenant_id: tenantId, to_address: toAddress, from_address: fromAddress };
  const sent = await client.post("/admin/deposits", body);
  if (options.json) io.out(jsonLine(sent));
  else if (isObject(sent))
    io.out(`${escapeControl(`sent ${amount} ${asset} on ${network} to ${sent["to_address"]} in ${sent["tx_id"]}`)}\n`);
  return 0;
}
