// A world with a long history: idle it does nothing, and stored data grows only by what can be requested.
import { beforeAll, expect, test } from "vitest";
import type { Database } from "../../../src/db/database.ts";
import { sharedSandbox } from "../../support/a-sandbox.ts";
import { openReceiver } from "../../support/clients/a-receiver.ts";
import { aPayout, aVault } from "../../support/payments/a-payout.ts";
import { aUda } from "../../support/payments/a-uda.ts";
import { brokenInvariants } from "../../support/worlds/invariants.ts";

const shared = sharedSandbox();
let receiver: Awaited<ReturnType<typeof openReceiver>>;

beforeAll(async () => {
  receiver = await openReceiver(() => 200);
  const { control, ready } = shared();
  await control("POST", `/tenants/${ready.tenant_id}/webhook-endpoints`, { url: receiver.url });
  return () => receiver.end();
});

/** A deposit on some networks, a payout and a settlement. */
async function aDay(
  name: string,
  networks: readonly ("ethereum" | "bsc" | "polygon" | "arbitrum" | "base")[],
): Promise<void> {
  const sandbox = shared();
  for (const network of networks) {
    await sandbox.api.POST("/wallets", { body: { owner: name, network_symbol: network } });
    await sandbox.control("POST", "/deposits", { network, asset: "USDC", amount: "2", owner: name });
  }
  await aVault(sandbox, { amount: "10" });
  await aPayout(sandbox, { amount: "1", reference_id: name });
  const uda = await aUda(sandbox.api, { owner: `uda of ${name}` });
  await sandbox.control("POST", "/deposits", {
    network: "polygon",
    asset: "USDC",
    amount: "20",
    to_address: uda.address,
  });
  await sandbox.control("POST", "/run-until-idle", { advance: true, limit: "1h" });
}

const TABLES = "select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'";
const rowsOf = (store: Database): Record<string, number> =>
  Object.fromEntries(
    store.all<{ name: string }>(TABLES).map(({ name }) => {
      return [name, store.get<{ n: number }>(`select count(*) as n from "${name}"`)?.n ?? 0];
    }),
  );

/** Every page of every list, service and admin, as answered. */
async function everyPage(): Promise<Record<string, unknown[]>> {
  const { ready } = shared();
  const pages: Record<string, unknown[]> = {};
  for (const list of ["transactions", "deposits", "transfer/payout", "wallets"]) {
    pages[list] = [];
    for (let [page, last] = [1, 1]; page <= last; page += 1) {
      const url = `${ready.api_base_url}/${list}?limit=5&page=${page}`;
      const answer = await fetch(url, { headers: { "x-api-key": ready.api_key } });
      const seen = (await answer.json()) as { data: unknown[]; pagination: { total_pages: number } };
      expect(seen.data, url).toBeInstanceOf(Array);
      pages[list].push(...seen.data);
      last = seen.pagination.total_pages;
    }
  }
  for (const list of ["events", "deliveries"]) {
    const { items } = await shared().control("GET", `/${list}?limit=1000`);
    pages[list] = items;
  }
  return pages;
}

test("a virtual month without work mines no block and writes no row on five networks (R-181, R-230)", async () => {
  const { control, store } = shared();
  await aDay("busy", ["ethereum", "bsc", "polygon", "arbitrum", "base"]);
  const [rows, networks] = [rowsOf(store), await control("GET", "/networks")];
  const { ran } = await control("POST", "/clock/advance", { by: "30d" });
  expect(ran).toEqual([]);
  expect(rowsOf(store)).toEqual(rows);
  expect(await control("GET", "/networks")).toEqual(networks);
});

test("an announced event keeps the bytes that were sent, and nothing beside them (R-113, R-116, R-181)", async () => {
  const { store } = shared();
  const seen = store.get<{ n: number; kept: number; bytes: number }>(
    `select count(*) as n, sum(length(record)) as kept, min(length(body)) as bytes from event where drained = 1 and test = 0`,
  );
  expect(seen?.n).toBeGreaterThan(20);
  expect(seen?.kept).toBe(0);
  expect(seen?.bytes).toBeGreaterThan(100);
});

test("a year is paged from its first page on, is replayed, and holds every invariant (R-133, R-170, R-181)", async () => {
  const { control, api, store } = shared();
  const before = await everyPage();
  const alive: number[] = [];
  for (let season = 1; season <= 4; season += 1) {
    await aDay(`season ${season}`, ["base"]);
    for (let part = 0; part < 3; part += 1) {
      const key = `season ${season}, part ${part}`;
      const header = { "Idempotency-Key": key };
      const wallet = await api.POST("/wallets", { body: { owner: key, network_symbol: "base" }, params: { header } });
      expect(wallet.response.status).toBe(201);
      await control("POST", "/clock/advance", { by: "30d" });
    }
    alive.push(rowsOf(store)["idempotency_key"] ?? 0);
  }
  expect(new Set(alive)).toEqual(new Set([1]));
  const after = await everyPage();
  for (const [list, items] of Object.entries(before)) {
    expect(items.length, list).toBeGreaterThan(0);
    expect(after[list], list).toEqual(expect.arrayContaining(items));
  }
  expect(await brokenInvariants(shared())).toEqual([]);
  // A delivery of the first day is sent again with its original bytes.
  const [first] = before["deliveries"] as { id: number; event_id: string }[];
  const sent = receiver.received.filter(({ headers }) => headers["webhook-id"] === first?.event_id);
  await control("POST", `/deliveries/${first?.id}/redeliver`);
  await control("POST", "/run-until-idle", {});
  const again = receiver.received.filter(({ headers }) => headers["webhook-id"] === first?.event_id);
  expect(again).toHaveLength(sent.length + 1);
  expect(again.at(-1)?.body).toEqual(sent[0]?.body);
  const kept = await control("POST", "/snapshots");
  const heads = (await control("GET", "/networks")) as unknown;
  await control("POST", `/snapshots/${kept.id}/restore`);
  expect(await control("GET", "/networks")).toEqual(heads);
});
