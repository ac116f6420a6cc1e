// Tenant isolation and mass assignment: foreign ids in bodies and queries, lists, members that no client may set (R-197…R-199).
import { describe, expect, test } from "vitest";
import { serviceDocument } from "../../src/spec/document.ts";
import { operationsWithExamples } from "../admin/bad-requests.ts";
import { type ASandbox, aSandbox } from "../support/a-sandbox.ts";
import { PAYEE, payoutBody } from "../support/payments/a-payout.ts";
import { aUda } from "../support/payments/a-uda.ts";
import { digestOf } from "../support/worlds/a-digest.ts";
import { aLife, type Life, OWNER, twoLives } from "../support/worlds/a-tenants-life.ts";

const OPERATIONS = operationsWithExamples(serviceDocument);

async function call({ url }: ASandbox, key: string, method: string, path: string, body?: object) {
  const answer = await fetch(`${url}/v1${path}`, {
    method,
    headers: { "x-api-key": key, ...(body === undefined ? {} : { "content-type": "application/json" }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: answer.status, text: await answer.text(), hint: answer.headers.get("x-sandbox-error") ?? "" };
}

describe("R-197 ids of another tenant in a body or query", () => {
  const transfer = { to_address: PAYEE, asset: "USDC", amount: "1", network_symbol: "base" };
  const inner = { asset: "USDC", amount: "1" };
  type Case = { method: string; path: string; foreign(theirs: Life): string; order(value: string, mine: Life): object };
  const post = (path: string, foreign: Case["foreign"], order: Case["order"]): Case => ({
    method: "POST",
    path,
    foreign,
    order,
  });
  const vault = ({ vault: id }: Life): string => id;
  const wallet = ({ wallet: address }: Life): string => address;
  const walletId = ({ walletId: id }: Life): string => id;
  const station = ({ station: { address } }: Life): string => address;

  /** Operation and member → a request with the id of another tenant's record. */
  const CASES: Readonly<Record<string, Case>> = {
    "createPayout vault_id": post("/transfer/payout", vault, (id) => payoutBody(id, { reference_id: "new" })),
    "createPayoutByUsd vault_id": post("/transfer/payout/usd", vault, (id) =>
      payoutBody(id, { reference_id: "new", usd_amount: "1" }),
    ),
    "transferFromVault vault_id": post("/transfer/vault", vault, (id) => ({ ...transfer, vault_id: id })),
    "transferFromAddress from_address": post("/transfer/external/address", wallet, (id) => ({
      ...transfer,
      from_address: id,
    })),
    "transferFromWallet from_wallet_id": post("/transfer/external/wallet", walletId, (id) => ({
      ...transfer,
      from_wallet_id: id,
    })),
    "transferInternallyByAddress from_address": post(
      "/transfer/internal/address",
      wallet,
      (id, { station: { address } }) => ({
        ...{ ...inner, network_symbol: "base", from_address: id, to_address: address },
      }),
    ),
    "transferInternallyByAddress to_address": post(
      "/transfer/internal/address",
      station,
      (id, { wallet: address }) => ({
        ...{ ...inner, network_symbol: "base", from_address: address, to_address: id },
      }),
    ),
    "transferInternallyByWallet from_wallet_id": post(
      "/transfer/internal/wallet",
      walletId,
      (id, { station: { id: to } }) => ({
        ...{ ...inner, from_wallet_id: id, to_wallet_id: to },
      }),
    ),
    "transferInternallyByWallet to_wallet_id": post(
      "/transfer/internal/wallet",
      ({ station: { id } }) => id,
      (id, { walletId: from }) => ({
        ...{ ...inner, from_wallet_id: from, to_wallet_id: id },
      }),
    ),
    "listPendingPayouts vault_id": {
      method: "GET",
      path: "/transfer/payout/pending?vault_id=",
      foreign: vault,
      order: () => ({}),
    },
    "listSettlementsByReference reference": {
      ...{
        method: "GET",
        path: "/uda/settlements/by-reference?reference=",
        foreign: ({ udaHash }) => udaHash,
        order: () => ({}),
      },
    },
  };

  test("every member of a body or query that identifies a record is in the table", () => {
    const isRecord = (id: string, name: string): boolean =>
      /^(from_|to_)?(vault|wallet)_id$|^from_address$|^reference$/.test(name) ||
      (name === "to_address" && id.startsWith("transferInternally"));
    const named = OPERATIONS.filter(({ id }) => id !== "getQuote").flatMap(({ id, queryParameters, body }) =>
      [...queryParameters.map(({ name }) => name), ...Object.keys(body?.members ?? {})]
        .filter((name) => isRecord(id, name))
        .map((name) => `${id} ${name}`),
    );
    expect(named.toSorted()).toEqual(Object.keys(CASES).toSorted());
  });

  test("get the same answer as unknown ids, and have no effect", async () => {
    const sandbox = await aSandbox();
    const [mine, theirs] = await twoLives(sandbox);
    const before = digestOf(sandbox.store);
    for (const [name, { method, path, foreign, order }] of Object.entries(CASES)) {
      const value = foreign(theirs);
      const unknown = value.startsWith("0x")
        ? `0x${"9".repeat(value.length - 2)}`
        : "00000000-0000-7000-8000-000000000000";
      const answerTo = async (id: string) => {
        const isGet = method === "GET";
        const { status, text, hint } = await call(
          sandbox,
          mine.apiKey,
          method,
          isGet ? path + id : path,
          isGet ? undefined : order(id, mine),
        );
        const blank = (said: string): string => said.replaceAll(id, "…").replaceAll(id.toLowerCase(), "…");
        return { status, text: blank(text), hint: blank(hint) };
      };
      expect([name, await answerTo(value)]).toEqual([name, await answerTo(unknown)]);
      expect([name, (await answerTo(value)).status]).toEqual([name, name.startsWith("listSettlements") ? 200 : 404]);
    }
    expect(digestOf(sandbox.store)).toEqual(before);
  });
});

test("R-198 the same activity of another tenant changes no byte of any list, count, total or order", async () => {
  const sandbox = await aSandbox();
  const { ready, control } = sandbox;
  const first = { id: ready.tenant_id, apiKey: ready.api_key, vaultId: ready.vault_id };
  const life = await aLife(sandbox, first);
  const gets = OPERATIONS.filter(({ method }) => method === "get").flatMap(({ path }) => {
    const filled = path
      .replace("{owner}", OWNER)
      .replace("{vault_id}", ready.vault_id)
      .replace("{network}", "base")
      .replace("{network_id}/{asset}", "8453/native");
    if (filled.includes("{id}/settlements")) return [filled.replace("{id}", life.uda)];
    return filled.includes("{") ? [] : [filled];
  });
  const queries = [
    "",
    "?limit=1",
    "?limit=2&page=2",
    "?sort[]=created_at:desc",
    `?vault_id=${ready.vault_id}`,
    `?owner=${OWNER}`,
    "?sort[]=time:desc&limit=3",
  ];
  const told = async (): Promise<Map<string, string>> => {
    const texts = new Map<string, string>();
    for (const path of gets)
      for (const query of queries)
        texts.set(path + query, (await call(sandbox, ready.api_key, "GET", path + query)).text);
    return texts;
  };
  const before = await told();
  expect(before.size).toBeGreaterThan(100);
  const made = await control("POST", "/tenants", { name: "second" });
  await aLife(sandbox, { id: made.tenant_id, apiKey: made.api_key, vaultId: made.vault_id });
  for (const [path, text] of await told()) {
    // Chain heads and solver prices are shared by all tenants: neither is in a list of the service.
    expect([path, text]).toEqual([path, before.get(path)]);
  }
});

describe("R-199 members that no client may set", () => {
  const SMUGGLED: Readonly<Record<string, unknown>> = {
    ...{
      id: "mine",
      tenant_id: "other",
      tenant: { id: "other" },
      owner_id: "x",
      holder_id: "x",
      status: "confirmed",
      state: "confirmed",
    },
    ...{
      tx_id: `0x${"ab".repeat(32)}`,
      hash: `0x${"ab".repeat(32)}`,
      rate: "0.01",
      usd_rate: "9",
      error: "none",
      fee: "0",
      balance: "1000000",
    },
    ...{
      created_at: "2020-01-01T00:00:00Z",
      updated_at: "2020-01-01T00:00:00Z",
      confirmed_at: "2020-01-01T00:00:00Z",
      retired_at: null,
    },
    ...{
      address: PAYEE,
      from_wallet_category: "vault",
      side: "in",
      type: "deposit",
      block_number: "1",
      derivation: "m/0",
      is_admin: true,
    },
  };
  type Order = { method: string; path: string; body: object };

  /** A valid request for every operation with a body, in an order in which each of them succeeds. */
  async function orders(sandbox: ASandbox): Promise<Record<string, Order>> {
    const { api, ready, control } = sandbox;
    const wallet = (await api.POST("/wallets", { body: { owner: "ann", network_symbol: "base" } })).data?.data;
    const stations = (await api.GET("/gas-stations/wallets")).data?.data ?? [];
    const station = stations.find(({ network_symbol }) => network_symbol === "base");
    await control("POST", "/deposits", { network: "base", asset: "USDC", amount: "50", owner: "ann" });
    const vaults =
      (await api.GET("/vault/{vault_id}/addresses", { params: { path: { vault_id: ready.vault_id } } })).data?.data ??
      [];
    for (const [network, asset] of [
      ["ethereum", "USDT"],
      ["base", "USDC"],
      ["bsc", "USDT"],
    ] as const) {
      const to = vaults.find(({ network_symbol }) => network_symbol === network)?.address;
      await control("POST", "/deposits", { network, asset, amount: "100", to_address: to });
    }
    const uda = await aUda(api, { owner: "known" });
    // Without gas on a chain with manual mining it stays queued.
    await control("PUT", "/networks/bsc/mining", { mode: "manual" });
    const held = await api.POST("/transfer/payout", {
      body: payoutBody(ready.vault_id, { reference_id: "held", network_symbol: "bsc" }),
    });
    const destination = { address: PAYEE, asset_symbol: "USDC", network_id: "8453" };
    const out = { to_address: PAYEE, asset: "USDC", amount: "1", network_symbol: "base" };
    const inside = { asset: "USDC", amount: "1" };
    const post = (path: string, body: object): Order => ({ method: "POST", path, body });
    return {
      createWallet: post("/wallets", { owner: "bob", network_symbol: "base" }),
      createUda: post("/uda", { owner: "new", destination }),
      updateUda: { method: "PATCH", path: `/uda/${uda.id}`, body: { destination } },
      replaceUda: { method: "PUT", path: `/uda/${uda.id}`, body: { destination } },
      createPayout: post("/transfer/payout", payoutBody(ready.vault_id, { reference_id: "a" })),
      createPayoutByUsd: post(
        "/transfer/payout/usd",
        payoutBody(ready.vault_id, { reference_id: "b", usd_amount: "5" }),
      ),
      rejectPayout: post(`/transfer/payout/${held.data?.data.id ?? "none"}/reject`, { reason: "no" }),
      transferFromVault: post("/transfer/vault", { ...out, vault_id: ready.vault_id }),
      transferFromAddress: post("/transfer/external/address", { ...out, from_address: wallet?.address }),
      transferFromWallet: post("/transfer/external/wallet", { ...out, from_wallet_id: wallet?.id }),
      transferInternallyByAddress: post("/transfer/internal/address", {
        ...{ ...inside, network_symbol: "base", from_address: wallet?.address, to_address: station?.address },
      }),
      transferInternallyByWallet: post("/transfer/internal/wallet", {
        ...inside,
        from_wallet_id: wallet?.id,
        to_wallet_id: station?.id,
      }),
      updateTenantNetwork: { method: "PATCH", path: "/networks/60/native", body: { enabled: false } },
      replaceTenantNetwork: { method: "PUT", path: "/networks/60/native", body: { enabled: true } },
    };
  }

  /** Sends the requests one after the other; `more` members are added where the operation does not define them. */
  async function told(more: Readonly<Record<string, unknown>>) {
    const sandbox = await aSandbox();
    const list = await orders(sandbox);
    const answers: Record<string, unknown> = {};
    for (const [id, { method, path, body }] of Object.entries(list)) {
      const known = Object.keys(OPERATIONS.find((operation) => operation.id === id)?.body?.members ?? {});
      const stray = Object.fromEntries(Object.entries(more).filter(([name]) => !known.includes(name)));
      const { status, text } = await call(sandbox, sandbox.ready.api_key, method, path, { ...stray, ...body });
      answers[id] = [status, text.replaceAll(sandbox.url, "")];
    }
    await sandbox.control("POST", "/run-until-idle");
    const state = JSON.stringify(digestOf(sandbox.store)).replaceAll(sandbox.url, "");
    return { answers, state, ids: Object.keys(list) };
  }

  test("are ignored: two worlds, one with and one without such members, are equal to the byte", async () => {
    const [honest, lied] = [await told({}), await told(SMUGGLED)];
    expect(honest.ids.toSorted()).toEqual(
      OPERATIONS.filter(({ body }) => body !== undefined)
        .map(({ id }) => id)
        .toSorted(),
    );
    for (const [id, [status]] of Object.entries(honest.answers as Record<string, [number, string]>))
      expect([id, status < 300]).toEqual([id, true]);
    expect(lied.answers).toEqual(honest.answers);
    expect(lied.state).toBe(honest.state);
  });
});
