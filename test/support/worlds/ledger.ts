// The ledger against the chains: every recorded balance compared with the chain (I-07, I-10).
import { erc20Abi, type Hex, zeroAddress } from "viem";
import type { ASandbox } from "../a-sandbox.ts";

type Held = { network: string; address: Hex; asset: Hex; confirmed: string; held: string };

/** Differences and remaining holds; [] = the ledger equals the chains and nothing is reserved. */
export async function differences(sandbox: ASandbox): Promise<string[]> {
  const rows = sandbox.store.all<Held>(
    `select address.network, address.address, balance.asset, balance.confirmed, balance.held
     from balance join address on address.id = balance.address_id`,
  );
  if (rows.length <= 5) throw new Error(`only ${rows.length} balances: there is nothing to compare`);
  const found: string[] = [];
  for (const { network, address, asset, confirmed, held } of rows) {
    const client = sandbox.chain(network).public;
    const onChain =
      asset === zeroAddress
        ? await client.getBalance({ address })
        : await client.readContract({ abi: erc20Abi, address: asset, functionName: "balanceOf", args: [address] });
    if (onChain !== BigInt(confirmed))
      found.push(`${network} ${address} ${asset}: books ${confirmed}, chain ${onChain}`);
    if (held !== "0") found.push(`${network} ${address} ${asset}: ${held} still held`);
  }
  return found;
}

/**
 * Broken sender accounts: a mined nonce without exactly one attempt, and attempts that no job will
 * ever pick up again (I-05, I-06, I-43).
 */
export async function lanesBroken(sandbox: ASandbox): Promise<string[]> {
  const found: string[] = [];
  const senders = sandbox.store.all<{ network: string; sender: Hex }>("select distinct network, sender from attempt");
  for (const { network, sender } of senders) {
    const mined = await sandbox.chain(network).public.getTransactionCount({ address: sender });
    const rows = sandbox.store.all<{ nonce: number; state: string }>(
      "select nonce, state from attempt where network = :network and sender = :sender and state in ('mined', 'confirmed', 'failed') order by nonce",
      { network, sender },
    );
    const nonces = rows.map(({ nonce }) => nonce);
    const wanted = Array.from({ length: mined }, (_, nonce) => nonce);
    if (nonces.join() !== wanted.join())
      found.push(`${network} ${sender}: mined ${mined}, attempts at ${nonces.join()}`);
  }
  const orphans = sandbox.store.all<{ id: number; state: string }>(
    `select id, state from attempt where state in ('prepared', 'signed', 'sent')
       and not exists (select 1 from agenda where job = 'watch-attempt' and ref = attempt.id)`,
  );
  return [...found, ...orphans.map(({ id, state }) => `attempt ${id} is ${state} and no job is planned for it`)];
}
