// Requests generated from the document: valid ones get a documented answer, invalid ones change nothing.
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { serviceDocument } from "../../src/spec/document.ts";
import { operationsOf } from "../../src/spec/operations.ts";
import { Validators } from "../../src/spec/validators.ts";
import { openSandbox } from "../support/a-sandbox.ts";
import { digestOf } from "../support/worlds/a-digest.ts";
import { type GeneratedRequest, type Pools, rightRequest, wrongRequest } from "./generated-requests.ts";

/** The same requests in every run, unless another seed is given: `ROBUSTNESS_SEED=7 ROBUSTNESS_RUNS=1000`. */
const RUN = {
  numRuns: Number(process.env["ROBUSTNESS_RUNS"] ?? 40),
  seed: Number(process.env["ROBUSTNESS_SEED"] ?? 1),
};
const operations = [...operationsOf(serviceDocument).values()];
const validators = new Validators(serviceDocument);
let sandbox: Awaited<ReturnType<typeof openSandbox>>;
let pools: Pools = {};

beforeAll(async () => {
  sandbox = await openSandbox();
  pools = await aLivedInWorld();
});
afterAll(() => sandbox.end());

/** Creates records of every kind and returns the values that find them. */
async function aLivedInWorld(): Promise<Pools> {
  const { api, control, ready } = sandbox;
  const wallet = (await api.POST("/wallets", { body: { owner: "amy", network_symbol: "base" } })).data?.data;
  const destination = {
    address: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
    network_id: "9001",
    asset_symbol: "USDC",
  };
  const uda = (await api.POST("/uda", { body: { owner: "ben", destination } })).data?.data;
  await control("POST", "/deposits", { network: "base", asset: "USDC", amount: "25.5", owner: "amy" });
  const funded = await control("POST", "/deposits", { network: "polygon", asset: "USDT", amount: "100", owner: "ben" });
  const vaults = (await api.GET("/vault/{vault_id}/addresses", { params: { path: { vault_id: ready.vault_id } } })).data
    ?.data;
  const vault = vaults?.find(({ network_symbol }) => network_symbol === "base");
  await control("POST", "/deposits", { network: "base", asset: "USDC", amount: "500", to_address: vault?.address });
  const body = { vault_id: ready.vault_id, asset: "USDC", network_symbol: "base", to_address: destination.address };
  const payout = (await api.POST("/transfer/payout", { body: { ...body, reference_id: "r-0", amount: "1" } })).data
    ?.data;
  const deposits = (await api.GET("/deposits")).data?.data ?? [];
  const transactions = (await api.GET("/transactions")).data?.data ?? [];
  const settlements =
    (await api.GET("/uda/{id}/settlements", { params: { path: { id: uda?.id ?? "" } } })).data?.data.items ?? [];
  const ids = [...deposits, ...transactions, ...settlements].map(({ id }) => id);
  const addresses = [wallet?.address ?? "", vault?.address ?? "", destination.address];
  return {
    id: [...ids, uda?.id ?? "", payout?.id ?? "", wallet?.id ?? "", "nobody"],
    wallet_id: [wallet?.id ?? "", "nobody"],
    from_wallet_id: [wallet?.id ?? ""],
    to_wallet_id: [vault?.id ?? ""],
    vault_id: [ready.vault_id, "nobody"],
    tx_id: [funded.tx_id, ...deposits.map(({ tx_id }) => tx_id)],
    reference: [funded.tx_id, "nobody"],
    owner: ["amy", "ben", "someone else", "günther"],
    address: addresses,
    from_address: addresses,
    to_address: [destination.address, destination.address.toLowerCase()],
    contract_address: ["0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913"],
    network: ["base", "60", "nowhere"],
    network_id: ["60", "8453", "9001"],
    network_symbol: ["base", "Ethereum"],
    asset: ["USDC", "ETH"],
    "networks:asset": ["0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913", "native"],
    asset_symbol: ["USDC"],
    "accepted_tokens[]": ["USDC", "USDT"],
    amount: ["1", "0.000001", "100000000"],
    usd_amount: ["1", "2.5"],
    from_chain_id: ["1", "56", "137"],
    to_chain_id: ["8453", "42161"],
    from_token: ["0x0000000000000000000000000000000000000000", "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48"],
    to_token: ["0xaf88d065e77c8cC2239327C5EDb3A432268e5831", "native"],
    "filter:block_number": ["1", "gte:1"],
    "filter:time": ["gte:2026-01-01T00:00:00Z"],
    "filter:created_at": ["gte:2026-01-01T00:00:00Z"],
    "filter:updated_at": ["lt:2036-01-01T00:00:00Z"],
    "filter:confirmed_at": ["lte:2036-01-01T00:00:00Z"],
    "filter:expired_at": ["lte:2036-01-01T00:00:00Z"],
    "filter:is_token_transfer": ["true", "false"],
    "filter:type": ["deposit", "in:payout,refill"],
    "filter:side": ["in", "ne:out"],
    "filter:status": ["confirmed", "in:confirmed,failed"],
    "filter:from_wallet_category": ["external", "vault"],
    "filter:to_wallet_category": ["user", "in:user,uda"],
    type: ["deposit", "payout"],
    side: ["in"],
    status: ["confirmed"],
    from_wallet_category: ["external"],
    to_wallet_category: ["user"],
    block_number: ["1"],
    time: ["2026-01-01T00:00:00Z"],
    created_at: ["2026-01-01T00:00:00Z"],
    updated_at: ["2026-01-01T00:00:00Z"],
    confirmed_at: ["2026-01-01T00:00:00Z"],
    expired_at: ["2030-01-01T00:00:00Z"],
    is_token_transfer: ["true"],
  };
}

async function send(request: GeneratedRequest): Promise<{ status: number; json: unknown }> {
  const response = await fetch(`${sandbox.ready.api_base_url}${request.path}`, {
    method: request.method,
    headers: request.headers,
    ...(request.body === undefined ? {} : { body: request.body }),
  });
  return { status: response.status, json: await response.json() };
}

/** The exact envelope of an error, with the status echoed (S-522…S-525). */
function isErrorEnvelope(status: number, json: unknown): void {
  expect(json).toEqual({ success: false, code: status, error: expect.any(String) });
}

describe.each(
  operations.map((operation) => [`${operation.method.toUpperCase()} ${operation.path}`, operation] as const),
)("%s", (_name, operation) => {
  test("answers every request the document allows with a reply the document allows (I-41)", async () => {
    await fc.assert(
      fc.asyncProperty(rightRequest(serviceDocument, operation, pools, sandbox.ready.api_key), async (request) => {
        const { status, json } = await send(request);
        expect(operation.statuses, `${request.path} ${request.body} ${JSON.stringify(json)}`).toContain(status);
        if (status >= 500) expect(status, request.path).toBe(502);
        const check = validators.reply(operation, status);
        expect(check?.(json)).toEqual([]);
        if (status >= 400) isErrorEnvelope(status, json);
      }),
      RUN,
    );
  });

  test("refuses a request with one mistake, in the envelope, and changes nothing (I-41)", async () => {
    await fc.assert(
      fc.asyncProperty(wrongRequest(serviceDocument, operation, pools, sandbox.ready.api_key), async (request) => {
        if (request.wrong === undefined) return;
        const before = digestOf(sandbox.store);
        const { status, json } = await send(request);
        expect(status, `${request.wrong}: ${request.path} ${request.body}`).toBeGreaterThanOrEqual(400);
        expect(status, request.wrong).toBeLessThan(500);
        isErrorEnvelope(status, json);
        expect(digestOf(sandbox.store), request.wrong).toEqual(before);
      }),
      RUN,
    );
  });
});
