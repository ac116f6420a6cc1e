// Payouts through HTTP without chains, so that they stay queued: by dollars, the two lists, the reject (H-36, H-37, H-68, H-69).
import { beforeEach, describe, expect, test } from "vitest";
import { addressOfHolderOn } from "../../src/domain/address/store.ts";
import { putRate } from "../../src/domain/network/store.ts";
import { movePayout } from "../../src/domain/payout/transitions.ts";
import { aBalance, aTenant, EXTERNAL } from "../support/worlds/a-bare-world.ts";
import { aService, type Service } from "./a-service.ts";

let service: Service;
beforeEach(() => {
  service = aService();
  for (const network of ["ethereum", "base"]) {
    const { address } = addressOfHolderOn(service.world.db, service.vaultId, network)!;
    for (const symbol of ["USDC", "ETH"]) aBalance(service.world, network, address, symbol, 10n ** 12n);
  }
});

const problem = (code: number, error: string) => ({ success: false, code, error });
const PAYEE = "0xAb5801a7D398351b8bE11C439e05C5B3259aeC9B";

const order = (more: object = {}) => ({
  vault_id: service.vaultId,
  asset: "USDC",
  network_symbol: "ethereum",
  to_address: PAYEE,
  reference_id: "order-1",
  ...more,
});

/** A queued payout of 10 USDC; another reference is another payout, a second later. */
async function aPayout(reference_id: string, more: object = {}): Promise<{ id: string; reference_id: string }> {
  const reply = await service.post("/v1/transfer/payout", order({ amount: "10", reference_id, ...more }));
  expect(reply.body).toMatchObject({ success: true });
  service.world.clock.moveTo(service.world.clock.now() + 1_000);
  return reply.body.data;
}

/** The references a list shows, in its order. */
async function references(query: string): Promise<string[]> {
  const reply = await service.get(`/v1/transfer/payout${query}`);
  expect(reply.status).toBe(200);
  return reply.body.data.map((row: { reference_id: string }) => row.reference_id);
}

describe("POST /transfer/payout/usd", () => {
  test("is queued with the price of the moment (S-327, S-328, S-330, S-332)", async () => {
    putRate(service.world.db, "USDC", "3");
    const reply = await service.post("/v1/transfer/payout/usd", order({ usd_amount: "10" }));
    expect(reply.status).toBe(201);
    expect(reply.body.data).toMatchObject({ status: "queued", amount: "3.333333", usd_amount: "10", rate: "3" });
    expect((await service.get(`/v1/transfer/payout/${reply.body.data.id}`)).body).toEqual(reply.body);
  });

  test("takes remark and cutoff, and an amount that says nothing (S-329, S-331)", async () => {
    const more = { usd_amount: "7.5", amount: "", remark: "rent", expired_at: "2026-01-02T01:00:00+01:00" };
    const reply = await service.post("/v1/transfer/payout/usd", order(more));
    expect(reply.body.data).toMatchObject({
      usd_amount: "7.5",
      remark: "rent",
      expired_at: "2026-01-02T00:00:00.000Z",
    });
    const other = await service.post("/v1/transfer/payout/usd", order({ ...more, amount: null, reference_id: "b" }));
    expect(other.status).toBe(201);
  });

  test.each([
    [{ amount: "10" }, 400, "Invalid request"],
    [{ amount: "x" }, 400, "Invalid request"],
    [{ amount: 10 }, 400, "Invalid request"],
    [{ usd_amount: undefined }, 400, "Invalid request"],
    [{ usd_amount: null }, 400, "Invalid request"],
    [{ usd_amount: 7.5 }, 400, "Invalid request"],
    [{ usd_amount: "0" }, 400, "Invalid amount"],
    [{ usd_amount: "1.1234567" }, 400, "Invalid amount"],
    [{ usd_amount: "" }, 400, "Invalid amount"],
    [{ usd_amount: "-1" }, 400, "Invalid amount"],
    [{ vault_id: undefined }, 400, "Invalid request"],
    [{ asset: undefined }, 400, "Invalid request"],
    [{ network_symbol: undefined }, 400, "Invalid request"],
    [{ to_address: undefined }, 400, "Invalid request"],
    [{ reference_id: undefined }, 400, "Invalid request"],
    [{ expired_at: "2025-12-31T23:59:59Z" }, 400, "Invalid request"],
    [{ vault_id: "nope" }, 404, "Vault not found"],
    [{ usd_amount: "1000000.01" }, 400, "Insufficient balance"],
  ])("%j is refused (S-333)", async (more, code, error) => {
    const reply = await service.post("/v1/transfer/payout/usd", order({ usd_amount: "5", ...more }));
    expect(reply.body).toEqual(problem(code, error));
    expect((await service.post("/v1/transfer/payout/usd", order({ usd_amount: "5" }))).status).toBe(201);
  });

  test("shares its references with POST /transfer/payout, both ways (H-36)", async () => {
    await aPayout("one");
    await service.post("/v1/transfer/payout/usd", order({ usd_amount: "5", reference_id: "two" }));
    const duplicate = problem(409, "Duplicate reference_id");
    const byUsd = await service.post("/v1/transfer/payout/usd", order({ usd_amount: "5", reference_id: "one" }));
    expect(byUsd.body).toEqual(duplicate);
    const byAmount = await service.post("/v1/transfer/payout", order({ amount: "5", reference_id: "two" }));
    expect(byAmount.body).toEqual(duplicate);
  });
});

describe("GET /transfer/payout", () => {
  test("is a page of payouts, newest first (S-432, S-434, S-568)", async () => {
    for (const reference of ["a", "b", "c"]) await aPayout(reference);
    const { body } = await service.get("/v1/transfer/payout?limit=2");
    expect(body.data.map((row: { reference_id: string }) => row.reference_id)).toEqual(["c", "b"]);
    expect(body.pagination).toEqual({
      page: 1,
      limit: 2,
      total_items: 3,
      total_pages: 2,
      has_next: true,
      has_prev: false,
    });
    expect(await references("?limit=2&page=2")).toEqual(["a"]);
    expect(await references("?page=9")).toEqual([]);
    expect(await references("?sort[]=created_at:asc")).toEqual(["a", "b", "c"]);
  });

  test("every field filters, plain and in the grammar (S-433, H-68, K-10)", async () => {
    await aPayout("a", { expired_at: "2026-01-05T00:00:00Z" });
    await aPayout("b", { asset: "ETH", network_symbol: "base", amount: "0.000001", to_address: EXTERNAL });
    const { world } = service;
    world.db.transaction(() => {
      const [row] = world.db.all<{ id: string }>("select id from payout where reference_id = 'b'");
      movePayout(world, row!.id, "start");
      movePayout(world, row!.id, "confirm", { confirmed_at: world.clock.now(), tx_hash: `0x${"ab".repeat(32)}` });
    });
    const only = { a: ["a"], b: ["b"], both: ["b", "a"], none: [] };
    const rows: [string, string[]][] = [
      [`vault_id=${service.vaultId}`, only.both],
      ["status=queued", only.a],
      ["filter[]=status:in:queued,confirmed", only.both],
      ["filter[]=status:ne:queued", only.b],
      ["asset=eth", only.b],
      ["network_symbol=Base", only.b],
      ["reference_id=a", only.a],
      ["reference_id=A", only.none],
      [`to_address=${EXTERNAL.toUpperCase().replace("0X", "0x")}`, only.b],
      [`tx_id=0x${"AB".repeat(32)}`, only.b],
      ["created_at=2026-01-01T00:00:00Z", only.a],
      ["filter[]=created_at:gt:2026-01-01T00:00:00Z", only.b],
      ["filter[]=confirmed_at:gte:2026-01-01T00:00:00Z", only.b],
      ["filter[]=expired_at:lt:2026-01-06T00:00:00Z", only.a],
      ["sort[]=status:desc", only.a.concat(only.b)],
      ["sort[]=expired_at:desc", only.a.concat(only.b)],
      ["sort[]=confirmed_at:desc", only.both],
      ["sort[]=id:asc", ["a", "b"]],
    ];
    for (const [query, expected] of rows) expect(await references(`?${query}`), query).toEqual(expected);
  });

  test("an unknown or foreign vault is 404, however it is named, and only after the rest was read (K-3, K-13)", async () => {
    const foreign = aTenant(service.world, { name: "other" }).vaultId;
    for (const query of [`vault_id=${foreign}`, "vault_id=nope", `filter[]=vault_id:eq:${foreign}`]) {
      const { body } = await service.get(`/v1/transfer/payout?${query}`);
      expect(body, query).toEqual(problem(404, "Vault not found"));
    }
    for (const query of ["vault_id=nope&status=late", "status=late", "limit=101", "page=0", "sort[]=amount:asc"]) {
      const { body } = await service.get(`/v1/transfer/payout?${query}`);
      expect(body, query).toEqual(problem(400, "Invalid query parameters"));
    }
  });

  test("a tenant sees its own payouts only (K-3)", async () => {
    await aPayout("a");
    const other = aTenant(service.world, { name: "other" });
    const reply = await service.get("/v1/transfer/payout").set("X-API-Key", other.apiKey);
    expect(reply.body).toMatchObject({ data: [], pagination: { total_items: 0 } });
  });

  test("a filter by vault is answered from an index in the list's order", () => {
    const plan = service.world.db.all<{ detail: string }>(
      "explain query plan select * from payout where tenant_id = 't' and vault_id = 'v' order by created_at desc, id desc",
    );
    expect(plan.map(({ detail }) => detail).join()).toMatch(/^SEARCH payout USING INDEX payout_by_(vault|tenant)/);
    expect(plan.map(({ detail }) => detail).join()).not.toContain("TEMP B-TREE");
  });
});

describe("GET /transfer/payout/pending", () => {
  test("holds what is queued, oldest first, whatever status is asked for (S-334, S-339…S-342, S-210)", async () => {
    for (const reference of ["a", "b", "c"]) await aPayout(reference);
    const [first] = (await service.get("/v1/transfer/payout?sort[]=id:asc")).body.data;
    service.world.db.transaction(() => movePayout(service.world, first.id, "start"));
    for (const query of ["", "&status=confirmed", "&status=nonsense"])
      expect(await references(`/pending?vault_id=${service.vaultId}${query}`)).toEqual(["b", "c"]);
    const { body } = await service.get(`/v1/transfer/payout/pending?vault_id=${service.vaultId}&limit=1`);
    expect(body.pagination).toEqual({
      page: 1,
      limit: 1,
      total_items: 2,
      total_pages: 2,
      has_next: true,
      has_prev: false,
    });
    expect(await references(`/pending?vault_id=${service.vaultId}&limit=1&page=2`)).toEqual(["c"]);
  });

  test("needs a vault of the caller (S-335)", async () => {
    const foreign = aTenant(service.world, { name: "other" }).vaultId;
    const refused = async (query: string) => (await service.get(`/v1/transfer/payout/pending${query}`)).body;
    for (const query of ["", "?vault_id=", `?vault_id=${service.vaultId}&limit=101`, "?vault_id=a&page=0"])
      expect(await refused(query), query).toEqual(problem(400, "Invalid query parameters"));
    for (const id of ["nope", foreign])
      expect(await refused(`?vault_id=${id}`)).toEqual(problem(404, "Vault not found"));
  });

  test("is answered from the index of the queue", () => {
    const [step, ...more] = service.world.db.all<{ detail: string }>(
      "explain query plan select * from payout where vault_id = 'v' and status = 'queued' order by created_at, id",
    );
    expect(step?.detail).toContain("payout_pending");
    expect(more).toEqual([]);
  });
});

describe("POST /transfer/payout/{id}/reject", () => {
  const available = async () =>
    (await service.get(`/v1/vault/${service.vaultId}/balances?network_symbol=ethereum&asset=USDC`)).body.data[0]
      .available.amount;

  test("ends it as expired, frees its amount and keeps the reason (S-209, S-435, H-69)", async () => {
    const payout = await aPayout("a", { expired_at: "2026-01-05T00:00:00Z" });
    expect(await available()).toBe("999990");
    const reply = await service.post(`/v1/transfer/payout/${payout.id}/reject`, { reason: "customer cancelled" });
    expect(reply.status).toBe(200);
    expect(reply.body.data).toEqual({ ...payout, status: "expired", tx_id: "", error: "" });
    expect((await service.get(`/v1/transfer/payout/${payout.id}`)).body.data).toEqual(reply.body.data);
    expect(await available()).toBe("1000000");
    const [record] = (await service.get(`/v1/transactions?source_id=${payout.id}`)).body.data;
    expect(record).toMatchObject({
      status: "rejected",
      meta: { reference_id: "a", vault_id: service.vaultId, reject_reason: "customer cancelled" },
    });
    expect(record.timestamps.rejected_at).not.toBeNull();
    expect(record.timestamps.expired_at).toBeNull();
    expect(service.world.db.all("select * from event")).toEqual([]);
    expect(service.world.db.all("select * from agenda")).toEqual([]);
  });

  test.each([[undefined], [{}], [{ reason: null }], [{ reason: "" }]])("works with the body %j", async (body) => {
    const { id } = await aPayout("a");
    expect((await service.post(`/v1/transfer/payout/${id}/reject`, body)).status).toBe(200);
    const [record] = (await service.get(`/v1/transactions?source_id=${id}`)).body.data;
    expect(record.meta).toEqual({ reference_id: "a", vault_id: service.vaultId });
  });

  test("a payout that is not queued any more is left as it is (R-090)", async () => {
    const refused = problem(400, "Payout is not pending");
    const { id } = await aPayout("a");
    await service.post(`/v1/transfer/payout/${id}/reject`);
    expect((await service.post(`/v1/transfer/payout/${id}/reject`)).body).toEqual(refused);
    const taken = await aPayout("b");
    const { world } = service;
    for (const name of ["start", "confirm"] as const) {
      world.db.transaction(() => movePayout(world, taken.id, name));
      const before = (await service.get(`/v1/transfer/payout/${taken.id}`)).body;
      expect((await service.post(`/v1/transfer/payout/${taken.id}/reject`)).body).toEqual(refused);
      expect((await service.get(`/v1/transfer/payout/${taken.id}`)).body).toEqual(before);
    }
  });

  test("its reference stays used (R-059)", async () => {
    const { id } = await aPayout("a");
    await service.post(`/v1/transfer/payout/${id}/reject`);
    const again = await service.post("/v1/transfer/payout", order({ amount: "1", reference_id: "a" }));
    expect(again.body).toEqual(problem(409, "Duplicate reference_id"));
  });

  test("malformed ids and bodies are 400, unknown and foreign payouts 404 (K-2, K-3)", async () => {
    const { id } = await aPayout("a");
    for (const path of ["a%20b", `${"x".repeat(129)}`]) {
      const reply = await service.post(`/v1/transfer/payout/${path}/reject`);
      expect(reply.body, path).toEqual(problem(400, "Invalid request"));
    }
    for (const body of [{ reason: 5 }, { reason: "x".repeat(513) }, { reason: "\u0000" }, []]) {
      const reply = await service.post(`/v1/transfer/payout/${id}/reject`, body);
      expect(reply.body, JSON.stringify(body)).toEqual(problem(400, "Invalid request"));
    }
    expect((await service.post("/v1/transfer/payout/nope/reject")).body).toEqual(problem(404, "Payout not found"));
    const other = aTenant(service.world, { name: "other" });
    const foreign = await service.post(`/v1/transfer/payout/${id}/reject`).set("X-API-Key", other.apiKey);
    expect(foreign.body).toEqual(problem(404, "Payout not found"));
    expect((await service.get(`/v1/transfer/payout/${id}`)).body.data.status).toBe("queued");
  });
});

test("static segments win over the id (H-38)", async () => {
  expect((await service.get("/v1/transfer/payout/pending")).body).toEqual(problem(400, "Invalid query parameters"));
  const usd = await service.get("/v1/transfer/payout/usd");
  expect(usd.body).toEqual(problem(405, "Method not allowed"));
  expect(usd.headers["allow"]).toBe("POST, OPTIONS");
});
