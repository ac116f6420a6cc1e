// The server of the page: only it knows the API key. It requests an address per order, and follows deposits by webhook.
import { createHmac, timingSafeEqual } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";

const FILES = {
  "/": ["index.html", "text/html; charset=utf-8"],
  "/page.js": ["page.js", "text/javascript; charset=utf-8"],
};
const USDC_ON_BASE = { address: "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913", decimals: 6, chainId: 8453 };

/** `api` is { baseUrl, apiKey }; `rpcUrl` is used by a page without an injected wallet. Orders live in memory. */
export function createDapp({ api, rpcUrl, webhookSecret }) {
  const orders = new Map();

  const routes = [
    ["POST", /^\/orders$/, openOrder],
    ["GET", /^\/orders\/([\w-]+)$/, async (_body, _headers, [id]) => orders.get(id)],
    ["POST", /^\/webhooks$/, heard],
  ];

  async function openOrder() {
    const id = `order-${orders.size + 1}`;
    const headers = {
      "X-API-Key": api.apiKey,
      "Content-Type": "application/json",
      "Idempotency-Key": `dapp-${id}-${Date.now()}`,
    };
    const body = JSON.stringify({ owner: id, network_symbol: "base" });
    const answer = await fetch(`${api.baseUrl}/wallets`, { method: "POST", headers, body });
    if (!answer.ok) throw new Error(`the payment service answered ${answer.status}`);
    const { data } = await answer.json();
    // Data for the page: nothing secret.
    const order = { id, address: data.address, token: USDC_ON_BASE, rpcUrl, deposits: {} };
    orders.set(id, order);
    return order;
  }

  async function heard(body, headers) {
    if (!isGenuine(webhookSecret, headers, body)) return undefined;
    const { type, payload } = JSON.parse(body.toString("utf8"));
    const deposits = orders.get(payload.owner)?.deposits;
    // A webhook may arrive twice, or late: "seen" never replaces "confirmed".
    if (deposits !== undefined && type === "deposit.new") deposits[payload.id] ??= "seen";
    if (deposits !== undefined && type === "deposit.confirmed") deposits[payload.id] = "confirmed";
    return {};
  }

  return createServer(async (request, response) => {
    const { pathname } = new URL(request.url, "http://dapp");
    const file = request.method === "GET" ? FILES[pathname] : undefined;
    if (file !== undefined) {
      response.writeHead(200, { "Content-Type": file[1] });
      return response.end(await readFile(new URL(file[0], import.meta.url)));
    }
    const body = Buffer.concat(await Array.fromAsync(request));
    const [, pattern, handle] = routes.find(([method, path]) => method === request.method && path.test(pathname)) ?? [];
    const answer = await handle?.(body, request.headers, pattern.exec(pathname).slice(1)).catch((error) => ({
      error: error.message,
    }));
    response.writeHead(answer === undefined ? 404 : answer.error ? 502 : 200, { "Content-Type": "application/json" });
    response.end(JSON.stringify(answer ?? { error: "not here" }));
  });
}

/** hex(HMAC-SHA256(secret, timestamp + "." + body)), not older than five minutes. */
function isGenuine(secret, { "webhook-timestamp": timestamp = "", "webhook-signature": signature = "" }, body) {
  const wanted = createHmac("sha256", secret).update(`${timestamp}.`).update(body).digest();
  const given = Buffer.from(signature, "hex");
  const fresh = Math.abs(Date.now() / 1000 - Number(timestamp)) < 300;
  return fresh && given.length === wanted.length && timingSafeEqual(given, wanted);
}
