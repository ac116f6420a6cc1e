// Creating tenants, and time travel with pending work on every chain: over HTTP, on the shipped command with a frozen clock.
import type { Hex } from "viem";
import { type BenchServer, call, startServer } from "./server.ts";
import { percentile, type Row } from "./table.ts";

type Tenant = { tenant_id: string; api_key: string; vault_id: string };
type CompletedStep = { what: string };

const DESTINATION = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";
const NETWORKS = ["ethereum", "bsc", "polygon", "base", "arbitrum"] as const;

/** `POST /admin/tenants`: sequentially, then concurrently. */
export async function benchTenants({ ready }: BenchServer, count: number): Promise<Row[]> {
  const open = (name: string): Promise<Tenant> =>
    call(`${ready.admin_url}/tenants`, { method: "POST", body: { name } });
  const times: number[] = [];
  for (let number = 0; number < count; number += 1) {
    const begun = performance.now();
    await open(`one ${number}`);
    times.push(performance.now() - begun);
  }
  const begun = performance.now();
  await Promise.all(Array.from({ length: count }, (_, number) => open(`of many ${number}`)));
  const all = performance.now() - begun;
  return [
    { what: "open a tenant, p50", value: percentile(times, 0.5), unit: "ms" },
    { what: "open a tenant, p99", value: percentile(times, 0.99), unit: "ms" },
    { what: `open ${count} tenants at once, each`, value: all / count, unit: "ms" },
  ];
}

/** Advances ninety days with pending work on each of the five chains, then runs until idle. */
export async function benchTimeTravel(): Promise<Row[]> {
  const server = await startServer(["--clock", "frozen"]);
  try {
    await pendingOnFiveChains(server);
    const { admin_url: admin } = server.ready;
    const begun = performance.now();
    const { ran } = await call<{ ran: CompletedStep[] }>(`${admin}/clock/advance`, {
      method: "POST",
      body: { by: "90d" },
    });
    const travel = performance.now() - begun;
    for (const what of ["block", "deliver", "watch-attempt", "expire-payout", "route-settlement"])
      if (!ran.some((step) => step.what === what)) throw new Error(`nothing of ${what} was pending`);
    await setInstantMining(server);
    const rest = performance.now();
    const body = { advance: true, limit: "30d" };
    const { pending } = await call<{ pending: unknown[] }>(`${admin}/run-until-idle`, { method: "POST", body });
    const idle = performance.now() - rest;
    if (pending.length > 0) throw new Error(`${pending.length} jobs are still pending`);
    return [
      { what: `90 days ahead, ${ran.length} jobs due on five chains`, value: travel, unit: "ms" },
      { what: "run-until-idle with advance, afterwards", value: idle, unit: "ms" },
    ];
  } finally {
    await server.stop();
  }
}

/** Stuck and late payouts, blocks of interval mining, retries of settlements and of webhooks. */
async function pendingOnFiveChains({ ready }: BenchServer): Promise<void> {
  const { admin_url: admin, api_base_url: api, api_key: key, vault_id } = ready;
  const post = <T>(url: string, body: unknown): Promise<T> => call<T>(url, { method: "POST", body, key });
  await post(`${admin}/tenants/${ready.tenant_id}/webhook-endpoints`, { url: "http://127.0.0.1:4999/down" });
  const vaults = await call<{ network_symbol: string; address: Hex }[]>(`${api}/vault/${vault_id}/addresses`, { key });
  for (const network of NETWORKS) {
    const to_address = vaults.find(({ network_symbol }) => network_symbol === network)?.address;
    await post(`${admin}/faucet`, { network, asset: "USDC", to_address, amount: "100" });
  }
  await post(`${admin}/faults`, { gate: "routing.provider", effect: "refuse", times: 3 });
  const destination = { address: DESTINATION, asset_symbol: "USDC", network_id: "9001" };
  await post(`${api}/uda`, { owner: "bench", destination });
  await post(`${admin}/deposits`, { network: "polygon", asset: "USDC", amount: "40", owner: "bench" });
  for (const [index, network] of NETWORKS.entries()) {
    const mode = index % 2 === 0 ? "manual" : "interval";
    await call(`${admin}/networks/${network}/mining`, { method: "PUT", body: { mode } });
    const payout = { vault_id, asset: "USDC", network_symbol: network, to_address: DESTINATION, amount: "1" };
    await post(`${api}/transfer/payout`, { ...payout, reference_id: `${network} waits` });
    const expired_at = new Date(Date.parse("2026-02-01T00:00:00Z") + index).toISOString();
    await post(`${api}/transfer/payout`, { ...payout, reference_id: `${network} is late`, expired_at });
  }
}

async function setInstantMining({ ready }: BenchServer): Promise<void> {
  for (const network of NETWORKS)
    await call(`${ready.admin_url}/networks/${network}/mining`, { method: "PUT", body: { mode: "instant" } });
}
