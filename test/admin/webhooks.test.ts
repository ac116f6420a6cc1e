// Webhook endpoints, events and deliveries of the control API.
import { expect, test } from "vitest";
import { verifyWebhook } from "../../src/webhooks/sign.ts";
import { type ASandbox, aSandbox } from "../support/a-sandbox.ts";
import { aReceiver } from "../support/clients/a-receiver.ts";

type AnEvent = { payload: { owner: string } };

const endpointsOf = (sandbox: ASandbox) => `/tenants/${sandbox.ready.tenant_id}/webhook-endpoints`;
const assign = (sandbox: ASandbox, owner = "user_1") =>
  sandbox.api.POST("/wallets", { body: { owner, network_symbol: "base" } });

test("an endpoint is created with a secret that signs its deliveries; later answers do not repeat it", async () => {
  const sandbox = await aSandbox();
  const receiver = await aReceiver();
  const made = await sandbox.admin("POST", endpointsOf(sandbox), { url: receiver.url });
  expect(made).toMatchObject({ status: 201, body: { data: { url: receiver.url, event_types: ["*"], active: true } } });
  const { secret, id } = made.body.data;
  expect(secret).toMatch(/^whsec_[0-9a-f]{48}$/);
  await assign(sandbox);
  await receiver.until(1);
  const { headers, body } = receiver.received[0]!;
  expect(verifyWebhook({ secret, headers, body, nowSeconds: Number(headers["webhook-timestamp"]) })).toMatchObject({
    ok: true,
  });
  const listed = await sandbox.control("GET", endpointsOf(sandbox));
  expect(listed.items).toMatchObject([{ id, url: receiver.url }]);
  expect(JSON.stringify(listed)).not.toContain(secret);
});

test("a given secret is used as it is", async () => {
  const sandbox = await aSandbox();
  const endpoint = await sandbox.control("POST", endpointsOf(sandbox), {
    url: "http://127.0.0.1:8099/x",
    secret: "my own secret",
  });
  expect(endpoint.secret).toBe("my own secret");
});

test("invalid URLs and event types are refused at creation", async () => {
  const sandbox = await aSandbox();
  const refused = [
    { url: "ftp://localhost/x" },
    { url: "http://me:secret@localhost/x" },
    { url: "http://localhost/x#y" },
    { url: "http://localhost:22/" },
    { url: "localhost" },
    { url: "http://localhost/x", event_types: ["deposit.created"] },
    { url: "http://localhost/x", event_types: [] },
    { url: "http://localhost/x", secret: "" },
  ];
  for (const body of refused) {
    expect((await sandbox.admin("POST", endpointsOf(sandbox), body)).status, JSON.stringify(body)).toBe(400);
  }
  expect((await sandbox.control("GET", endpointsOf(sandbox))).items).toEqual([]);
});

test("an endpoint can be changed, disabled and deleted; its pending deliveries end with it", async () => {
  const sandbox = await aSandbox();
  const receiver = await aReceiver(() => 500);
  const { id } = await sandbox.control("POST", endpointsOf(sandbox), {
    url: receiver.url,
    event_types: ["deposit.new"],
  });
  const path = `${endpointsOf(sandbox)}/${id}`;
  await assign(sandbox);
  expect((await sandbox.control("GET", `/deliveries?endpoint_id=${id}`)).items).toEqual([]);
  expect(await sandbox.control("PATCH", path, { event_types: ["address.assigned"] })).toMatchObject({
    url: receiver.url,
    active: true,
  });
  await assign(sandbox);
  await sandbox.control("POST", "/run-until-idle");
  expect((await sandbox.control("GET", "/deliveries?state=due")).items).toMatchObject([
    { endpoint_id: id, attempts: [{ number: 1, status: 500 }] },
  ]);
  expect(await sandbox.control("PATCH", path, { active: false })).toMatchObject({ active: false });
  expect((await sandbox.control("GET", "/deliveries?state=dead")).items).toMatchObject([
    { endpoint_id: id, next_attempt_at: null },
  ]);
  expect((await sandbox.admin("PATCH", path, {})).status).toBe(400);
  await sandbox.control("DELETE", path);
  expect((await sandbox.admin("DELETE", path)).status).toBe(404);
  await sandbox.control("POST", "/clock/advance", { by: "1h" });
  expect(receiver.received).toHaveLength(1);
});

test("an endpoint of another tenant is as unknown as a missing one", async () => {
  const sandbox = await aSandbox();
  const { id } = await sandbox.control("POST", endpointsOf(sandbox), { url: "http://localhost:8099/x" });
  const { tenant_id } = await sandbox.control("POST", "/tenants", { name: "shop" });
  expect((await sandbox.admin("DELETE", `/tenants/${tenant_id}/webhook-endpoints/${id}`)).status).toBe(404);
});

test("events are paged by cursor and filtered by tenant, type and record", async () => {
  const sandbox = await aSandbox();
  const wallets = [];
  for (const owner of ["a", "b", "c"]) wallets.push((await assign(sandbox, owner)).data?.data);
  const { tenant_id } = await sandbox.control("POST", "/tenants", { name: "shop" });
  const first = await sandbox.control("GET", "/events?limit=2");
  expect(first.items.map(({ payload }: AnEvent) => payload.owner)).toEqual(["a", "b"]);
  const rest = await sandbox.control("GET", `/events?after=${first.next_after}`);
  expect(rest.items.map(({ payload }: AnEvent) => payload.owner)).toEqual(["c"]);
  expect(await sandbox.control("GET", `/events?after=${rest.next_after}`)).toEqual({
    items: [],
    next_after: rest.next_after,
    next_before: null,
  });
  expect((await sandbox.control("GET", `/events?resource_id=${wallets[1]?.id}`)).items).toHaveLength(1);
  expect((await sandbox.control("GET", `/events?tenant_id=${tenant_id}`)).items).toEqual([]);
  expect((await sandbox.admin("GET", "/events?type=deposit.created")).status).toBe(400);
  expect((await sandbox.admin("GET", "/events?limit=0")).status).toBe(400);
  expect((await sandbox.admin("GET", "/events?after=-1")).status).toBe(400);
});

test("the payload of an event keeps every digit of a large amount", async () => {
  const sandbox = await aSandbox();
  await assign(sandbox);
  await sandbox.control("POST", "/deposits", {
    network: "base",
    asset: "native",
    amount: "1.000000000000000001",
    owner: "user_1",
  });
  const answer = await fetch(`${sandbox.ready.admin_url}/events?type=deposit.confirmed`);
  expect(await answer.text()).toContain('"balance":{"amount":"1.000000000000000001","raw":"1000000000000000001",');
});

test("a wait answers with a past event at once, and with a future one when it comes", async () => {
  const sandbox = await aSandbox();
  await assign(sandbox, "a");
  const past = await sandbox.control("GET", "/events/wait?type=address.assigned");
  expect(past.payload.owner).toBe("a");
  const waiting = sandbox.control("GET", `/events/wait?type=address.assigned&after=${past.sequence}&timeout=60s`);
  await assign(sandbox, "b");
  expect((await waiting).payload.owner).toBe("b");
});

test("an event that does not come in time is 408 with the pending work", async () => {
  const sandbox = await aSandbox();
  await assign(sandbox);
  await sandbox.control("PUT", "/networks/base/mining", { mode: "manual" });
  await sandbox.control("POST", "/deposits", { network: "base", asset: "USDC", amount: "1", owner: "user_1" });
  await sandbox.control("POST", "/faults", { gate: "routing.provider", effect: "refuse" });
  const answer = await sandbox.admin("GET", "/events/wait?type=deposit.new&timeout=1ms");
  expect(answer).toMatchObject({
    status: 408,
    body: {
      code: 408,
      details: {
        pending: {
          clock: { mode: "frozen" },
          networks_to_mine: [{ network: "base", waiting_transactions: 1 }],
          faults: [{ gate: "routing.provider" }],
        },
      },
    },
  });
  for (const timeout of ["301s", "soon", "-1", "1.5s"]) {
    expect((await sandbox.admin("GET", `/events/wait?timeout=${timeout}`)).status, timeout).toBe(400);
  }
});

test("a waiting request is answered when the world is replaced", async () => {
  const sandbox = await aSandbox();
  const waiting = sandbox.admin("GET", "/events/wait?type=deposit.new&timeout=60s");
  await sandbox.control("GET", "/status");
  await sandbox.control("POST", "/reset");
  const seen = await waiting;
  expect(seen).toMatchObject({ status: 408, body: { details: { pending: { clock: { mode: "frozen" } } } } });
  expect(seen.body.error).toContain("reset or restored");
  expect((await sandbox.admin("GET", "/events")).status).toBe(200);
});

test("a delivery shows its attempts: time, headers as sent, status, and the cursor advances", async () => {
  const sandbox = await aSandbox();
  const receiver = await aReceiver((number) => (number === 1 ? 503 : 204));
  await sandbox.control("POST", endpointsOf(sandbox), { url: receiver.url });
  await assign(sandbox);
  await sandbox.control("POST", "/run-until-idle", { advance: true });
  const { items, next_after } = await sandbox.control("GET", "/deliveries");
  const [event] = (await sandbox.control("GET", "/events")).items;
  expect(items).toMatchObject([
    {
      event_id: event.id,
      url: receiver.url,
      state: "delivered",
      attempts: [
        { number: 1, at: "2026-01-01T00:00:00.000Z", status: 503, headers: { "webhook-id": event.id } },
        { number: 2, at: "2026-01-01T00:00:10.000Z", status: 204, headers: { "webhook-id": event.id } },
      ],
    },
  ]);
  expect(await sandbox.control("GET", `/deliveries?after=${next_after}`)).toEqual({
    items: [],
    next_after,
    next_before: null,
  });
  expect((await sandbox.control("GET", `/deliveries?event_id=${event.id}`)).items).toHaveLength(1);
});

test("a delivery carries type, tenant, resource and the exact body, and the list takes them as filters with its cursor", async () => {
  const sandbox = await aSandbox();
  const receiver = await aReceiver();
  await sandbox.control("POST", endpointsOf(sandbox), { url: receiver.url });
  const other = await sandbox.control("POST", "/tenants", { name: "other" });
  await sandbox.control("POST", `/tenants/${other.tenant_id}/webhook-endpoints`, { url: receiver.url });
  const to_address = (await sandbox.api.POST("/wallets", { body: { owner: "user_1", network_symbol: "base" } })).data
    ?.data.address;
  for (const amount of ["1", "2"])
    await sandbox.control("POST", "/deposits", { network: "base", asset: "USDC", amount, to_address });
  await sandbox.control("POST", "/run-until-idle");
  const list = async (query: string) => sandbox.control("GET", `/deliveries?${query}`);
  const { items } = await list("type=deposit.new");
  const events = (await sandbox.control("GET", "/events?type=deposit.new")).items;
  expect(items).toMatchObject(
    events.map(({ id: event_id, type, tenant_id, resource_id }: Record<string, string>) => {
      const received = receiver.received.find(({ headers }) => headers["webhook-id"] === event_id);
      return { event_id, type, tenant_id, resource_id, body: received?.body.toString() };
    }),
  );
  expect(items).toHaveLength(2);
  const [first, second] = items;
  const confirmed = await list(`resource_id=${first.resource_id}&type=deposit.confirmed`);
  expect(confirmed.items).toMatchObject([{ type: "deposit.confirmed", resource_id: first.resource_id }]);
  expect((await list(`tenant_id=${other.tenant_id}`)).items).toEqual([]);
  expect((await list(`tenant_id=${sandbox.ready.tenant_id}&limit=1000`)).items.length).toBeGreaterThan(4);
  const page = await list("type=deposit.new&limit=1");
  expect(page).toEqual({ items: [first], next_after: first.id, next_before: null });
  expect((await list(`type=deposit.new&after=${page.next_after}`)).items).toEqual([second]);
});
