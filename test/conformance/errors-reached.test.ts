// Every error that the document lists for an operation occurs for a suitable request.
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { serviceDocument } from "../../src/spec/document.ts";
import { type Operation, operationsOf } from "../../src/spec/operations.ts";
import { sharedSandbox } from "../support/a-sandbox.ts";
import { aWallClock } from "./a-wall-clock.ts";
import { type GeneratedRequest, type Pools, rightRequest, wrongRequest } from "./generated-requests.ts";

const operations = [...operationsOf(serviceDocument).values()];
const wall = aWallClock();
const sandbox = sharedSandbox({}, { wall: wall.wall });
const SOMEBODY = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const seed = 1;
let exhausted = "";

/** A well-formed id of no record; the rest of the request is valid. */
const NOBODYS: Pools = {
  id: ["nobody"],
  tx_id: ["0xabc"],
  vault_id: ["nobody"],
  wallet_id: ["nobody"],
  from_wallet_id: ["nobody"],
  to_wallet_id: ["nobody"],
  address: [SOMEBODY],
  from_address: [SOMEBODY],
  to_address: ["0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC"],
  network: ["nowhere"],
  network_id: ["60"],
  "Networks:network_id": ["77"],
  asset_symbol: ["USDC"],
  "accepted_tokens[]": ["USDC"],
  network_symbol: ["base", "nowhere"],
  "filter:status": ["queued"],
  "filter:created_at": ["gte:2026-01-01T00:00:00Z"],
  "filter:confirmed_at": ["gte:2026-01-01T00:00:00Z"],
  "filter:expired_at": ["gte:2026-01-01T00:00:00Z"],
  created_at: ["2026-01-01T00:00:00Z"],
  confirmed_at: ["2026-01-01T00:00:00Z"],
  asset: ["USDC"],
  amount: ["1"],
  usd_amount: ["1"],
  expired_at: ["2030-01-01T00:00:00Z"],
  from_chain_id: ["999999"],
  to_chain_id: ["1"],
  from_token: ["native"],
  to_token: ["native"],
};

beforeAll(async () => {
  const narrow = await sandbox().control("POST", "/tenants", { name: "narrow", tier: "standard", rate_limit: 1 });
  exhausted = narrow.api_key;
});

async function statusOf(request: GeneratedRequest, key?: string | null): Promise<number> {
  const headers = { ...request.headers };
  if (key !== undefined) delete headers["x-api-key"];
  if (typeof key === "string") headers["x-api-key"] = key;
  const { method, path, body } = request;
  const init = { method, headers, ...(body === undefined ? {} : { body }) };
  return (await fetch(`${sandbox().ready.api_base_url}${path}`, init)).status;
}

/** Requests for the errors common to all operations, by status. */
async function commonErrors(operation: Operation, request: GeneratedRequest): Promise<number[]> {
  wall.forward(60_000);
  const withoutKey = await statusOf(request, null);
  await statusOf(request, exhausted);
  const tooMany = await statusOf(request, exhausted);
  const match = { operation_id: operation.id };
  await sandbox().control("POST", "/faults", { gate: "api.request", effect: "status", match, params: { status: 500 } });
  return [withoutKey, tooMany, await statusOf(request)];
}

/** The same payout a second time. */
async function repeated(operation: Operation): Promise<number[]> {
  const { control, ready } = sandbox();
  const { data } = await sandbox().api.GET("/vault/{vault_id}/addresses", {
    params: { path: { vault_id: ready.vault_id } },
  });
  const vault = data?.data.find(({ network_symbol }) => network_symbol === "base");
  await control("POST", "/deposits", { network: "base", asset: "USDC", amount: "9", to_address: vault?.address });
  const pools: Pools = { ...NOBODYS, vault_id: [ready.vault_id], reference_id: [`twice ${operation.id}`] };
  const requests = fc.sample(rightRequest(serviceDocument, operation, pools, ready.api_key), { numRuns: 40, seed });
  const statuses: number[] = [];
  for (const request of requests) statuses.push(await statusOf(request));
  return statuses;
}

test.each(operations.map((operation) => [`${operation.method.toUpperCase()} ${operation.path}`, operation] as const))(
  "every error promised of %s is reached",
  async (_name, operation) => {
    const key = sandbox().ready.api_key;
    const unknown = fc.sample(rightRequest(serviceDocument, operation, NOBODYS, key), { numRuns: 40, seed });
    const wrong = fc.sample(wrongRequest(serviceDocument, operation, NOBODYS, key), { numRuns: 300, seed });
    const promised = operation.statuses.filter((status) => status >= 400);
    const reached = new Set(await commonErrors(operation, unknown[0] as GeneratedRequest));
    if (operation.statuses.includes(409)) for (const status of await repeated(operation)) reached.add(status);
    for (const request of [...unknown, ...wrong]) {
      // What comes after the last promised error could only reach one again.
      if (promised.every((status) => reached.has(status))) break;
      // A new minute, so that the rate limit of the address does not apply.
      wall.forward(60_000);
      reached.add(await statusOf(request));
    }
    expect(promised.filter((status) => !reached.has(status))).toEqual([]);
  },
);
