// Sending from a user wallet to any address, the wallet named by address or by id (H-43, H-55, S-380…S-392, S-412).
import { Problem } from "../../kernel/problem.ts";
import type { AddressRow } from "../address/address.ts";
import type { Network } from "../network/network.ts";
import type { TenantRow } from "../tenant/tenant.ts";
import type { TransactionRow } from "../transaction/transaction.ts";
import { walletByAddress, walletById } from "../wallet/store.ts";
import type { World } from "../world.ts";
import { sendTransfer, type Transfer } from "./send.ts";
import {
  amountOf,
  bodyAddress,
  type NetworkWords,
  namedAsset,
  namedNetwork,
  receiverAddress,
  refuseOwnContract,
} from "./terms.ts";

/** One end of a transfer, by the address text of a body or by an id. */
export type End = { address: string } | { id: string };

/** The body of a transfer; absent members are undefined, and no amount means everything. */
export type ExternalTransferInput = NetworkWords & {
  from: End;
  toAddress: string;
  asset: string;
  amount: string | undefined;
  remark: string | undefined;
};

/**
 * Queues an `external_transfer`; answers its unified transaction. What the order says is checked first, as far as it can
 * be without the wallet (K-13).
 * @throws Problem invalidRequest / invalidAmount, walletNotFound, networkNotEnabled, insufficientBalance, in this order.
 */
export function transferExternally(world: World, tenant: TenantRow, order: ExternalTransferInput): TransactionRow {
  const from = "address" in order.from ? { address: bodyAddress("from_address", order.from.address) } : order.from;
  const named = namedNetwork(world, order);
  receiverAddress(order.toAddress);
  if (named !== undefined) termsOn(world, named, order);
  const source = userWallet(world, tenant, from);
  const network = world.catalogue.network(source.network);
  if (named !== undefined && named !== network) {
    throw new Problem("invalidRequest", `the wallet is on ${network.symbol}, not on ${named.symbol}`);
  }
  const terms = termsOn(world, network, order);
  if (terms.to === source.address) throw new Problem("invalidRequest", "to_address: is the sending wallet itself");
  return sendTransfer(world, { type: "external_transfer", source, ...terms });
}

function userWallet(world: World, tenant: TenantRow, from: End): AddressRow {
  const row =
    "address" in from ? walletByAddress(world.db, tenant.id, from.address) : walletById(world.db, tenant.id, from.id);
  if (row === undefined) throw new Problem("walletNotFound", "the sender is no assigned user wallet of this tenant");
  return row;
}

/** What the order means on a network. */
export function termsOn(
  world: World,
  network: Network,
  order: Pick<ExternalTransferInput, "asset" | "toAddress" | "amount" | "remark">,
): Pick<Transfer, "asset" | "to" | "raw" | "remark"> {
  const asset = namedAsset(world, network, order.asset);
  const to = receiverAddress(order.toAddress);
  refuseOwnContract(asset, to);
  const raw = order.amount === undefined ? undefined : amountOf(asset, order.amount);
  return { asset, to, raw, remark: order.remark };
}
