// Incoming transfers: the faucet, and a payer who pays a tenant's address; both are real transactions.
import type { AddressRow } from "../../domain/address/address.ts";
import { displayAddress } from "../../domain/address/evm-address.ts";
import { ownedOn } from "../../domain/address/store.ts";
import { NATIVE, type Network } from "../../domain/network/network.ts";
import type { World } from "../../domain/world.ts";
import type { Leg } from "../../flow/operator/transfer-legs.ts";
import { PAYER_PATHS } from "../../flow/settlements/route-accounts.ts";
import { required } from "../../kernel/assert.ts";
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
    const other = flow.world.catalogue.otherToken(network.symbol, body.asset);
    const asset = other ?? assetOfBody(flow.world, network, body.asset);
    const raw = amountOfBody(asset, body.amount);
    const to = receiverOf("to_address", body.to_address);
    const hash = await flow.transfer({ asset, raw, to, kind: "faucet", fromStock: other?.mintable === false });
    return { tx_id: hash };
  },
  createDeposit: async ({ flow }, { body }) => {
    const { world } = flow;
    const network = networkOfBody(world, body.network);
    const legs = body.legs === undefined ? [legOf(world, network, body)] : legsOf(world, network, body, body.legs);
    const payer = body.from_address === undefined ? PAYER_PATHS[0] : payerAt(world, body.from_address);
    const [first, ...others] = legs;
    const only = required(first, "a leg");
    const hash = await (others.length === 0
      ? flow.transfer({ ...only, kind: "payer", payer })
      : flow.transfer({ legs, payer }));
    const to_addresses = legs.map(({ to }) => displayAddress(to));
    const to_address = displayAddress(only.to);
    return { tx_id: hash, to_address, ...(body.legs === undefined ? {} : { to_addresses }) };
  },
};

/** @throws Problem invalidRequest for a member that is missing or not right */
function legOf(world: World, network: Network, body: DepositOrder): Leg {
  if (body.asset === undefined) throw new Problem("invalidRequest", "asset is required");
  if (body.amount === undefined) throw new Problem("invalidRequest", "amount is required");
  const asset = assetOfBody(world, network, body.asset);
  return { asset, raw: amountOfBody(asset, body.amount), to: payeeOf(world, network, body) };
}

function legsOf(world: World, network: Network, body: DepositOrder, given: NonNullable<DepositOrder["legs"]>): Leg[] {
  const stray = (["amount", "owner", "to_address"] as const).find((name) => body[name] !== undefined);
  if (stray !== undefined)
    throw new Problem("invalidRequest", `${stray} stands in each of the legs: leave it out here`);
  const { asset, tenant_id } = body;
  const ofAll = { ...(asset === undefined ? {} : { asset }) };
  return given.map((leg, index) => {
    const ofOwner = tenant_id === undefined || leg.owner === undefined ? {} : { tenant_id };
    try {
      return legOf(world, network, { network: body.network, ...ofAll, ...leg, ...ofOwner });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      throw new Problem(error.problem, `legs.${index}: ${error.detail}`, { details: error.details });
    }
  });
}

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
