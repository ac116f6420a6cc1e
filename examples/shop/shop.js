// A small shop that takes USDC on Base: each order gets its own address, and is paid when confirmed deposits cover it.
import express from "express";
import { isFromPaymentService } from "./verify-webhook.js";

const NETWORK = "base";
const NETWORK_ID = "8453";
const ASSET = "USDC";
const DECIMALS = 6;
const PAGE = 100;

/**
 * `api` is the payment service: { baseUrl, apiKey, vaultId }; `webhookSecret` signs its webhooks.
 * Orders live in memory here; a real shop has a database, and makes "remember the deposit" and "pay the order" one transaction.
 */
export function createShop({ api, webhookSecret }) {
  const orders = new Map();
  const seenDeposits = new Set();
  const app = express();
  const call = serviceCaller(api);

  app.post("/webhooks", express.raw({ type: "*/*" }), async (request, response) => {
    if (!isFromPaymentService(webhookSecret, request.headers, request.body)) return response.sendStatus(401);
    const { type, payload } = parseExact(request.body.toString("utf8"));
    // Any other deposit may still be removed by a reorg: do not ship goods for it.
    if (type === "deposit.confirmed") take(await wholeDeposit(payload));
    response.sendStatus(200);
  });

  /** The specification does not show every payload: one without an amount still names its record. */
  async function wholeDeposit(payload) {
    return payload.balance === undefined ? call("GET", `/deposits/${payload.id}`) : payload;
  }

  function take(deposit) {
    const order = orders.get(deposit.owner);
    // Webhooks are delivered at least once, so the same deposit may arrive twice; count it once.
    if (order === undefined || seenDeposits.has(deposit.id)) return;
    seenDeposits.add(deposit.id);
    if (deposit.symbol !== ASSET || deposit.network_id !== NETWORK_ID) {
      order.notes.push(
        `${deposit.symbol} on ${deposit.network_symbol} is not what was asked for: see ${deposit.scanner_url}`,
      );
      return;
    }
    // A text of digits in a webhook, an exact integer in an answer of the API.
    order.received += BigInt(deposit.balance.raw);
  }

  // Run this after an outage, and once a day: it finds deposits whose webhooks never arrived. `GET /deposits` would be wrong here: it
  // also lists deposits that are not confirmed, and has no filter for it.
  app.post("/reconcile", async (_request, response) => {
    let found = 0;
    for (let page = 1, isLast = false; !isLast; page += 1) {
      const transactions = await call("GET", `/transactions?type=deposit&status=confirmed&limit=${PAGE}&page=${page}`);
      for (const { source_id: id } of transactions) {
        if (seenDeposits.has(id)) continue;
        take(await call("GET", `/deposits/${id}`));
        found += 1;
      }
      isLast = transactions.length < PAGE;
    }
    response.json({ found });
  });

  app.use(express.json());

  app.post("/orders", async (request, response) => {
    const { id, amount } = request.body;
    // The key makes a repeated request return the same wallet, even if the first response was lost.
    const wallet = await call(
      "POST",
      "/wallets",
      { owner: id, network_symbol: NETWORK },
      { "Idempotency-Key": `order-${id}` },
    );
    // A customer who asks again keeps what was received.
    if (!orders.has(id))
      orders.set(id, { id, due: toUnits(amount), received: 0n, refunded: 0n, address: wallet.address, notes: [] });
    response.status(201).json(view(orders.get(id)));
  });

  app.get("/orders/:id", (request, response) => {
    const order = orders.get(request.params.id);
    if (order === undefined) return response.sendStatus(404);
    response.json(view(order));
  });

  // Refunds an overpayment. The reference makes a retry safe: the service pays it once.
  app.post("/orders/:id/refund", async (request, response) => {
    const order = orders.get(request.params.id);
    const surplus = order.received - order.due - order.refunded;
    if (surplus <= 0n) return response.status(409).json({ error: "nothing to give back" });
    const reference = `refund-${order.id}-${order.refunded}`;
    const body = { vault_id: api.vaultId, asset: ASSET, network_symbol: NETWORK, amount: toAmount(surplus) };
    try {
      await call("POST", "/transfer/payout", { ...body, to_address: request.body.to_address, reference_id: reference });
    } catch (error) {
      // 409: an earlier request succeeded, only its response was lost.
      if (error.status !== 409) throw error;
    }
    order.refunded += surplus;
    response.status(202).json(view(order));
  });

  app.use((error, _request, response, _next) => response.status(502).json({ error: error.message }));
  return app;
}

function view({ id, address, due, received, refunded, notes }) {
  const state = received >= due ? "paid" : received > 0n ? "underpaid" : "open";
  return { id, address, state, received: toAmount(received), refunded: toAmount(refunded), notes };
}

function serviceCaller({ baseUrl, apiKey }) {
  return async (method, path, body, headers = {}) => {
    const send = () =>
      fetch(`${baseUrl}${path}`, {
        method,
        headers: { "X-API-Key": apiKey, "Content-Type": "application/json", ...headers },
        body: JSON.stringify(body),
      });
    // A broken connection does not say whether the request succeeded; a retry is safe because requests carry a key.
    const response = await send().catch(send);
    const answer = parseExact(await response.text());
    if (response.ok) return answer.data;
    throw Object.assign(new Error(answer.error), { status: response.status });
  };
}

/** `raw` amounts that are numbers can exceed what a double holds, so they are read from their digits; in webhooks they are text. */
function parseExact(text) {
  return JSON.parse(text, (key, value, { source } = {}) =>
    key === "raw" && typeof value === "number" && source !== undefined ? toInteger(source) : value,
  );
}

/** The digits of a JSON number, also of one that is written as 2.55e7. */
function toInteger(source) {
  const [, whole, fraction = "", exponent = "0"] = /^(\d+)(?:\.(\d+))?(?:[eE]\+?(\d+))?$/.exec(source);
  return BigInt(whole + fraction.padEnd(Number(exponent), "0"));
}

function toUnits(amount) {
  const [whole, fraction = ""] = String(amount).split(".");
  return BigInt(whole + fraction.padEnd(DECIMALS, "0"));
}

function toAmount(units) {
  const digits = units.toString().padStart(DECIMALS + 1, "0");
  return `${digits.slice(0, -DECIMALS)}.${digits.slice(-DECIMALS)}`.replace(/\.?0+$/, "");
}
