// The hint of X-Sandbox-Error says in words what is wrong and what to do next, never in the language of schemas (K-12).
import { expect, test } from "vitest";
import { sharedSandbox } from "../support/a-sandbox.ts";

const sandbox = sharedSandbox();
const TO = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const payout = (): Record<string, unknown> => ({
  vault_id: sandbox().ready.vault_id,
  asset: "USDC",
  network_symbol: "base",
  to_address: TO,
  reference_id: "r",
});
const uda = (network_id: string) => ({
  owner: "o",
  destination: { address: TO, network_id, asset_symbol: "USDC" },
});

const MISTAKES: readonly (readonly [string, string, () => object, string])[] = [
  ["POST", "/transfer/payout", payout, "exactly one of amount and usd_amount is required"],
  ["POST", "/transfer/payout", () => ({ ...payout(), amount: "1", usd_amount: "1" }), "both were sent"],
  ["POST", "/transfer/payout", () => ({ ...payout(), amount: "-1" }), "amount: must be a plain decimal above zero"],
  ["POST", "/transfer/payout", () => ({ ...payout(), amount: 1 }), "amount: must be a text"],
  ["POST", "/wallets", () => ({ owner: "x" }), "network_id or network_symbol is required"],
  ["POST", "/wallets", () => ({ network_symbol: "base" }), "owner is required"],
  ["POST", "/uda", () => uda("42161"), "did you mean arbitrum (network_id 9001, chain id 42161)?"],
  [
    "POST",
    "/transfer/internal/wallet",
    () => ({ from_wallet_id: "nobody", to_wallet_id: "nobody", asset: "USDC" }),
    "the sender is no wallet of this tenant",
  ],
];

test.each(MISTAKES)("%s %s names a mistake in words (%#)", async (method, path, body, words) => {
  const { ready } = sandbox();
  const response = await fetch(`${ready.api_base_url}${path}`, {
    method,
    headers: { "x-api-key": ready.api_key, "content-type": "application/json" },
    body: JSON.stringify(body()),
  });
  const hint = response.headers.get("x-sandbox-error") ?? "";
  expect(response.status).toBeGreaterThanOrEqual(400);
  expect(hint).toContain(words);
  expect(hint).not.toMatch(/schema|pattern|property/);
});

const WEBHOOKS = "webhook endpoints are registered with POST /admin/tenants/{tenant_id}/webhook-endpoints";
const LOST: readonly (readonly [string, string])[] = [
  ["/vault", "the API is under /v1: try /v1/vault"],
  ["/transfer/payout?page=1", "the API is under /v1: try /v1/transfer/payout"],
  ["/uda/x/settlements", "the API is under /v1: try /v1/uda/x/settlements"],
  ["/nowhere", "the API is under /v1 (see /docs), its control under /admin (see /docs/admin)"],
  ["/webhooks", WEBHOOKS],
  ["/v1/webhooks", WEBHOOKS],
  ["/v1/webhook-endpoints/x", WEBHOOKS],
  ["/v1/v1/vault", "this path has /v1 twice"],
  ["/v1/admin/status", "the control API is at /admin, without /v1"],
  ["/v1/vaults", "did you mean GET /v1/vault? see /openapi.json"],
  ["/v1/payouts/1", "did you mean GET /v1/transfer/payout/{id}? see /openapi.json"],
  ["/v1/Wallets", "did you mean GET /v1/wallets or POST /v1/wallets? see /openapi.json"],
  ["/v1/settlements", "did you mean GET /v1/uda/{id}/settlements or GET /v1/uda/settlements/{id}? see /openapi.json"],
  ["/v1/nowhere", "see /openapi.json"],
  [`/v1/${"vaults/".repeat(9)}`, "see /openapi.json"],
  [
    "/wallet",
    "did you mean GET /v1/wallets or POST /v1/wallets? the API is under /v1 (see /docs), its control under /admin (see /docs/admin)",
  ],
];

test.each(LOST)(
  "K-12 H-91 a path that is not there, %s, says where it may be; the body says what it always says",
  async (path, where) => {
    const { url, ready } = sandbox();
    const response = await fetch(`${url}${path}`, { headers: { "x-api-key": ready.api_key } });
    expect(response.headers.get("x-sandbox-error")).toBe(`nothing is served at this path; ${where}`);
    expect(await response.json()).toEqual({ success: false, code: 404, error: "Route not found" });
  },
);

test("a path of /admin that is not there names the document of /admin, also where nothing follows", async () => {
  for (const path of ["", "/", "/nowhere", "/openapi"]) {
    const response = await fetch(`${sandbox().url}/admin${path}`);
    const error = "Route not found: nothing is served at this path; see /admin/openapi.json or /docs/admin";
    expect([response.status, await response.json()]).toEqual([404, { success: false, code: 404, error }]);
  }
  for (const path of ["/admin/openapi.json", "/docs/admin", "/docs", "/openapi.json"])
    expect((await fetch(`${sandbox().url}${path}`)).status, path).toBe(200);
});

test("H-91 a path of /admin that is nearly there names the operation, that of the method first, in the message", async () => {
  const { url } = sandbox();
  const error = async (method: string, path: string) =>
    ((await (await fetch(`${url}/admin${path}`, { method })).json()) as { error: string }).error;
  expect(await error("POST", "/advance")).toContain("did you mean POST /admin/clock/advance? ");
  expect(await error("POST", "/fault")).toContain("did you mean POST /admin/faults or GET /admin/faults or ");
  expect(await error("GET", "/fault")).toContain("did you mean GET /admin/faults or ");
});

test("H-91 K-13 without a key the unknown path comes first, with its hint", async () => {
  const response = await fetch(`${sandbox().ready.api_base_url}/wallet`);
  expect([response.status, response.headers.get("x-sandbox-error")]).toEqual([
    404,
    "nothing is served at this path; did you mean GET /v1/wallets or POST /v1/wallets? see /openapi.json",
  ]);
});

const WRONG_KEYS: readonly (readonly [Record<string, string>, RegExp])[] = [
  [{}, /^send the X-API-Key header$/],
  [{ authorization: "Bearer sk_sandbox_1" }, /^send the X-API-Key header, not Authorization$/],
  [{ "x-api-key": "Bearer sk_sandbox_1" }, /^send the key alone in X-API-Key, without Bearer$/],
  [{ "x-api-key": "sk_live_1" }, /^this X-API-Key is one of production, and this sandbox plays sandbox: see --env$/],
  [
    { "x-api-key": "sk_sandbox_1" },
    /^this X-API-Key is not valid here: start prints the right one, POST \/admin\/tenants/,
  ],
];

test.each(WRONG_KEYS)(
  "K-12 S-444 a request with %j is told which key to send, and where; the body stays",
  async (headers, hint) => {
    const response = await fetch(`${sandbox().ready.api_base_url}/vault`, { headers });
    expect(response.headers.get("x-sandbox-error")).toMatch(hint);
    expect(response.headers.get("x-sandbox-error")).not.toContain("sk_");
    expect(await response.json()).toEqual({ success: false, code: 401, error: "Missing or invalid API key" });
  },
);
