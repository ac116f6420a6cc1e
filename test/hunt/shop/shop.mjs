// A small shop with books, for tests of the hunt: it credits confirmed deposits, and makes one mistake if MISTAKE names it.
import { createHmac, timingSafeEqual } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";

const { SANDBOX_API_BASE_URL, SANDBOX_API_KEY, SANDBOX_VAULT_ID, SANDBOX_WEBHOOK_SECRET, MISTAKE, SHOP_FILE, PORT } =
  process.env;
const empty = { credits: [], seen: [], orphans: [], withdrawals: [] };
const books = existsSync(SHOP_FILE) ? JSON.parse(readFileSync(SHOP_FILE, "utf8")) : empty;
const keep = () => writeFileSync(SHOP_FILE, JSON.stringify(books));

async function api(method, path, body) {
  const headers = { "x-api-key": SANDBOX_API_KEY, "content-type": "application/json" };
  for (let left = 6; ; left -= 1) {
    const reply = await fetch(`${SANDBOX_API_BASE_URL}${path}`, {
      method,
      headers,
      body: body && JSON.stringify(body),
    }).catch(() => null);
    if (reply !== null && reply.status !== 429 && reply.status < 500)
      return { status: reply.status, ...(await reply.json()) };
    if (left === 0) throw new Error("the service is down");
  }
}

function isGenuine(headers, raw) {
  if (MISTAKE === "signature not checked") return true;
  const timestamp = Number(headers["webhook-timestamp"]);
  if (Math.abs(Date.now() / 1_000 - timestamp) > 300) return false;
  const right = createHmac("sha256", SANDBOX_WEBHOOK_SECRET).update(`${timestamp}.${raw}`).digest();
  return String(headers["webhook-signature"])
    .split(" ")
    .some((one) => {
      const given = Buffer.from(one, "hex");
      return given.length === right.length && timingSafeEqual(given, right);
    });
}

function take({ type, payload }) {
  if (type === "deposit.confirmed" || (MISTAKE === "credit at sight" && type === "deposit.new")) {
    if (books.seen.includes(payload.id) && MISTAKE !== "no dedupe") return;
    books.seen.push(payload.id);
    if (type === "deposit.confirmed" && payload.symbol !== "USDC" && MISTAKE !== "asset ignored") return;
    const amount =
      MISTAKE === "floats"
        ? String(Number(payload.balance?.amount ?? payload.amount))
        : (payload.balance?.amount ?? payload.amount);
    books.credits.push({
      deposit_id: payload.id,
      owner: payload.owner,
      asset: "USDC",
      network: payload.network_symbol,
      amount,
    });
  }
  const order = books.withdrawals.find(({ payout }) => payout === payload.source_id);
  if (order !== undefined && type === "transaction.confirmed") order.state = "paid";
  if (order !== undefined && type === "transaction.failed" && MISTAKE !== "failure not noticed") order.state = "failed";
}

async function withdraw({ id, owner, amount, to }) {
  if (books.withdrawals.some((one) => one.id === id)) return;
  if (balance(owner) < Number(amount)) throw Object.assign(new Error("too little"), { status: 409 });
  const order = { id, owner, amount, state: "pending", payout: null };
  books.withdrawals.push(order);
  const body = {
    vault_id: SANDBOX_VAULT_ID,
    asset: "USDC",
    network_symbol: "base",
    amount,
    to_address: to,
    reference_id: id,
  };
  const { status, data } = await api("POST", "/transfer/payout", body);
  if (status === 201) order.payout = data.id;
  else if (status === 409) order.payout = (await api("GET", `/transfer/payout?reference_id=${id}`)).data[0]?.id ?? null;
  else order.state = "failed";
}

/** For each order that is not settled, what the service says of it. */
async function reconcile() {
  for (const order of books.withdrawals.filter(({ state }) => state === "pending")) {
    const { data } = await api("GET", `/transfer/payout?reference_id=${order.id}`);
    const status = data?.[0]?.status;
    if (status === "confirmed") order.state = "paid";
    else if (["failed", "expired"].includes(status)) order.state = "failed";
  }
}

function balance(owner) {
  const credited = books.credits
    .filter((one) => one.owner === owner)
    .reduce((sum, { amount }) => sum + Number(amount), 0);
  const gone = books.withdrawals.filter((one) => one.owner === owner && one.state !== "failed");
  return credited - gone.reduce((sum, { amount }) => sum + Number(amount), 0);
}

async function answer(request, raw) {
  const url = new URL(request.url, "http://shop");
  const owner = url.searchParams.get("owner");
  switch (`${request.method} ${url.pathname}`) {
    case "POST /webhooks":
      if (!isGenuine(request.headers, raw)) return [401, {}];
      take(JSON.parse(raw));
      return [200, {}];
    case "POST /customers": {
      const { data } = await api("POST", "/wallets", JSON.parse(raw));
      return [201, { address: data.address }];
    }
    case "POST /withdrawals":
      await withdraw(JSON.parse(raw));
      return [202, {}];
    case "POST /reconcile":
      await reconcile();
      return [200, {}];
    case "GET /books": {
      const own = (list) => list.filter((one) => one.owner === owner);
      const sum =
        MISTAKE === "floats"
          ? {
              sums: [
                {
                  asset: "USDC",
                  network: "base",
                  amount: own(books.credits).reduce((total, { amount }) => total + Number(amount), 0),
                },
              ],
            }
          : {};
      return [200, { credits: own(books.credits), ...sum, withdrawals: own(books.withdrawals) }];
    }
    default:
      return [404, {}];
  }
}

createServer((request, response) => {
  const chunks = [];
  request.on("data", (chunk) => chunks.push(chunk));
  request.on("end", () => {
    answer(request, Buffer.concat(chunks).toString("utf8"))
      .catch((error) => [error.status ?? 502, { error: error.message }])
      .then(([status, body]) => {
        keep();
        response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
      });
  });
}).listen(Number(PORT), "127.0.0.1");
