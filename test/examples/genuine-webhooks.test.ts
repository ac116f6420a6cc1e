// The example apps accept every type of genuine webhook: one that they do not need is answered with 2xx too, or it is sent six times and dies.
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { EVENT_TYPES, storyMaterial } from "../../src/contract/receiver/genuine.ts";
import { required } from "../../src/kernel/assert.ts";
import { systemClock } from "../../src/kernel/wall-clock.ts";
import { webhookHeaders } from "../../src/webhooks/sign.ts";
import { aSandbox } from "../support/a-sandbox.ts";

/** The examples are plain JavaScript, as a user copies them: the compiler is not to read them. */
const examples = new URL("../../examples/", import.meta.url).href;
type CreateApp = (options: object) => { listen(port: number, host: string): Server };
const { createShop } = (await import(`${examples}shop/shop.js`)) as { createShop: CreateApp };
const { createDapp } = (await import(`${examples}dapp/dapp.mjs`)) as { createDapp: CreateApp };

const SECRET = "whsec_of-the-example-apps";
const NOWHERE = { baseUrl: "http://127.0.0.1:9/v1", apiKey: "none", vaultId: "none" };

async function urlOf(server: Server): Promise<string> {
  if (!server.listening) await new Promise((resolve) => server.once("listening", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const APPS = [
  {
    name: "shop",
    start: (api: object) => createShop({ api, webhookSecret: SECRET }).listen(0, "127.0.0.1"),
  },
  {
    name: "dapp",
    start: (api: object) => createDapp({ api, rpcUrl: "", webhookSecret: SECRET }).listen(0, "127.0.0.1"),
  },
];

async function statusOf(url: string, { secret = SECRET, type = "", owner = "order-1" }): Promise<number> {
  const [genuine] = required(storyMaterial(type, owner).take(type), "a webhook of the story", { type });
  const { envelope } = required(genuine, "a webhook of the story", { type });
  const body = JSON.stringify(envelope);
  const timestampSeconds = Math.floor(systemClock.now() / 1_000);
  const headers = webhookHeaders({ id: envelope.id, timestampSeconds, body, secrets: [secret] });
  return (await fetch(`${url}/webhooks`, { method: "POST", headers, body })).status;
}

test.each(APPS)("the $name accepts each of the ten types, and nothing that is not genuine", async ({ start }) => {
  const url = await urlOf(start(NOWHERE));
  const accepted: string[] = [];
  for (const type of EVENT_TYPES) {
    if ((await statusOf(url, { type })) === 200) accepted.push(type);
    expect(await statusOf(url, { type, secret: "whsec_another" })).toBeGreaterThanOrEqual(400);
  }
  expect(accepted).toEqual(EVENT_TYPES);
  expect(accepted).toContain("balance.updated");
});

test("a payment to the shop: each of its webhooks is accepted at the first attempt", async () => {
  const sandbox = await aSandbox();
  const { ready } = sandbox;
  const api = { baseUrl: ready.api_base_url, apiKey: ready.api_key, vaultId: ready.vault_id };
  const url = await urlOf(createShop({ api, webhookSecret: SECRET }).listen(0, "127.0.0.1"));
  const endpoints = `/tenants/${ready.tenant_id}/webhook-endpoints`;
  await sandbox.control("POST", endpoints, { url: `${url}/webhooks`, secret: SECRET });
  const headers = { "content-type": "application/json" };
  const order = await fetch(`${url}/orders`, { method: "POST", headers, body: '{"id":"order-1","amount":"25.5"}' });
  const { address } = (await order.json()) as { address: string };
  await sandbox.control("POST", "/deposits", { network: "base", asset: "USDC", amount: "25.5", to_address: address });
  await sandbox.control("POST", "/run-until-idle", { advance: true, limit: "10m" });
  expect(await (await fetch(`${url}/orders/order-1`)).json()).toMatchObject({ state: "paid", received: "25.5" });
  const { items } = await sandbox.control("GET", "/deliveries");
  const { items: events } = await sandbox.control("GET", "/events");
  expect(events.map(({ type }: { type: string }) => type)).toContain("balance.updated");
  expect(items).toHaveLength(events.length);
  for (const { attempts } of items) expect(attempts).toMatchObject([{ status: 200 }]);
});
