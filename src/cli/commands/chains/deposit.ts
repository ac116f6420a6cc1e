// `deposit`: a real transfer from a funded payer to a wallet, a UDA or any other address.

import { escapeControl } from "../../../kernel/escape-control.ts";
import { isObject } from "../../../kernel/is-object.ts";
import { type ClientCall, clientCommand } from "../../command.ts";
import { CommandError, jsonLine } from "../../process-io.ts";
import { TRANSFER_OPTIONS } from "./transfer-options.ts";

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
  about: "send a real transfer from a funded payer; amounts with commas between them: several in one transaction",
  options: [
    ...TRANSFER_OPTIONS,
    { flags: "--owner <OWNER>", about: "receiver: the wallet or UDA of this owner on the network" },
    { flags: "--tenant-id <ID>", about: "tenant of the owner (default: the default tenant)" },
    { flags: "--to-address <ADDRESS>", about: "receiver: this address" },
    { flags: "--from-address <ADDRESS>", about: "payer (default: a funded account of the sandbox)" },
  ],
  examples: [
    "deposit --network base --asset USDC --amount 25.5 --owner user-1",
    "deposit --network base --asset USDC --amount 5,7 --owner user-1",
  ],
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
  const body = { network, asset, tenant_id: tenantId, from_address: fromAddress };
  const to = { owner, to_address: toAddress };
  const amounts = amount.split(",").map((one) => one.trim());
  const legs = amounts.map((one) => ({ amount: one, ...to }));
  const sent = await client.post(
    "/admin/deposits",
    amounts.length === 1 ? { ...body, amount, ...to } : { ...body, legs },
  );
  if (options.json) io.out(jsonLine(sent));
  else if (isObject(sent))
    io.out(`${escapeControl(`sent ${amount} ${asset} on ${network} to ${sent["to_address"]} in ${sent["tx_id"]}`)}\n`);
  return 0;
}
