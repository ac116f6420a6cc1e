// The header X-Sandbox-Provenance: the weakest part that a call used, on answers that operations make, and no other byte (C-02, C-03).
import { expect, test } from "vitest";
import { weakestInAnswer } from "../../src/contract/provenance/answer-marks.ts";
import { type Mark, marksOf, weakness } from "../../src/contract/provenance/marks.ts";
import { required } from "../../src/kernel/assert.ts";
import { serviceDocument } from "../../src/spec/document.ts";
import { operationsOf } from "../../src/spec/operations.ts";
import { type ASandbox, aSandbox, sharedSandbox } from "../support/a-sandbox.ts";

const NAME = "x-sandbox-provenance";
const sandbox = sharedSandbox();
const operations = operationsOf(serviceDocument);

const call = (path: string, init: RequestInit = {}): Promise<Response> => {
  const headers = { "x-api-key": sandbox().ready.api_key, "content-type": "application/json", ...init.headers };
  return fetch(`${sandbox().ready.api_base_url}${path}`, { ...init, headers });
};
const headerOf = async (path: string, init?: RequestInit): Promise<string | null> =>
  (await call(path, init)).headers.get(NAME);

test("the operation, a parameter that is sent and a member that is there each make it weaker", async () => {
  const body = JSON.stringify({ owner: "anna", network_symbol: "base" });
  expect(await headerOf("/wallets", { method: "POST", body })).toBe("documented");
  expect(await headerOf("/uda/supported-assets")).toMatch(/^(documented|inferred)/);
  const vaults = operations.get("listVaults");
  expect(marksOf(required(vaults, "listVaults")).own.provenance).toBe("documented");
  expect(await headerOf("/vault")).toBe("inferred; decision=H-63");
  expect(await headerOf(`/vault/${sandbox().ready.vault_id}/total`)).toBe("invented; decision=H-67");
  expect(await headerOf("/blockchain/assets?symbol=USDC")).toMatch(/^invented; decision=H-\d+$/);
});

test("an error of an operation has that of its operation and parameters; its members are documented", async () => {
  expect(await headerOf("/vault/nobody/addresses")).toBe("documented");
  expect(await headerOf("/wallets", { method: "POST", body: "{}" })).toBe("documented");
});

test("answers that no operation made have none: unknown paths, methods, keys, limits, faults", async () => {
  const { control } = sandbox();
  expect(await headerOf("/nowhere")).toBeNull();
  expect(await headerOf("/vault", { method: "PATCH" })).toBeNull();
  expect(await headerOf("/vault", { headers: { "x-api-key": "nobody" } })).toBeNull();
  const { api_key: slow } = await control("POST", "/tenants", { name: "slow", rate_limit: 1 });
  await call("/vault", { headers: { "x-api-key": slow } });
  expect(await headerOf("/vault", { headers: { "x-api-key": slow } })).toBeNull();
  await control("POST", "/faults", {
    ...{ gate: "api.request", effect: "status", params: { status: 500 }, times: 1 },
    match: { operation_id: "listVaults" },
  });
  expect(await headerOf("/vault")).toBeNull();
  expect(await headerOf("/vault")).not.toBeNull();
});

test("an answer that is given again for its Idempotency-Key has the same", async () => {
  const init = {
    method: "POST",
    body: '{"owner":"again","network_symbol":"base"}',
    headers: { "idempotency-key": "k-1" },
  };
  const first = await headerOf("/wallets", init);
  expect([await headerOf("/wallets", init), first]).toEqual([first, expect.stringMatching(/^\w+/)]);
});

test("members that strict mode leaves out do not count", async () => {
  const { control, ready } = await aSandbox({ strict: "invented" });
  await control("POST", "/faucet", {
    network: "base",
    asset: "USDC",
    amount: "1",
    to_address: await vaultAddress(ready),
  });
  const ask = async (): Promise<string | null> =>
    (
      await fetch(`${ready.api_base_url}/vault/${ready.vault_id}/balances`, { headers: { "x-api-key": ready.api_key } })
    ).headers.get(NAME);
  expect(await ask()).not.toContain("invented");
  await control("PUT", "/contract/strict", { enabled: false });
  expect(await ask()).toContain("invented");
});

async function vaultAddress({ api_base_url: base, vault_id: id, api_key: key }: ASandbox["ready"]): Promise<string> {
  const answer = await fetch(`${base}/vault/${id}/addresses/base`, { headers: { "x-api-key": key } });
  return ((await answer.json()) as { data: { address: string } }).data.address;
}

test("of a list an optional member of any element counts, and an empty list has no elements", () => {
  const balances = required(operations.get("listVaultBalances"), "listVaultBalances");
  const documented: Mark = { provenance: "documented", decision: null };
  const weakest = (data: unknown): number =>
    weakness(weakestInAnswer(balances, 200, { success: true, message: "", data }, documented));
  expect(weakest([])).toBeLessThan(2);
  expect(weakest([{ symbol: "USDC" }])).toBeLessThan(2);
  expect(weakest([{ symbol: "USDC" }, { available: {} }])).toBe(2);
});

test("a page of a browser may read it", async () => {
  const answer = await call("/vault", { headers: { origin: "http://localhost:3000" } });
  expect(answer.headers.get("access-control-expose-headers")).toContain("X-Sandbox-Provenance");
});

/** What the service answered in a story, without what the wall clock decides. */
async function storyOf(at: ASandbox): Promise<unknown[]> {
  const { control } = at;
  const { items } = await control("GET", "/scenarios");
  for (const { name } of items.slice(0, 3)) await control("POST", "/scenarios/run", { name }).catch(() => name);
  const client = { "x-api-key": at.ready.api_key };
  for (const path of ["/wallets", "/vault", "/deposits?limit=5", "/uda", "/nothing", "/transfer/payout?x=1"])
    await (await fetch(`${at.ready.api_base_url}${path}`, { headers: client })).text();
  const rows = (await control("GET", "/requests?surface=v1&limit=200")).items;
  expect(rows.length).toBeGreaterThan(5);
  const full = [];
  for (const { request_id: id } of rows) {
    const { status, path, response } = await control("GET", `/requests/${id}`);
    const headers = response.headers.filter(({ name }: { name: string }) => !/^X-RateLimit-Re/.test(name));
    full.push({ status, path, body: response.body?.replaceAll(at.ready.url, ""), headers });
  }
  return full;
}

test("with and without the header no other byte of whole stories differs", async () => {
  const plain = JSON.stringify(await storyOf(await aSandbox({ noProvenanceHeader: true })));
  expect(plain).not.toContain("X-Sandbox-Provenance");
  const marked = JSON.stringify(await storyOf(await aSandbox()));
  expect(marked).toContain("X-Sandbox-Provenance");
  expect(marked.replace(/\{"name":"X-Sandbox-Provenance","value":"[^"]*"\},?/g, "")).toBe(plain);
});
