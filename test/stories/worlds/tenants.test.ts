// Story (i): tenants never see data of each other, whatever they request and however similar their data are (K-3).
import { expect, test } from "vitest";
import { serviceDocument } from "../../../src/spec/document.ts";
import { operationsOf } from "../../../src/spec/operations.ts";
import { type ASandbox, aSandbox } from "../../support/a-sandbox.ts";
import { aReceiver } from "../../support/clients/a-receiver.ts";
import { payoutBody, vaultAddress } from "../../support/payments/a-payout.ts";
import { aLife, type Life, OWNER, twoLives } from "../../support/worlds/a-tenants-life.ts";

/** For each path parameter the value of another tenant; a new operation has to be added here. */
const PATH_VALUES: Record<string, (life: Life) => string> = {
  getDepositByTransaction: ({ hash }) => hash,
  getDeposit: ({ deposit }) => deposit,
  getUda: ({ uda }) => uda,
  updateUda: ({ uda }) => uda,
  replaceUda: ({ uda }) => uda,
  retireUda: ({ uda }) => uda,
  listUdaSettlements: ({ uda }) => uda,
  getSettlement: ({ settlement }) => settlement,
  getPayout: ({ payout }) => payout,
  rejectPayout: ({ payout }) => payout,
  getWallet: ({ walletId }) => walletId,
  getWalletByAddress: ({ wallet }) => wallet,
  getGasStation: ({ station }) => station.id,
  getGasStationByAddress: ({ station }) => station.address,
  getTransaction: ({ transactions }) => transactions[0] ?? "",
  listVaultAddresses: ({ vault }) => vault,
  listVaultBalances: ({ vault }) => vault,
  getVaultAddress: ({ vault }) => vault,
  getVaultTotal: ({ vault }) => vault,
};

/** Their paths name owners, networks and assets, which all tenants may share. */
const NO_RECORD_IN_PATH = ["listWalletsByOwner", "getTenantNetwork", "updateTenantNetwork", "replaceTenantNetwork"];

/** A body that the operation accepts, where it requires one. */
const BODIES: Record<string, object> = { updateUda: { status: "retired" }, replaceUda: { status: "retired" } };

/** Status, body and relevant headers; the requested value is blanked, since an answer may repeat it. */
async function answerTo(
  { url }: ASandbox,
  { apiKey }: Life,
  { id, method, path }: { id: string; method: string; path: string },
  value: string,
): Promise<unknown> {
  const target = `${url}/v1${path.replace("{network}", "ethereum").replace(/\{\w+\}/, encodeURIComponent(value))}`;
  const body = BODIES[id];
  const response = await fetch(target, {
    method: method.toUpperCase(),
    headers: { "x-api-key": apiKey, ...(body === undefined ? {} : { "content-type": "application/json" }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const blank = (text: string): string => text.replaceAll(value, "…").replaceAll(value.toLowerCase(), "…");
  return {
    status: response.status,
    body: blank(await response.text()),
    hint: blank(response.headers.get("x-sandbox-error") ?? ""),
  };
}

test("K-3 S-278 R-196 R-197 with the id of another tenant, every operation answers as with an id that does not exist", async () => {
  const sandbox = await aSandbox();
  const [mine, theirs] = await twoLives(sandbox);
  const operations = [...operationsOf(serviceDocument).values()];
  const withPath = operations.filter(({ path, id }) => path.includes("{") && !NO_RECORD_IN_PATH.includes(id));
  expect(withPath.map(({ id }) => id).toSorted()).toEqual(Object.keys(PATH_VALUES).toSorted());
  for (const operation of withPath) {
    const { id, method } = operation;
    const value = PATH_VALUES[id]?.(theirs) ?? "";
    expect(value, id).not.toBe("");
    const unknown = value.startsWith("0x")
      ? `0x${"9".repeat(value.length - 2)}`
      : "00000000-0000-7000-8000-000000000000";
    const answer = await answerTo(sandbox, mine, operation, value);
    expect(answer, id).toEqual(await answerTo(sandbox, mine, operation, unknown));
    expect(answer, id).toMatchObject({ status: 404 });
    // The owner of the id gets it, so a 404 above is no mistake of the table.
    if (method === "get") expect(await answerTo(sandbox, theirs, operation, value), id).toMatchObject({ status: 200 });
  }
  const uda = await theirs.api.GET("/uda/{id}", { params: { path: { id: theirs.uda } } });
  expect(uda.data?.data.status).toBe("active");
});

test("R-061 a payout from another tenant's vault is 404 before any other check", async () => {
  const sandbox = await aSandbox();
  const [mine, theirs] = await twoLives(sandbox);
  for (const input of [{}, { reference_id: "new" }, { reference_id: "new", amount: "1000000" }]) {
    const stranger = await mine.api.POST("/transfer/payout", { body: payoutBody(theirs.vault, input) });
    const unknownOwner = await mine.api.POST("/transfer/payout", { body: payoutBody("no-vault", input) });
    expect([stranger.response.status, stranger.error]).toEqual([unknownOwner.response.status, unknownOwner.error]);
    expect(stranger.response.status).toBe(404);
  }
});

test("K-3 R-197 lists, filters and uniqueness see the caller's tenant alone", async () => {
  const sandbox = await aSandbox();
  const [mine, theirs] = await twoLives(sandbox);
  const idsOf = async ({ api }: Life): Promise<string[]> => {
    const query = { limit: 100 };
    const lists = [
      (await api.GET("/deposits", { params: { query } })).data?.data,
      (await api.GET("/transactions", { params: { query } })).data?.data,
      (await api.GET("/uda")).data?.data.items,
      (await api.GET("/vault")).data?.data,
      (await api.GET("/wallets", { params: { query } })).data?.data,
      (await api.GET("/gas-stations/wallets", { params: { query } })).data?.data,
      (await api.GET("/transfer/payout", { params: { query } })).data?.data,
      (await api.GET("/wallets/owner/{owner}", { params: { path: { owner: OWNER } } })).data?.data,
    ];
    for (const list of lists) expect(list?.length).toBeGreaterThan(0);
    return lists.flatMap((list) => (list ?? []).map(({ id }: { id: string }) => id));
  };
  const [a, b] = [await idsOf(mine), await idsOf(theirs)];
  // The same calls leave the same number of records in each list.
  expect(a.length).toBe(b.length);
  expect(a.filter((id) => b.includes(id))).toEqual([]);
  const filters = [`tx_id:${theirs.hash}`, `id:${theirs.deposit}`, `to_address:${theirs.wallet}`];
  for (const filter of filters) {
    const found = await mine.api.GET("/deposits", { params: { query: { "filter[]": [filter] } } });
    expect([found.data?.data, found.data?.pagination.total_items], filter).toEqual([[], 0]);
  }
  const bySource = await mine.api.GET("/transactions", {
    params: { query: { "filter[]": [`source_id:${theirs.payout}`] } },
  });
  expect(bySource.data?.data).toEqual([]);
  const reference = theirs.udaHash;
  const known = await theirs.api.GET("/uda/settlements/by-reference", { params: { query: { reference } } });
  expect(known.data?.data.count).toBe(1);
  const byReference = await mine.api.GET("/uda/settlements/by-reference", { params: { query: { reference } } });
  expect(byReference.data?.data).toMatchObject({ count: 0, items: [] });
  for (const path of ["/transfer/payout", "/transfer/payout/pending"] as const) {
    const theirVault = await mine.api.GET(path, { params: { query: { vault_id: theirs.vault } } });
    expect(theirVault.response.status, path).toBe(404);
  }
  const owners = await mine.api.GET("/uda", { params: { query: { owner: OWNER } } });
  expect(owners.data?.data.items.map(({ id }) => id)).toEqual([mine.uda]);
});

test("K-3 events and deliveries are those of their own tenant", async () => {
  const sandbox = await aSandbox();
  const { control, ready } = sandbox;
  const made = await control("POST", "/tenants", { name: "second" });
  const [ours, others] = [await aReceiver(), await aReceiver()];
  await control("POST", `/tenants/${ready.tenant_id}/webhook-endpoints`, { url: ours.url });
  await control("POST", `/tenants/${made.tenant_id}/webhook-endpoints`, { url: others.url });
  await aLife(sandbox, { id: ready.tenant_id, apiKey: ready.api_key, vaultId: ready.vault_id });
  await aLife(sandbox, { id: made.tenant_id, apiKey: made.api_key, vaultId: made.vault_id });
  await control("POST", "/run-until-idle");
  const eventIds = async (tenantId: string): Promise<string[]> =>
    (await control("GET", `/events?limit=1000&tenant_id=${tenantId}`)).items.map(({ id }: { id: string }) => id);
  const received = (receiver: typeof ours): string[] => receiver.received.map(({ json }) => json.id);
  expect(received(ours).toSorted()).toEqual((await eventIds(ready.tenant_id)).toSorted());
  expect(received(others).toSorted()).toEqual((await eventIds(made.tenant_id)).toSorted());
  expect(received(ours).filter((id) => received(others).includes(id))).toEqual([]);
  expect(ours.types().toSorted()).toEqual(others.types().toSorted());
});

test("H-02 a payout to another tenant's wallet is a deposit there, and from an external sender", async () => {
  const sandbox = await aSandbox();
  const { control, ready } = sandbox;
  const made = await control("POST", "/tenants", { name: "second" });
  const theirs = sandbox.clientFor(made.api_key);
  const wallet = await theirs.POST("/wallets", { body: { owner: "bob", network_symbol: "ethereum" } });
  const to = wallet.data?.data.address ?? "";
  const vault = await vaultAddress(sandbox.api, ready.vault_id, "ethereum");
  await control("POST", "/deposits", { network: "ethereum", asset: "USDT", amount: "20", to_address: vault });
  const payout = await sandbox.api.POST("/transfer/payout", { body: payoutBody(ready.vault_id, { to_address: to }) });
  const { data } = await sandbox.api.GET("/transfer/payout/{id}", {
    params: { path: { id: payout.data?.data.id ?? "" } },
  });
  expect(data?.data.status).toBe("confirmed");
  const deposit = await theirs.GET("/deposits/tx/{tx_id}", { params: { path: { tx_id: data?.data.tx_id ?? "" } } });
  expect(deposit.data?.data).toMatchObject({
    owner: "bob",
    from_wallet_category: "external",
    to_wallet_category: "user",
  });
  const own = await sandbox.api.GET("/deposits/tx/{tx_id}", { params: { path: { tx_id: data?.data.tx_id ?? "" } } });
  expect(own.response.status).toBe(404);
});

test("H-05 fifty tenants, each complete and isolated", async () => {
  const { control, clientFor } = await aSandbox();
  const names = Array.from({ length: 50 }, (_, index) => `suite-${index}`);
  const made = await Promise.all(names.map((name) => control("POST", "/tenants", { name })));
  expect(new Set(made.map(({ api_key }) => api_key)).size).toBe(50);
  const addresses = await Promise.all(
    made.map(async ({ api_key, vault_id }) => {
      const api = clientFor(api_key);
      const wallet = await api.POST("/wallets", { body: { owner: "alice", network_symbol: "base" } });
      return [wallet.data?.data.address, await vaultAddress(api, vault_id, "bsc")];
    }),
  );
  expect(new Set(addresses.flat()).size).toBe(100);
});
