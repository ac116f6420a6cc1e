// A shop with books: customers with deposit addresses, credits for confirmed deposits, withdrawals, and a job that reconciles.
// Run it against a sandbox: `cpsandbox exec --webhook http://127.0.0.1:3000/webhooks -- npm start`.
import { createServer, type IncomingMessage } from "node:http";
import { Refused, toAmount } from "./amounts.ts";
import { Books } from "./books.ts";
import { asRefusal, Deposits } from "./deposits.ts";
import { Service, Unavailable } from "./service.ts";
import { isGenuine, take } from "./webhooks.ts";
import { Withdrawals } from "./withdrawals.ts";

const { SANDBOX_API_BASE_URL, SANDBOX_API_KEY = "", SANDBOX_VAULT_ID = "", SANDBOX_WEBHOOK_SECRET = "" } = process.env;
const { HOST = "127.0.0.1", PORT = "3000", BOOKS_FILE = "books.sqlite", RETRY_PAUSE_MS = "20" } = process.env;
if (SANDBOX_API_BASE_URL === undefined)
  throw new Error("start it with: cpsandbox exec --webhook http://127.0.0.1:3000/webhooks -- npm start");

const books = new Books(BOOKS_FILE);
const service = new Service(SANDBOX_API_BASE_URL, SANDBOX_API_KEY, Number(RETRY_PAUSE_MS));
const deposits = new Deposits(books, service);
const withdrawals = new Withdrawals(books, service, SANDBOX_VAULT_ID);

type Answer = { status: number; body: unknown };
type Route = (url: URL, body: Buffer, request: IncomingMessage) => Promise<Answer> | Answer;

const routes: Record<string, Route> = {
  "GET /health": () => ({ status: 200, body: { ok: true } }),
  "POST /webhooks": async (_url, body, request) => {
    const nowSeconds = Math.floor(Date.now() / 1000);
    if (!isGenuine(SANDBOX_WEBHOOK_SECRET, request.headers, body, nowSeconds)) return { status: 401, body: {} };
    await take(body, deposits, withdrawals);
    return { status: 200, body: {} };
  },
  "POST /customers": async (_url, body) => {
    const { id, network = "base" } = JSON.parse(body.toString("utf8"));
    return { status: 201, body: { id, network, address: await deposits.open(id, network) } };
  },
  "POST /udas": async (_url, body) => {
    const uda = await deposits.openUda(JSON.parse(body.toString("utf8")).owner);
    return { status: 201, body: { id: uda.id, deposit_addresses: uda.deposit_addresses } };
  },
  "POST /withdrawals": async (_url, body) => {
    const { id, state, payoutId } = await withdrawals.order(JSON.parse(body.toString("utf8")));
    return { status: 202, body: { id, state, payout_id: payoutId } };
  },
  "POST /reconcile": async (url) => {
    const owner = url.searchParams.get("owner");
    if (owner === null) throw new Refused("owner is missing");
    await withdrawals.reconcile(owner);
    await deposits.reconcile(owner);
    return { status: 200, body: { ok: true } };
  },
  "GET /books": (url) => ({ status: 200, body: page(url.searchParams.get("owner") ?? "") }),
};

function page(owner: string) {
  const credits = books.credits(owner).map(({ id, kind, txId, network, asset, units, decimals }) => ({
    [`${kind}_id`]: id,
    tx_id: txId,
    network,
    asset,
    amount: toAmount(units, decimals),
  }));
  const orders = books
    .withdrawals(owner)
    .map(({ id, network, asset, amount, to, state }) => ({ id, network, asset, amount, to, state }));
  return { owner, credits, withdrawals: orders };
}

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function answer(request: IncomingMessage): Promise<Answer> {
  const url = new URL(request.url ?? "/", "http://shop");
  const route = routes[`${request.method} ${url.pathname}`];
  if (route === undefined) return { status: 404, body: { error: "not found" } };
  try {
    return await route(url, await bytesOf(request), request);
  } catch (caught) {
    const error = asRefusal(caught);
    if (error instanceof SyntaxError) return { status: 400, body: { error: error.message } };
    if (error instanceof Refused) return { status: 422, body: { error: error.message } };
    if (!(error instanceof Unavailable)) console.error(error);
    return { status: 503, body: { error: error.message } };
  }
}

const server = createServer(async (request, response) => {
  const { status, body } = await answer(request).catch(() => ({ status: 400, body: { error: "the request was cut" } }));
  response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
});
// What was reserved before a crash and perhaps never ordered is looked up, and ordered under the same reference.
withdrawals.reconcile().catch((error: Error) => console.error(`not reconciled: ${error.message}`));
server.listen(Number(PORT), HOST, () => console.log(`the shop is open at http://${HOST}:${PORT}`));
