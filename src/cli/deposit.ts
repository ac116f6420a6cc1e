// `deposit`: a real transfer from a funded payer to an owner's wallet, UDA or any address.
import { type AdminClient, isRecord } from "./admin-client.ts";
import { CommandError, type Io, jsonLine, plain } from "./io.ts";

export type DepositOptions = {
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

export async function deposit(client: AdminClient, options: DepositOptions, io: Io): Promise<number> {
  const { network, asset, amount, owner, tenantId, toAddress, fromAddress } = options;
  if ((owner === undefined) === (toAddress === undefined)) {
    throw new CommandError(
      'say who receives: --owner OWNER or --to-address ADDRESS, one of the two: see "crypto-payment-sandbox deposit --help"',
      2,
    );
  }
  const body = { network, asset, amount, owner, tenant_id: tenantId, to_address: toAddress, from_address: fromAddress };
  const sent = await client.post("/admin/deposits", body);
  if (options.json) io.out(jsonLine(sent));
  else if (isRecord(sent))
    io.out(`${plain(`sent ${amount} ${asset} on ${network} to ${sent["to_address"]} in ${sent["tx_id"]}`)}\n`);
  return 0;
}
