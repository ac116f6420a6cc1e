// Requests per second of reads and payouts over keep-alive connections; every status is checked.
import { Agent, request as httpRequest } from "node:http";
import { type BenchServer, call } from "./server.ts";
import type { Row } from "./table.ts";
import { NETWORK } from "./transfers.ts";

const CONNECTIONS = 16;

export async function benchRequests({ ready }: BenchServer): Promise<Row[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const key = ready.api_key;
  const rate = async (count: number, one: (index: number) => Promise<number>, expected: number): Promise<number> => {
    let next = 0;
    const begun = performance.now();
    const worker = async (): Promise<void> => {
      while (next < count) {
        next += 1;
        const status = await one(next);
        if (status !== expected) throw new Error(`expected ${expected}, got ${status}`);
      }
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, worker));
    return (count * 1_000) / (performance.now() - begun);
  };
  const send = (method: string, path: string, body?: string): Promise<number> =>
    new Promise((resolve, reject) => {
      const headers = { "x-api-key": key, ...(body === undefined ? {} : { "content-type": "application/json" }) };
      const request = httpRequest(`${ready.api_base_url}${path}`, { method, agent, headers }, (response) => {
        response.resume();
        response.on("end", () => resolve(response.statusCode ?? 0));
      });
      request.on("error", reject);
      request.end(body);
    });
  await fund(ready);
  await rate(500, () => send("GET", "/vault"), 200);
  const gets = await rate(10_000, () => send("GET", `/vault/${ready.vault_id}/addresses`), 200);
  const lists = await rate(3_000, () => send("GET", "/deposits?limit=20"), 200);
  const payout = (index: number): string =>
    JSON.stringify({
      vault_id: ready.vault_id,
      asset: "USDC",
      network_symbol: NETWORK,
      to_address: "0x000000000000000000000000000000000000dEaD",
      reference_id: `bench-${index}`,
      amount: "0.000001",
    });
  const payouts = await rate(2_000, (index) => send("POST", "/transfer/payout", payout(index)), 201);
  await call(`${ready.admin_url}/run-until-idle`, { method: "POST", body: {} });
  agent.destroy();
  return [
    { what: "GET /vault/{id}/addresses", value: gets, unit: "/s" },
    { what: "GET /deposits, 20 a page", value: lists, unit: "/s" },
    { what: "POST /transfer/payout (each is paid on its chain too)", value: payouts, unit: "/s" },
  ];
}

async function fund(ready: BenchServer["ready"]): Promise<void> {
  const addresses = await call<{ network_symbol: string; address: string }[]>(
    `${ready.api_base_url}/vault/${ready.vault_id}/addresses`,
    { key: ready.api_key },
  );
  const vault = addresses.find(({ network_symbol }) => network_symbol === NETWORK);
  for (const [asset, amount] of [
    ["USDC", "1000"],
    ["ETH", "10"],
  ]) {
    await call(`${ready.admin_url}/faucet`, {
      method: "POST",
      body: { network: NETWORK, asset, amount, to_address: vault?.address },
    });
  }
  await call(`${ready.admin_url}/run-until-idle`, { method: "POST", body: {} });
}
