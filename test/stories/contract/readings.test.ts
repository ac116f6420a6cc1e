// Readings on the wire: what a client gets over HTTP on real chains, and what stays as it is (C-20, C-21).
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { Choices } from "../../../src/contract/readings/table.ts";
import { type ASandbox, aSandbox } from "../../support/a-sandbox.ts";
import { aVault, payoutBody } from "../../support/payments/a-payout.ts";
import { aUda, sendToken } from "../../support/payments/a-uda.ts";
import { anAssignment, anEndpoint } from "../../support/payments/a-webhook.ts";

const asTexts = (choices: Choices): string[] => Object.entries(choices).map(([name, value]) => `${name}=${value}`);

const sandboxWith = (choices: Choices, options = {}): Promise<ASandbox> =>
  aSandbox({ reading: asTexts(choices), ...options });

/** The exact text of an answer of the service. */
async function textOf({ ready }: ASandbox, path: string, init: RequestInit = {}): Promise<string> {
  const headers = { "X-API-Key": ready.api_key, "content-type": "application/json" };
  return (await fetch(`${ready.api_base_url}${path}`, { headers, ...init })).text();
}

const jsonOf = async (sandbox: ASandbox, path: string, body?: object): Promise<any> =>
  JSON.parse(await textOf(sandbox, path, body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }));

/** A deposit of alice of 1500000.5 USDC on BNB Smart Chain, whose tokens have 18 decimals. */
const aLargeDeposit = (sandbox: ASandbox): Promise<void> =>
  aDeposit(sandbox, { network: "bsc", asset: "USDC", amount: "1500000.5" });

/** A confirmed deposit of alice; every webhook of it has been sent. */
async function aDeposit(sandbox: ASandbox, order = { network: "base", asset: "USDC", amount: "5" }): Promise<void> {
  await sandbox.control("POST", "/deposits", { ...order, owner: "alice" });
  await sandbox.control("POST", "/run-until-idle");
}

test("C-20 silent: numbers, texts, times, addresses and symbols are written otherwise, and say the same", async () => {
  const sandbox = await sandboxWith({
    ...{ json_numbers: "exponent", usd_text: "plain", time_text: "seconds", address_case: "lower" },
    ...{ network_symbol: "ticker", absent_time: "omitted", absent_text: "null", amount_text: "padded" },
  });
  // Requests may use the ticker, and the slug as before.
  const wallet = await jsonOf(sandbox, "/wallets", { owner: "alice", network_symbol: "BNB" });
  expect(wallet.data).toMatchObject({ network_symbol: "BNB", network_id: "9006" });
  expect(wallet.data.address).toBe(wallet.data.address.toLowerCase());
  await aLargeDeposit(sandbox);
  const deposits = await textOf(sandbox, "/deposits?filter[]=network_symbol:bnb");
  expect(deposits).toContain('"balance":{"amount":1.5000005e6,"raw":1.5000005e24,"usd":"1500000.5"}');
  expect(deposits).toMatch(/"network_symbol":"BNB"/);
  expect(deposits).toMatch(/"time":"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ"/);
  expect((await jsonOf(sandbox, "/deposits?network_symbol=BNB")).data).toHaveLength(1);
  const [transaction] = (await jsonOf(sandbox, "/transactions")).data;
  expect(transaction).toMatchObject({ memo: null, meta: null });
  expect(transaction.timestamps).not.toHaveProperty("failed_at");
  expect((await jsonOf(sandbox, `/wallets/address/${wallet.data.address}`)).data.balances[1].balance).toEqual({
    amount: "1500000.500000",
    raw: "1500000500000000000000000",
    usd: "1500000.5",
  });
  // The sandbox's own commands read the form of the document.
  const own = await fetch(`${sandbox.ready.api_base_url}/deposits`, {
    headers: { "X-API-Key": sandbox.ready.api_key, "X-Sandbox-Client": "cli" },
  });
  expect(await own.text()).toContain('"raw":1500000500000000000000000');
});

test("C-20 stated: the record stands at the top level, or every second time; a quote has USD members", async () => {
  const sandbox = await sandboxWith({ record: "top-level", quote_usd: "present" });
  await aVault(sandbox, { amount: "100" });
  const payout = await jsonOf(sandbox, "/transfer/payout", payoutBody(sandbox.ready.vault_id));
  expect(payout).toMatchObject({ success: true, status: "queued", amount: "10" });
  expect(payout).not.toHaveProperty("data");
  expect(await jsonOf(sandbox, "/uda")).toEqual({
    ...{ success: true, message: "operation completed successfully", items: [], count: 0, limit: 50, offset: 0 },
  });
  expect((await jsonOf(sandbox, "/vault")).data).toHaveLength(1);
  // An error keeps its three members.
  const refused = await jsonOf(sandbox, "/transfer/payout", payoutBody(sandbox.ready.vault_id));
  expect(refused).toEqual({ success: false, code: 409, error: "Duplicate reference_id" });
  const usdc = "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48";
  const query = `from_chain_id=1&from_token=${usdc}&to_chain_id=42161&to_token=native&amount=100000000`;
  const quote = (await jsonOf(sandbox, `/uda/quote?${query}`)).data;
  expect([quote.from.amount_usd, quote.fees]).toEqual([
    "100.00",
    expect.objectContaining({ gas_fee_usd: "0.05", protocol_fee_usd: "0.15", total_fee_usd: "0.20" }),
  ]);
  const { readings } = sandbox.contract;
  readings.set({ record: "alternate" });
  const path = `/transfer/payout/${payout.id}`;
  const shapes = [await jsonOf(sandbox, path), await jsonOf(sandbox, path), await jsonOf(sandbox, path)];
  expect(shapes.map((shape) => "data" in shape)).toEqual([true, false, true]);
  expect(readings.met().map(({ name, value }) => `${name}=${value}`)).toEqual([
    ...["record=top-level", "record=alternate", "quote_usd=present"],
  ]);
});

test("C-20 silent: lists and objects have other names, and the UDA list has no deposit entries", async () => {
  const sandbox = await sandboxWith({ list_array: "named", nested_names: "long", uda_deposit_addresses: "empty" });
  const uda = await aUda(sandbox.api, { owner: "merchant" });
  expect(uda.deposit_addresses).toHaveLength(5);
  await sendToken(sandbox, { network: "ethereum", asset: "USDC", to: uda.address, amount: "25" });
  await sandbox.control("POST", "/run-until-idle");
  const { udas, ...page } = (await jsonOf(sandbox, "/uda")).data;
  expect(page).toEqual({ count: 1, limit: 50, offset: 0 });
  expect(udas[0]).toMatchObject({ id: uda.id, deposit_addresses: [] });
  const { settlements } = (await jsonOf(sandbox, `/uda/${uda.id}/settlements`)).data;
  expect(Object.keys(settlements[0])).toEqual(
    expect.arrayContaining(["source_leg", "destination_leg", "fee_breakdown", "route"]),
  );
  expect(settlements[0]).not.toHaveProperty("fees");
});

test("C-20 growth: unknown members stand everywhere, and open words are in capitals or new", async () => {
  const sandbox = await sandboxWith({ extra_members: "some", open_values: "upper" });
  const receiver = await anEndpoint(sandbox);
  await anAssignment(sandbox);
  await aDeposit(sandbox);
  const answer = await jsonOf(sandbox, "/transactions?filter[]=status:CONFIRMED&side=IN");
  expect(answer.data[0]).toMatchObject({
    type: "DEPOSIT",
    side: "IN",
    status: "CONFIRMED",
    to_wallet_category: "USER",
  });
  for (const object of [answer, answer.pagination, answer.data[0], answer.data[0].amount, receiver.received[0]!.json])
    expect(object).toHaveProperty("x_added_later");
  expect(receiver.received[0]!.json.payload).toHaveProperty("x_added_later");
  // Words that the specification enumerates stay.
  const uda = await aUda(sandbox.api);
  expect((await jsonOf(sandbox, "/uda")).data.items[0].status).toBe("active");
  expect((await jsonOf(sandbox, `/uda/${uda.id}`)).data.delegation_status).toMatch(/^(PENDING|DELEGATED)$/);
  sandbox.contract.readings.set({ open_values: "new", extra_members: null });
  const words = (await jsonOf(sandbox, "/transactions")).data.flatMap((row: any) => [row.type, row.side, row.status]);
  expect(words).toContain("added_later");
  expect(words).toContain("in");
});

test("C-21 webhooks carry the other words, signed and again the same; events, signatures and invariants read the plain ones", async () => {
  const choices: Choices = { webhook_amounts: "number", json_numbers: "exponent", time_text: "offset" };
  const sandbox = await sandboxWith(choices);
  const receiver = await anEndpoint(sandbox, { types: ["deposit.confirmed"], answer: (n) => (n === 1 ? 500 : 200) });
  await jsonOf(sandbox, "/wallets", { owner: "alice", network_symbol: "bsc" });
  await aLargeDeposit(sandbox);
  await sandbox.control("POST", "/clock/advance", { by: "1m" });
  const [first, again] = receiver.received;
  expect(first!.body).toContain('"balance":{"amount":1.5000005e6,"raw":1.5000005e24,"usd":"1500000.50"}');
  expect(first!.body).toMatch(/"time":"[^"]*\+00:00"/);
  expect(again!.body).toBe(first!.body);
  expect(receiver.verdicts()).toEqual(["ok", "ok"]);
  const [event] = (await sandbox.control("GET", "/events?type=deposit.confirmed")).items;
  expect(event.payload.balance).toMatchObject({ amount: "1500000.5", raw: "1500000500000000000000000" });
  const [delivery] = await receiver.deliveries();
  expect(delivery!.body).toBe(first!.body);
  // Other readings later leave what was announced; a repeat has the same bytes.
  sandbox.contract.readings.clear();
  await sandbox.control("POST", `/deliveries/${delivery!.id}/redeliver`);
  await sandbox.control("POST", "/run-until-idle");
  expect(receiver.received.at(-1)!.body).toBe(first!.body);
  expect((await sandbox.control("GET", "/invariants")).invariants.filter(({ ok }: { ok: boolean }) => !ok)).toEqual([]);
});

test("C-21 a data folder, a snapshot and an export keep both forms; the world goes on under other readings", async () => {
  const data = join(mkdtempSync(join(tmpdir(), "readings-")), "world");
  onTestFinished(() => rmSync(data, { recursive: true, force: true }));
  const slim = await sandboxWith({ webhook_payload: "slim", extra_members: "some" }, { data });
  const receiver = await anEndpoint(slim);
  await anAssignment(slim);
  await aDeposit(slim);
  const bodies = receiver.received.map(({ body }) => body);
  const [assigned] = receiver.received;
  expect(Object.keys(assigned!.json.payload)).toEqual(["id", "owner", "x_added_later"]);
  expect(receiver.received.find(({ json }) => json.type === "balance.updated")!.json.payload).toEqual({
    ...{ wallet_id: assigned!.json.payload.id, owner: "alice", x_added_later: expect.any(String) },
  });
  const { id } = await slim.control("POST", "/snapshots");
  await slim.control("POST", `/snapshots/${id}/restore`);
  expect((await slim.control("GET", "/deliveries")).items.map(({ body }: { body: string }) => body).toSorted()).toEqual(
    bodies.toSorted(),
  );
  const exported = JSON.stringify(await slim.control("GET", "/export"));
  expect(exported).not.toContain("webhook_payload");
  await slim.close();
  const next = await sandboxWith({ json_numbers: "double" }, { data });
  const [event] = (await next.control("GET", "/events?type=address.assigned")).items;
  expect(Object.keys(event.payload)).toContain("assigned_at");
  const deliveries = (await next.control("GET", "/deliveries")).items;
  expect(deliveries.map(({ body }: { body: string }) => body).toSorted()).toEqual(bodies.toSorted());
  expect(next.contract.readings.chosen()).toEqual({ json_numbers: "double" });
});

test("C-02 readings of one tenant leave every other tenant's answers and webhooks as they are, and a reset leaves the readings", async () => {
  const sandbox = await aSandbox();
  const plain = await textOf(sandbox, "/vault");
  sandbox.contract.readings.set({ extra_members: "some" }, "another-tenant");
  expect(await textOf(sandbox, "/vault")).toBe(plain);
  sandbox.contract.readings.set({ extra_members: "some" });
  expect(await textOf(sandbox, "/vault")).not.toBe(plain);
  await sandbox.control("POST", "/reset");
  expect(await textOf(sandbox, "/vault")).toContain("x_added_later");
});

test("H-40 a repeated Idempotency-Key gets the bytes of the first answer, whatever is set meanwhile", async () => {
  const sandbox = await sandboxWith({ address_case: "lower" });
  const init = {
    method: "POST",
    headers: { "X-API-Key": sandbox.ready.api_key, "content-type": "application/json", "Idempotency-Key": "k" },
    body: JSON.stringify({ owner: "alice", network_symbol: "base" }),
  };
  const first = await textOf(sandbox, "/wallets", init);
  sandbox.contract.readings.clear();
  expect(await textOf(sandbox, "/wallets", init)).toBe(first);
});

test("C-32 a webhook that nobody is there to take carries no reading; one that is sent carries each once", async () => {
  const sandbox = await sandboxWith({ webhook_payload: "slim", failed_event: "on-chain-only" });
  const met = () => sandbox.contract.readings.met().map(({ name, met: count }) => `${name} ${count}`);
  await anAssignment(sandbox, "nobody listens");
  const path = `/tenants/${sandbox.ready.tenant_id}/webhook-endpoints`;
  const closed = await sandbox.control("POST", path, { url: "http://127.0.0.1:40999/hooks", event_types: ["*"] });
  await anAssignment(sandbox, "the port is closed");
  await sandbox.control("POST", "/run-until-idle", { advance: true });
  expect(met()).toEqual([]);
  await sandbox.control("DELETE", `${path}/${closed.id}`);
  const receivers = [await anEndpoint(sandbox), await anEndpoint(sandbox, { answer: (n) => (n === 1 ? 500 : 200) })];
  await anAssignment(sandbox, "two listen");
  await sandbox.control("POST", "/run-until-idle", { advance: true });
  expect(receivers.map(({ received }) => received.length)).toEqual([1, 2]);
  expect(met()).toEqual(["webhook_payload 1"]);
});

test("C-32 a question is met only by an answer that it changed: a list of one, a confirmed deposit or a first key prove nothing", async () => {
  const sandbox = await sandboxWith({
    list_order: "oldest",
    unconfirmed_deposits: "hidden",
    idempotency_key: "ignored",
  });
  const met = () => sandbox.contract.readings.met().map(({ name, met: count }) => `${name} ${count}`);
  const wallet = async (owner: string, key: string) =>
    (
      await fetch(`${sandbox.ready.api_base_url}/wallets`, {
        method: "POST",
        headers: { "X-API-Key": sandbox.ready.api_key, "content-type": "application/json", "Idempotency-Key": key },
        body: JSON.stringify({ owner, network_symbol: "bsc" }),
      })
    ).json() as Promise<{ data: { address: string } }>;
  const { data } = await wallet("alice", "k-1");
  const pay = () =>
    sandbox.control("POST", "/deposits", { network: "bsc", asset: "USDC", amount: "5", to_address: data.address });
  const { tx_id: first } = await pay();
  await sandbox.control("POST", "/run-until-idle", { advance: true });
  for (const path of ["/wallets", "/deposits", `/deposits/tx/${first}`, "/uda"]) await jsonOf(sandbox, path);
  expect(met()).toEqual([]);
  await sandbox.control("PUT", "/networks/bsc/mining", { mode: "manual" });
  const { tx_id: second } = await pay();
  await sandbox.control("POST", "/networks/bsc/mine", { blocks: 1 });
  await jsonOf(sandbox, "/deposits");
  expect(met()).toEqual(["unconfirmed_deposits 1"]);
  expect((await sandbox.api.GET("/deposits/tx/{tx_id}", { params: { path: { tx_id: second } } })).response.status).toBe(
    404,
  );
  await wallet("alice", "k-1");
  await wallet("bob", "k-2");
  await jsonOf(sandbox, "/wallets?limit=1");
  await jsonOf(sandbox, "/wallets?sort[]=created_at:asc");
  expect(met()).toEqual(["list_order 1", "unconfirmed_deposits 2", "idempotency_key 1"]);
});
