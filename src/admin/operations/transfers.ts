// Incoming transfers: the faucet, and a payer who pays a tenant's address; both are real transactions.
import type { AddressRow } from "../../domain/address/address.ts";
import { displayAddress } from "../../domain/address/evm-address.ts";
import { ownedOn } from "../../domain/address/store.ts";
import { NATIVE, type Network } from "../../domain/network/network.ts";
import type { World } from "../../domain/world.ts";
import { PAYER_PATHS } from "../../flow/settlements/route-accounts.ts";
import { Problem } from "../../kernel/problem.ts";
import type { AdminHandlers, AdminRequest } from "../handler.ts";
import {
  addressOfBody,
  amountOfBody,
  assetOfBody,
  defaultTenant,
  networkOfBody,
  tenantOfPath,
} from "../resolve-names.ts";

type DepositOrder = AdminRequest<"createDeposit">["body"];

export const transferHandlers: Pick<AdminHandlers, "useFaucet" | "createDeposit"> = {
  useFaucet: async ({ flow }, { body }) => {
    const network = networkOfBody(flow.world, body.network);
    const asset = assetOfBody(flow.world, network, body.asset);
    const raw = amountOfBody(asset, body.amount);
    const to = receiverOf("to_address", body.to_address);
    const hash = await flow.transfer({ asset, raw, to, kind: "faucet" });
    return { tx_id: hash };
  },
  createDeposit: async ({ flow }, { body }) => {
    const network = networkOfBody(flow.world, body.network);
    const asset = assetOfBody(flow.world, network, body.asset);
    const raw = amountOfBody(asset, body.amount);
    const to = payeeOf(flow.world, network, body);
    const payer = body.from_address === undefined ? PAYER_PATHS[0] : payerAt(flow.world, body.from_address);
    const hash = await flow.transfer({ asset, raw, to, kind: "payer", payer });
    return { tx_id: hash, to_address: displayAddress(to) };
  },
};

/** The recipient: the named address, or the only one that the named owner has on the network. */
function payeeOf(world: World, network: Network, { owner, tenant_id, to_address }: DepositOrder): string {
  if ((owner === undefined) === (to_address === undefined)) {
    throw new Problem("invalidRequest", "exactly one of owner and to_address says who is paid");
  }
  if (to_address !== undefined) {
    if (tenant_id !== undefined)
      throw new Problem("invalidRequest", "tenant_id goes with owner: leave it out beside to_address");
    return receiverOf("to_address", to_address);
  }
  const tenant = tenant_id === undefined ? defaultTenant(world) : tenantOfPath(world, tenant_id);
  const candidates = ownedOn(world.db, tenant.id, owner ?? "", network.symbol);
  const [only, ...others] = candidates;
  if (only === undefined) {
    throw new Problem(
      "walletNotFound",
      `${JSON.stringify(owner)} of tenant ${tenant.name} has neither a wallet nor a deposit address on ${network.symbol}: create one with POST /v1/wallets or POST /v1/uda, or name a to_address`,
    );
  }
  if (others.length > 0) {
    throw new Problem(
      "invalidRequest",
      `${JSON.stringify(owner)} has several addresses on ${network.symbol}: name one of details.candidates as to_address`,
      {
        details: { candidates: candidates.map(candidateView) },
      },
    );
  }
  return only.address;
}

/** The addresses from which the sandbox can send deposits. */
export function payerAddresses(world: World): string[] {
  return PAYER_PATHS.map((path) => displayAddress(world.derive(path)));
}

/** The derivation path of the payer with this address: the sandbox signs for its own payers alone. */
function payerAt(world: World, text: string): string {
  const address = addressOfBody("from_address", text);
  const path = PAYER_PATHS.find((one) => world.derive(one) === address);
  if (path !== undefined) return path;
  const known = payerAddresses(world);
  throw new Problem(
    "invalidRequest",
    `from_address is not a payer of the sandbox: use one of details.known, leave it out, or send the transfer yourself through /rpc`,
    {
      details: { known },
    },
  );
}

function candidateView({ address, category, id, holder_id }: AddressRow): object {
  const which = category === "uda" ? { uda_id: holder_id } : { wallet_id: id };
  return { to_address: displayAddress(address), kind: category === "uda" ? "uda" : "wallet", ...which };
}

function receiverOf(member: string, text: string): string {
  const address = addressOfBody(member, text);
  if (address === NATIVE)
    throw new Problem("invalidRequest", `${member} is the zero address: nothing can be sent there`);
  return address;
}
