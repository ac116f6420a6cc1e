// A world with records of each kind: deposits, a payout, a settlement, a second tenant, and a chain with manual mining.
import type { Hex } from "viem";
import type { ASandbox } from "../a-sandbox.ts";
import { aPayout, aVault } from "../payments/a-payout.ts";
import { aUda } from "../payments/a-uda.ts";
import { aWallet, payToken } from "../payments/on-chain.ts";

/** Ends with two blocks on Base, the deposit in the first; returns the paid address. */
export async function liveTwoBlocks(sandbox: ASandbox): Promise<Hex> {
  const { api, control } = sandbox;
  await aVault(sandbox, { amount: "100" });
  await aPayout(sandbox);
  const uda = await aUda(api);
  await control("POST", "/deposits", { network: "polygon", asset: "USDC", amount: "100", to_address: uda.address });
  await control("POST", "/tenants", { name: "second" });
  await control("PUT", "/networks/base/mining", { mode: "manual" });
  const { address } = await aWallet(api);
  await payToken(sandbox, { to: address, amount: "25.5" });
  await control("POST", "/networks/base/mine", { blocks: 2 });
  return address;
}
