// GET /blockchain/networks: all supported networks (H-48, S-402).
import { presentNetwork } from "../../../present/network.ts";
import type { Handler } from "../../handler.ts";
import { targetedNetworks } from "./targeted-networks.ts";

export const listBlockchainNetworks: Handler<"listBlockchainNetworks"> = (_input, { world, view }) => ({
  status: 200,
  data: targetedNetworks(world).map((row) => presentNetwork(view, row)),
});
