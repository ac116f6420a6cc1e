// The example dapp in Chromium: a page without an API key pays a deposit address over RPC and shows the confirmed deposit.
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createWalletClient, type Hex, http } from "viem";
import { expect, onTestFinished, test } from "vitest";
import { type ASandbox, sharedSandbox } from "../support/a-sandbox.ts";
import { aPage } from "../support/clients/a-browser.ts";

// An example is JavaScript: it comes without types.
const { createDapp } = await import(new URL("../../examples/dapp/dapp.mjs", import.meta.url).href);
const shared = sharedSandbox({ clock: "running" });
const SECRET = "whsec_of-the-dapp";

async function aDapp({ ready, control }: ASandbox): Promise<string> {
  const api = { baseUrl: ready.api_base_url, apiKey: ready.api_key };
  const server: Server = createDapp({ api, rpcUrl: ready.rpc["base"], webhookSecret: SECRET });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const path = `/tenants/${ready.tenant_id}/webhook-endpoints`;
  const types = ["deposit.new", "deposit.confirmed"];
  const { id } = await control("POST", path, { url: `${url}/webhooks`, event_types: types, secret: SECRET });
  onTestFinished(async () => {
    await control("DELETE", `${path}/${id}`);
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  });
  return url;
}

test("without a wallet the page pays from a development account, and shows the confirmed deposit (needs Chromium)", async () => {
  const page = await aPage();
  const url = await aDapp(shared());
  const asked: string[] = [];
  page.on("request", (request) => asked.push(JSON.stringify(request.headers()) + (request.postData() ?? "")));
  await page.goto(url);
  await page.click("#pay:enabled");
  await page.locator("li", { hasText: "deposit confirmed" }).waitFor();
  const address = (await page.textContent("#address")) ?? "";
  const { data } = await shared().api.GET("/deposits", { params: { query: { to_address: address } } });
  expect(data?.data.map(({ balance }) => balance.amount)).toEqual([25.5]);
  expect(asked.filter((text) => text.includes(shared().ready.api_key))).toEqual([]);
  expect(await (await fetch(`${url}/page.js`)).text()).not.toContain("sk_");
});

test("a wallet in the browser sends the payment, simulated by viem with its own key (needs Chromium)", async () => {
  const page = await aPage();
  const url = await aDapp(shared());
  const { chain, account } = shared().chain("base", 3);
  const wallet = createWalletClient({ chain, account, transport: http(shared().ready.rpc["base"]) });
  await page.exposeFunction("walletRequest", async (method: string, params: [{ to: Hex; data: Hex }]) => {
    if (method === "eth_chainId") return `0x${chain.id.toString(16)}`;
    if (method === "eth_requestAccounts") return [account.address];
    return wallet.sendTransaction({ to: params[0].to, data: params[0].data });
  });
  await page.addInitScript(
    "window.ethereum = { request: ({ method, params }) => window.walletRequest(method, params) }",
  );
  await page.goto(url);
  await page.fill("#amount", "7");
  await page.click("#pay:enabled");
  await page.locator("li", { hasText: "deposit confirmed" }).waitFor();
  const address = (await page.textContent("#address")) ?? "";
  const { data } = await shared().api.GET("/deposits", { params: { query: { to_address: address } } });
  expect(data?.data[0]).toMatchObject({ from_address: account.address, balance: { amount: 7 } });
});

test("a webhook without a valid signature is rejected", async () => {
  const url = await aDapp(shared());
  const order = (await (await fetch(`${url}/orders`, { method: "POST" })).json()) as { id: string };
  const forged = JSON.stringify({ type: "deposit.confirmed", payload: { id: "d", owner: order.id } });
  const headers = { "webhook-timestamp": String(Math.floor(Date.now() / 1_000)), "webhook-signature": "00" };
  expect((await fetch(`${url}/webhooks`, { method: "POST", headers, body: forged })).status).toBe(404);
  expect(await (await fetch(`${url}/orders/${order.id}`)).json()).toMatchObject({ deposits: {} });
});
