// POST /wallets: assigns the next address of the network's pool to an owner (H-40, S-350…S-360).
import { assignWallet } from "../../../domain/wallet/assign.ts";
import { presentWallet } from "../../../present/wallet.ts";
import type { Handler } from "../../handler.ts";

export const createWallet: Handler<"createWallet"> = ({ body, tenant }, { world, view }) => {
  const { owner, network_id: networkId, network_symbol: networkSymbol } = body;
  return { status: 201, data: presentWallet(view, assignWallet(world, tenant, { owner, networkId, networkSymbol })) };
};
