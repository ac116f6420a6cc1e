// A world with records of every kind, and its chain engines, so that a test can change them from outside.

import { type ASandbox, openSandbox } from "../support/a-sandbox.ts";
import { openReceiver } from "../support/clients/a-receiver.ts";
import { aPayout, aVault } from "../support/payments/a-payout.ts";
import { aUda } from "../support/payments/a-uda.ts";
import { aContract, aWallet } from "../support/payments/on-chain.ts";
import { rawEngines } from "../support/raw-engines.ts";

export type FullWorld = Awaited<ReturnType<typeof aFullWorld>>;

const manually = ({ control }: ASandbox, network: string): Promise<unknown> =>
  control("PUT", `/networks/${network}/mining`, { mode: "manual" });

export async function aFullWorld() {
  const raw = rawEngines();
  const sandbox = await openSandbox();
  const { control, api, ready } = sandbox;
  const receiver = await openReceiver((number) => (number === 1 ? 500 : 200));
  await control("POST", `/tenants/${ready.tenant_id}/webhook-endpoints`, { url: receiver.url });
  const { address: wallet } = await aWallet(api, { owner: "alice", network: "base" });
  await control("POST", "/deposits", { network: "base", asset: "USDC", amount: "25", owner: "alice" });
  const batch = await aContract(sandbox, "BatchSender");
  const legs = [1n, 2n].map((amount) => ({ token: `0x${"0".repeat(40)}`, to: wallet, amount }));
  await batch.send("send", [legs], 3n);
  const uda = await aUda(api, { network: "966" });
  await control("POST", "/deposits", { network: "ethereum", asset: "USDC", amount: "50", to_address: uda.address });
  const vault = await aVault(sandbox, { amount: "100" });
  await aPayout(sandbox, { amount: "10", reference_id: "paid" });
  // Waits in the pool.
  await aVault(sandbox, { network: "polygon", asset: "USDC", amount: "100" });
  const rest = { asset: "USDC", network_symbol: "polygon" } as const;
  await aPayout(sandbox, { ...rest, amount: "1", reference_id: "first" });
  await manually(sandbox, "polygon");
  await aPayout(sandbox, { ...rest, amount: "10", reference_id: "waiting" });
  // Has one confirmation of two.
  await aVault(sandbox, { network: "bsc" });
  await manually(sandbox, "bsc");
  const bsc = await aVault(sandbox, { network: "bsc" });
  await control("POST", "/deposits", { network: "bsc", asset: "USDC", amount: "5", to_address: bsc });
  await control("POST", "/networks/bsc/mine");
  // Was there, and is gone.
  await manually(sandbox, "arbitrum");
  const arbitrum = await aVault(sandbox, { network: "arbitrum" });
  await control("POST", "/deposits", { network: "arbitrum", asset: "USDC", amount: "5", to_address: arbitrum });
  await control("POST", "/networks/arbitrum/mine");
  await control("POST", "/networks/arbitrum/reorg", { depth: 1, transactions: "drop" });
  await control("POST", "/run-until-idle", { advance: true, limit: "50s" });
  raw.closed();
  const end = async (): Promise<void> => {
    await sandbox.end();
    await receiver.end();
  };
  return { sandbox, engine: raw.of, wallet, vault, uda, end };
}
