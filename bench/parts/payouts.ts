// Payouts: requests a second over keep-alive connections, each of which is paid on its chain, too.
import { NETWORK } from "../load/transfers.ts";
import { concurrently, openClient } from "../measure/client.ts";
import { alternate, type Subject } from "../measure/rounds.ts";
import { detailsOf, type Part } from "../report/report.ts";
import { type Sandbox, withSandboxes } from "../subjects/sandbox.ts";
import type { Context } from "./context.ts";

const CONNECTIONS = 16;
const PAYOUTS = 1_000;

export function benchPayouts({ versions, rounds, say }: Context): Promise<Part> {
  return withSandboxes(versions, async (sandboxes) => {
    say(`${rounds} × ${PAYOUTS} payouts`);
    for (const sandbox of sandboxes) await fund(sandbox);
    const measured = await alternate(sandboxes.map(payer), rounds);
    return { findings: {}, details: detailsOf("POST /transfer/payout, paid on its chain", "/s", measured), rows: [] };
  });
}

function payer({ name, pid, ready, admin }: Sandbox): Subject {
  return {
    ...{ name, pid },
    async run(timed, round) {
      const client = openClient(ready.api_base_url, CONNECTIONS);
      const pay = (index: number): Promise<string> => {
        const body = payoutOf(ready, `bench-${round * PAYOUTS + index}`);
        return client.send({ method: "POST", path: "/transfer/payout", key: ready.api_key, status: 201, body });
      };
      await timed(() => concurrently(PAYOUTS, CONNECTIONS, pay));
      await admin("/run-until-idle");
      await client.close();
      return PAYOUTS;
    },
  };
}

/** The body of a small payout. */
export function payoutOf({ vault_id }: Sandbox["ready"], reference_id: string): string {
  return JSON.stringify({
    ...{ vault_id, asset: "USDC", network_symbol: NETWORK, amount: "0.000001" },
    ...{ to_address: "0x000000000000000000000000000000000000dEaD", reference_id },
  });
}

/** Gives the vault what many payouts need. */
export async function fund({ ready, admin, get }: Sandbox): Promise<void> {
  type Address = { network_symbol: string; address: string };
  const { data } = await get<{ data: Address[] }>(`/vault/${ready.vault_id}/addresses`);
  const to_address = data.find(({ network_symbol }) => network_symbol === NETWORK)?.address;
  for (const [asset, amount] of [
    ["USDC", "1000"],
    ["ETH", "10"],
  ])
    await admin("/faucet", { network: NETWORK, asset, amount, to_address });
  await admin("/run-until-idle");
}
