// Node information: chain id, client version, network state, modules.
import { keccak256, numberToHex } from "viem";
import manifest from "../../../package.json" with { type: "json" };
import { hexArgument } from "../arguments.ts";
import type { Handler } from "../rpc-call.ts";

const MODULES = { eth: "1.0", net: "1.0", web3: "1.0", txpool: "1.0", debug: "1.0", trace: "1.0", rpc: "1.0" };

/** Hardhat's network-helpers refuse to work with a client whose version begins differently. */
const CLIENT_VERSION = `HardhatNetwork/${manifest.version}/${manifest.name}`;

export function nodeHandlers(): Record<string, Handler> {
  return {
    eth_chainId: ({ chain }) => numberToHex(chain.definition.eip155_id),
    net_version: ({ chain }) => String(chain.definition.eip155_id),
    net_listening: () => true,
    net_peerCount: () => "0x0",
    eth_syncing: () => false,
    rpc_modules: () => MODULES,
    web3_clientVersion: () => CLIENT_VERSION,
    web3_sha3: (call) => keccak256(hexArgument(call, 0)),
  };
}
