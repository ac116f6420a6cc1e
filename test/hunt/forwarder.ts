// An app without customers and books: it sends each confirmed deposit on to its treasury. MISTAKE names what it does wrong.
import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";

const {
  SANDBOX_API_BASE_URL = "",
  SANDBOX_API_KEY = "",
  SANDBOX_VAULT_ID = "",
  SANDBOX_WEBHOOK_SECRET = "",
} = process.env;
const { MISTAKE = "none", PORT = "3000" } = process.env;
const TREASURY = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";
let sent = 0;

type Deposit = { id: string; owner: string; symbol: string; network_symbol: string; balance: { amount: string } };

/** With `halves` two equal payouts are right for each deposit. */
async function forward({ id, symbol, network_symbol, balance }: Deposit): Promise<void> {
  const place = { vault_id: SANDBOX_VAULT_ID, asset: symbol, network_symbol, to_address: TREASURY };
  const parts = MISTAKE === "halves" ? 2 : 1;
  const amount = parts === 1 ? balance.amount : String(Number(balance.amount) / parts);
  for (let part = 1; part <= parts; part += 1) await order({ ...place, amount }, part === 1 ? id : `${id}-${part}`);
}

/** An answer that was lost, or a 5xx, is asked again under the same reference; 409 says that the first one was accepted. */
async function order(place: Record<string, string>, id: string): Promise<void> {
  for (let attempt = 0; attempt < 6; attempt += 1) {
    sent += 1;
    const isNew = MISTAKE === "pays-twice" || (MISTAKE === "new-reference" && attempt > 0);
    const reference_id = isNew ? `on-${id}-${process.pid}-${sent}` : `on-${id}`;
    const headers = { "X-API-Key": SANDBOX_API_KEY, "Content-Type": "application/json" };
    const body = JSON.stringify({ ...place, reference_id });
    const response = await fetch(`${SANDBOX_API_BASE_URL}/transfer/payout`, { method: "POST", headers, body }).catch(
      () => undefined,
    );
    await response?.body?.cancel();
    if (response !== undefined && (response.ok || response.status === 409)) return;
  }
  throw new Error("the service is not there: send the webhook again");
}

function isGenuine(request: IncomingMessage, body: Buffer): boolean {
  const { "webhook-timestamp": time = "", "webhook-signature": signature = "" } = request.headers;
  const isFresh = Math.abs(Date.now() / 1_000 - Number(time)) < 300;
  const signed = String(signature)
    .split(",")
    .some((one) => {
      const given = Buffer.from(one.trim(), "hex");
      const wanted = createHmac("sha256", SANDBOX_WEBHOOK_SECRET).update(`${time}.`).update(body).digest();
      return given.length === wanted.length && timingSafeEqual(given, wanted);
    });
  return (signed || MISTAKE === "forged" || MISTAKE === "cut") && (isFresh || MISTAKE === "stale");
}

async function take(request: IncomingMessage, body: Buffer): Promise<number> {
  if (!isGenuine(request, body)) return 401;
  if (MISTAKE === "cut" && !body.toString("utf8").trim().endsWith("}")) return 200;
  const { type, payload } = JSON.parse(body.toString("utf8")) as { type: string; payload: Deposit };
  if (MISTAKE === "refuses" && type === "balance.updated") return 500;
  if (MISTAKE === "hangs-up" && type === "balance.updated") request.socket.destroy();
  if (MISTAKE === "dies" && type === "transaction.failed") process.exit(7);
  // Money of the vault itself comes from no customer.
  if (type === "deposit.confirmed" && payload.owner !== "") await forward(payload);
  return 200;
}

createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const status = await take(request, Buffer.concat(chunks)).catch(() => 500);
  response.writeHead(status).end();
}).listen(Number(PORT), "127.0.0.1");
