// Transfers from a user wallet to a hot wallet (a vault's address) or a gas station of the tenant (H-04, H-56, H-57, S-413, S-414).
import { Problem } from "../../kernel/problem.ts";
import type { AddressRow, WalletCategory } from "../address/address.ts";
import { addressById, tenantAddresses } from "../address/store.ts";
import type { Network } from "../network/network.ts";
import type { TenantRow } from "../tenant/tenant.ts";
import type { TransactionRow } from "../transaction/transaction.ts";
import type { World } from "../world.ts";
import type { End } from "./external.ts";
import { sendTransfer } from "./send.ts";
import { amountOf, bodyAddress, type NetworkWords, namedAsset, namedNetwork } from "./terms.ts";

export type InternalTransferInput = NetworkWords & {
  from: End;
  to: End;
  asset: string;
  amount: string | undefined;
  remark: string | undefined;
};

const RECEIVERS: readonly WalletCategory[] = ["vault", "gas_station"];

/**
 * Queues an `internal_transfer`; returns its unified transaction. It makes no deposit row (H-02).
 * @throws Problem invalidRequest / invalidAmount, walletNotFound (either end), invalidRequest (an end of the wrong kind or
 * on another network), networkNotEnabled, insufficientBalance, in this order.
 */
export function transferInternally(world: World, tenant: TenantRow, input: InternalTransferInput): TransactionRow {
  const [from, to] = [checked("from_address", input.from), checked("to_address", input.to)];
  const named = namedNetwork(world, input);
  if (named !== undefined) termsOn(world, named, input);
  const [senders, receivers] = [rowsOf(world, tenant, "sender", from), rowsOf(world, tenant, "receiver", to)];
  const source = senders.find(({ category }) => category === "user");
  if (source === undefined) throw new Problem("invalidRequest", "the sender is no user wallet");
  const network = world.catalogue.network(source.network);
  if (named !== undefined && named !== network) {
    throw new Problem("invalidRequest", `the wallet is on ${network.symbol}, not on ${named.symbol}`);
  }
  const receiver = receivers.find((row) => row.network === network.symbol && RECEIVERS.includes(row.category));
  if (receiver === undefined) {
    throw new Problem("invalidRequest", `the receiver is no vault address or gas station on ${network.symbol}`);
  }
  const terms = { ...termsOn(world, network, input), to: receiver.address };
  return sendTransfer(world, { type: "internal_transfer", source, ...terms });
}

function checked(name: string, end: End): End {
  return "address" in end ? { address: bodyAddress(name, end.address) } : end;
}

/** The tenant's addresses that match one end; not found for another tenant (K-3). */
function rowsOf(world: World, tenant: TenantRow, role: "sender" | "receiver", end: End): AddressRow[] {
  const byId = "id" in end ? addressById(world.db, end.id) : undefined;
  const rows =
    "address" in end ? tenantAddresses(world.db, tenant.id, end.address) : byId?.tenant_id === tenant.id ? [byId] : [];
  if (rows.length === 0) {
    const hint = role === "receiver" ? ": name a vault address or a gas-station wallet, not the vault itself" : "";
    throw new Problem("walletNotFound", `the ${role} is no wallet of this tenant${hint}`);
  }
  return rows;
}

function termsOn(world: World, network: Network, input: Pick<InternalTransferInput, "asset" | "amount" | "remark">) {
  const asset = namedAsset(world, network, input.asset);
  const raw = input.amount === undefined ? undefined : amountOf(asset, input.amount);
  return { asset, raw, remark: input.remark };
}
