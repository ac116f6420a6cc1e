// The stream of changes over HTTP: acts and what they say, worlds that are replaced, tokens and bad input (D-70).
import { expect, test } from "vitest";
import { type ASandbox, aSandbox } from "../../support/a-sandbox.ts";
import { anEventStream } from "../../support/clients/an-event-stream.ts";
import { aWallet } from "../../support/payments/on-chain.ts";

const streamOf = ({ ready }: ASandbox, query = ""): string => `${ready.admin_url}/changes/stream${query}`;

type Stream = Awaited<ReturnType<typeof anEventStream>>;
const changesOf = (stream: Stream): any[] =>
  stream.messages.filter(({ event }) => event === "change").map(({ data }) => data);
const topicsOf = (stream: Stream): Set<string> => new Set(changesOf(stream).flatMap(({ topics }) => topics));

async function aStream(sandbox: ASandbox, query = ""): Promise<Stream> {
  const stream = await anEventStream(streamOf(sandbox, query));
  await stream.message(({ event }) => event === "hello");
  return stream;
}

const pay = (sandbox: ASandbox): Promise<any> =>
  sandbox.control("POST", "/deposits", { network: "base", asset: "USDC", amount: "1", owner: "alice" });

test("a deposit says what to fetch again and which records are new, and every statement names its table", async () => {
  const sandbox = await aSandbox();
  await aWallet(sandbox.api, { owner: "alice", network: "base" });
  const from = sandbox.store.written.count;
  const stream = await aStream(sandbox);
  expect(stream.headers).toMatchObject({
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-store",
  });
  await pay(sandbox);
  const wanted = ["networks", "wallets", "deposits", "transactions", "events", "requests"];
  await stream.message(() => wanted.every((topic) => topicsOf(stream).has(topic)));
  const [deposit] = (await sandbox.control("GET", "/deposits")).items;
  const { items: events } = await sandbox.control("GET", "/events?type=deposit.new");
  const ids = (topic: string): string[] => changesOf(stream).flatMap((change) => change.ids?.[topic] ?? []);
  expect(ids("deposits")).toContain(deposit.id);
  expect(ids("events")).toContain(events[0].id);
  expect(sandbox.store.written.since(from)).toContain("deposit");
});

test("each act of the control API says its topic", async () => {
  const sandbox = await aSandbox();
  const stream = await aStream(sandbox);
  const tenant = sandbox.ready.tenant_id;
  const acts: [topic: string, method: string, path: string, body?: object][] = [
    ["clock", "POST", "/clock/resume"],
    ["clock", "POST", "/clock/freeze"],
    ["networks", "POST", "/networks/bsc/mine", { blocks: 1 }],
    ["networks", "PUT", "/networks/bsc/confirmations", { blocks: 3 }],
    ["tenants", "POST", "/tenants", { name: "another" }],
    ["tenants", "POST", `/tenants/${tenant}/keys`],
    ["webhook_endpoints", "POST", `/tenants/${tenant}/webhook-endpoints`, { url: "http://127.0.0.1:39999/" }],
    ["faults", "POST", "/faults", { gate: "webhook.delivery", effect: "timeout" }],
    ["rates", "PUT", "/rates", { ETH: "1234.5" }],
    ["snapshots", "POST", "/snapshots", { name: "one" }],
    ["snapshots", "DELETE", "/snapshots/snapshot-1"],
    ["contract", "PUT", "/contract/strict", { enabled: false }],
    ["contract", "DELETE", "/contract"],
    ["scenarios", "POST", "/scenarios/run", { name: "wrong-token" }],
  ];
  for (const [topic, method, path, body] of acts) {
    const before = stream.messages.length;
    await sandbox.control(method, path, body);
    await stream.message(() =>
      stream.messages.slice(before).some(({ event, data }) => event === "change" && data.topics.includes(topic)),
    );
  }
  await sandbox.api.GET("/vault");
  await stream.message(() => topicsOf(stream).has("requests") && topicsOf(stream).has("contract"));
});

test("a broken invariant is said, and so is its repair", async () => {
  const sandbox = await aSandbox();
  sandbox.mayBreak(["I-12", "I-17"], "a balance is written that no movement explains");
  await aWallet(sandbox.api, { owner: "alice", network: "base" });
  await pay(sandbox);
  const stream = await aStream(sandbox, "?topics=invariants");
  const set = (sql: string): void => sandbox.store.transaction(() => void sandbox.store.run(sql));
  set("update balance set confirmed = '7' || confirmed where confirmed <> '0'");
  await sandbox.admin("GET", "/invariants");
  await stream.message(() => changesOf(stream).length >= 1);
  const broken = changesOf(stream).length;
  set("update balance set confirmed = substr(confirmed, 2) where confirmed like '7%'");
  await sandbox.admin("GET", "/invariants");
  await stream.message(() => changesOf(stream).length > broken);
});

test("what the page itself asks is neither kept nor said; what somebody does there is", async () => {
  const sandbox = await aSandbox();
  const stream = await aStream(sandbox, "?topics=requests,rates");
  const headers = { "x-sandbox-client": "dashboard", "content-type": "application/json" };
  const call = (method: string, path: string, body?: object): Promise<Response> =>
    fetch(`${sandbox.ready.admin_url}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  await call("GET", "/status");
  await call("GET", "/wallets");
  await call("PUT", "/rates", { ETH: "99" });
  await stream.message(() => topicsOf(stream).has("requests"));
  const { items } = await sandbox.control("GET", "/requests?surface=admin");
  expect(items.map(({ operation_id, client }: any) => [operation_id, client])).toEqual([
    ["setRates", "dashboard"],
    ["streamChanges", null],
  ]);
});

test("reset, restore and evm_revert are announced with the number of the world and the snapshot", async () => {
  const sandbox = await aSandbox();
  const stream = await aStream(sandbox);
  const restarts = (): any[] => stream.messages.filter(({ event }) => event === "restart").map(({ data }) => data);
  const { id } = await sandbox.control("POST", "/snapshots", { name: "before the payout" });
  await sandbox.control("POST", `/snapshots/${id}/restore`);
  await sandbox.control("POST", "/reset");
  const { public: node } = sandbox.chain("base");
  const taken = await node.request({ method: "evm_snapshot" as never });
  await node.request({ method: "evm_revert", params: [taken] } as never);
  await stream.message(() => restarts().length === 3);
  expect(restarts()).toMatchObject([
    { why: "restored", world: 2, snapshot: { id, name: "before the payout" } },
    { why: "reset", world: 3, snapshot: null },
    { why: "restored", world: 4, snapshot: null },
  ]);
  await aWallet(sandbox.api, { owner: "bob", network: "base" });
  await stream.message(() => {
    const at = stream.messages.findLastIndex(({ event }) => event === "restart");
    return stream.messages.slice(at).some(({ event, data }) => event === "change" && data.topics.includes("wallets"));
  });
  const again = await aStream(sandbox);
  expect(again.messages.find(({ event }) => event === "hello")?.data).toMatchObject({ world: 4 });
});

test("an unknown topic is refused with the list of all, a token is required where one is set, and HEAD answers the head", async () => {
  const sandbox = await aSandbox({ adminToken: "a-long-enough-admin-token" });
  expect((await anEventStream(streamOf(sandbox))).status).toBe(401);
  const headers = { authorization: "Bearer a-long-enough-admin-token" };
  const head = await fetch(streamOf(sandbox), { method: "HEAD", headers });
  expect([head.status, head.headers.get("content-type")]).toEqual([200, "text/event-stream; charset=utf-8"]);
  for (const bad of ["?topics=", "?topics=deposit", "?topics=deposits,,", "?topic=deposits", "?topics=__proto__"]) {
    const answer = await fetch(streamOf(sandbox, bad), { headers });
    expect(answer.status, bad).toBe(400);
    if (bad === "?topics=deposit")
      expect(await answer.json()).toMatchObject({
        error: expect.stringContaining("clock, networks"),
        details: { topics: expect.arrayContaining(["deposits"]) },
      });
  }
});

test("stopping the sandbox ends its streams", async () => {
  const sandbox = await aSandbox();
  const stream = await aStream(sandbox);
  await sandbox.close();
  await stream.ended();
});
