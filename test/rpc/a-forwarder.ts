// A contract that sends the value it gets on to the address in its call data: an internal transfer of native coins.
import type { Hex } from "../../src/chains/chain.ts";
import { alice } from "../support/an-rpc.ts";
import { get } from "./a-client.ts";

/** PUSH0 four times, CALLVALUE, CALLDATALOAD(0), GAS, CALL, STOP, and the code that deploys it. */
const FORWARDER: Hex = "0x695f5f5f5f345f355af1005f52600a6016f3";

/** Deploys it; mined when the server mines at once. */
export const deployForwarder = async (url: string): Promise<Hex> => {
  const hash = await get<Hex>(url, "eth_sendTransaction", [{ from: alice.address, data: FORWARDER }]);
  return (await get<{ contractAddress: Hex }>(url, "eth_getTransactionReceipt", [hash])).contractAddress;
};

export const word = (value: string | number | bigint): Hex =>
  `0x${(typeof value === "string" ? value.slice(2).toLowerCase() : value.toString(16)).padStart(64, "0")}`;
