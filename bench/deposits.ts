// Deposits: latency from transfer to webhook, and throughput of the whole pipeline.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Hex } from "viem";
import { type BenchServer, call } from "./server.ts";
import { percentile, type Row } from "./table.ts";
import { NETWORK, signTransfers } from "./transfers.ts";

type Wallet = { address: Hex };

/** One at a time, with a running clock: from the start of eth_sendRawTransaction to the receipt of its deposit.confirmed. */
export async function benchLatency({ ready }: BenchServer, samples: number): Promise<Row[]> {
  const arrivals = new Map<string, (at: number) => void>();
  const receiver = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      response.end();
      const { type, payload } = JSON.parse(Buffer.concat(chunks).toString());
      if (type === "deposit.confirmed") arrivals.get(payload.tx_id)?.(performance.now());
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  const endpoint = await call<{ id: string }>(`${ready.admin_url}/tenants/${ready.tenant_id}/webhook-endpoints`, {
    method: "POST",
    body: { url, event_types: ["deposit.confirmed"] },
  });
  const wallet = await newWallet(ready);
  const signed = await signTransfers([keyOf(ready, 9)], wallet.address, samples, [0]);
  const latencies: number[] = [];
  const { keccak256 } = await import("viem");
  for (const raw of signed) {
    const arrived = new Promise<number>((resolve) => arrivals.set(keccak256(raw), resolve));
    const begun = performance.now();
    await send(ready, [raw]);
    latencies.push((await arrived) - begun);
  }
  await call(`${ready.admin_url}/tenants/${ready.tenant_id}/webhook-endpoints/${endpoint.id}`, { method: "DELETE" });
  receiver.closeAllConnections();
  await new Promise<void>((resolve) => receiver.close(() => resolve()));
  return [
    { what: "transfer → deposit.confirmed received, p50", value: percentile(latencies, 0.5), unit: "ms" },
    { what: "transfer → deposit.confirmed received, p99", value: percentile(latencies, 0.99), unit: "ms" },
  ];
}

/** A receiver that is down: all six delivery attempts, 310 s of virtual time, in one time travel. */
export async function benchRetries({ ready }: BenchServer): Promise<Row[]> {
  const endpoints = `${ready.admin_url}/tenants/${ready.tenant_id}/webhook-endpoints`;
  const body = { url: "http://127.0.0.1:4999/down", event_types: ["address.assigned"] };
  const endpoint = await call<{ id: string }>(endpoints, { method: "POST", body });
  await newWallet(ready);
  const begun = performance.now();
  await call(`${ready.admin_url}/clock/advance`, { method: "POST", body: { by: "320s" } });
  const elapsed = performance.now() - begun;
  const { items } = await call<{ items: { attempts: unknown[] }[] }>(
    `${ready.admin_url}/deliveries?endpoint_id=${endpoint.id}`,
  );
  if (items[0]?.attempts.length !== 6) throw new Error(`${items[0]?.attempts.length} attempts`);
  await call(`${endpoints}/${endpoint.id}`, { method: "DELETE" });
  return [{ what: "six webhook attempts, 310 s of virtual time", value: elapsed, unit: "ms" }];
}

/** Batches over HTTP, each transfer in a block of its own with its confirmations, until every deposit is confirmed. */
export async function benchDeposits(
  { ready }: BenchServer,
  count: number,
): Promise<{ rows: Row[]; signed: Hex[]; perSecond: number }> {
  const wallet = await newWallet(ready);
  const keys = Array.from({ length: 8 }, (_, index) => keyOf(ready, index));
  const signed = await signTransfers(
    keys,
    wallet.address,
    count,
    keys.map(() => 0),
  );
  const batch = 50;
  const begun = performance.now();
  const batches = Array.from({ length: Math.ceil(count / batch) }, (_, index) =>
    signed.slice(index * batch, (index + 1) * batch),
  );
  for (const part of batches) await send(ready, part);
  await call(`${ready.admin_url}/run-until-idle`, { method: "POST", body: {} });
  const seconds = (performance.now() - begun) / 1_000;
  const url = `${ready.api_base_url}/transactions?to_address=${wallet.address}&status=confirmed&limit=1`;
  const response = await fetch(url, { headers: { "x-api-key": ready.api_key } });
  const listed = (await response.json()) as { pagination: { total_items: number } };
  if (listed.pagination.total_items !== count)
    throw new Error(`${listed.pagination.total_items} of ${count} deposits are confirmed`);
  const perSecond = count / seconds;
  return { rows: [{ what: "deposits through the whole pipeline", value: perSecond, unit: "/s" }], signed, perSecond };
}

async function newWallet(ready: BenchServer["ready"]): Promise<Wallet> {
  return call<Wallet>(`${ready.api_base_url}/wallets`, {
    method: "POST",
    key: ready.api_key,
    body: { owner: "bench", network_symbol: NETWORK },
  });
}

async function send(ready: BenchServer["ready"], raws: readonly Hex[]): Promise<void> {
  const body = raws.map((raw, id) => ({ jsonrpc: "2.0", id, method: "eth_sendRawTransaction", params: [raw] }));
  const response = await fetch(ready.rpc[NETWORK] ?? "", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const answers = (await response.json()) as { error?: unknown }[];
  const refused = answers.find(({ error }) => error !== undefined);
  if (refused !== undefined) throw new Error(JSON.stringify(refused));
}

function keyOf(ready: BenchServer["ready"], index: number): Hex {
  const account = ready.accounts[index];
  if (account === undefined) throw new Error(`no account ${index}`);
  return account.private_key as Hex;
}
