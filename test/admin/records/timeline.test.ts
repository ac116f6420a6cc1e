// One record with what belongs to it, and its timeline: what happened to it, why, and what is planned.
import { expect, test } from "vitest";
import { aSandbox } from "../../support/a-sandbox.ts";
import { aReceiver } from "../../support/clients/a-receiver.ts";
import { aPayout, aVault } from "../../support/payments/a-payout.ts";
import { aUda, DESTINATION } from "../../support/payments/a-uda.ts";

type Item = { lane: string; what: string; at: string; title: string; [member: string]: any };
const lanes = (items: Item[]): Set<string> => new Set(items.map(({ lane }) => lane));

test("a settlement is told from the request of its address to the sweep, with every webhook and block", async () => {
  const receiver = await aReceiver();
  const sandbox = await aSandbox({ webhook: receiver.url });
  const { control, api } = sandbox;
  const uda = await aUda(api, { owner: "carol" });
  await control("POST", "/deposits", { network: "polygon", asset: "USDT", amount: "100", owner: "carol" });
  await control("POST", "/run-until-idle", { advance: true });
  const [{ id }] = (await control("GET", "/settlements")).items;
  const record = await control("GET", `/records/${id}`);
  expect(record).toMatchObject({ kind: "settlement", id, state: "completed", tenant_id: sandbox.ready.tenant_id });
  const { data } = await api.GET("/uda/{id}/settlements", { params: { path: { id: uda.id } } });
  expect(record.wire).toEqual(data?.data.items[0]);
  expect(record.record).toMatchObject({ source_raw: "100000000", owner: "carol" });
  expect(record.related.map(({ kind, relation, state }: Item) => [kind, relation, state])).toEqual([
    ["deposit", "deposit", "confirmed"],
    ["transaction", "transaction", "confirmed"],
    ["claim", "claim", "confirmed"],
    ["uda", "uda", "active"],
  ]);
  const { items, truncated, held_back } = await control("GET", `/records/${id}/timeline`);
  expect({ truncated, held_back }).toEqual({ truncated: false, held_back: [] });
  expect(items.map(({ at }: Item) => at)).toEqual(items.map(({ at }: Item) => at).toSorted());
  expect([...lanes(items)].toSorted()).toEqual(["chain", "event", "request", "state", "webhook"]);
  const titles = items.map(({ title }: Item) => title);
  for (const title of ["deposit created as seen", "deposit: seen → confirmed", "settlement: routing → completed"])
    expect(titles).toContain(title);
  // At one instant, causes first.
  const created = titles.filter((title: string) => /^(deposit|settlement) created/.test(title));
  expect(created.map((title: string) => title.split(" ")[0])).toEqual(["deposit", "settlement"]);
  const story = [
    ...["polygon block 3", "deposit created as seen", "deposit: seen → confirmed", "settlement created as created"],
    ...["settlement: created → routing", "attempt 1 of 1 (fill) at nonce 0 of arbitrum: sent", "arbitrum block 3"],
    ...["attempt 1 of 1 (fill) at nonce 0 of arbitrum: mined", "settlement: routing → completed"],
    ...["attempt 1 of 1 (sweep) at nonce 1 of polygon: sent", "polygon block 5", "uda.settlement.completed #"],
    ...["uda.settlement.completed → ", "GET /v1/uda/"],
  ];
  const places = story.map((start) => titles.findIndex((title: string) => title.startsWith(start)));
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(places).not.toContain(-1);
  const requests = items.filter(({ lane }: Item) => lane === "request").map(({ request_id }: Item) => request_id);
  expect(requests).toEqual(requests.toSorted());
  const events = items.filter(({ lane }: Item) => lane === "event").map(({ what }: Item) => what);
  expect(events).toContain("uda.settlement.completed");
  // Every event reached the receiver, and says so.
  const delivered = items.filter(({ lane }: Item) => lane === "webhook");
  expect(delivered).toHaveLength(events.length);
  expect(delivered[0]).toMatchObject({ what: "attempt", attempt: 1, title: expect.stringMatching(/: 200 in \d+ ms$/) });
  const attempts = items.filter(({ what }: Item) => what === "attempt-confirmed");
  expect(attempts.map(({ network }: Item) => network).toSorted()).toEqual(["arbitrum", "polygon"]);
  const blocks = items.filter(({ what }: Item) => what === "block");
  expect(blocks.length).toBeGreaterThanOrEqual(3);
  // The same story from each of its records.
  for (const { id: other, kind } of record.related.filter(({ kind }: Item) => kind !== "uda"))
    expect((await control("GET", `/records/${other}/timeline`)).items.length, kind).toBe(items.length);
});

test("an attempt names the fault that touched it, also one that held it back, and the timeline leads there", async () => {
  const receiver = await aReceiver();
  const sandbox = await aSandbox({ webhook: receiver.url });
  const { control, api } = sandbox;
  const arm = (effect: string, more: object): Promise<{ id: string }> =>
    control("POST", "/faults", { gate: "webhook.delivery", effect, match: { type: "address.assigned" }, ...more });
  const delay = await arm("delay", { params: { by: "30s" } });
  const refuse = await arm("status", { params: { status: 503 } });
  await api.POST("/wallets", { body: { owner: "alice", network_symbol: "base" } });
  await control("POST", "/run-until-idle", { advance: true });
  await api.POST("/wallets", { body: { owner: "bob", network_symbol: "base" } });
  await control("POST", "/run-until-idle", { advance: true });
  await control("DELETE", `/faults/${refuse.id}`);
  const attempts = (await control("GET", "/deliveries")).items.map((one: any) =>
    one.attempts.map(({ fault, fault_id }: any) => [fault, fault_id]),
  );
  expect(attempts).toEqual([
    [["delay", delay.id]],
    [
      ["status", refuse.id],
      [null, null],
    ],
  ]);
  const [, wallet] = (await control("GET", "/wallets")).items.toReversed();
  const { items } = await control("GET", `/records/${wallet.id}/timeline`);
  const met = items.find(({ lane }: Item) => lane === "fault");
  expect(met).toMatchObject({ what: "status", fault_id: refuse.id, ref: { kind: "fault", id: refuse.id }, attempt: 1 });
  const marks = items.filter(({ lane }: Item) => lane === "webhook");
  expect(marks.map(({ fault_id }: Item) => fault_id)).toEqual([refuse.id, undefined]);
});

test("a reorg that takes a deposit away shows both of its blocks, and a waiting one says what it waits for", async () => {
  const sandbox = await aSandbox({ mining: "manual" });
  const { control, api } = sandbox;
  await api.POST("/wallets", { body: { owner: "alice", network_symbol: "base" } });
  await control("POST", "/deposits", { network: "base", asset: "USDC", amount: "1", owner: "alice" });
  await control("POST", "/networks/base/mine");
  const [{ id, state }] = (await control("GET", "/deposits")).items;
  expect(state).toBe("seen");
  const waiting = await control("GET", `/records/${id}/timeline`);
  expect(waiting.held_back).toMatchObject([{ reason: "missing-confirmations", network: "base" }]);
  await control("POST", "/networks/base/reorg", { depth: 1, transactions: "keep" });
  const { items } = await control("GET", `/records/${id}/timeline`);
  const blocks = items.filter(({ lane }: Item) => lane === "chain");
  expect(blocks).toMatchObject([
    { what: expect.any(String), block_number: blocks[0].block_number },
    { block_number: expect.any(Number) },
  ]);
  expect(new Set(blocks.map(({ state: at }: Item) => at))).toEqual(new Set(["canonical", "orphaned"]));
  expect(new Set(blocks.map(({ block_hash }: Item) => block_hash)).size).toBe(2);
});

test("a refused delivery shows the fault that it met and when it is tried again; a payout shows its attempt", async () => {
  const receiver = await aReceiver();
  const sandbox = await aSandbox({ webhook: receiver.url });
  const { control } = sandbox;
  await aVault(sandbox, { amount: "50" });
  await control("POST", "/faults", {
    gate: "webhook.delivery",
    effect: "status",
    params: { status: 503 },
    times: 5,
    match: { type: "transaction.broadcasted" },
  });
  const { id } = await aPayout(sandbox, { amount: "10", reference_id: "order-9", to_address: DESTINATION });
  await control("POST", "/run-until-idle");
  const { items } = await control("GET", `/records/${id}/timeline`);
  expect(items.filter(({ lane }: Item) => lane === "fault")).toMatchObject([
    { what: "status", delivery_id: expect.any(Number) },
  ]);
  const failed = items.find(({ lane, title }: Item) => lane === "webhook" && title.includes(": 503"));
  const planned = items.filter(({ lane }: Item) => lane === "plan");
  const title = `deliver a webhook (${failed.delivery_id})`;
  expect(planned).toMatchObject([{ what: "deliver", title, delivery_id: failed.delivery_id }]);
  expect(planned[0].at > failed.at).toBe(true);
  const attempt = items.filter(({ what }: Item) => what.startsWith("attempt-")).map(({ state }: Item) => state);
  expect(attempt.slice(0, 3)).toEqual(["signed", "sent", "mined"]);
  const [request] = items.filter(({ lane }: Item) => lane === "request");
  expect(request).toMatchObject({
    what: "createPayout",
    request_id: expect.stringMatching(/^req_/),
    title: expect.stringContaining("→ 201"),
  });
  const { held_back } = await control("GET", `/records/${id}/timeline`);
  expect(held_back.map(({ reason }: { reason: string }) => reason)).toContain("retrying-delivery");
});

test("an id that no record has is not found, and the answer says how to find one", async () => {
  const sandbox = await aSandbox();
  for (const path of ["/records/nothing", "/records/nothing/timeline"]) {
    const { status, body } = await sandbox.admin("GET", path);
    expect(status).toBe(404);
    expect(body.error).toContain("GET /admin/search?q=");
  }
  const { vault_id } = sandbox.ready;
  expect(await sandbox.control("GET", `/records/${vault_id}`)).toMatchObject({
    kind: "vault",
    state: null,
    wire: { id: vault_id },
  });
});
