// Readings that a handler or the flow acts by: one story each over HTTP on real chains (C-20, C-21).
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { type ASandbox, aSandbox } from "../../support/a-sandbox.ts";
import { aVault, PAYEE, payoutBody } from "../../support/payments/a-payout.ts";
import { aUda, sendToken } from "../../support/payments/a-uda.ts";
import { anAssignment, anEndpoint } from "../../support/payments/a-webhook.ts";

type Call = { method?: string; body?: object; headers?: Record<string, string> };

/** An answer of the service, whatever its status. */
async function call({ ready }: ASandbox, path: string, { method, body, headers = {} }: Call = {}) {
  const answer = await fetch(`${ready.api_base_url}${path}`, {
    method: method ?? (body === undefined ? "GET" : "POST"),
    headers: { "x-api-key": ready.api_key, "content-type": "application/json", ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as any };
}

const reading = (...texts: string[]) => aSandbox({ reading: texts });

async function deposits(sandbox: ASandbox, count: number, owner = "alice"): Promise<void> {
  await anAssignment(sandbox, owner);
  for (let at = 1; at <= count; at += 1) {
    await sandbox.control("POST", "/deposits", { network: "base", asset: "USDC", amount: String(at), owner });
    await sandbox.control("POST", "/clock/advance", { by: "10s" });
  }
}

describe("answers", () => {
  test("created_uda_status=200: a new UDA is answered with 200 too", async () => {
    const sandbox = await reading("created_uda_status=200");
    const destination = { address: PAYEE, asset_symbol: "USDC", network_id: "9001" };
    const made = await call(sandbox, "/uda", { body: { owner: "alice", destination } });
    expect(made).toMatchObject({ status: 200, body: { data: { owner: "alice" } } });
  });

  test("list_order=oldest: lists begin with the oldest, and sort[] still decides", async () => {
    const sandbox = await reading("list_order=oldest");
    await deposits(sandbox, 3);
    const raws = async (path: string) => (await call(sandbox, path)).body.data.map((one: any) => one.balance.amount);
    expect(await raws("/deposits")).toEqual([1, 2, 3]);
    expect(await raws("/deposits?sort[]=time:desc")).toEqual([3, 2, 1]);
    expect(await raws("/deposits?limit=1&page=3")).toEqual([3]);
    for (const owner of ["u1", "u2"]) {
      await aUda(sandbox.api, { owner });
      await sandbox.control("POST", "/clock/advance", { by: "10s" });
    }
    expect((await call(sandbox, "/uda")).body.data.items.map((uda: any) => uda.owner)).toEqual(["u1", "u2"]);
    const types = (await call(sandbox, "/transactions")).body.data.map((one: any) => one.timestamps.created_at);
    expect(types).toEqual(types.toSorted());
  });

  test("out_of_range=clamped: a limit beyond the most is the most; other mistakes stay mistakes", async () => {
    const sandbox = await reading("out_of_range=clamped");
    expect((await call(sandbox, "/deposits?limit=101")).body.pagination.limit).toBe(100);
    expect((await call(sandbox, `/deposits?limit=${"9".repeat(400)}`)).body.pagination.limit).toBe(100);
    expect((await call(sandbox, "/uda?limit=5000")).body.data.limit).toBe(200);
    for (const limit of ["0", "-1", "x", "1.5"])
      expect((await call(sandbox, `/deposits?limit=${limit}`)).status, limit).toBe(400);
    expect((await call(sandbox, "/deposits?page=99999999999")).status).toBe(400);
  });

  test("error_text=other: other words, the same code", async () => {
    const [plain, other] = [await reading(), await reading("error_text=other")];
    for (const path of ["/deposits/none", "/deposits?limit=0", "/nothing"]) {
      const [before, after] = [await call(plain, path), await call(other, path)];
      expect(after.status).toBe(before.status);
      expect(after.body).toEqual({ ...before.body, error: expect.any(String) });
      expect(after.body.error).not.toBe(before.body.error);
    }
  });

  test("rate_reset=seconds-left and retry_after=absent: the window ends in so many seconds, and a 429 does not say when", async () => {
    const sandbox = await reading("rate_reset=seconds-left", "retry_after=absent");
    const first = await call(sandbox, "/vault");
    expect(Number(first.headers.get("x-ratelimit-reset"))).toBeGreaterThanOrEqual(1);
    expect(Number(first.headers.get("x-ratelimit-reset"))).toBeLessThanOrEqual(60);
    await sandbox.control("POST", "/faults", { gate: "api.request", effect: "status", params: { status: 429 } });
    const refused = await call(sandbox, "/vault");
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, null]);
  });

  test("idempotency_key=ignored: a repeated key assigns another wallet", async () => {
    const sandbox = await reading("idempotency_key=ignored");
    const order = { body: { owner: "alice", network_symbol: "base" }, headers: { "idempotency-key": "k1" } };
    const [one, two] = [await call(sandbox, "/wallets", order), await call(sandbox, "/wallets", order)];
    expect([one.status, two.status]).toEqual([201, 201]);
    expect(two.body.data.id).not.toBe(one.body.data.id);
    expect(two.headers.get("idempotent-replayed")).toBeNull();
  });

  test("unconfirmed_deposits=hidden: a deposit is nowhere before its confirmation", async () => {
    const sandbox = await reading("unconfirmed_deposits=hidden");
    await sandbox.control("PUT", "/networks/base/mining", { mode: "manual" });
    const wallet = (await call(sandbox, "/wallets", { body: { owner: "alice", network_symbol: "base" } })).body.data;
    const { tx_id } = await sandbox.control("POST", "/deposits", {
      ...{ network: "base", asset: "USDC", amount: "5", to_address: wallet.address },
    });
    await sandbox.control("POST", "/networks/base/mine", { blocks: 1 });
    const [listed] = await sandbox.control("GET", "/deposits").then(({ items }) => items);
    expect(listed.state).toBe("seen");
    expect((await call(sandbox, "/deposits")).body).toMatchObject({ data: [], pagination: { total_items: 0 } });
    expect((await call(sandbox, `/deposits/tx/${tx_id}`)).status).toBe(404);
    expect((await call(sandbox, `/deposits/${listed.id}`)).status).toBe(404);
    await sandbox.control("POST", "/networks/base/mine", { blocks: 20 });
    expect((await call(sandbox, `/deposits/tx/${tx_id}`)).body.data.id).toBe(listed.id);
    expect((await call(sandbox, "/deposits")).body.pagination.total_items).toBe(1);
  });
});

describe("payouts and settlements", () => {
  test("new_payout=confirmed: the answer waits until the payment is through; without blocks it does not wait", async () => {
    const sandbox = await reading("new_payout=confirmed");
    await aVault(sandbox, { amount: "100" });
    const body = payoutBody(sandbox.ready.vault_id, { reference_id: "one" });
    const made = await call(sandbox, "/transfer/payout", { body });
    expect(made).toMatchObject({
      status: 201,
      body: { data: { status: "confirmed", tx_id: expect.stringMatching(/^0x/) } },
    });
    expect((await call(sandbox, `/transfer/payout/${made.body.data.id}`)).body).toEqual(made.body);
    await sandbox.control("PUT", "/networks/ethereum/mining", { mode: "manual" });
    const waiting = await call(sandbox, "/transfer/payout", { body: { ...body, reference_id: "two" } });
    expect(waiting).toMatchObject({ status: 201, body: { data: { status: "queued" } } });
  });

  test("new_payout=confirmed and record=alternate: an answer that waited counts once, so every second one has the record at the top", async () => {
    const sandbox = await aSandbox({ reading: ["new_payout=confirmed", "record=alternate"] });
    await aVault(sandbox, { amount: "100" });
    const places = [];
    for (const reference_id of ["one", "two", "three", "four"]) {
      const { body } = await call(sandbox, "/transfer/payout", {
        body: payoutBody(sandbox.ready.vault_id, { reference_id }),
      });
      expect(body.data ?? body).toMatchObject({ status: "confirmed", reference_id });
      places.push("data" in body ? "data" : "top");
    }
    expect(places).toEqual(["data", "top", "data", "top"]);
  });

  test("new_payout=confirmed waits with a running clock too", async () => {
    const sandbox = await aSandbox({ reading: ["new_payout=confirmed"], clock: "running" });
    await aVault(sandbox, { amount: "100" });
    const made = await call(sandbox, "/transfer/payout", { body: payoutBody(sandbox.ready.vault_id) });
    expect(made.body.data.status).toBe("confirmed");
  });

  test("rejected_payout=failed: a rejected payout is failed with a reason, in lists and filters as well", async () => {
    const sandbox = await reading("rejected_payout=failed");
    await aVault(sandbox, { amount: "100" });
    // No block brings the gas, so the payout stays in the queue.
    await sandbox.control("PUT", "/networks/ethereum/mining", { mode: "manual" });
    const body = payoutBody(sandbox.ready.vault_id, { reference_id: "to-reject" });
    const { id } = (await call(sandbox, "/transfer/payout", { body })).body.data;
    const rejected = await call(sandbox, `/transfer/payout/${id}/reject`, { body: { reason: "customer cancelled" } });
    const failed = { status: "failed", error: "rejected: customer cancelled" };
    expect(rejected.body.data).toMatchObject(failed);
    expect((await call(sandbox, `/transfer/payout/${id}`)).body.data).toMatchObject(failed);
    const ids = async (query: string) =>
      (await call(sandbox, `/transfer/payout?${query}`)).body.data.map((one: any) => one.id);
    expect(await ids("filter[]=status:failed")).toEqual([id]);
    expect(await ids("filter[]=status:expired")).toEqual([]);
  });

  test("new_settlement=routing: nothing shows a settlement as created", async () => {
    const sandbox = await reading("new_settlement=routing");
    const endpoint = await anEndpoint(sandbox);
    const uda = await aUda(sandbox.api, { owner: "alice" });
    await sendToken(sandbox, { network: "polygon", asset: "USDT", to: uda.address, amount: "50" });
    await sandbox.control("POST", "/run-until-idle", { advance: true });
    const created = endpoint.received.find(({ json }) => json.type === "uda.settlement.created");
    expect(created?.json.payload.status).toBe("routing");
    expect(endpoint.verdicts()).not.toContain("signature");
    const { items } = await sandbox.control("GET", "/events?type=uda.settlement.created");
    expect(JSON.stringify(items[0])).toContain('"status":"created"');
  });
});

describe("webhooks", () => {
  test("webhook_repeat=twice: each that was taken comes again, same id and bytes, signed anew", async () => {
    const sandbox = await reading("webhook_repeat=twice");
    // The first one is refused once: what was not taken does not come again by itself.
    const endpoint = await anEndpoint(sandbox, { answer: (number) => (number === 1 ? 500 : 200) });
    await anAssignment(sandbox);
    await sandbox.control("POST", "/run-until-idle", { advance: true });
    const [refused, taken, again, ...others] = endpoint.received;
    expect(others).toEqual([]);
    expect([taken?.body, again?.body]).toEqual([refused?.body, refused?.body]);
    expect(again?.headers["webhook-id"]).toBe(taken?.headers["webhook-id"]);
    expect(again?.headers["webhook-timestamp"]).not.toBe(taken?.headers["webhook-timestamp"]);
    expect(again?.headers["webhook-signature"]).not.toBe(taken?.headers["webhook-signature"]);
    expect(endpoint.verdicts()).toEqual(["ok", "ok", "ok"]);
  });

  test("webhook_order=swapped: neighbours change places, and the last one comes too", async () => {
    const sandbox = await reading("webhook_order=swapped");
    const receiver = await anEndpoint(sandbox);
    await deposits(sandbox, 3);
    await sandbox.control("POST", "/run-until-idle", { advance: true });
    const { items } = await sandbox.control("GET", "/events?limit=100");
    const order = items.map(({ id }: { id: string }) => id);
    const came = receiver.received.map(({ json }) => json.id);
    expect(came.toSorted()).toEqual(order.toSorted());
    expect(came).not.toEqual(order);
    expect(new Set(came).size).toBe(order.length);
    const { items: open } = await sandbox.control("GET", "/deliveries?state=due");
    expect(open).toEqual([]);
  });

  test("webhook_order=swapped: a fault acts on a webhook that waited for its neighbour, exactly once", async () => {
    const sandbox = await reading("webhook_order=swapped");
    const receiver = await anEndpoint(sandbox);
    const match = { type: "address.assigned" };
    const wrongSecret = { gate: "webhook.delivery", effect: "wrong-secret", match, times: 1 };
    const { id } = await sandbox.control("POST", "/faults", wrongSecret);
    await deposits(sandbox, 3);
    await sandbox.control("POST", "/run-until-idle", { advance: true });
    const { items } = await sandbox.control("GET", "/events?limit=100");
    const forged = receiver.verdicts().flatMap((verdict, at) => (verdict === "ok" ? [] : [at]));
    expect(forged).toHaveLength(1);
    const [at = -1] = forged;
    // It came behind the one that was announced after it.
    const order = items.map((one: { id: string }) => one.id);
    const [came, neighbour] = [receiver.received[at]?.json, receiver.received[at - 1]?.json];
    expect(came?.type).toBe("address.assigned");
    expect(order.indexOf(neighbour?.id)).toBe(order.indexOf(came?.id) + 1);
    const { items: faults } = await sandbox.control("GET", "/faults");
    expect(faults).toMatchObject([{ id, hits: 1 }]);
    const { events } = await sandbox.control("GET", "/contract");
    const faulted = events.filter((one: { faulted: number }) => one.faulted > 0);
    expect(faulted).toMatchObject([{ type: "address.assigned", faulted: 1 }]);
  });

  test("failed_event=on-chain-only: a failure that no block shows is not announced, and what follows is", async () => {
    const [plain, chainOnly] = [await reading(), await reading("failed_event=on-chain-only")];
    const types = await Promise.all([plain, chainOnly].map((sandbox) => typesAfterReorg(sandbox)));
    expect(types[0]).toContain("transaction.failed");
    expect(types[1]).not.toContain("transaction.failed");
    expect(types[0]?.filter((type) => type !== "transaction.failed").toSorted()).toEqual(types[1]?.toSorted());
    const { items } = await chainOnly.control("GET", "/deliveries?type=transaction.failed");
    expect(items[0]).toMatchObject({ state: "dead", reason: expect.stringContaining("failed_event=on-chain-only") });
  });
});

/** The webhooks of a deposit that a reorg removes before it is confirmed. */
async function typesAfterReorg(sandbox: ASandbox): Promise<string[]> {
  const receiver = await anEndpoint(sandbox);
  await anAssignment(sandbox);
  await sandbox.control("PUT", "/networks/base/mining", { mode: "manual" });
  await sandbox.control("POST", "/deposits", { network: "base", asset: "USDC", amount: "5", owner: "alice" });
  await sandbox.control("POST", "/networks/base/mine", { blocks: 1 });
  await sandbox.control("POST", "/networks/base/reorg", { depth: 1, transactions: "drop" });
  await sandbox.control("POST", "/run-until-idle", { advance: true });
  return receiver.types();
}

test("all invariants hold under every one of them, also after a restart with other readings on the same data", async () => {
  const data = mkdtempSync(join(tmpdir(), "cpsandbox-readings-"));
  onTestFinished(() => rmSync(data, { recursive: true, force: true }));
  const all = [
    ...["created_uda_status=200", "new_payout=confirmed", "rejected_payout=failed", "new_settlement=routing"],
    ...["list_order=oldest", "out_of_range=clamped", "unconfirmed_deposits=hidden", "idempotency_key=ignored"],
    ...["webhook_repeat=twice", "webhook_order=swapped", "failed_event=on-chain-only", "error_text=other"],
    ...["rate_reset=seconds-left", "retry_after=absent"],
  ];
  let webhooks = 0;
  for (const texts of [all, [], all]) {
    // `close` checks every invariant.
    const sandbox = await aSandbox({ data, reading: texts });
    const endpoint = await anEndpoint(sandbox);
    await deposits(sandbox, 2, `owner-${webhooks}`);
    await aVault(sandbox, { amount: "50" });
    const reference_id = `order-${webhooks}`;
    await call(sandbox, "/transfer/payout", { body: payoutBody(sandbox.ready.vault_id, { reference_id }) });
    await sandbox.control("POST", "/run-until-idle", { advance: true });
    webhooks += endpoint.received.length;
    await sandbox.control("DELETE", endpoint.path);
    await sandbox.close();
  }
  expect(webhooks).toBeGreaterThan(10);
});
