// Time travel: ninety days with pending work on every chain, and all attempts of a webhook that nobody receives.
import type { Hex } from "viem";
import type { Part, Row } from "../report/report.ts";
import { type Sandbox, startSandboxOf } from "../subjects/sandbox.ts";
import type { Version } from "../subjects/versions.ts";
import type { Context } from "./context.ts";

type CompletedStep = { what: string };

const DOWN = "http://127.0.0.1:4999/down";
const DESTINATION = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";
const NETWORKS = ["ethereum", "bsc", "polygon", "base", "arbitrum"] as const;

/** Of this version alone. */
export async function benchTimeTravel({ versions, say }: Context): Promise<Part> {
  const [now] = versions;
  if (now === undefined) return { findings: {}, details: [], rows: [] };
  say("time travel");
  return { findings: {}, details: [], rows: [...(await retries(now)), ...(await ninetyDays(now))] };
}

/** A receiver that is down: all six delivery attempts, 310 s of virtual time, in one time travel. */
async function retries(version: Version): Promise<Row[]> {
  const sandbox = await startSandboxOf(version);
  try {
    const { ready, admin } = sandbox;
    const body = { url: DOWN, event_types: ["address.assigned"] };
    const endpoint = await admin<{ id: string }>(`/tenants/${ready.tenant_id}/webhook-endpoints`, body);
    await sandbox.post("/wallets", { owner: "bench", network_symbol: "base" });
    const begun = performance.now();
    await admin("/clock/advance", { by: "320s" });
    const elapsed = performance.now() - begun;
    const { items } = await sandbox.look<{ items: { attempts: unknown[] }[] }>(
      `/deliveries?endpoint_id=${endpoint.id}`,
    );
    if (items[0]?.attempts.length !== 6) throw new Error(`${items[0]?.attempts.length} attempts`);
    return [{ what: "six webhook attempts, 310 s of virtual time", value: elapsed, unit: "ms" }];
  } finally {
    await sandbox.stop();
  }
}

/** Advances ninety days with pending work on each of the five chains, then runs until idle. */
async function ninetyDays(version: Version): Promise<Row[]> {
  const sandbox = await startSandboxOf(version, ["--clock", "frozen"]);
  try {
    const { admin } = sandbox;
    await pendingOnFiveChains(sandbox);
    const begun = performance.now();
    const { ran } = await admin<{ ran: CompletedStep[] }>("/clock/advance", { by: "90d" });
    const travel = performance.now() - begun;
    for (const what of ["block", "deliver", "watch-attempt", "expire-payout", "route-settlement"])
      if (!ran.some((step) => step.what === what)) throw new Error(`nothing of ${what} was pending`);
    for (const network of NETWORKS) await sandbox.put(`/networks/${network}/mining`, { mode: "instant" });
    const rest = performance.now();
    const { pending } = await admin<{ pending: unknown[] }>("/run-until-idle", { advance: true, limit: "30d" });
    const idle = performance.now() - rest;
    if (pending.length > 0) throw new Error(`${pending.length} jobs are still pending`);
    return [
      { what: `90 days ahead, ${ran.length} jobs due on five chains`, value: travel, unit: "ms" },
      { what: "run-until-idle with advance, afterwards", value: idle, unit: "ms" },
    ];
  } finally {
    await sandbox.stop();
  }
}

/** Stuck and late payouts, blocks of interval mining, retries of settlements and of webhooks. */
async function pendingOnFiveChains({ ready, admin, post, get, put }: Sandbox): Promise<void> {
  const { vault_id } = ready;
  await admin(`/tenants/${ready.tenant_id}/webhook-endpoints`, { url: DOWN });
  type Address = { network_symbol: string; address: Hex };
  const { data: vaults } = await get<{ data: Address[] }>(`/vault/${vault_id}/addresses`);
  for (const network of NETWORKS) {
    const to_address = vaults.find(({ network_symbol }) => network_symbol === network)?.address;
    await admin("/faucet", { network, asset: "USDC", to_address, amount: "100" });
  }
  await admin("/faults", { gate: "routing.provider", effect: "refuse", times: 3 });
  const destination = { address: DESTINATION, asset_symbol: "USDC", network_id: "9001" };
  await post("/uda", { owner: "bench", destination });
  await admin("/deposits", { network: "polygon", asset: "USDC", amount: "40", owner: "bench" });
  for (const [index, network] of NETWORKS.entries()) {
    await put(`/networks/${network}/mining`, { mode: index % 2 === 0 ? "manual" : "interval" });
    const payout = { vault_id, asset: "USDC", network_symbol: network, to_address: DESTINATION, amount: "1" };
    await post("/transfer/payout", { ...payout, reference_id: `${network} waits` });
    const expired_at = new Date(Date.parse("2026-02-01T00:00:00Z") + index).toISOString();
    await post("/transfer/payout", { ...payout, reference_id: `${network} is late`, expired_at });
  }
}
