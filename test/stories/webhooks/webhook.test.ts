// Story (g): receivers that are down, slow, broken or gone; every event follows the retry schedule and blocks no other receiver.
import { expect, test } from "vitest";
import { systemClock, type WallClock } from "../../../src/kernel/wall-clock.ts";
import { verifyWebhook } from "../../../src/webhooks/sign.ts";
import { type ASandbox, aSandbox } from "../../support/a-sandbox.ts";
import { type Answer, aReceiver, type Received } from "../../support/clients/a-receiver.ts";

type Endpoint = { id: string; secret: string; url: string };
type Attempt = {
  number: number;
  at: string;
  headers: Record<string, string>;
  status: number | null;
  error: string;
  response: string;
};
type Delivery = { id: number; event_id: string; state: string; next_attempt_at: string | null; attempts: Attempt[] };

function endpoint({ control, ready }: ASandbox, url: string, input: object = {}): Promise<Endpoint> {
  return control("POST", `/tenants/${ready.tenant_id}/webhook-endpoints`, { url, ...input });
}

/** An `address.assigned` for each call. */
async function anEvent({ api }: ASandbox, owner = "alice"): Promise<void> {
  const { response } = await api.POST("/wallets", { body: { owner, network_symbol: "base" } });
  expect(response.status).toBe(201);
}

async function deliveries({ control }: ASandbox, query = ""): Promise<Delivery[]> {
  return (await control("GET", `/deliveries${query}`)).items;
}

async function only(sandbox: ASandbox, query = ""): Promise<Delivery> {
  const [first, ...others] = await deliveries(sandbox, query);
  if (first === undefined || others.length > 0) throw new Error("not one delivery");
  return first;
}

/** Seconds of virtual time between an attempt and the first. */
function offsets({ attempts }: Delivery): number[] {
  const [first] = attempts;
  return attempts.map(({ at }) => (Date.parse(at) - Date.parse(first?.at ?? "")) / 1_000);
}

/** A wall that a story can set forward, as time does pass between attempts. */
function aMovableWall(): WallClock & { forward(ms: number): void } {
  let ahead = 0;
  return {
    ...systemClock,
    now: () => systemClock.now() + ahead,
    forward(ms) {
      ahead += ms;
    },
  };
}

test("S-509 S-510 S-511 S-512 S-520 down for three attempts: again after 10, 20, 40 s, same id, same bytes, fresh signature", async () => {
  const wall = aMovableWall();
  const sandbox = await aSandbox({}, undefined, { wall });
  const answers: Answer[] = [503, 500, 404];
  const receiver = await aReceiver((number) => {
    wall.forward(7_000);
    return answers[number - 1] ?? 204;
  });
  const { secret } = await endpoint(sandbox, receiver.url);
  await anEvent(sandbox);
  await sandbox.control("POST", "/clock/advance", { by: "10m" });

  const delivery = await only(sandbox);
  expect(delivery).toMatchObject({ state: "delivered", next_attempt_at: null });
  expect(offsets(delivery)).toEqual([0, 10, 30, 70]);
  expect(delivery.attempts.map(({ status }) => status)).toEqual([503, 500, 404, 204]);
  expect(receiver.received).toHaveLength(4);
  expect(new Set(receiver.received.map(({ headers }) => headers["webhook-id"]))).toEqual(new Set([delivery.event_id]));
  expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
  expect(receiver.received[0]?.json.id).toBe(delivery.event_id);
  expect(new Set(receiver.received.map(({ headers }) => headers["webhook-timestamp"])).size).toBe(4);
  expect(new Set(receiver.received.map(({ headers }) => headers["webhook-signature"])).size).toBe(4);
  for (const { headers, body } of receiver.received) {
    const nowSeconds = Number(headers["webhook-timestamp"]) + 1;
    expect(verifyWebhook({ secret, headers, body, nowSeconds })).toMatchObject({ ok: true, id: delivery.event_id });
    expect(verifyWebhook({ secret: `${secret}x`, headers, body, nowSeconds })).toMatchObject({
      reason: "signature-mismatch",
    });
  }
  // What was sent can be looked up afterwards.
  expect(delivery.attempts.map(({ headers }) => headers["webhook-signature"])).toEqual(
    receiver.received.map(({ headers }) => headers["webhook-signature"]),
  );
});

test("R-235 thirty virtual days ahead, the timestamp of an attempt is that of the wall clock", async () => {
  const sandbox = await aSandbox();
  const receiver = await aReceiver();
  const { secret } = await endpoint(sandbox, receiver.url);
  await sandbox.control("POST", "/clock/advance", { by: "30d" });
  await anEvent(sandbox);
  await receiver.until(1);
  const [{ headers, body, json } = {} as Received] = receiver.received;
  expect(verifyWebhook({ secret, headers, body, nowSeconds: systemClock.now() / 1_000 })).toMatchObject({ ok: true });
  expect(json.time).toMatch(/^2026-01-31 00:00:00\.\d{6}$/);
});

test("S-517 R-122 R-133 six failures end it: dead, and there is no seventh attempt", async () => {
  const sandbox = await aSandbox();
  const receiver = await aReceiver(() => 500);
  await endpoint(sandbox, receiver.url);
  await anEvent(sandbox);
  await sandbox.control("POST", "/clock/advance", { by: "30d" });
  const delivery = await only(sandbox);
  expect(delivery).toMatchObject({ state: "dead", next_attempt_at: null });
  expect(offsets(delivery)).toEqual([0, 10, 30, 70, 150, 310]);
  expect(receiver.received).toHaveLength(6);
});

test.each([200, 201, 202, 204, 299])("R-123 %i is a success", async (status) => {
  const sandbox = await aSandbox();
  const receiver = await aReceiver(() => status);
  await endpoint(sandbox, receiver.url);
  await anEvent(sandbox);
  await sandbox.control("POST", "/clock/advance", { by: "1d" });
  expect(await only(sandbox)).toMatchObject({ state: "delivered", attempts: [{ number: 1, status }] });
});

test("R-123 R-125 R-128 a receiver that redirects, cuts the line or answers garbage failed; a hundred kilobytes of answer did not", async () => {
  const sandbox = await aSandbox();
  const other = await aReceiver();
  const rude: Answer[] = [
    (response) => response.writeHead(307, { location: other.url }).end(),
    (response) => response.destroy(),
    (response) => response.socket?.end("HTTP/9.9 nonsense\r\n\r\n\u0000\u0001"),
    (response) => response.writeHead(200).end("x".repeat(100_000)),
  ];
  const receiver = await aReceiver((number) => rude[number - 1] ?? 500);
  await endpoint(sandbox, receiver.url);
  await anEvent(sandbox);
  await sandbox.control("POST", "/clock/advance", { by: "1h" });
  const { state, attempts } = await only(sandbox);
  expect(state).toBe("delivered");
  expect(attempts.map(({ status }) => status)).toEqual([307, null, null, 200]);
  expect(attempts.slice(1, 3).every(({ error }) => error !== "")).toBe(true);
  expect(attempts[3]?.response.length).toBeLessThanOrEqual(1_024);
  expect(other.received).toEqual([]);
});

test("R-130 a receiver that hangs blocks neither the other one, nor the service, nor the chains", async () => {
  const sandbox = await aSandbox({ clock: "running" });
  const hanging = await aReceiver(() => () => {});
  const healthy = await aReceiver();
  await endpoint(sandbox, hanging.url);
  await endpoint(sandbox, healthy.url);
  for (const owner of ["alice", "bob", "carol"]) await anEvent(sandbox, owner);
  await sandbox.control("POST", "/deposits", { network: "base", asset: "USDC", amount: "5", owner: "bob" });
  await healthy.until(6);
  expect(healthy.types().toSorted()).toEqual([
    "address.assigned",
    "address.assigned",
    "address.assigned",
    "balance.updated",
    "deposit.confirmed",
    "deposit.new",
  ]);
  await hanging.until(1);
  const states = await deliveries(sandbox);
  expect(states.filter(({ state }) => state === "delivered")).toHaveLength(6);
  expect(states.filter(({ state }) => state === "sending").length).toBeGreaterThan(0);
  expect((await sandbox.api.GET("/vault")).response.status).toBe(200);
});

test("R-130 at most fifty attempts are under way at one endpoint; the rest follow as these end, in order", async () => {
  const sandbox = await aSandbox();
  const held: (() => void)[] = [];
  const receiver = await aReceiver((number) =>
    number > 50 ? 200 : (response) => void held.push(() => response.end()),
  );
  await endpoint(sandbox, receiver.url);
  for (let number = 0; number < 60; number += 1) await anEvent(sandbox, `owner-${number}`);
  await receiver.until(50);
  const states = (await deliveries(sandbox)).map(({ state }) => state);
  expect(states).toEqual([...Array.from({ length: 50 }, () => "sending"), ...Array.from({ length: 10 }, () => "due")]);
  for (const release of held) release();
  await sandbox.control("POST", "/run-until-idle");
  expect(receiver.received).toHaveLength(60);
  expect(await deliveries(sandbox, "?state=delivered")).toHaveLength(60);
});

test("R-129 what concerns one resource is first tried in order, and one that fails blocks no other resource", async () => {
  const sandbox = await aSandbox();
  const receiver = await aReceiver((_number, { json }) => (json.type === "deposit.new" ? 500 : 200));
  await endpoint(sandbox, receiver.url, { event_types: ["deposit.new", "deposit.confirmed"] });
  await anEvent(sandbox);
  await sandbox.control("POST", "/deposits", { network: "base", asset: "USDC", amount: "5", owner: "alice" });
  await sandbox.control("POST", "/run-until-idle");
  expect(receiver.types()).toEqual(["deposit.new", "deposit.confirmed"]);
  await sandbox.control("POST", "/clock/advance", { by: "15s" });
  expect(receiver.types()).toEqual(["deposit.new", "deposit.confirmed", "deposit.new"]);
});

test.each(["DELETE", "PATCH"])(
  "R-135 an endpoint that is deleted or switched off (%s) gets nothing more, not even what was pending",
  async (method) => {
    const sandbox = await aSandbox();
    const receiver = await aReceiver(() => 500);
    const { id } = await endpoint(sandbox, receiver.url);
    await anEvent(sandbox);
    await sandbox.control("POST", "/run-until-idle");
    expect(receiver.received).toHaveLength(1);
    const path = `/tenants/${sandbox.ready.tenant_id}/webhook-endpoints/${id}`;
    await sandbox.control(method, path, method === "PATCH" ? { active: false } : undefined);
    await anEvent(sandbox, "bob");
    await sandbox.control("POST", "/clock/advance", { by: "1d" });
    expect(receiver.received).toHaveLength(1);
    expect(await only(sandbox)).toMatchObject({ state: "dead", next_attempt_at: null, attempts: [{ number: 1 }] });
  },
);

test("S-475 H-78 R-141 an endpoint hears the types it named; each has its own secret, and a given secret is used", async () => {
  const sandbox = await aSandbox();
  const some = await aReceiver();
  const all = await aReceiver();
  const asleep = await aReceiver();
  const chosen = await endpoint(sandbox, some.url, {
    event_types: ["deposit.confirmed", "balance.updated"],
    secret: "my own secret",
  });
  const minted = await endpoint(sandbox, all.url);
  await endpoint(sandbox, asleep.url, { active: false });
  expect(chosen.secret).toBe("my own secret");
  expect(minted.secret).toMatch(/^whsec_[0-9a-f]{48}$/);
  await anEvent(sandbox);
  await sandbox.control("POST", "/deposits", { network: "base", asset: "USDC", amount: "5", owner: "alice" });
  await sandbox.control("POST", "/run-until-idle");
  expect(some.types().toSorted()).toEqual(["balance.updated", "deposit.confirmed"]);
  expect(all.types().toSorted()).toEqual(["address.assigned", "balance.updated", "deposit.confirmed", "deposit.new"]);
  expect(asleep.received).toEqual([]);
  const nowSeconds = systemClock.now() / 1_000;
  for (const { headers, body } of some.received) {
    expect(verifyWebhook({ secret: "my own secret", headers, body, nowSeconds }).ok).toBe(true);
    expect(verifyWebhook({ secret: minted.secret, headers, body, nowSeconds }).ok).toBe(false);
  }
  // The same event has the same id and the same bytes at both (R-115, H-78).
  const confirmed = [some, all].map(({ received }) => received.find(({ json }) => json.type === "deposit.confirmed"));
  expect(confirmed[0]?.body).toBe(confirmed[1]?.body);
  expect(confirmed[0]?.headers["webhook-id"]).toBe(confirmed[1]?.headers["webhook-id"]);
  const unknown = { url: some.url, event_types: ["deposit.gone"] };
  const answer = await sandbox.admin("POST", `/tenants/${sandbox.ready.tenant_id}/webhook-endpoints`, unknown);
  expect(answer.status).toBe(400);
});

test("R-145 a receiver that hangs holds up neither a reset nor the end", async () => {
  const sandbox = await aSandbox();
  const receiver = await aReceiver(() => () => {});
  await endpoint(sandbox, receiver.url);
  await anEvent(sandbox);
  await receiver.until(1);
  await sandbox.control("POST", "/reset");
  expect(await deliveries(sandbox)).toEqual([]);
  await endpoint(sandbox, receiver.url);
  await anEvent(sandbox);
  await receiver.until(2);
  await sandbox.close();
});
