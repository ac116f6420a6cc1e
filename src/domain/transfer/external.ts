// Transfers from a user wallet, given by address or id, to any address (H-43, H-55, S-380…S-392, S-412).
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

/** The body of a transfer; absent members are undefined; without an amount the maximum is sent. */
export type ExternalTransferInput = NetworkWords & {
  from: End;
  toAddress: string;
  asset: string;
  amount: string | undefined;
  remark: string | undefined;
};

/**
 * Queues an `external_transfer`; returns its unified transaction. The input is checked first as far as possible without
 * the wallet (K-13).
 * @throws Problem invalidRequest / invalidAmount, walletNotFound, networkNotEnabled, insufficientBalance, in this order.
 */
export function transferExternally(world: World, tenant: TenantRow, input: ExternalTransferInput): TransactionRow {
  const from = "address" in input.from ? { address: bodyAddress("from_address", input.from.address) } : input.from;
  const named = namedNetwork(world, input);
  receiverAddress(input.toAddress);
  if (named !== undefined) termsOn(world, named, input);
  const source = userWallet(world, tenant, from);
  const network = world.catalogue.network(source.network);
  if (named !== undefined && named !== network) {
    throw new Problem("invalidRequest", `the wallet is on ${network.symbol}, not on ${named.symbol}`);
  }
  const terms = termsOn(world, network, input);
  if (terms.to === source.address) throw new Problem("invalidRequest", "to_address: is the sending wallet itself");
  return sendTransfer(world, { type: "external_transfer", source, ...terms });
}

function userWallet(world: World, tenant: TenantRow, from: End): AddressRow {
  const row =
    "address" in from ? walletByAddress(world.db, tenant.id, from.address) : walletById(world.db, tenant.id, from.id);
  if (row === undefined) throw new Problem("walletNotFound", "the sender is no assigned user wallet of this tenant");
  return row;
}

/** Resolves the input on a network. */
export function termsOn(
  world: World,
  network: Network,
  input: Pick<ExternalTransferInput, "asset" | "toAddress" | "amount" | "remark">,
): Pick<Transfer, "asset" | "to" | "raw" | "remark"> {
  const asset = namedAsset(world, network, input.asset);
  const to = receiverAddress(input.toAddress);
  refuseOwnContract(asset, to);
  const raw = input.amount === undefined ? undefined : amountOf(asset, input.amount);
  return { asset, to, raw, remark: input.remark };
}
